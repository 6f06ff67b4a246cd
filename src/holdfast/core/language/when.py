"""Times that a text names, as spans of days: "last Tuesday", "in May", "two weeks ago", "by Friday". Pure.

Everything that reads a day out of words asks here: what was learned as "on Tuesday" is found by who asks for "Tuesday".
Relative words count from `now`, in the days of its clock. Words that could mean two days are read by where their
speaker looks: "on Tuesday" is the last one for who looks back, and the next one for who looks ahead, and never today.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from holdfast.core.language.calendars import Calendar, Direction, calendar_of, words_in
from holdfast.core.language.readings import READINGS, TimeMeaning, Viewpoint, caught_words
from holdfast.core.language.spans import Span
from holdfast.core.language.tables import Language

_HALVES = ("am", "pm")
"""Of the day; whatever else stands there ("Uhr") says only that an hour is meant."""


@dataclass(frozen=True, slots=True)
class Time:
    """A time that a text names."""

    meant: TimeMeaning
    start: int
    """Where in the text it begins, and ends."""
    end: int

    @property
    def span(self) -> Span:
        return self.meant.span

    @property
    def day(self) -> date:
        """The one day that is meant most."""
        return self.meant.day


def find_times(
    text: str,
    now: datetime,
    toward: Direction = "past",
    *,
    last_said: datetime | None = None,
    language: Language = "en",
) -> Sequence[Time]:
    """Every time the text names, the more exact first; of two that overlap, the more exact one counts.

    `last_said`: whoever asks about "May" of a conversation that ended in June means that May.
    """
    calendar, today = calendar_of(language), now.date()
    latest = min(today, last_said.astimezone(now.tzinfo).date()) if last_said else today
    moment = Viewpoint(now, latest, toward, calendar)
    words, taken = words_in(text), bytearray(len(text))
    found: list[Time] = []
    for form in calendar.forms:
        if form.toward not in (None, toward) or not form.may_be_in(words):
            continue
        for match in form.pattern.finditer(text):
            start, end = match.span()
            if any(taken[start:end]):
                continue
            try:
                meant = READINGS[form.reads](caught_words(match, form.given), moment)
            except (ValueError, OverflowError):  # the calendar has no such day, or ends
                continue
            taken[start:end] = b"\1" * (end - start)
            found.append(Time(meant, start, end))
    return found


def find_spans(text: str, now: datetime, last_said: datetime | None = None) -> Sequence[Span]:
    """The days that a question asks about."""
    return [time.span for time in find_times(text, now, last_said=last_said)]


def find_due(text: str, said_at: datetime, *, language: Language = "en") -> datetime | None:
    """When something is due: the end of the day meant, or the very hour where one is named; None without a time."""
    times = find_times(text, said_at, "future", language=language)
    due = next((one for one in times if _may_be_due(one, said_at.date())), None)
    hour = _find_hour(text, times, calendar_of(language), has_day=due is not None)
    if hour is None:
        return _at(due.span.last, time(23, 59), said_at) if due else None
    moment = _at(due.span.last if due else said_at.date(), hour, said_at)
    return moment if due or moment >= said_at else moment + timedelta(days=1)


def _may_be_due(one: Time, today: date) -> bool:
    """Nothing is due "in May": a month or a year that is only named sets no day. Nor was it due last week."""
    is_over = one.meant.is_relative and one.span.last < today
    return not is_over and (one.meant.is_relative or not one.meant.is_long)


def _at(day: date, hour: time, said_at: datetime) -> datetime:
    return datetime.combine(day, hour, said_at.tzinfo)


def _find_hour(text: str, times: Sequence[Time], calendar: Calendar, *, has_day: bool) -> time | None:
    """The first hour named that is not the number of a day ("by 3 May"); a bare one counts only beside a day."""
    for match in calendar.clock.finditer(text):
        if any(one.start < match.end() and match.start() < one.end for one in times):
            continue
        words = caught_words(match, {})
        hour, minute, half = int(words["hour"]), int(words.get("minute", 0)), words.get("half")
        if half in _HALVES:
            hour = hour % 12 + (12 if half == "pm" else 0) if 1 <= hour <= 12 else 99
        if hour > 23 or minute > 59 or not (half or "minute" in words or has_day):
            return None
        return time(hour, minute)
    return None
