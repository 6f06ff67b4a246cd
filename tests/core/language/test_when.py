from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from holdfast.core.language.calendars import Direction, calendar_of
from holdfast.core.language.readings import READINGS
from holdfast.core.language.tables import LANGUAGES, Language
from holdfast.core.language.when import find_due, find_spans, find_times
from holdfast.memory.learning.rules.times import happened_at
from tests.core.language.expressions import MONDAY, expressions

BERLIN, NEW_YORK = ZoneInfo("Europe/Berlin"), ZoneInfo("America/New_York")
BEHIND = [said for language, toward, said, *_ in expressions() if (language, toward) == ("en", "past")]


def on(day: str) -> datetime:
    return datetime.fromisoformat(f"{day}T12:00").replace(tzinfo=UTC)


def days(text: str, now: datetime, toward: Direction = "past", language: Language = "en") -> str:
    """The days meant: "2026-05-03", or "2026-05-01 2026-05-31"; "" for none."""
    spans = [one.span for one in find_times(text, now, toward, language=language)]
    return ", ".join(f"{span.start}" if span.days == 1 else f"{span.start} {span.last}" for span in spans)


def test_the_table_is_as_long_as_it_was_meant_to_be() -> None:
    assert len(expressions()) >= 120
    assert {language for language, *_ in expressions()} == set(LANGUAGES)


@pytest.mark.parametrize(("language", "toward", "said", "first", "last"), expressions())
def test_what_people_say_names_the_days_they_mean(
    language: Language, toward: Direction, said: str, first: date, last: date
) -> None:
    for text in (said, said.upper(), f"So, {said}?"):
        [found] = find_times(text, MONDAY, toward, language=language)
        assert (found.span.start, found.span.last) == (first, last)
        assert found.span.start <= found.day <= found.span.last


@pytest.mark.parametrize("said", BEHIND)
def test_what_is_learned_of_a_day_is_found_by_who_asks_for_it_in_the_same_words(said: str) -> None:
    """Whenever it was said: at the end of a month, in a leap year, at a week's both ends."""
    for n in range(0, 800, 7):
        said_at = MONDAY + timedelta(days=n + n % 3)
        learned = happened_at(f"I moved to Porto {said}", said_at)
        [span] = find_spans(f"What happened {said}?", said_at)
        assert learned is not None
        assert span.start <= learned.date() <= span.last
        assert learned.date() <= said_at.date()


@pytest.mark.parametrize(
    ("said", "moment", "toward", "expected"),
    [
        # the ends of months, and months of other lengths
        ("in a month", "2026-01-31", "future", "2026-02-28"),
        ("in a month", "2028-01-31", "future", "2028-02-29"),
        ("in three months", "2026-11-30", "future", "2027-02-28"),
        ("last month", "2026-03-31", "past", "2026-02-01 2026-02-28"),
        ("last month", "2028-03-31", "past", "2028-02-01 2028-02-29"),
        ("last month", "2027-01-15", "past", "2026-12-01 2026-12-31"),
        ("next month", "2026-12-31", "future", "2027-01-01 2027-01-31"),
        ("next month", "2028-01-31", "future", "2028-02-01 2028-02-29"),
        ("end of February", "2028-01-10", "future", "2028-02-21 2028-02-29"),
        ("a month ago", "2026-03-31", "past", "2026-02-18 2026-03-09"),
        ("by the 31st", "2026-04-02", "future", "2026-05-31"),
        ("by the 30th", "2026-01-31", "future", "2026-03-30"),
        ("on the 31st", "2026-05-02", "past", "2026-03-31"),
        ("last quarter", "2027-02-10", "past", "2026-10-01 2026-12-31"),
        # leap years
        ("tomorrow", "2028-02-28", "future", "2028-02-29"),
        ("yesterday", "2027-03-01", "past", "2027-02-28"),
        ("in a year", "2028-02-29", "future", "2029-02-28"),
        ("on 29 February", "2026-11-16", "past", "2024-02-29"),
        ("on 29 February", "2028-03-01", "future", "2032-02-29"),
        ("on 29 February", "2097-01-01", "future", "2104-02-29"),
        ("on 31 February", "2026-11-16", "past", ""),
        # the turn of the year
        ("in December", "2026-12-31", "past", "2026-12-01 2026-12-31"),
        ("in December", "2027-01-01", "past", "2026-12-01 2026-12-31"),
        ("in January", "2026-12-31", "future", "2027-01-01 2027-01-31"),
        ("last winter", "2027-01-15", "past", "2025-12-01 2026-02-28"),
        ("last winter", "2027-03-01", "past", "2026-12-01 2027-02-28"),
        ("in the winter", "2027-01-15", "past", "2026-12-01 2027-02-28"),
        ("this winter", "2027-01-15", "future", "2026-12-01 2027-02-28"),
        # weeks begin on Monday
        ("last week", "2026-11-15", "past", "2026-11-02 2026-11-08"),
        ("last week", "2026-11-16", "past", "2026-11-09 2026-11-15"),
        ("this week", "2026-11-15", "past", "2026-11-09 2026-11-15"),
        ("next week", "2026-11-15", "future", "2026-11-16 2026-11-22"),
        ("this weekend", "2026-11-15", "future", "2026-11-14 2026-11-15"),
        ("last weekend", "2026-11-15", "past", "2026-11-07 2026-11-08"),
        ("last weekend", "2026-11-16", "past", "2026-11-14 2026-11-15"),
        # a day of the week is never today, unless it is called this one
        ("on Tuesday", "2026-11-17", "past", "2026-11-10"),
        ("on Tuesday", "2026-11-17", "future", "2026-11-24"),
        ("this Tuesday", "2026-11-17", "past", "2026-11-17"),
        ("this Tuesday", "2026-11-17", "future", "2026-11-17"),
        ("this Monday", "2026-11-18", "past", "2026-11-16"),
        ("this Friday", "2026-11-18", "past", "2026-11-20"),
        ("last Tuesday", "2026-11-17", "past", "2026-11-10"),
        ("next Tuesday", "2026-11-17", "future", "2026-11-24"),
        # the ends of the calendar
        ("in 999 years", "9999-12-31", "future", ""),
        ("tomorrow", "9999-12-31", "future", ""),
        ("last year", "0001-01-01", "past", ""),
        ("999 months ago", "0009-01-01", "past", ""),
    ],
)
def test_calendars_are_uneven(said: str, moment: str, toward: Direction, expected: str) -> None:
    assert days(said, on(moment), toward) == expected


@pytest.mark.parametrize(
    ("text", "toward"),
    [
        ("May I ask you something?", "past"), ("what might May do", "past"), ("this may be wrong", "past"),
        ("march on", "past"), ("sit in the sun", "future"), ("0000-99-99", "past"), ("the last day of school", "past"),
        ("on the 3rd floor", "future"), ("in a few", "future"), ("someday", "future"), ("the fallen leaves", "past"),
        ("", "past"), ("a" * 5000, "past"),
    ],
)  # fmt: skip
def test_what_only_looks_like_a_time_is_none(text: str, toward: Direction) -> None:
    assert days(text, MONDAY, toward) == ""


@pytest.mark.parametrize("text", ["Guten Morgen!", "am Morgen", "Ich mag den Sommer nicht", "so ein Tag"])
def test_what_only_looks_like_a_time_in_german_is_none(text: str) -> None:
    assert days(text, MONDAY, "future", "de") == ""


def test_the_more_exact_of_several_times_comes_first_and_each_says_where_it_stands() -> None:
    text = "Next month is full, so do it tomorrow or on 3 December."
    found = find_times(text, MONDAY, "future")
    assert [text[one.start : one.end] for one in found] == ["3 December", "tomorrow", "Next month"]


@pytest.mark.parametrize(
    ("said", "due"),
    [
        ("by Friday at 5pm", "2026-11-20 17:00"), ("tomorrow at 9:30", "2026-11-17 09:30"),
        ("at 5pm", "2026-11-16 17:00"), ("at 8am", "2026-11-17 08:00"),
        ("by 3 May", "2027-05-03 23:59"), ("by 15 June at 5pm", "2027-06-15 17:00"),
        ("Friday, end of day", "2026-11-20 23:59"), ("at 12am tomorrow", "2026-11-17 00:00"),
        ("tomorrow at 13pm", "2026-11-17 23:59"), ("end of May", "2027-05-31 23:59"), ("next week", "2026-11-29 23:59"),
        ("in May", None), ("in 2027", None), ("last week", None), ("I was there at 5", None), ("call the bank", None),
    ],
)  # fmt: skip
def test_something_is_due_at_the_end_of_its_day_or_at_its_hour(said: str, due: str | None) -> None:
    found = find_due(said, MONDAY)
    assert (f"{found:%Y-%m-%d %H:%M}" if found else None) == due


@pytest.mark.parametrize(
    ("said", "due"),
    [
        ("morgen um 9 Uhr", "2026-11-17 09:00"),
        ("bis 3. Mai um 17:30", "2027-05-03 17:30"),
        ("bis Fr", "2026-11-20 23:59"),
    ],
)
def test_something_is_due_in_german_too(said: str, due: str) -> None:
    assert f"{find_due(said, MONDAY, language='de'):%Y-%m-%d %H:%M}" == due


def test_days_are_those_of_the_clock_that_tells_the_time() -> None:
    moment = datetime(2026, 11, 17, 1, 30, tzinfo=UTC)
    assert days("yesterday", moment) == "2026-11-16"
    assert days("yesterday", moment.astimezone(NEW_YORK)) == "2026-11-15"


@pytest.mark.parametrize(
    ("zone", "day", "ends"),
    [
        (NEW_YORK, "2026-03-07", "2026-03-09T03:59"),  # the eighth has 23 hours
        (NEW_YORK, "2026-10-31", "2026-11-02T04:59"),  # the first has 25
        (BERLIN, "2026-03-28", "2026-03-29T21:59"),
        (BERLIN, "2026-10-24", "2026-10-25T22:59"),
    ],
)
def test_a_day_on_which_the_clocks_change_ends_where_it_ends(zone: ZoneInfo, day: str, ends: str) -> None:
    said_at = datetime.fromisoformat(f"{day}T20:00").replace(tzinfo=zone)
    due = find_due("tomorrow", said_at)
    assert due is not None
    assert due.astimezone(UTC) == datetime.fromisoformat(ends).replace(tzinfo=UTC)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_of_a_table_can_be_read_and_is_looked_for_by_words_it_has(language: Language) -> None:
    calendar = calendar_of(language)
    assert (len(calendar.month_names), len(calendar.weekday_names)) == (12, 7)
    assert set(calendar.months.values()) == set(range(1, 13))
    for form in calendar.forms:
        assert form.reads in READINGS
        assert all(form.needs)
    used = {form.reads for form in calendar.forms}
    assert used == set(READINGS), "a language that leaves a reading out says nothing of such times"
