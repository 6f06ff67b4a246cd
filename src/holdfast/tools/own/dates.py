"""Days and hours, reckoned on the person's own clock: what day is in three weeks, how long until then, what time is it
elsewhere. Calendar steps keep the clock's reading over a change of summer time; hours and minutes are true ones.
"""

from __future__ import annotations

from calendar import monthrange
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import Field

from holdfast.tools.own.arguments import ToolArguments, ToolCard, offer
from holdfast.tools.types import Tool, ToolAnswer, ToolCaller, ToolFailed, ToolProgress

_FIRST_YEAR, _LAST_YEAR = 1, 9998
_MAX_STEPS = 100_000
_MAX_TEXT = 40

DATE_ARITHMETIC = ToolCard(
    "date_arithmetic",
    "Dates and times",
    "Reckons with dates and times on the person's own clock: adds or takes away years, months, weeks, days, working "
    "days, hours and minutes; tells how long it is from start to end; tells the weekday, the week of the year and the "
    "time in another zone. Without a start it begins now. Use it instead of counting days yourself.",
)


class DateArguments(ToolArguments):
    start: str | None = Field(
        None, max_length=_MAX_TEXT, description="2026-03-14 or 2026-03-14T09:30; left out: now, on the person's clock"
    )
    end: str | None = Field(None, max_length=_MAX_TEXT, description="Tells how long it is from start to here")
    years: int = Field(0, ge=-9_999, le=9_999, description="To add; below zero to take away")
    months: int = Field(0, ge=-_MAX_STEPS, le=_MAX_STEPS)
    weeks: int = Field(0, ge=-_MAX_STEPS, le=_MAX_STEPS)
    days: int = Field(0, ge=-_MAX_STEPS, le=_MAX_STEPS)
    working_days: int = Field(0, ge=-10_000, le=10_000, description="Monday to Friday; public holidays are not known")
    hours: int = Field(0, ge=-_MAX_STEPS, le=_MAX_STEPS)
    minutes: int = Field(0, ge=-10_000_000, le=10_000_000)
    zone: str | None = Field(
        None, max_length=60, description="Tells the result also on the clock of this zone, such as Asia/Tokyo"
    )


async def reckon(caller: ToolCaller, given: DateArguments, progress: ToolProgress) -> ToolAnswer:
    here = caller.zone or caller.now.tzinfo or UTC
    now = caller.now.astimezone(here)
    start, has_hour = read_moment(given.start, now, here, "start")
    try:
        moved = _moved(start, given)
        lines = [_told(moved, has_hour or bool(given.hours or given.minutes) or given.start is None)]
        if given.end is not None:
            end, ends_at_hour = read_moment(given.end, now, here, "end")
            lines.append(_between(moved, end, has_hour or ends_at_hour or given.start is None))
        if given.zone is not None:
            lines.append(f"There: {_told(moved.astimezone(_zone(given.zone)), True)}")
    except (OverflowError, ValueError):
        raise ToolFailed(f"That leads out of the years {_FIRST_YEAR} to {_LAST_YEAR}.") from None
    return ToolAnswer("\n".join(lines))


def date_arithmetic() -> Tool:
    return offer(DATE_ARITHMETIC, DateArguments, reckon, seconds=5.0)


def read_moment(said: str | None, now: datetime, here: tzinfo, name: str) -> tuple[datetime, bool]:
    """With whether an hour was said. A moment without a zone is on the person's own clock."""
    if said is None:
        return now, True
    try:
        found = datetime.fromisoformat(said)
        has_hour = len(said) > len("2026-03-14") or not _is_day(said)
    except ValueError:
        raise ToolFailed(f"{name} is no date: write it like 2026-03-14 or 2026-03-14T09:30.") from None
    if not _FIRST_YEAR <= found.year <= _LAST_YEAR:
        raise ToolFailed(f"{name} lies outside of the years {_FIRST_YEAR} to {_LAST_YEAR}.")
    return (found.replace(tzinfo=here) if found.tzinfo is None else found.astimezone(here)), has_hour


def _is_day(said: str) -> bool:
    try:
        date.fromisoformat(said)
    except ValueError:
        return False
    return True


def _moved(start: datetime, given: DateArguments) -> datetime:
    """Months first, then days, then hours: the order in which people mean them."""
    day = _months_on(start.date(), given.years * 12 + given.months)
    day += timedelta(weeks=given.weeks, days=given.days)
    day = _working_days_on(day, given.working_days)
    moved = datetime.combine(day, time(start.hour, start.minute, start.second), start.tzinfo).replace(fold=start.fold)
    if given.hours or given.minutes:
        exact = moved.astimezone(UTC) + timedelta(hours=given.hours, minutes=given.minutes)
        moved = exact.astimezone(start.tzinfo)
    if not _FIRST_YEAR <= moved.year <= _LAST_YEAR:
        raise OverflowError
    return moved


def _months_on(day: date, months: int) -> date:
    """The last of a month that is shorter."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    if not _FIRST_YEAR <= year <= _LAST_YEAR:
        raise OverflowError
    return day.replace(year=year, month=month + 1, day=min(day.day, monthrange(year, month + 1)[1]))


def _working_days_on(day: date, count: int) -> date:
    step = timedelta(days=1 if count > 0 else -1)
    while count and day.weekday() > 4:
        day -= step
    weeks, rest = divmod(abs(count), 5)
    day += step * 7 * weeks
    while rest:
        day += step
        rest -= day.weekday() < 5
    return day


def _told(moment: datetime, with_hour: bool) -> str:
    iso = moment.isocalendar()
    hour = f" {moment:%H:%M} ({moment.tzname()}, UTC{moment.strftime('%z')[:3]}:{moment.strftime('%z')[3:5]})"
    where = hour if with_hour else ""
    return f"{moment.date().isoformat()}{where}, a {moment:%A}, week {iso.week} of {iso.year}"


def _between(start: datetime, end: datetime, with_hours: bool) -> str:
    days = (end.date() - start.date()).days
    working = _working_days(min(start.date(), end.date()), max(start.date(), end.date()))
    told = f"From there to {_told(end, with_hours)}: {days:,} days ({_in_months(start.date(), end.date())}; "
    told += f"{working:,} working days, Monday to Friday, the first day counted and the last not)"
    if with_hours:
        minutes = round((end.astimezone(UTC) - start.astimezone(UTC)).total_seconds() / 60)
        hours, left = divmod(abs(minutes), 60)
        told += f"; by the clock {'-' if minutes < 0 else ''}{hours:,} h {left} min"
    return told


def _in_months(start: date, end: date) -> str:
    first, last = min(start, end), max(start, end)
    months = (last.year - first.year) * 12 + last.month - first.month
    if _months_on(first, months) > last:
        months -= 1
    years, rest = divmod(months, 12)
    days = (last - _months_on(first, months)).days
    return f"{years} years, {rest} months and {days} days"


def _working_days(first: date, last: date) -> int:
    weeks, rest = divmod((last - first).days, 7)
    return weeks * 5 + sum((first.weekday() + step) % 7 < 5 for step in range(rest))


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ToolFailed("There is no such time zone; name one like Europe/Berlin.") from None
