"""A language's words for days and times, made into patterns once: `calendar_of("en").forms`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from holdfast.core.language.numbers import numbers
from holdfast.core.language.tables import Language, numbered, one_of, read_table

Direction = Literal["past", "future"]
Unit = Literal["hour", "day", "week", "fortnight", "weekend", "month", "quarter", "year"]
_SLOT = re.compile(r"\{([a-z_]+)\}")
_YEAR = r"(?P<year>(?:19|20)\d\d)"
_SPELT = re.compile(r"[^\W\d_]{2,}")
_SYNTAX = re.compile(r"\(\?P<\w+>|\\\w|\{\w+\}")
_WORD = re.compile(r"[^\W\d_]+")
FIGURES = "0"
_NEEDED = ("month", "weekday", "short_weekday", "season", "unit")


@dataclass(frozen=True, slots=True)
class TimeForm:
    """One way to name a time."""

    pattern: re.Pattern[str]
    needs: Sequence[frozenset[str]]
    """Of each of these sets a word is in whatever says it; `FIGURES` stands for any number."""
    reads: str
    toward: Direction | None
    """Who says it so: only who looks back, or ahead; None: both."""
    given: Mapping[str, Any]
    """What the words leave unsaid: `days = -1` of "yesterday"."""

    def may_be_in(self, words: frozenset[str]) -> bool:
        return not any(needed.isdisjoint(words) for needed in self.needs)


@dataclass(frozen=True, slots=True)
class Calendar:
    language: Language
    months: Mapping[str, int]
    """From 1, by every word for them."""
    weekdays: Mapping[str, int]
    """From 0, which is Monday."""
    month_names: Sequence[str]
    weekday_names: Sequence[str]
    seasons: Mapping[str, int]
    """And the month that each begins with."""
    units: Mapping[str, Unit]
    which: Mapping[str, int]
    """ "Last" is -1, "this" 0, "next" 1."""
    parts: Mapping[str, str]
    forms: Sequence[TimeForm]
    clock: re.Pattern[str]

    def pattern(self, *names: str) -> str:
        """Of any word of these tables, for patterns elsewhere: `pattern("months", "weekdays")`."""
        return one_of(word for name in names for word in getattr(self, name))


@cache
def calendar_of(language: Language = "en") -> Calendar:
    table = read_table(language, "when")
    long = dict(numbered(table["weekdays"], 0))
    short = dict(numbered(table["short_weekdays"], 0))
    return Calendar(
        language=language,
        months=dict(numbered(table["months"], 1)),
        weekdays={**short, **long},
        month_names=[row.split()[0] for row in table["months"]],
        weekday_names=[row.split()[0] for row in table["weekdays"]],
        seasons=table["seasons"],
        units={word: unit for unit, words in table["units"].items() for word in words.split()},
        which={word: step for step, row in zip((-1, 0, 1), _which(table), strict=True) for word in row},
        parts={word: part for part, words in table["parts"].items() for word in words},
        forms=tuple(_forms(table, language)),
        clock=re.compile(rf"\b{table['clock']}\b", re.IGNORECASE),
    )


def _which(table: Mapping[str, Any]) -> Iterator[Sequence[str]]:
    yield from (table["which"][name].split() for name in ("last", "this", "next"))


def words_in(text: str) -> frozenset[str]:
    """What `Form.needs` is looked up in."""
    figures = {FIGURES} if any(map(str.isdecimal, text)) else ()
    return frozenset(_WORD.findall(text.lower())).union(figures)


def _words(table: Mapping[str, Any]) -> Mapping[str, Sequence[str]]:
    return {
        "month": [word for word, _ in numbered(table["months"], 1)],
        "weekday": [word for word, _ in numbered(table["weekdays"], 0)],
        "short_weekday": [word for word, _ in numbered(table["short_weekdays"], 0)],
        "season": [*table["seasons"]],
        "unit": [word for words in table["units"].values() for word in words.split()],
        "which": [word for row in _which(table) for word in row],
        "part": [word for words in table["parts"].values() for word in words],
    }


def _slots(words: Mapping[str, Sequence[str]], language: Language) -> Mapping[str, str]:
    known = numbers(language)
    endings = rf"(?:{known.ordinal_endings})"
    return {
        **{name: rf"(?P<{name.removeprefix('short_')}>{one_of(row)})" for name, row in words.items()},
        "n": rf"(?P<n>{known.pattern})",
        "day": rf"(?P<day>\d{{1,2}}){endings}?",
        "day_word": rf"(?P<day>{one_of(known.ordinals)})",
        "nth": rf"(?P<day>\d{{1,2}}){endings}",
        "year": _YEAR,
    }


def _forms(table: Mapping[str, Any], language: Language) -> Iterator[TimeForm]:
    words = _words(table)
    slots = _slots(words, language)
    for row in table["forms"]:
        given = {key: value for key, value in row.items() if key not in ("said", "reads", "toward", "needs")}
        for said in [row["said"]] if isinstance(row["said"], str) else row["said"]:
            filled = _SLOT.sub(lambda slot: slots[slot[1]], said)
            pattern = re.compile(rf"\b(?:{filled})(?!\w)", re.IGNORECASE)
            needs = [frozenset(row["needs"].split())] if "needs" in row else _needs(said, words)
            yield TimeForm(pattern, needs, row["reads"], row.get("toward"), given)


def _needs(said: str, words: Mapping[str, Sequence[str]]) -> Sequence[frozenset[str]]:
    needs = [frozenset(words[slot]) for slot in _NEEDED if f"{{{slot}}}" in said]
    if any(figures in said.replace("{year})?", "") for figures in ("{year}", "{day}", "{nth}", r"\d{")):
        needs.append(frozenset({FIGURES}))
    return needs or [frozenset(_SPELT.findall(_SYNTAX.sub(" ", said)) or {FIGURES})]
