"""The days and months quotas are counted in: the person's own, by their time zone.

A counter belongs to a date (`2026-11-16`) or a month (`2026-11`) of the person's calendar, so nothing has to be reset
at midnight: the next date simply has a counter of its own.

Whoever could move midnight could have two days' quotas in one. So a change of the zone never shortens a day: the
present one goes on, under its date, until the first midnight of the new zone that comes no sooner than its own would
have come. No date is ever counted twice, and none begins within a day of the one before.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from holdfast.entitlements.plans import Feature

PeriodSpan = Literal["day", "month"]
SPANS: Mapping[Feature, PeriodSpan] = {
    "chats_per_day": "day",
    "research_runs_per_month": "month",
    "voice_minutes_per_month": "month",
    "memory_characters_per_day": "day",
    "background_calls_per_day": "day",
}
"""What is counted, and over what. Everything else is a state: so many now, whenever one asks."""


@dataclass(frozen=True, slots=True)
class UsageCalendar:
    zone: ZoneInfo
    held_date: date | None = None
    held_from: datetime | None = None
    held_until: datetime | None = None
    """Until then it stays `held_date`: the zone was changed on that day, which would have ended at `held_from`."""

    def is_held(self, now: datetime) -> bool:
        return self.held_until is not None and now < self.held_until

    def today(self, now: datetime) -> date:
        if self.held_date is not None and self.is_held(now):
            return self.held_date
        return now.astimezone(self.zone).date()


@dataclass(frozen=True, slots=True)
class Period:
    span: PeriodSpan
    name: str
    """As the counter is called: the date or the month."""
    resets_at: datetime


def period_of(feature: Feature, calendar: UsageCalendar, now: datetime) -> Period:
    today = calendar.today(now)
    span = SPANS[feature]
    if span == "day":
        return Period(span, today.isoformat(), _tomorrow(calendar, now))
    resets_at = first_moment(_next_month(today), calendar.zone)
    if calendar.held_until is not None and calendar.is_held(now):
        resets_at = max(resets_at, calendar.held_until)
    return Period(span, f"{today:%Y-%m}", resets_at)


def change_zone(calendar: UsageCalendar, zone: ZoneInfo, now: datetime) -> UsageCalendar:
    """The calendar with another zone, from the end of the present day on."""
    if zone.key == calendar.zone.key:
        return calendar
    today, ends = calendar.today(now), _tomorrow(calendar, now)
    if calendar.held_from is not None and calendar.is_held(now):
        ends = calendar.held_from  # whoever changes it twice, or back, waits no longer than with one change
    earliest = max(ends, now)
    day = earliest.astimezone(zone).date()
    while day <= today or first_moment(day, zone) < earliest:
        day += timedelta(days=1)
    return UsageCalendar(zone, today, ends, first_moment(day, zone))


def first_moment(day: date, zone: ZoneInfo) -> datetime:
    """When a date begins. Where midnight is left out in spring, that is the moment at which it is: what it would have
    been by the old clock is when the new one began."""
    return datetime.combine(day, time(), zone).astimezone(UTC)


def _tomorrow(calendar: UsageCalendar, now: datetime) -> datetime:
    if calendar.held_until is not None and calendar.is_held(now):
        return calendar.held_until
    return first_moment(calendar.today(now) + timedelta(days=1), calendar.zone)


def _next_month(day: date) -> date:
    return (day.replace(day=1) + timedelta(days=32)).replace(day=1)
