"""When something is due: "by Friday" against the day it was said.

Days are those of the calendar that `said_at` is told in, and end at 23:59 on its clock: whoever knows the speaker's
zone hands the moment over in it.
"""

from __future__ import annotations

import calendar
import re
from datetime import datetime, timedelta

from holdfast.memory.types import TimeHorizon

DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MONTHS = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
_NUMBERS = {
    "a": 1,
    "an": 1,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "ten": 10,
    "couple of": 2,
}
_MONTH = (
    r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|"
    r"oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?:,?\s+(?P<year>(?:19|20)\d\d))?"
_IN = re.compile(
    r"\b(?:in|within) (?:the next )?(?P<n>\d{1,3}|an?|one|two|three|four|five|six|seven|ten|couple of) "
    r"(?P<unit>hour|day|week|month|year)s?\b",
    re.IGNORECASE,
)
_WEEKDAY = re.compile(
    r"\b(?P<next>next |this |coming )?(?P<name>" + "|".join(DAYS) + r"|we[dn]+[ei]?sday|thurs|tues)\b"
    r"|\b(?:by|on|next|until) (?P<short>mon|tue|wed|thu|fri|sat|sun)\b",
    re.IGNORECASE,
)
""""By fri" and "wensday" are days too; "the sun" is none."""
_DAY_MONTH = re.compile(rf"\b(?:the )?{_DAY}(?: of)? {_MONTH}\b{_YEAR}", re.IGNORECASE)
_MONTH_DAY = re.compile(rf"\b{_MONTH}\.? (?:the )?{_DAY}\b{_YEAR}", re.IGNORECASE)
_ISO = re.compile(r"\b(?P<year>20\d\d)-(?P<month>\d\d)-(?P<day>\d\d)\b")
_THE_DAY = re.compile(r"\b(?:on|by|before) the (?P<day>\d{1,2})(?:st|nd|rd|th)\b", re.IGNORECASE)
_CLOCK = re.compile(r"\b(?:at|by) (?P<hour>\d{1,2})(?::(?P<minute>\d\d))? ?(?P<half>am|pm)?\b", re.IGNORECASE)
_TOMORROW = r"(?:tomm?orr?ow|tmrw|tmrrw|tmr|2morrow)"
"""As people write it in a hurry."""
_WORDS = (
    (
        re.compile(
            r"\b(?:today|tonight|this (?:evening|afternoon|morning)|end of (?:the )?day|eod|asap|right away)\b", re.I
        ),
        "today",
    ),
    (re.compile(rf"\bday after {_TOMORROW}\b", re.I), "day_after"),
    (re.compile(rf"\b{_TOMORROW}\b", re.I), "tomorrow"),
    (re.compile(r"\b(?:this weekend|the weekend|at the weekend)\b", re.I), "weekend"),
    (re.compile(r"\b(?:this week|end of (?:the|this) week|eow)\b", re.I), "week"),
    (re.compile(r"\bnext week\b", re.I), "next_week"),
    (re.compile(r"\b(?:this month|end of (?:the|this) month)\b", re.I), "month"),
    (re.compile(r"\bnext month\b", re.I), "next_month"),
    (re.compile(r"\b(?:this year|end of (?:the|this) year)\b", re.I), "year"),
    (re.compile(r"\bnext year\b", re.I), "next_year"),
)
_N = r"(?:\d{1,3}|an?|one|two|three|four|five|six|seven|ten|couple of)"
_PASSING = re.compile(
    r"(?:^|(?<!\babout)(?<!\bof)[,\s]{1,8})(?:(?:by|before|until|till|for|from|at|sometime|later|starting|the) ){0,4}"
    rf"(?:(?:day after )?{_TOMORROW}(?: (?P<part>morning|afternoon|evening))?|tomorrow night|today|tonight"
    r"|this (?:morning|afternoon|evening|weekend|week|month|year)|next (?:week|month|year)"
    rf"|end of (?:(?:the|this) )?(?:day|week|month|year)"
    rf"|(?:in|within) (?:the next )?{_N} (?:hour|day|week|month|year)s?)"
    r"(?![\w'’-])",
    re.IGNORECASE,
)
_WHICH_DAY = re.compile(rf"\b(?P<by>by |before |until |on )?(?:next|this|coming) (?={'|'.join(DAYS)})", re.IGNORECASE)


def lasting(text: str) -> str:
    """What is to be done, in words that are still true on another day: "call the bank tomorrow" is not, on the morrow.

    For something whose day is kept beside it.
    """
    told = _PASSING.sub(lambda found: f" in the {found['part']}" if found["part"] else "", " ".join(text.split()))
    told = _WHICH_DAY.sub(lambda found: found["by"] or "on ", told)
    return " ".join(told.split()).strip(" ,") or text


def due_date(text: str, said_at: datetime) -> datetime | None:
    """The end of the day meant, or the very hour where one is named; None where no time is named."""
    try:
        day = _day(text, said_at)
    except (ValueError, OverflowError):  # the calendar ends, or has no such day
        return None
    found = _CLOCK.search(text)
    hour = _hour(found.group("hour"), found.group("half")) if found else None
    if found and hour is not None and (found.group("half") or found.group("minute") or day):
        start = day or said_at
        moment = start.replace(hour=hour, minute=int(found.group("minute") or 0) % 60, second=0, microsecond=0)
        return moment + timedelta(days=1) if day is None and moment < said_at else moment
    return day.replace(hour=23, minute=59, second=0, microsecond=0) if day else None


def horizon_of(due_at: datetime | None, said_at: datetime) -> TimeHorizon:
    if due_at is None:
        return "ongoing"
    days = (due_at.astimezone(said_at.tzinfo).date() - said_at.date()).days
    if days <= 0:
        return "today"
    return "this_week" if days <= 7 else "this_month" if days <= 31 else "later"


def _day(text: str, said_at: datetime) -> datetime | None:
    if found := _IN.search(text):
        return _after(said_at, found.group("n").lower(), found.group("unit").lower())
    for pattern in (_ISO, _DAY_MONTH, _MONTH_DAY):
        if (found := pattern.search(text)) and (day := _dated(found, said_at)):
            return day
    for pattern, what in _WORDS:
        if pattern.search(text):
            return _named(what, said_at)
    if found := _WEEKDAY.search(text):
        name = (found.group("name") or found.group("short")).lower()
        away = (_weekday(name) - said_at.weekday()) % 7
        return said_at + timedelta(days=away or 7)
    if found := _THE_DAY.search(text):
        return _this_or_next_month(said_at, int(found.group("day")))
    return None


def _weekday(name: str) -> int:
    return next(number for number, day in enumerate(DAYS) if day.startswith(name[:2]))


def _after(said_at: datetime, number: str, unit: str) -> datetime:
    n = int(number) if number.isdigit() else _NUMBERS[number]
    days = {"hour": 0, "day": 1, "week": 7, "month": 30, "year": 365}[unit]
    return said_at + (timedelta(hours=n) if unit == "hour" else timedelta(days=n * days))


def _dated(found: re.Match[str], said_at: datetime) -> datetime | None:
    month = found.group("month")
    number = int(month) if month.isdigit() else month_number(month)
    year = found.group("year")
    try:
        day = said_at.replace(year=int(year) if year else said_at.year, month=number, day=int(found.group("day")))
        if year is None and day.date() < said_at.date():
            day = day.replace(year=day.year + 1)
    except ValueError:
        return None
    return day


def month_number(name: str) -> int:
    return next(n for n, month in enumerate(MONTHS, 1) if month.startswith(name.lower()[:3]))


def _this_or_next_month(said_at: datetime, day: int) -> datetime | None:
    first = said_at.replace(day=1)
    for start in (first, (first + timedelta(days=32)).replace(day=1)):
        if day <= calendar.monthrange(start.year, start.month)[1] and start.replace(day=day) >= said_at and day > 0:
            return start.replace(day=day)
    return None


def _named(what: str, said_at: datetime) -> datetime:
    last_of_month = said_at.replace(day=calendar.monthrange(said_at.year, said_at.month)[1])
    next_month = last_of_month + timedelta(days=1)
    return {
        "today": said_at,
        "tomorrow": said_at + timedelta(days=1),
        "day_after": said_at + timedelta(days=2),
        "weekend": said_at + timedelta(days=(6 - said_at.weekday()) % 7),
        "week": said_at + timedelta(days=(6 - said_at.weekday()) % 7),
        "next_week": said_at + timedelta(days=13 - said_at.weekday()),
        "month": last_of_month,
        "next_month": next_month.replace(day=calendar.monthrange(next_month.year, next_month.month)[1]),
        "year": said_at.replace(month=12, day=31),
        "next_year": said_at.replace(year=said_at.year + 1, month=12, day=31),
    }[what]


def _hour(hour: str, half: str | None) -> int | None:
    value = int(hour)
    if half:
        return value % 12 + (12 if half.lower() == "pm" else 0) if 1 <= value <= 12 else None
    return value if value <= 23 else None
