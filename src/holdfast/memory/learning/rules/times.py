"""The day that something is said to have happened on, or to come on; as facts keep it."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time

from holdfast.core.language.calendars import calendar_of
from holdfast.core.language.numbers import numbers
from holdfast.core.language.tables import one_of
from holdfast.core.language.when import find_due, find_times

_ORDINALS = numbers("en").ordinals
_MONTH, _DAY = calendar_of("en").pattern("month_names"), one_of(_ORDINALS)
_ORDINAL = re.compile(
    rf"\b(?P<on>on |by |for )?the (?P<day>{_DAY})(?: of (?P<month>{_MONTH}))?\b(?! \w+(?:day|time)\b)"
    rf"|\b(?P<before>{_MONTH}) (?:the )?(?P<after>{_DAY})\b",
    re.IGNORECASE,
)


def with_digits(text: str) -> str:
    """Days in figures, where they are days: "on the sixth of March" → "on the 6th of March"."""
    return _ORDINAL.sub(_figures, text)


def _figures(found: re.Match[str]) -> str:
    if before := found.group("before"):
        return f"{before} {_ORDINALS[found.group('after').lower()]}"
    on, month = found.group("on") or "", found.group("month")
    if not on and not month:
        return found.group()
    number = _ORDINALS[found.group("day").lower()]
    return f"{on}{number} {month}" if month else f"{on}the {number}{_ending(number)}"


def _ending(number: int) -> str:
    return "th" if 10 < number < 14 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


def lies_ahead(clause: str, said_at: datetime) -> datetime | None:
    """The day that something is said to come on, as it is called where the speaker is; of a month alone, its first."""
    if due := find_due(clause, said_at):
        return due.replace(tzinfo=UTC)
    times = find_times(clause, said_at, "future")
    return _kept(times[0].day) if times else None


def happened_at(clause: str, said_at: datetime) -> datetime | None:
    """The day something in the past is said to have happened on; None where no time is named.

    Who says both when they did something and which day it was about ("last week I booked a flight for 3 May") names
    the first by its distance.
    """
    times = [one for one in find_times(clause, said_at, "past") if one.day <= said_at.date()]
    found = next((one for one in times if one.meant.is_relative), next(iter(times), None))
    return _kept(found.day) if found else None


def _kept(day: date) -> datetime:
    # Said "yesterday" in New York, late in the evening: the day has that name everywhere, and facts keep it in UTC.
    return datetime.combine(day, time(), UTC)
