"""Which addresses count as given. What an attacker could write into an address must make it another one."""

from __future__ import annotations

import pytest

from holdfast.core.ids import TurnId, new_id
from holdfast.tools.own.addresses import GivenAddresses, addresses_in, key_of

PAGE = "https://site.example/docs/index.html?x=1"


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("Read https://a.example/b.", "https://a.example/b"),
        ("(see https://a.example/b)", "https://a.example/b"),
        ("https://a.example/wiki/Rose_(plant)", "https://a.example/wiki/Rose_(plant)"),
        ("(https://a.example/wiki/Rose_(plant))", "https://a.example/wiki/Rose_(plant)"),
        ("<https://a.example/b?c=d&e=f>", "https://a.example/b?c=d&e=f"),
        ('href="https://a.example/b">here', "https://a.example/b"),
        ("[one](https://a.example/b),", "https://a.example/b"),
        ("what does example.org/news say?", "https://example.org/news"),
        ("look at example.org!", "http://www.example.org/"),
        ("HTTPS://A.Example/b", "https://a.example/b"),
        ("a,https://a.example/1,https://a.example/2", "https://a.example/2"),
    ],
)
def test_an_address_in_a_text_is_found(text: str, address: str) -> None:
    assert key_of(address) in {key_of(one) for one in addresses_in(text)}


@pytest.mark.parametrize(
    ("link", "address"),
    [
        ("[a](/about)", "https://site.example/about"),
        ("[a](next.html)", "https://site.example/docs/next.html"),
        ("[a](?x=2)", "https://site.example/docs/index.html?x=2"),
        ("[a](<b_(c)>)", "https://site.example/docs/b_(c)"),
        ("[a](//other.example/b)", "https://other.example/b"),
    ],
)
def test_a_link_without_a_host_belongs_to_its_page(link: str, address: str) -> None:
    assert key_of(address) in {key_of(one) for one in addresses_in(link, PAGE)}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://a.example/b", "http://www.a.example/b/"),
        ("https://a.example", "https://A.EXAMPLE:443/"),
        ("https://a.example/b#here", "https://a.example/b#there"),
    ],
)
def test_what_is_only_spelt_otherwise_is_the_same(one: str, other: str) -> None:
    assert key_of(one) == key_of(other) != ""


@pytest.mark.parametrize(
    "other",
    [
        "https://a.example/b?c=d&secret=1",
        "https://a.example/b",
        "https://a.example/b/secret?c=d",
        "https://secret.a.example/b?c=d",
        "https://a.example:8443/b?c=d",
        "https://a.example/B?c=d",
        "https://a.example/b?c=d%20",
    ],
)
def test_whatever_could_carry_something_makes_it_another(other: str) -> None:
    assert key_of(other) != key_of("https://a.example/b?c=d")


@pytest.mark.parametrize(
    "address",
    ["ftp://a.example/", "file:///etc/passwd", "javascript:alert(1)", "https://u:p@a.example/", "https://a.example:x/",
     "https://[::1", "a", "", "https://" + "a" * 2_001],
)  # fmt: skip
def test_what_is_none_has_no_key(address: str) -> None:
    assert key_of(address) == ""


def test_what_was_given_in_one_turn_is_not_given_in_another() -> None:
    given, turn, other = GivenAddresses(), TurnId(new_id()), TurnId(new_id())
    given.note(turn, ["https://a.example/b"])
    assert given.has(turn, "https://a.example/b")
    assert not given.has(other, "https://a.example/b")
    assert not given.has(turn, "no address")


def test_neither_a_turn_nor_all_of_them_fill_the_memory() -> None:
    given, first = GivenAddresses(), TurnId(new_id())
    given.note(first, (f"https://a.example/{n}" for n in range(100_000)))
    assert given.has(first, "https://a.example/1999")
    assert not given.has(first, "https://a.example/2000")
    for _ in range(2_000):
        given.note(TurnId(new_id()), ["https://a.example/"])
    assert not given.has(first, "https://a.example/1")
