"""Codes by the clock, as the standard and every app have them."""

from __future__ import annotations

import base64
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from holdfast.accounts.second_factor.qr import qr_code
from holdfast.accounts.second_factor.recovery_codes import as_typed
from holdfast.accounts.second_factor.totp import code_at, matching_step, new_secret, uri

RFC_SECRET = base64.b32encode(b"12345678901234567890").decode()


@pytest.mark.parametrize(
    ("seconds", "code"),
    [
        (59, "94287082"),
        (1111111109, "07081804"),
        (1111111111, "14050471"),
        (1234567890, "89005924"),
        (2000000000, "69279037"),
        (20000000000, "65353130"),
    ],
)
def test_the_codes_are_those_of_the_standard(seconds: int, code: str) -> None:
    assert code_at(RFC_SECRET, seconds // 30) == code[-6:]


@pytest.mark.parametrize(
    ("seconds_off", "is_taken"),
    [(-61, False), (-31, True), (-30, True), (0, True), (29, True), (58, True), (59, False)],
)
def test_a_clock_may_be_half_a_minute_off_and_no_more(seconds_off: int, is_taken: bool) -> None:
    now = 30 * 40_000_000 + 1.0
    typed = code_at(RFC_SECRET, int((now + seconds_off) // 30))
    assert (matching_step(RFC_SECRET, typed, now) is not None) == is_taken


@pytest.mark.parametrize("typed", ["", "28708", "2870822", "２８７０８２", "28708a", "-87082", "0x1234", "287 08 2 1"])
def test_what_is_no_code_is_no_ones(typed: str) -> None:
    assert matching_step(RFC_SECRET, typed, 59) is None


def test_blanks_in_a_code_do_not_matter() -> None:
    assert matching_step(RFC_SECRET, " 287 082\n", 59) == 1


def test_secrets_differ_and_are_long() -> None:
    secrets = {new_secret() for _ in range(20)}
    assert len(secrets) == 20
    assert {len(base64.b32decode(secret)) for secret in secrets} == {20}


def test_the_address_names_whose_it_is_whatever_the_name_holds() -> None:
    told = urlsplit(uri("ABC", account="a?b/c:d@example.org", issuer="Holdfast [::1]:8000"))
    assert (told.scheme, told.netloc) == ("otpauth", "totp")
    assert unquote(told.path) == "/Holdfast [::1]:8000:a?b/c:d@example.org"
    assert parse_qs(told.query) == {"secret": ["ABC"], "issuer": ["Holdfast [::1]:8000"]}


def test_a_qr_code_has_a_border_and_three_eyes() -> None:
    qr = qr_code("otpauth://totp/x?secret=ABC")
    assert qr.path.startswith("M4 4h7v1h-7z"), "the first eye's upper edge"
    assert f"M{qr.size - 11} 4h7" in qr.path
    assert f"M4 {qr.size - 5}h7" in qr.path
    assert (qr.size - 8 - 17) % 4 == 0


@pytest.mark.parametrize("typed", ["abcde-fghjk-mnpqr", " ABCDE FGHJK MNPQR ", "ABCDEFGHJKMNPQR"])
def test_a_recovery_code_may_be_typed_in_many_ways(typed: str) -> None:
    assert as_typed(typed) == "ABCDEFGHJKMNPQR"


@pytest.mark.parametrize("typed", ["", "ABCDE-FGHJK", "ABCDE-FGHJK-MNPQ0", "ß" * 15, "A" * 100, "A-" * 15 + "B" * 30])
def test_what_is_no_recovery_code_is_no_ones(typed: str) -> None:
    assert as_typed(typed) is None
