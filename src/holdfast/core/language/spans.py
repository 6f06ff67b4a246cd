"""Spans of days, and the arithmetic of months that have 28 to 31 of them. Pure."""

from __future__ import annotations

import calendar
from dataclasses import dataclass
from datetime import date, timedelta

_ONE_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Span:
    """Whole days: `start` is the first, `end` the day after the last."""

    start: date
    end: date

    @property
    def days(self) -> int:
        return (self.end - self.start).days

    @property
    def last(self) -> date:
        return self.end - _ONE_DAY


def one_day(day: date) -> Span:
    return Span(day, day + _ONE_DAY)


def add_months(day: date, months: int) -> date:
    """The same day of another month, or its last where it has no such day."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def months_from(first: date, count: int = 1) -> Span:
    """Whole months, from the first day of one."""
    return Span(first, add_months(first, count))


def week_of(day: date) -> Span:
    """Weeks begin on Monday."""
    monday = day - timedelta(days=day.weekday())
    return Span(monday, monday + timedelta(days=7))
