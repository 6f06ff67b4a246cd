"""Days and hours on a clock that is set forward and back."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from holdfast.tools.own.dates import date_arithmetic
from tests.tools.own.calling import a_caller, call, refusal

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("asked", "begins"),
    [
        ({}, "2026-03-14 12:00 (CET, UTC+01:00), a Saturday, week 11 of 2026"),
        ({"days": 21}, "2026-04-04 12:00 (CEST, UTC+02:00), a Saturday"),
        ({"start": "2026-01-31", "months": 1}, "2026-02-28, a Saturday"),
        ({"start": "2024-02-29", "years": 1}, "2025-02-28"),
        ({"start": "2026-03-14", "weeks": -2}, "2026-02-28"),
        ({"start": "2026-03-13", "working_days": 1}, "2026-03-16, a Monday"),
        ({"start": "2026-03-14", "working_days": 5}, "2026-03-20, a Friday"),
        ({"start": "2026-03-15", "working_days": -1}, "2026-03-13, a Friday"),
        ({"start": "2026-03-28T23:30", "hours": 3}, "2026-03-29 03:30 (CEST, UTC+02:00)"),
        ({"start": "2026-03-28T09:00", "days": 1}, "2026-03-29 09:00 (CEST, UTC+02:00)"),
        ({"start": "2026-03-14T10:00:00+09:00"}, "2026-03-14 02:00 (CET"),
    ],
)
async def test_a_step_leads_to_its_day(asked: dict[str, Any], begins: str) -> None:
    assert (await call(date_arithmetic(), **asked)).text.startswith(begins)


async def test_how_long_it_is_until_then_in_days_months_and_working_days() -> None:
    told = (await call(date_arithmetic(), start="2026-03-14", end="2026-12-24")).text
    assert "285 days (0 years, 9 months and 10 days; 203 working days" in told


async def test_hours_over_a_change_of_summer_time_are_true_ones() -> None:
    told = (await call(date_arithmetic(), start="2026-03-28T12:00", end="2026-03-29T12:00")).text
    assert told.endswith("; by the clock 23 h 0 min")


async def test_the_same_moment_elsewhere() -> None:
    told = (await call(date_arithmetic(), start="2026-03-14T12:00", zone="Asia/Tokyo")).text
    assert told.splitlines()[1].startswith("There: 2026-03-14 20:00 (JST, UTC+09:00)")


async def test_without_a_zone_of_their_own_the_servers_clock_counts() -> None:
    told = await call(date_arithmetic(), a_caller(now=datetime(2026, 3, 14, 23, tzinfo=UTC), zone=None))
    assert told.text.startswith("2026-03-14 23:00 (UTC")


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"start": "tomorrow"}, "start is no date: write it like 2026-03-14 or 2026-03-14T09:30."),
        ({"end": "2026-02-30"}, "end is no date: write it like 2026-03-14 or 2026-03-14T09:30."),
        ({"start": "9998-12-31", "days": 1}, "That leads out of the years 1 to 9998."),
        ({"start": "0001-01-01", "days": -1}, "That leads out of the years 1 to 9998."),
        ({"start": "0001-01-01T00:00", "zone": "America/New_York"}, "That leads out of the years 1 to 9998."),
        ({"years": 9_999}, "That leads out of the years 1 to 9998."),
        ({"zone": "Mars/Olympus"}, "There is no such time zone; name one like Europe/Berlin."),
        ({"zone": "../../etc/passwd"}, "There is no such time zone; name one like Europe/Berlin."),
    ],
)
async def test_what_is_no_day_is_refused_with_why(asked: dict[str, Any], sentence: str) -> None:
    assert await refusal(date_arithmetic(), **asked) == sentence


@pytest.mark.parametrize("asked", [{"days": 10**15}, {"days": 1.5}, {"days": "x"}, {"start": "1" * 41}])
async def test_numbers_beyond_their_bounds_are_refused(asked: dict[str, Any]) -> None:
    assert (await refusal(date_arithmetic(), **asked)).startswith("The arguments do not fit: ")
