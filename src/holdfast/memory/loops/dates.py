"""Days of what is to be done: how far off they are, and words that are still true when they have passed.

Which day "by Friday" is, `core.language.when.find_due` says, on the clock that `said_at` is told in.
"""

from __future__ import annotations

import re
from datetime import datetime

from holdfast.core.language.tables import Language
from holdfast.memory.loops.tables import LOOP_TABLES
from holdfast.memory.types import TimeHorizon


def lasting(text: str, language: Language = "en") -> str:
    """What is to be done, in words that are still true on another day: "call the bank tomorrow" is not, on the morrow.

    For something whose day is kept beside it.
    """
    tables = LOOP_TABLES[language]

    def part_of_day(found: re.Match[str]) -> str:
        return tables.day_words["part"].format(part=found["part"]) if found["part"] else ""

    told = tables.patterns["passing"].sub(part_of_day, " ".join(text.split()))
    told = tables.patterns["which_day"].sub(lambda found: found["by"] or tables.day_words["day"], told)
    return " ".join(told.split()).strip(" ,") or text


def horizon_of(due_at: datetime | None, said_at: datetime) -> TimeHorizon:
    if due_at is None:
        return "ongoing"
    days = (due_at.astimezone(said_at.tzinfo).date() - said_at.date()).days
    if days <= 0:
        return "today"
    return "this_week" if days <= 7 else "this_month" if days <= 31 else "later"
