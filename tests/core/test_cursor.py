from __future__ import annotations

import base64
from datetime import UTC, datetime, timedelta, timezone
from uuid import UUID

import pytest

from holdfast.core.cursor import read_cursor, row_number, write_cursor
from holdfast.core.errors import Invalid

NOON = datetime(2026, 5, 4, 12, 0, 0, 123456, tzinfo=UTC)
ID = UUID("0190f3a1-7c00-7000-8000-0123456789ab")


def by_hand(text: str) -> str:
    return base64.urlsafe_b64encode(text.encode()).decode()


def test_a_page_goes_on_exactly_where_the_last_one_ended() -> None:
    assert read_cursor(write_cursor(NOON, ID), UUID) == (NOON, ID)
    assert read_cursor(write_cursor(NOON, 7), row_number) == (NOON, 7)
    abroad = NOON.astimezone(timezone(timedelta(hours=5, minutes=30)))
    assert write_cursor(abroad, ID) == write_cursor(NOON, ID), "one moment has one cursor"


def test_an_address_that_is_put_together_by_hand_leaves_it_as_it_is() -> None:
    assert not set(write_cursor(NOON, ID)) & set("+/?&# ")


@pytest.mark.parametrize(
    "cursor",
    [
        "", "x", "====", "é", "bm90IGEgY3Vyc29y",
        by_hand(f"2026-05-04T12:00:00 {ID}"),
        by_hand(f"0001-01-01T00:00:00+14:00 {ID}"),
        by_hand(f"9999-12-31T23:59:59-14:00 {ID}"),
        by_hand(f"2026-05-04T12:00:00+00:00 {ID} {ID}"),
        by_hand("2026-05-04T12:00:00+00:00 nonsense"),
    ],
)  # fmt: skip
def test_what_is_none_of_ours_is_refused_with_one_sentence(cursor: str) -> None:
    for read_id in (UUID, row_number):
        with pytest.raises(Invalid, match="start from the first page") as refused:
            read_cursor(cursor, read_id)
        assert refused.value.code == "bad_cursor"


@pytest.mark.parametrize("number", ["0", "-1", str(2**63), "1.5", "seven"])
def test_a_number_that_no_row_can_have_is_refused(number: str) -> None:
    with pytest.raises(Invalid):
        read_cursor(by_hand(f"2026-05-04T12:00:00+00:00 {number}"), row_number)
