"""What is due, as a calendar reads it: the rules of RFC 5545, by a reader of our own."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from holdfast.memory.loops.calendar_file import calendar_file
from holdfast.memory.types import Loop

NEW_YORK = ZoneInfo("America/New_York")


def due(at: datetime | None, text: str = "Call Rui", **more: Any) -> Loop:
    return Loop(
        id=7, kind="commitment", status="open", text=text, confidence=0.9, salience=0.6, time_horizon="this_week",
        source="rules", opened_at=datetime(2026, 11, 1, 9, tzinfo=UTC), due_at=at, **more,
    )  # fmt: skip


def read(told: str) -> dict[str, str]:
    """The lines of the one event, unfolded."""
    assert told.endswith("\r\n")
    lines = told.replace("\r\n ", "").split("\r\n")
    event = lines[lines.index("BEGIN:VEVENT") + 1 : lines.index("END:VEVENT")]
    return dict(line.split(":", 1) for line in event)


def test_a_day_without_an_hour_lasts_all_day_on_the_persons_own_calendar() -> None:
    event = read(calendar_file([due(datetime(2026, 11, 20, 23, 59, tzinfo=NEW_YORK))], NEW_YORK))
    assert event["DTSTART;VALUE=DATE"] == "20261120"
    assert event["DTEND;VALUE=DATE"] == "20261121"
    assert event["TRANSP"] == "TRANSPARENT"


def test_an_hour_that_was_named_is_told_in_utc() -> None:
    event = read(calendar_file([due(datetime(2026, 11, 20, 15, 30, tzinfo=NEW_YORK))], NEW_YORK))
    assert (event["DTSTART"], event["DTEND"]) == ("20261120T203000Z", "20261120T210000Z")


def test_what_was_put_off_stands_where_it_was_put_off_to() -> None:
    later = datetime(2026, 11, 27, 12, tzinfo=UTC)
    event = read(calendar_file([due(datetime(2026, 11, 20, 23, 59, tzinfo=NEW_YORK), snoozed_until=later)], NEW_YORK))
    assert event["DTSTART;VALUE=DATE"] == "20261127"


def test_its_name_stays_the_same_whatever_changes() -> None:
    one, other = (
        read(calendar_file([due(datetime(2026, 11, day, 23, 59, tzinfo=NEW_YORK), text)], NEW_YORK))
        for day, text in ((20, "Call Rui"), (25, "Call Rui again"))
    )
    assert one["UID"] == other["UID"]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Milk, eggs; bread", "Milk\\, eggs\\; bread"),
        ("C:\\temp", "C:\\\\temp"),
        ("Call\r\nEND:VEVENT", "Call\\nEND:VEVENT"),
        ("a\x00b\x1bc\u2028d", "abcd"),
        ("Geburtstag von Özlem 🎂", "Geburtstag von Özlem 🎂"),
    ],
)
def test_no_word_can_leave_its_line(text: str, written: str) -> None:
    told = calendar_file([due(datetime(2026, 11, 20, 23, 59, tzinfo=UTC), text)], UTC)
    assert told.count("\r\nEND:VEVENT\r\n") == 1
    assert read(told)["SUMMARY"] == written


@pytest.mark.parametrize("text", ["x" * 500, "ä" * 300, "🎂" * 120, "日本語 " * 90])
def test_long_lines_are_folded_between_characters(text: str) -> None:
    told = calendar_file([due(datetime(2026, 11, 20, 23, 59, tzinfo=UTC), text)], UTC)
    assert all(len(line.encode()) <= 75 for line in told.split("\r\n"))
    assert read(told)["SUMMARY"] == text


def test_a_calendar_without_events_is_one_all_the_same() -> None:
    told = calendar_file([due(None)], UTC)
    assert told.startswith("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:")
    assert "VEVENT" not in told
