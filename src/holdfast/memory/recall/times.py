"""Time expressions in a question, as spans of days: "last Tuesday", "in May", "two weeks ago", "on 3 May". Pure.

Relative words count from `now`. A month or day without a year means the latest one that is not after the last thing
said: whoever asks about "May" of a conversation that ended in June means that May.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MONTHS = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip
_SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
_NUMBERS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "couple of": 2, "three": 3, "few": 3, "several": 4, "four": 4, "five": 5,
    "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
}  # fmt: skip

_N = (
    r"(?P<n>\d{1,3}|an?|one|two|(?:a )?couple of|three|(?:a )?few|several|four|five|six|seven|eight|nine|ten|eleven"
    r"|twelve)"
)
_UNIT = r"(?P<unit>day|week|weekend|month|year)"
_MONTH = (
    r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>(?:19|20)\d\d)"


@dataclass(frozen=True, slots=True)
class Span:
    """Whole days: `start` is the first, `end` the day after the last."""

    start: date
    end: date

    @property
    def days(self) -> int:
        return (self.end - self.start).days


def find_times(text: str, now: datetime, last_said: datetime | None = None) -> Sequence[Span]:
    """Every span the text names, in days of the clock that tells `now`. Where two readings overlap, the more exact one
    counts."""
    today = now.date()
    latest = min(today, last_said.astimezone(now.tzinfo).date()) if last_said else today
    spans: list[Span] = []
    taken: list[tuple[int, int]] = []
    for pattern, read in _READINGS:
        for match in pattern.finditer(text):
            if any(match.start() < end and start < match.end() for start, end in taken):
                continue
            try:
                span = read(match, today, latest)
            except (ValueError, OverflowError):  # the calendar has no such day, or ends
                continue
            taken.append(match.span())
            spans.append(span)
    return spans


def _iso(match: re.Match[str], today: date, latest: date) -> Span:
    return _one(date(int(match["year"]), int(match["month"]), int(match["day"])))


def _day_of_month(match: re.Match[str], today: date, latest: date) -> Span:
    month, day = _month(match), int(match["day"])
    if match["year"]:
        return _one(date(int(match["year"]), month, day))
    return _one(_latest(latest, lambda year: date(year, month, day)))


def _whole_month(match: re.Match[str], today: date, latest: date) -> Span:
    month = _month(match)
    first = date(int(match["year"]), month, 1) if match["year"] else _latest(latest, lambda year: date(year, month, 1))
    days = calendar.monthrange(first.year, month)[1]
    third = {"early": (0, 10), "beginning": (0, 10), "mid": (10, 20), "late": (20, days), "end": (20, days)}
    begin, end = third.get((match["which"] or "").lower().split(" ")[0].strip("-"), (0, days))
    return Span(first + timedelta(days=begin), first + timedelta(days=end))


def _year(match: re.Match[str], today: date, latest: date) -> Span:
    return Span(date(int(match["year"]), 1, 1), date(int(match["year"]) + 1, 1, 1))


def _season(match: re.Match[str], today: date, latest: date) -> Span:
    month = _SEASONS[match["season"].lower()]
    if match["year"]:
        first = date(int(match["year"]), month, 1)
    else:
        first = _latest(latest, lambda year: date(year, month, 1))
        if (match["which"] or "").lower() == "last" and first + timedelta(days=92) > latest:
            first = first.replace(year=first.year - 1)
    return Span(first, _add_months(first, 3))


def _ago(match: re.Match[str], today: date, latest: date) -> Span:
    n, unit = _number(match["n"]), match["unit"].lower()
    if unit == "day":
        about = 1 if match["n"].lower().split()[-1] in ("few", "several", "of") else 0
        day = today - timedelta(days=n)
        return Span(day - timedelta(days=about), day + timedelta(days=about + 1))
    if unit in ("week", "weekend"):
        middle = today - timedelta(weeks=n)
        return Span(middle - timedelta(days=3), middle + timedelta(days=4))
    middle = _add_months(today, -n if unit == "month" else -12 * n)
    margin = timedelta(days=10 if unit == "month" else 60)
    return Span(middle - margin, middle + margin)


def _past(match: re.Match[str], today: date, latest: date) -> Span:
    n, unit = _number(match["n"] or "one"), match["unit"].lower()
    days = {"day": 1, "week": 7, "weekend": 7, "month": 31, "year": 366}[unit] * n
    return Span(today - timedelta(days=days), today + timedelta(days=1))


def _named_day(match: re.Match[str], today: date, latest: date) -> Span:
    word = match["word"].lower()
    back = {"today": 0, "tonight": 0, "yesterday": 1, "last night": 1, "tomorrow": -1}
    return _one(today - timedelta(days=2 if "before" in word else back.get(word, 0)))


def _weekday(match: re.Match[str], today: date, latest: date) -> Span:
    wanted, which = DAYS.index(match["name"].lower()), match["which"].lower()
    if which in ("this", "next"):
        return _one(today + timedelta(days=(wanted - today.weekday()) % 7 or (7 if which == "next" else 0)))
    return _one(today - timedelta(days=(today.weekday() - wanted) % 7 or 7))


def _unit(match: re.Match[str], today: date, latest: date) -> Span:
    step = {"last": -1, "previous": -1, "this": 0, "next": 1}[match["which"].lower()]
    unit = match["unit"].lower()
    if unit in ("week", "weekend"):
        monday = today - timedelta(days=today.weekday()) + timedelta(weeks=step)
        return Span(monday + timedelta(days=5 if unit == "weekend" else 0), monday + timedelta(days=7))
    if unit == "month":
        first = _add_months(today.replace(day=1), step)
        return Span(first, _add_months(first, 1))
    return Span(date(today.year + step, 1, 1), date(today.year + step + 1, 1, 1))


Reading = Callable[[re.Match[str], date, date], Span]


def _readings() -> Iterator[tuple[re.Pattern[str], Reading]]:
    """The more exact first."""
    for pattern, read in (
        (r"\b(?P<year>(?:19|20)\d\d)-(?P<month>\d\d)-(?P<day>\d\d)\b", _iso),
        (rf"\b(?:the )?{_DAY}(?: of)? {_MONTH}(?:,? {_YEAR})?", _day_of_month),
        (rf"\b{_MONTH} (?:the )?{_DAY}(?!\d)(?:,? {_YEAR})?", _day_of_month),
        (
            r"\b(?:(?P<which>early(?: in)?|mid-?|late(?: in)?|(?:the )?(?:beginning|end) of) ?)?"
            rf"{_MONTH}(?: of)?,? {_YEAR}",
            _whole_month,
        ),
        (
            rf"\b(?:in|during|since|until|by|before|after|of|last|this|around|through(?:out)?|from) "
            rf"(?:(?P<which>early|mid-?|late|(?:the )?(?:beginning|end) of) ?)?{_MONTH}(?P<year>(?!))?(?! [\d])",
            _whole_month,
        ),
        (rf"\b(?P<which>early|mid-?|late|(?:beginning|end) of) ?{_MONTH}(?P<year>(?!))?", _whole_month),
        (
            r"\b(?P<which>last|this|the|in|during|over) (?:the )?(?P<season>spring|summer|autumn|fall|winter)"
            rf"(?: (?:of )?{_YEAR})?\b",
            _season,
        ),
        (rf"\b{_N} {_UNIT}s? (?:ago|back|earlier)\b", _ago),
        (rf"\b(?:last|past|recent) {_N} {_UNIT}s?\b", _past),
        (r"\b(?:the )?past (?P<n>(?!))?(?P<unit>week|month|year)\b", _past),
        (r"\b(?P<word>(?:the )?day before yesterday|yesterday|last night|today|tonight|tomorrow)\b", _named_day),
        (rf"\b(?P<which>last|this|next|on|previous) (?P<name>{'|'.join(DAYS)})\b", _weekday),
        (r"\b(?P<which>last|this|next|previous) (?P<unit>week|weekend|month|year)\b", _unit),
        (rf"\b(?:in|during|of|since|until|before|after) {_YEAR}\b", _year),
    ):
        yield re.compile(pattern, re.IGNORECASE), read


def _one(day: date) -> Span:
    return Span(day, day + timedelta(days=1))


def _month(match: re.Match[str]) -> int:
    start = match["month"].lower()[:3]
    return next(number for number, name in enumerate(MONTHS, 1) if name.startswith(start))


def _number(word: str) -> int:
    word = word.lower().removeprefix("a ") if word.lower() not in ("a", "an") else "one"
    return int(word) if word.isdigit() else _NUMBERS[word]


def _latest(latest: date, of_year: Callable[[int], date]) -> date:
    """The latest such day that is not after `latest`; 29 February has its own years."""
    for year in range(latest.year, latest.year - 9, -1):
        try:
            day = of_year(year)
        except ValueError:
            continue
        if day <= latest:
            return day
    raise ValueError("no such day in reach")


def _add_months(day: date, months: int) -> date:
    index = day.year * 12 + day.month - 1 + months
    year, month = divmod(index, 12)
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


_READINGS = tuple(_readings())
