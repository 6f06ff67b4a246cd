"""The words of an invitation: names in it are other people's words."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.orgs.invite_mail import invite_mail, tamed

LINK = "https://holdfast.example/join#ABC234"
WHEN = datetime(2026, 11, 23, 9, 5, tzinfo=UTC)


def _mail(org_name: str, invited_by: str) -> str:
    mail = invite_mail(
        "bob@example.org", org_name=org_name, invited_by=invited_by, link=LINK, code="ABC234", expires_at=WHEN
    )
    assert "\n" not in mail.subject
    return f"{mail.subject}\n{mail.text}"


def test_it_says_who_invites_where_to_how_and_until_when() -> None:
    text = _mail("Acme & Sons", "Ada")
    for told in ("Ada invites you to Acme & Sons", "“Acme & Sons”", LINK, "ABC234", "23 November 2026, 09:05 UTC"):
        assert told in text


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Dr. Ada Lovelace", "Dr. Ada Lovelace"),
        ("J.R.R. Tolkien", "J R R. Tolkien"),
        ("Win at https://evil.example/x", "Win at https evil example x"),
        ("evil.example", "evil example"),
        ("evil\u3002example", "evil example"),
        ("me@evil.example", "me evil example"),
        ("Ada\r\nBcc: all@example.org", "Ada Bcc all example org"),
        ("a\u202eb\u200bc\x00d", "a b c d"),
        ("<a href=x>click</a>", "a href=x click a"),
    ],
)
def test_names_stand_on_one_line_and_make_no_link(name: str, shown: str) -> None:
    assert tamed(name) == shown


def test_names_that_hold_nothing_are_told_by_other_words() -> None:
    assert "Somebody invites you to an organization" in _mail("://", "\u200b")


@given(st.text(max_size=300), st.text(max_size=300))
def test_whatever_the_names_the_only_address_is_ours(org_name: str, invited_by: str) -> None:
    rest = _mail(org_name, invited_by).replace(LINK, "")
    assert re.search(r"\w\.\w|://|@|www\.\w", rest) is None
    assert len(_mail(org_name, invited_by)) < 1000
