"""What rules hear as open, ended or given up: tables, no database."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from holdfast.core.language.when import find_due
from holdfast.memory.loops.dates import horizon_of, lasting
from holdfast.memory.loops.promises import PersonTurn, promises
from holdfast.memory.loops.words import signature

WEDNESDAY = datetime(2026, 5, 6, 10, tzinfo=UTC)


def heard(text: str) -> list[tuple[str, str, str]]:
    found = promises(PersonTurn(1, text, WEDNESDAY))
    return [(loop.action, loop.kind, loop.text) for loop in found if not loop.must_match]


HEARD = [
    ("I need to call the dentist by Friday", ("create", "commitment", "Call the dentist by Friday")),
    ("I'll send the report to Greg tomorrow", ("create", "commitment", "Send the report to Greg")),
    ("Remind me to buy milk tonight", ("create", "commitment", "Buy milk")),
    ("Don't let me forget to pay the rent", ("create", "commitment", "Pay the rent")),
    ("I promised Ana that I would help her move", ("create", "commitment", "Help her move")),
    ("I promised to water the plants", ("create", "commitment", "Water the plants")),
    ("I have to pick up the kids at 5pm", ("create", "commitment", "Pick up the kids at 5pm")),
    ("I've got to renew my passport", ("create", "commitment", "Renew my passport")),
    ("I should really call mom", ("create", "commitment", "Call mom")),
    ("I'm going to start my thesis next week", ("create", "commitment", "Start my thesis")),
    ("Todo: renew passport", ("create", "commitment", "Renew passport")),
    ("My tax return is due on 31 May", ("create", "commitment", "Tax return due on 31 May")),
    ("maybe I should learn the piano", ("create", "thread", "Learn the piano")),
    ("I think I will repaint the kitchen", ("create", "thread", "Repaint the kitchen")),
    ("I might apply for a new job", ("create", "thread", "Apply for a new job")),
    ("I'm thinking about quitting smoking", ("create", "thread", "Quitting smoking")),
    ("I want to run a marathon someday", ("create", "thread", "Run a marathon someday")),
    ("I keep struggling with my sleep", ("create", "friction", "I keep struggling with my sleep")),
    ("I keep forgetting my keys", ("create", "friction", "I keep forgetting my keys")),
    ("I can't seem to focus at work", ("create", "friction", "I can not seem to focus at work")),
    ("I meditate every morning", ("create", "habit", "Meditate every morning")),
    ("I run every day", ("create", "habit", "Run every day")),
    ("I finished the report", ("complete", "commitment", "The report")),
    ("I got the taxes done", ("complete", "commitment", "The taxes")),
    ("The report is done", ("complete", "commitment", "Report")),
    ("I passed my driving test", ("complete", "win", "Passed my driving test")),
    ("I got the job!", ("complete", "win", "Got the job")),
    ("Never mind the dentist", ("drop", "commitment", "The dentist")),
    ("I cancelled the gym membership", ("drop", "commitment", "The gym membership")),
    ("I decided not to buy the car", ("drop", "commitment", "Buy the car")),
    ("I don't need to call the dentist anymore", ("drop", "commitment", "Call the dentist")),
    ("never mind", ("drop", "commitment", "")),
    ("Tomorrow I have to present the budget at 9am", ("create", "commitment", "Present the budget at 9am")),
    ("On Friday I need to pick up the cake", ("create", "commitment", "Pick up the cake on Friday")),
    ("need to order the oak tmrw", ("create", "commitment", "Order the oak")),
    ("Still have to do the slides for Jean-Luc.", ("create", "commitment", "Do the slides for Jean-Luc")),
    ("gotta pick up dave at 5", ("create", "commitment", "Pick up dave at 5")),
    ("The budget presentation went really well", ("complete", "commitment", "Budget presentation")),
    ("Finished the report", ("complete", "commitment", "The report")),
]

NOT_HEARD = [
    "Hello!",
    "I will be honest",
    "I'll take the second option",
    "I have to go now",
    "I have to say, this is nice",
    "I need to know the answer",
    "I need help with my code",
    "I need you to fix this",
    "Should I call the dentist?",
    "If I call the dentist, I will be late",
    "She said I need to call the dentist",
    "I did not finish the report",
    "I haven't finished the report",
    "I almost finished the report",
    "I'll let you know",
    "I will try",
    "I am going to bed",
    "You need to call the dentist",
    "I might just stay home because of the weather",
    "I will not use that",
    "I would like to know more",
    "Remind me what my name is",
    "I'll ask",
    "I could sleep",
    "I'll be here",
    "I keep thinking about that line",
    "I'm going to Paris",
    "I landed in New York",
    "Tomorrow I am in Rome",
    "Need help with my code",
]


@pytest.mark.parametrize(("said", "expected"), HEARD, ids=[said for said, _ in HEARD])
def test_what_is_open_or_ended_is_heard(said: str, expected: tuple[str, str, str]) -> None:
    assert heard(said) == [expected]


@pytest.mark.parametrize("said", NOT_HEARD)
def test_ways_of_speaking_are_no_promises(said: str) -> None:
    assert heard(said) == []


@pytest.mark.parametrize(
    "said", ["I called the dentist", "I went for a run", "I just sent the report to Greg", "called the bank"]
)
def test_what_somebody_did_is_news_only_about_a_promise(said: str) -> None:
    assert [loop.must_match for loop in promises(PersonTurn(1, said, WEDNESDAY))] == [True]


@pytest.mark.parametrize(
    ("said", "due"),
    [
        ("by Friday", "2026-05-08 23:59"),
        ("by Wednesday", "2026-05-13 23:59"),
        ("next Monday", "2026-05-11 23:59"),
        ("today", "2026-05-06 23:59"),
        ("tonight", "2026-05-06 23:59"),
        ("tomorrow", "2026-05-07 23:59"),
        ("tomorrow at 9:30", "2026-05-07 09:30"),
        ("at 5pm", "2026-05-06 17:00"),
        ("at 8am", "2026-05-07 08:00"),
        ("the day after tomorrow", "2026-05-08 23:59"),
        ("this weekend", "2026-05-10 23:59"),
        ("next week", "2026-05-17 23:59"),
        ("by the end of the month", "2026-05-31 23:59"),
        ("next month", "2026-06-30 23:59"),
        ("in 3 days", "2026-05-09 23:59"),
        ("in two weeks", "2026-05-20 23:59"),
        ("on 12 June", "2026-06-12 23:59"),
        ("June 12th", "2026-06-12 23:59"),
        ("on March 3rd", "2027-03-03 23:59"),
        ("on 2026-07-01", "2026-07-01 23:59"),
        ("by the 15th", "2026-05-15 23:59"),
        ("by the 1st", "2026-06-01 23:59"),
        ("this year", "2026-12-31 23:59"),
        ("on 31 February", None),
        ("on 2026-13-45", None),
        ("by the 99th", None),
        ("someday", None),
        ("call the dentist", None),
    ],
)
def test_a_day_is_meant_as_seen_from_when_it_was_said(said: str, due: str | None) -> None:
    found = find_due(said, WEDNESDAY)
    assert (found.strftime("%Y-%m-%d %H:%M") if found else None) == due


@pytest.mark.parametrize(
    ("said", "due"),
    [
        ("order the oak tmrw", "2026-05-07 23:59"),
        ("fix the railing by wensday", "2026-05-13 23:59"),
        ("call Bob by fri", "2026-05-08 23:59"),
        ("sit in the sun", None),
    ],
)
def test_a_day_is_known_by_how_people_in_a_hurry_write_it(said: str, due: str | None) -> None:
    found = find_due(said, WEDNESDAY)
    assert (found.strftime("%Y-%m-%d %H:%M") if found else None) == due


@pytest.mark.parametrize("said", ["Today I need to call the bank", "I am tired and today I need to call the bank"])
def test_a_day_that_stands_in_front_is_the_day_it_is_due(said: str) -> None:
    (loop,) = promises(PersonTurn(1, said, WEDNESDAY))
    assert (loop.text, loop.due_at) == ("Call the bank", WEDNESDAY.replace(hour=23, minute=59))


@pytest.mark.parametrize(
    ("said", "lasts"),
    [
        ("call the bank tomorrow and pay the rent by Friday", "call the bank and pay the rent by Friday"),
        ("send the slides by tomorrow evening", "send the slides in the evening"),
        ("pay the rent by the end of the month", "pay the rent"),
        ("hand it in by next Friday", "hand it in by Friday"),
        ("tell Ana about today", "tell Ana about today"),
        ("plan tomorrow's dinner", "plan tomorrow's dinner"),
        ("call Ana in 3 days", "call Ana"),
        ("tomorrow", "tomorrow"),
    ],
)
def test_what_is_to_be_done_is_told_in_words_that_are_true_on_another_day_too(said: str, lasts: str) -> None:
    assert lasting(said) == lasts


def test_the_end_of_the_calendar_is_no_trouble() -> None:
    last = datetime(9999, 12, 31, 12, tzinfo=UTC)
    leap = datetime(2028, 2, 29, 12, tzinfo=UTC)
    for said in (
        "next year",
        "next month",
        "next week",
        "in 999 years",
        "tomorrow",
        "by Friday",
        "on the 31st",
        "1 March",
    ):
        find_due(said, last)
        find_due(said, leap)


@pytest.mark.parametrize(
    ("due", "horizon"),
    [
        ("today", "today"),
        ("tomorrow", "this_week"),
        ("in two weeks", "this_month"),
        ("next year", "later"),
        ("", "ongoing"),
    ],
)
def test_the_horizon_follows_from_the_day(due: str, horizon: str) -> None:
    assert horizon_of(find_due(due, WEDNESDAY), WEDNESDAY) == horizon


def test_small_words_order_and_days_do_not_change_the_signature() -> None:
    assert signature("Call the dentist by Friday") == signature("the dentist: call!") == signature("calling my dentist")
    assert signature("Call the dentist") != signature("Call the plumber")


@pytest.mark.parametrize(
    "nasty",
    ["I need to " * 9_000, "never mind " * 9_000, "I run " + "a " * 50_000 + "every day", "the " * 30_000 + "is done"],
)
def test_no_text_takes_long(nasty: str) -> None:
    began = time.process_time()
    promises(PersonTurn(1, nasty, WEDNESDAY))
    assert time.process_time() - began < 1.0


NEW_YORK = ZoneInfo("America/New_York")
LATE_THURSDAY = datetime(2026, 5, 7, 23, 30, tzinfo=NEW_YORK)
"""Friday already, in UTC."""


@pytest.mark.parametrize(
    ("said", "due", "horizon"),
    [
        ("I need to call the bank by Friday", (8, 23, 59), "this_week"),
        ("I need to call the bank today", (7, 23, 59), "today"),
        ("I need to call the bank tomorrow at 9am", (8, 9, 0), "this_week"),
        ("I need to call the bank on May 7", (7, 23, 59), "today"),
        ("I need to call the bank in two days", (9, 23, 59), "this_week"),
        ("I need to call the bank this weekend", (10, 23, 59), "this_week"),
        ("I need to call the bank by Thursday", (14, 23, 59), "this_week"),
    ],
)
def test_days_are_those_of_the_speakers_calendar(said: str, due: tuple[int, int, int], horizon: str) -> None:
    [loop] = promises(PersonTurn(1, said, LATE_THURSDAY))
    day, hour, minute = due
    assert loop.due_at == datetime(2026, 5, day, hour, minute, tzinfo=NEW_YORK)
    assert loop.horizon == horizon


def test_a_day_that_the_clocks_change_on_ends_where_it_ends() -> None:
    saturday = datetime(2026, 10, 31, 20, 0, tzinfo=NEW_YORK)
    [loop] = promises(PersonTurn(1, "I need to call the bank tomorrow", saturday))
    assert loop.due_at is not None
    assert loop.due_at.astimezone(UTC) == datetime(2026, 11, 2, 4, 59, tzinfo=UTC)
