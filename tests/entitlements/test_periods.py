from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from holdfast.entitlements.periods import UsageCalendar, change_zone, first_moment, period_of

ZONES = [
    "UTC", "Europe/Berlin", "America/New_York", "America/Havana", "Africa/Cairo", "Asia/Beirut", "Asia/Kolkata",
    "Australia/Lord_Howe", "Pacific/Kiritimati", "Pacific/Pago_Pago", "Pacific/Chatham", "America/Santiago",
]  # fmt: skip
MOMENTS = st.datetimes(datetime(2024, 1, 1), datetime(2030, 1, 1), timezones=st.just(UTC))


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)


@pytest.mark.parametrize(
    ("zone", "now", "day", "resets_at"),
    [
        ("UTC", "2026-11-16T23:59:59+00:00", "2026-11-16", "2026-11-17T00:00:00+00:00"),
        ("Asia/Tokyo", "2026-11-16T15:00:00+00:00", "2026-11-17", "2026-11-17T15:00:00+00:00"),
        ("America/New_York", "2026-11-16T04:59:00+00:00", "2026-11-15", "2026-11-16T05:00:00+00:00"),
        # The day on which clocks go back has 25 hours, the one on which they go forward 23.
        ("Europe/Berlin", "2026-10-25T00:30:00+02:00", "2026-10-25", "2026-10-26T00:00:00+01:00"),
        ("Europe/Berlin", "2027-03-28T00:30:00+01:00", "2027-03-28", "2027-03-29T00:00:00+02:00"),
        # In Cairo midnight itself is left out: the day begins at one.
        ("Africa/Cairo", "2026-04-23T12:00:00+02:00", "2026-04-23", "2026-04-24T01:00:00+03:00"),
    ],
)
def test_a_day_ends_at_the_persons_own_midnight(zone: str, now: str, day: str, resets_at: str) -> None:
    period = period_of("chats_per_day", UsageCalendar(ZoneInfo(zone)), at(now))
    assert (period.name, period.resets_at) == (day, at(resets_at))


def test_a_month_ends_at_the_persons_own_midnight() -> None:
    tokyo = UsageCalendar(ZoneInfo("Asia/Tokyo"))
    before = period_of("voice_minutes_per_month", tokyo, at("2026-12-31T14:59:59+00:00"))
    after = period_of("voice_minutes_per_month", tokyo, at("2026-12-31T15:00:00+00:00"))
    assert (before.name, before.resets_at) == ("2026-12", at("2026-12-31T15:00:00+00:00"))
    assert (after.name, after.resets_at) == ("2027-01", at("2027-01-31T15:00:00+00:00"))


@given(MOMENTS, st.sampled_from(ZONES), st.sampled_from(["chats_per_day", "voice_minutes_per_month"]))
def test_the_name_of_a_period_changes_at_its_reset_and_not_before(now: datetime, zone: str, feature: str) -> None:
    calendar = UsageCalendar(ZoneInfo(zone))
    period = period_of(feature, calendar, now)  # type: ignore[arg-type]
    assert now < period.resets_at
    just_before = period_of(feature, calendar, period.resets_at - timedelta(microseconds=1))  # type: ignore[arg-type]
    assert just_before.name == period.name
    assert period_of(feature, calendar, period.resets_at).name > period.name  # type: ignore[arg-type]


def test_whoever_moves_to_where_it_is_tomorrow_gets_no_second_quota_today() -> None:
    now = at("2026-11-16T22:30:00+00:00")
    moved = change_zone(UsageCalendar(ZoneInfo("UTC")), ZoneInfo("Asia/Tokyo"), now)
    assert moved.today(now) == date(2026, 11, 16)  # although it is the 17th there
    assert moved.today(at("2026-11-17T00:00:01+00:00")) == date(2026, 11, 16)
    # The first midnight in Tokyo that comes no sooner than that of the day before would have come.
    assert moved.held_until == at("2026-11-17T15:00:00+00:00")
    assert moved.today(at("2026-11-17T15:00:00+00:00")) == date(2026, 11, 18)


def test_whoever_moves_west_waits_for_midnight_there() -> None:
    now = at("2026-11-16T22:30:00+00:00")
    moved = change_zone(UsageCalendar(ZoneInfo("UTC")), ZoneInfo("America/New_York"), now)
    period = period_of("chats_per_day", moved, now)
    assert (period.name, period.resets_at) == ("2026-11-16", at("2026-11-17T05:00:00+00:00"))


def test_whoever_changes_their_mind_waits_no_longer_than_they_would_have() -> None:
    now = at("2026-11-16T10:00:00+00:00")
    there = change_zone(UsageCalendar(ZoneInfo("UTC")), ZoneInfo("Asia/Tokyo"), now)
    back = change_zone(there, ZoneInfo("UTC"), now + timedelta(hours=1))
    assert period_of("chats_per_day", back, now).resets_at == at("2026-11-17T00:00:00+00:00")


def test_the_month_of_a_day_that_goes_on_goes_on_with_it() -> None:
    now = at("2026-11-30T22:30:00+00:00")
    moved = change_zone(UsageCalendar(ZoneInfo("UTC")), ZoneInfo("Asia/Tokyo"), now)
    period = period_of("voice_minutes_per_month", moved, now)
    assert (period.name, period.resets_at) == ("2026-11", at("2026-12-01T15:00:00+00:00"))


@given(MOMENTS, st.lists(st.tuples(st.sampled_from(ZONES), st.integers(0, 60)), min_size=1, max_size=12))
@example(at("2024-01-05T17:00:00+00:00"), [("America/New_York", 60), ("UTC", 41), ("Africa/Cairo", 0)])
def test_however_often_the_zone_is_changed_no_day_begins_within_a_day_of_the_last(
    start: datetime, changes: list[tuple[str, int]]
) -> None:
    """Walk through time, change zones on the way, and watch when a new date begins."""
    calendar, now = UsageCalendar(ZoneInfo("UTC")), start
    began: list[tuple[date, datetime]] = [(calendar.today(now), first_moment(calendar.today(now), ZoneInfo("UTC")))]
    for zone, hours in changes:
        calendar = change_zone(calendar, ZoneInfo(zone), now)
        if (today := calendar.today(now)) != began[-1][0]:
            assert now == first_moment(today, ZoneInfo(zone)), "a change itself begins nothing, unless it is midnight"
            began.append((today, now))
        end = now + timedelta(hours=hours)
        while (reset := period_of("chats_per_day", calendar, now).resets_at) <= end:
            now = reset
            assert calendar.today(now) > began[-1][0], "no date comes twice"
            began.append((calendar.today(now), now))
        now = end
    for (_, before), (_, after) in pairwise(began):
        assert after - before >= timedelta(hours=23)  # 23: the day on which clocks go forward
