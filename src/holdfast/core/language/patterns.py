"""Patterns written as data: a table says in which words, and names what stands in its slots. Pure.

`words = ["my (?:{kin})"]` is a pattern between the ends of words, `patterns = [...]` one as it stands. A slot is a
fragment of the same table or one of `slots_of`; a pattern over several lines is one line without what indents it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from holdfast.core.language.calendars import calendar_of
from holdfast.core.language.kin import kin_of
from holdfast.core.language.numbers import numbers
from holdfast.core.language.tables import Language, one_of

_SLOT = re.compile(r"\{([a-z_]+)\}")


@cache
def read_toml(path: Path) -> Mapping[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


@cache
def slots_of(language: Language) -> Mapping[str, str]:
    """What the tables of a language have in common: each an alternation without brackets."""
    calendar, kin = calendar_of(language), kin_of(language)
    return {
        "month": calendar.pattern("month_names"),
        "weekday": calendar.pattern("weekday_names"),
        "any_weekday": calendar.pattern("weekdays"),
        "season": calendar.pattern("seasons"),
        "unit": calendar.pattern("units"),
        "number": numbers(language).pattern,
        "kin": kin.pattern(plurals=True),
        "called": one_of(kin.called),
    }


def with_fragments(table: Mapping[str, Any], slots: Mapping[str, str]) -> Mapping[str, str]:
    """`slots`, and the fragments of a table on top: a later one may hold an earlier."""
    filled = dict(slots)
    for name, fragment in table.get("fragments", {}).items():
        filled[name] = fill(fragment, filled)
    return filled


def fill(pattern: str, slots: Mapping[str, str]) -> str:
    line = "".join(part.lstrip() for part in pattern.splitlines())
    return _SLOT.sub(lambda slot: slots[slot[1]], line)


def compile_row(row: Mapping[str, Any], slots: Mapping[str, str], flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[str]:
    """Any of the `words` and `patterns` of a row."""
    words: Sequence[str] = row.get("words", ())
    between = [rf"\b(?:{'|'.join(words)})\b"] if words else []
    return re.compile("|".join(fill(one, slots) for one in (*between, *row.get("patterns", ()))), flags)
