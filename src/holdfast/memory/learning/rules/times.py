"""Times and numbers as people say them: "the sixth of March", "last week", "ninety-one"."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from holdfast.memory.loops.dates import DAYS, MONTHS, due_date, month_number

_ONES = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_TEENS = (
    "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
NUMBERS = {
    **{word: n for n, word in enumerate(_ONES) if word},
    **{word: n for n, word in enumerate(_TEENS, 10)},
    **{f"{ten}-{one}".strip("-"): 10 * n + m for n, ten in enumerate(_TENS, 2) for m, one in enumerate(_ONES)},
    "a": 1,
    "an": 1,
    "a couple of": 2,
    "a few": 3,
}
_NUMBER = re.compile(r"\b[a-z]{3,9}(?:-[a-z]{3,5})?\b", re.IGNORECASE)
_ORDINALS = {
    word: n
    for n, word in enumerate(
        [
            "first",
            "second",
            "third",
            "fourth",
            "fifth",
            "sixth",
            "seventh",
            "eighth",
            "ninth",
            "tenth",
            "eleventh",
            "twelfth",
            "thirteenth",
            "fourteenth",
            "fifteenth",
            "sixteenth",
            "seventeenth",
            "eighteenth",
            "nineteenth",
            "twentieth",
            "twenty-first",
            "twenty-second",
            "twenty-third",
            "twenty-fourth",
            "twenty-fifth",
            "twenty-sixth",
            "twenty-seventh",
            "twenty-eighth",
            "twenty-ninth",
            "thirtieth",
            "thirty-first",
        ],
        1,
    )
}
_MONTH = "|".join(MONTHS)
_ORDINAL = re.compile(
    rf"\b(?P<on>on |by |for )?the (?P<day>{'|'.join(sorted(_ORDINALS, key=len, reverse=True))})"
    rf"(?: of (?P<month>{_MONTH}))?\b(?! \w+(?:day|time)\b)|\b(?P<before>{_MONTH}) (?:the )?"
    rf"(?P<after>{'|'.join(sorted(_ORDINALS, key=len, reverse=True))})\b",
    re.IGNORECASE,
)
_AGO = re.compile(
    r"\b(?P<n>\d{1,3}|[a-z]{3,9}|an?|a couple of|a few) (?P<unit>day|week|month|year)s? ago\b", re.IGNORECASE
)
_LAST = re.compile(
    rf"\blast (?P<what>week(?:end)?|month|year|night|{'|'.join(DAYS)}|{_MONTH}|spring|summer|autumn|fall|winter)\b",
    re.IGNORECASE,
)
_ON = re.compile(rf"\bon (?P<day>{'|'.join(DAYS)})\b", re.IGNORECASE)
_SINCE_MONTH = re.compile(rf"\b(?:in|since) (?P<month>{_MONTH})\b(?! \d)", re.IGNORECASE)
_LATELY = re.compile(r"\b(?P<when>yesterday|today|this morning|this afternoon|tonight|this evening)\b", re.IGNORECASE)
_UNIT_DAYS = {"day": 1, "week": 7, "month": 30, "year": 365}
_SEASONS = {"spring": 4, "summer": 7, "autumn": 10, "fall": 10, "winter": 1}


def number_of(word: str) -> int | None:
    return int(word) if word.isdigit() else NUMBERS.get(word.lower())


def in_figures(text: str) -> str:
    """ "I'm thirty-six" → "I'm 36"."""
    return _NUMBER.sub(lambda found: str(NUMBERS.get(found.group().lower(), found.group())), text)


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
    if day := due_date(clause, said_at):
        return day.replace(tzinfo=UTC)
    found = _SINCE_MONTH.search(clause)
    if not found:
        return None
    month = month_number(found.group("month"))
    year = said_at.year if month > said_at.month else said_at.year + 1
    return datetime(year, month, 1, tzinfo=UTC)


def happened_at(clause: str, said_at: datetime) -> datetime | None:
    """The day something in the past is said to have happened on; None where no time is named."""
    days = _days_ago(clause, said_at)
    if days is None:
        return None
    # Said "yesterday" in New York, late in the evening: the day has that name everywhere, and facts keep it in UTC.
    return (said_at - timedelta(days=days)).replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=UTC)


def _days_ago(clause: str, said_at: datetime) -> int | None:
    if found := _LATELY.search(clause):
        return 1 if found.group("when").lower() == "yesterday" else 0
    if (found := _AGO.search(clause)) and (number := number_of(found.group("n"))):
        return min(number, 100) * _UNIT_DAYS[found.group("unit").lower()]
    if found := _LAST.search(clause):
        return _since_last(found.group("what").lower(), said_at)
    if found := _ON.search(clause):
        return (said_at.weekday() - DAYS.index(found.group("day").lower())) % 7
    if found := _SINCE_MONTH.search(clause):
        return _since_month(month_number(found.group("month")), said_at)
    return None


def _since_last(what: str, said_at: datetime) -> int:
    if what in DAYS:
        return (said_at.weekday() - DAYS.index(what)) % 7 or 7
    if what in MONTHS or what in _SEASONS:
        return _since_month(month_number(what) if what in MONTHS else _SEASONS[what], said_at)
    return {"week": 7, "weekend": said_at.weekday() + 2, "month": 30, "year": 365, "night": 1}[what]


def _since_month(month: int, said_at: datetime) -> int:
    """Its first day, the last time it was."""
    year = said_at.year if month <= said_at.month else said_at.year - 1
    return (said_at - said_at.replace(year=year, month=month, day=1)).days
