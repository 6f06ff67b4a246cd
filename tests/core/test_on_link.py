"""A neighbour with a public address is still a neighbour."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdfast.core.guard import AddressRefused
from holdfast.core.http import Outside
from holdfast.core.on_link import OnLink

V4 = """Iface\tDestination\tGateway\tFlags\tRefCnt\tUse\tMetric\tMask\tMTU\tWindow\tIRTT
eth0\t00000000\t0101000A\t0003\t0\t0\t0\t00000000\t0\t0\t0
eth0\t00027082\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0
wg0\t00000000\t00000000\t0001\t0\t0\t0\t00000080\t0\t0\t0
eth1\t00037082\t00000000\t0000\t0\t0\t0\t00FFFFFF\t0\t0\t0
"""
_NONE = "0" * 32
V6 = "\n".join(
    f"{network} {length} {_NONE} 00 {gateway} 00000100 00000001 00000000 {flags} eth0"
    for network, length, gateway, flags in (
        ("20010a61000100020000000000000000", "40", _NONE, "00000001"),
        ("20000000000000000000000000000000", "03", _NONE, "00000001"),
        ("20010a61000200000000000000000000", "30", "fe800000000000000000000000000001", "00000003"),
    )
)


@pytest.fixture
def on_link(tmp_path: Path) -> OnLink:
    v4, v6 = tmp_path / "route", tmp_path / "ipv6_route"
    v4.write_text(V4)
    v6.write_text(V6)
    return OnLink(v4, v6)


@pytest.mark.parametrize("address", ["130.112.2.1", "130.112.2.255", "2001:a61:1:2::15"])
def test_what_is_reached_without_a_gateway_is_near(on_link: OnLink, address: str) -> None:
    assert on_link.holds(address)


@pytest.mark.parametrize("address", ["130.112.3.1", "8.8.8.8", "2001:a61:1:3::1", "2001:a61:2::1", "2606:4700::1"])
def test_what_lies_behind_a_gateway_or_in_a_tunnel_for_everything_is_not(on_link: OnLink, address: str) -> None:
    assert not on_link.holds(address)


def test_where_the_kernel_tells_no_routes_nothing_is_near(tmp_path: Path) -> None:
    assert not OnLink(tmp_path / "none", tmp_path / "none").holds("130.112.2.1")


@pytest.mark.anyio
async def test_a_neighbour_is_refused_like_anything_inside(on_link: OnLink) -> None:
    async def neighbour(host: str, port: int) -> list[str]:
        return ["130.112.2.7"]

    out = Outside(resolve=neighbour, on_link=on_link)
    try:
        with pytest.raises(AddressRefused):
            await out.fetch("http://printer.example/")
    finally:
        await out.aclose()
