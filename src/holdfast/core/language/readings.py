"""How each form of naming a time becomes days, in any language: the tables say in which words. Pure.

A reading returns the span of days that may be meant and the one day that is meant most, and raises `ValueError` or
`OverflowError` where the calendar has no such day, or ends.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from holdfast.core.language.calendars import Calendar, Direction, Unit
from holdfast.core.language.numbers import numbers
from holdfast.core.language.spans import Span, add_months, months_from, one_day, week_of

_REACH_YEARS = 9
"""Between two 29ths of February lie at most eight."""
_SEASON_MONTHS = 3
_QUARTER_MONTHS = 3
_SATURDAY = 5
_UNIT_DAYS: Mapping[Unit, int] = {"day": 1, "week": 7, "weekend": 7, "fortnight": 14}
_UNIT_MONTHS: Mapping[Unit, int] = {"month": 1, "quarter": 3, "year": 12}
_MARGIN_DAYS: Mapping[Unit, int] = {"week": 3, "weekend": 3, "fortnight": 3, "month": 10, "quarter": 30, "year": 60}
"""How far off somebody may be who says "two months ago"."""


@dataclass(frozen=True, slots=True)
class TimeMeaning:
    span: Span
    day: date
    is_relative: bool
    """Counted from the day it was said on: other days on another day."""
    is_long: bool = False
    """A month, a season or a year by its name: no day in particular."""


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """Where somebody stands who names a time, and where they look."""

    now: datetime
    latest: date
    """A month or a day without a year is not after this one, for who looks back."""
    toward: Direction
    calendar: Calendar

    @property
    def today(self) -> date:
        return self.now.date()

    def nearest(self, of_year: Callable[[int], Span], step: int | None = None) -> Span:
        """The last such span that has begun, or the first that has not ended. `step`: of "last", "this" or "next"."""
        looks_back = step == -1 or (step != 1 and self.toward == "past")
        first = self.latest.year if looks_back else self.today.year - 1
        for year in (first - n if looks_back else first + n for n in range(_REACH_YEARS)):
            try:
                span = of_year(year)
            except ValueError:  # 29 February has its own years
                continue
            if self._fits(span, step, looks_back=looks_back):
                return span
        raise ValueError("no such day in reach")

    def _fits(self, span: Span, step: int | None, *, looks_back: bool) -> bool:
        if step == 1:
            return span.start > self.today
        if looks_back:
            return span.end <= self.latest if step == -1 else span.start <= self.latest
        return span.end > self.today


MatchedWords = Mapping[str, Any]
TimeReading = Callable[[MatchedWords, Viewpoint], TimeMeaning]


def caught_words(match: re.Match[str], given: Mapping[str, Any]) -> MatchedWords:
    """What the words say and what the form adds, in lower case."""
    caught = {name: " ".join(word.lower().split()) for name, word in match.groupdict().items() if word}
    return {**given, **caught}


def _date(words: MatchedWords, moment: Viewpoint) -> TimeMeaning:
    month, day = _month_number(words, moment), _day_number(words, moment)
    if year := words.get("year"):
        return _on(date(int(year), month, day), is_relative=False)
    return _on(moment.nearest(lambda year: one_day(date(year, month, day))).start, is_relative=False)


def _month(words: MatchedWords, moment: Viewpoint) -> TimeMeaning:
    month, step = _month_number(words, moment), _step(words, moment)
    part = moment.calendar.parts.get(words.get("part", ""))

    def of_year(year: int) -> Span:
        return _part_of(months_from(date(year, month, 1)), part)

    span = of_year(int(words["year"])) if "year" in words else moment.nearest(of_year, step)
    return TimeMeaning(span, span.start, is_relative=step is not None, is_long=part is None)


def _part_of(month: Span, part: str | None) -> Span:
    begin, end = {"early": (0, 10), "mid": (10, 20), "late": (20, month.days)}.get(part or "", (0, month.days))
    return Span(month.start + timedelta(days=begin), month.start + timedelta(days=end))


def _season(words: MatchedWords, moment: Viewpoint) -> TimeMeaning:
    month, step = moment.calendar.seasons[words["season"]], _step(words, moment)

    def of_year(year: int) -> Span:
        return months_from(date(year, month, 1), _SEASON_MONTHS)

    span = of_year(int(words["year"])) if "year" in words else moment.nearest(of_year, step)
    return TimeMeaning(span, span.start, is_relative=step is not None, is_long=True)


def _year(words: MatchedWords, moment: Viewpoint) -> TimeMeaning:
    first = date(int(words["year"]), 1, 1)
    return TimeMeaning(months_from(first, 12), first, is_relative=False, is_long=True)


def _offset(words: MatchedWords, moment: Viewpoint) -> TimeMeaning:
    """ "Three weeks ago" is about then; "in three weeks" is that very day."""
    unit, number, sign = moment.calendar.units[words["unit"]], _number(words["n"], moment), words["sign"]
    day = _away(moment, sign * number, unit)
    if sign > 0:
        return _on(day)
    margin = _MARGIN_DAYS.get(unit, 0)
    if unit == "day" and words["n"] in numbers(moment.calendar.language).about:
        margin = 1
    end = 0 if unit in _UNIT_MONTHS else 1
    return TimeMeaning(Span(day - timedelta(days=margin), day + timedelta(days=margin + end)), day, is_relative=True)


def _stretch(words: MatchedWords, moment: Viewpoint) -> TimeMeaning:
    """ "The last three weeks", up to today."""
    unit, number = moment.calendar.units[words["unit"]], _number(words.get("n", "1"), moment)
    days = {"month": 31, "quarter": 92, "year": 366, "hour": 0}.get(unit) or _UNIT_DAYS.get(unit, 0)
    start = moment.today - timedelta(days=days * number)
    return TimeMeaning(Span(start, moment.today + timedelta(days=1)), start, is_relative=True)


def _day(words: MatchedWords, moment: Viewpoint) -> TimeMeaning:
    return _on(moment.today + timedelta(days=words["days"]))


def _weekday(words: MatchedWords, moment: Viewpoint) -> TimeMeaning:
    """A day of the week is never today, unless it is called this one."""
    wanted, step = moment.calendar.weekdays[words["weekday"]], _step(words, moment)
    ahead = (wanted - moment.today.weekday()) % 7
    if step == 0 and moment.toward == "past":
        return _on(week_of(moment.today).start + timedelta(days=wanted))
    if step == 0:
        return _on(moment.today + timedelta(days=ahead))
    if step == 1 or (step is None and moment.toward == "future"):
        return _on(moment.today + timedelta(days=ahead or 7))
    return _on(moment.today + timedelta(days=ahead - 7))


def _weekday_of_week(words: MatchedWords, moment: Viewpoint) -> TimeMeaning:
    week = week_of(moment.today + timedelta(weeks=_step(words, moment) or 0))
    return _on(week.start + timedelta(days=moment.calendar.weekdays[words["weekday"]]))


def _unit(words: MatchedWords, moment: Viewpoint) -> TimeMeaning:
    """ "Last week", "this month", "next year": the whole of it; meant most is the day as far into it as today."""
    unit, step = moment.calendar.units.get(words["unit"], words["unit"]), _step(words, moment) or 0
    about = moment.today if step == 0 else _away(moment, step, unit)
    match unit:
        case "day" if "which" not in words or words["which"] == "this":
            return _on(about)
        case "week":
            span = week_of(about)
        case "weekend":
            week = week_of(about)
            span = Span(week.start + timedelta(days=_SATURDAY), week.end)
            about = max(about, span.start) if step == 0 else span.start
        case "month":
            span = months_from(about.replace(day=1))
        case "quarter":
            first = about.month - (about.month - 1) % _QUARTER_MONTHS
            span = months_from(about.replace(month=first, day=1), _QUARTER_MONTHS)
        case "year":
            span = months_from(about.replace(month=1, day=1), 12)
        case _:
            raise ValueError("no span of days")
    return TimeMeaning(span, about, is_relative=True)


def _day_of_month(words: MatchedWords, moment: Viewpoint) -> TimeMeaning:
    """ "On the 15th": of this month, or of the nearest one that has it."""
    day, first = _day_number(words, moment), moment.latest if moment.toward == "past" else moment.today
    for n in range(_REACH_YEARS):
        month = add_months(first.replace(day=1), -n if moment.toward == "past" else n)
        if day <= months_from(month).days:
            found = month.replace(day=day)
            if found <= moment.latest if moment.toward == "past" else found >= moment.today:
                return _on(found)
    raise ValueError("no such day in reach")


READINGS: Mapping[str, TimeReading] = {
    "date": _date, "month": _month, "season": _season, "year": _year, "offset": _offset, "stretch": _stretch,
    "day": _day, "weekday": _weekday, "weekday_of_week": _weekday_of_week, "unit": _unit,
    "day_of_month": _day_of_month,
}  # fmt: skip


def _on(day: date, *, is_relative: bool = True) -> TimeMeaning:
    return TimeMeaning(one_day(day), day, is_relative)


def _away(moment: Viewpoint, number: int, unit: Unit) -> date:
    if unit == "hour":
        return (moment.now + timedelta(hours=number)).date()
    if unit in _UNIT_MONTHS:
        return add_months(moment.today, number * _UNIT_MONTHS[unit])
    return moment.today + timedelta(days=number * _UNIT_DAYS[unit])


def _step(words: MatchedWords, moment: Viewpoint) -> int | None:
    which = words.get("which")
    if which is None:
        return None
    return {"last": -1, "this": 0, "next": 1}.get(which, moment.calendar.which.get(which))


def _number(word: str, moment: Viewpoint) -> int:
    if word.isdecimal():
        return int(word)
    known = numbers(moment.calendar.language)
    return known.counted.get(word) or known.about[word]


def _month_number(words: MatchedWords, moment: Viewpoint) -> int:
    month: str = words["month"]
    return int(month) if month.isdecimal() else moment.calendar.months[month]


def _day_number(words: MatchedWords, moment: Viewpoint) -> int:
    day: str = words["day"]
    return int(day) if day.isdecimal() else numbers(moment.calendar.language).ordinals[day]
