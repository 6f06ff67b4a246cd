"""Which addresses are public, as a table."""

from __future__ import annotations

import pytest

from holdfast.core.errors import Setup
from holdfast.core.guard import host_and_port, is_own, is_public


@pytest.mark.parametrize(
    "address",
    [
        "1.1.1.1",
        "93.184.216.34",
        "172.15.0.1",
        "172.32.0.1",
        "192.169.0.1",
        "100.63.0.1",
        "100.128.0.1",
        "223.255.255.255",
        "2606:4700:4700::1111",
        "2a00:1450:4001::1",
        "2001:4860:4860::8888",
    ],
)
def test_the_internet_is_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        "0.0.0.0",
        "0.1.2.3",
        "10.0.0.1",
        "100.64.0.1",
        "100.100.100.200",
        "127.0.0.1",
        "127.255.255.254",
        "168.63.129.16",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.192",
        "192.0.2.1",
        "192.88.99.1",
        "192.168.1.1",
        "198.18.0.1",
        "198.51.100.1",
        "203.0.113.1",
        "224.0.0.1",
        "239.255.255.250",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::7f00:1",
        "::127.0.0.1",
        "::ffff:127.0.0.1",
        "::ffff:8.8.8.8",
        "::ffff:0:127.0.0.1",
        "64:ff9b::7f00:1",
        "64:ff9b::8.8.8.8",
        "64:ff9b:1::1",
        "100::1",
        "2001::1",
        "2001:0:7f00:1::",
        "2001:2::1",
        "2001:10::1",
        "2001:20::1",
        "2001:db8::1",
        "2002:7f00:1::",
        "2002:a9fe:a9fe::",
        "3fff::1",
        "4000::1",
        "5f00::1",
        "fc00::1",
        "fd00:ec2::254",
        "fe80::1",
        "fe80::1%eth0",
        "2606:4700::1%eth0",
        "fec0::1",
        "ff02::1",
        "localhost",
        "",
        "0x7f000001",
        "2130706433",
        "127.1",
    ],
)
def test_everything_else_is_somebodys_inside(address: str) -> None:
    assert not is_public(address)


def test_an_operators_exception_is_a_host_and_a_port() -> None:
    assert host_and_port("Intranet.Example.:8080") == ("intranet.example", 8080)
    assert host_and_port("[::1]:80") == ("::1", 80)


@pytest.mark.parametrize("entry", ["", "host", "host:", ":80", "host:http", "host:٨٠"])
def test_an_exception_that_makes_no_sense_is_told_at_the_start(entry: str) -> None:
    with pytest.raises(Setup):
        host_and_port(entry)


def test_an_address_of_this_very_machine_is_known_and_nothing_is_sent_to_find_out() -> None:
    assert is_own("127.0.0.1")
    assert not is_own("93.184.216.34")
    assert not is_own("no address")
