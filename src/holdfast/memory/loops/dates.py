"""Days of what is to be done: how far off they are, and words that are still true when they have passed.

Which day "by Friday" is, `core.language.when.find_due` says, on the clock that `said_at` is told in.
"""

from __future__ import annotations

import re
from datetime import datetime

from holdfast.core.language.calendars import calendar_of
from holdfast.core.language.numbers import numbers
from holdfast.memory.types import TimeHorizon

_UNIT, _WEEKDAY = calendar_of("en").pattern("units"), calendar_of("en").pattern("weekdays")
_TOMORROW = r"(?:tomm?orr?ow|tmrw|tmrrw|tmr|2morrow)"
_PASSING = re.compile(
    r"(?:^|(?<!\babout)(?<!\bof)[,\s]{1,8})(?:(?:by|before|until|till|for|from|at|sometime|later|starting|the) ){0,4}"
    rf"(?:(?:day after )?{_TOMORROW}(?: (?P<part>morning|afternoon|evening))?|tomorrow night|today|tonight"
    r"|this (?:morning|afternoon|evening|weekend|week|month|year)|next (?:week|month|year)"
    r"|end of (?:(?:the|this) )?(?:day|week|month|year)"
    rf"|(?:in|within) (?:the next )?{numbers('en').pattern} (?:{_UNIT}))"
    r"(?![\w'’-])",
    re.IGNORECASE,
)
_WHICH_DAY = re.compile(rf"\b(?P<by>by |before |until |on )?(?:next|this|coming) (?=(?:{_WEEKDAY})\b)", re.IGNORECASE)


def lasting(text: str) -> str:
    """What is to be done, in words that are still true on another day: "call the bank tomorrow" is not, on the morrow.

    For something whose day is kept beside it.
    """
    told = _PASSING.sub(lambda found: f" in the {found['part']}" if found["part"] else "", " ".join(text.split()))
    told = _WHICH_DAY.sub(lambda found: found["by"] or "on ", told)
    return " ".join(told.split()).strip(" ,") or text


def horizon_of(due_at: datetime | None, said_at: datetime) -> TimeHorizon:
    if due_at is None:
        return "ongoing"
    days = (due_at.astimezone(said_at.tzinfo).date() - said_at.date()).days
    if days <= 0:
        return "today"
    return "this_week" if days <= 7 else "this_month" if days <= 31 else "later"
