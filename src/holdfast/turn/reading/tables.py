"""What the cues of each language are: its folder's tables, compiled when the process starts.

A language need not have every table: what it has no words for is not found in it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

from holdfast.core.language.calendars import calendar_of
from holdfast.core.language.kin import kin_of
from holdfast.core.language.patterns import compile_row, fill, read_toml, slots_of, with_fragments
from holdfast.core.language.tables import LANGUAGES, Language, one_of
from holdfast.core.language.words import vocabulary_of
from holdfast.turn.codes import Want

TitledKind = Literal["document", "chat"]
CuePlace = Literal["anywhere", "start", "sentence", "clause", "last", "whole"]
_HERE = Path(__file__).parent
_NEVER = re.compile(r"(?!)")


@dataclass(frozen=True, slots=True)
class Cue:
    """Words that speak for a label."""

    label: str
    name: str
    """As it stands in the trace."""
    weight: float
    pattern: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Mark:
    """Words that count only together with others: a rule names it."""

    pattern: re.Pattern[str]
    at: CuePlace


@dataclass(frozen=True, slots=True)
class WantCue:
    """Words that ask for something without naming it; they do so, or they do not."""

    want: Want
    name: str
    """As it stands in the trace."""
    pattern: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class TitleCue:
    """Words before a title in quotes, which say what is called so. The title is the group."""

    kind: TitledKind
    pattern: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class WordLists:
    """Words by what they are good for when a memory is searched, and words that are no names."""

    pronouns: frozenset[str]
    """They point; whom at, the words around them say."""
    ghosts: frozenset[str]
    """They look like content and find everything, or nothing."""
    light: frozenset[str]
    """They may help a query along, but are no topic."""
    common_verbs: frozenset[str]
    """Content, but they give way to nouns and names when a query grows long."""
    time_words: frozenset[str]
    no_names: frozenset[str]
    related: frozenset[str]
    """Whom one lives and works with."""
    titles: frozenset[str]
    names_and_words: frozenset[str]
    do_capitals_name: bool
    """False: whatever is a noun has one."""
    leading: re.Pattern[str]
    """What starts a sentence while its speaker thinks."""


@dataclass(frozen=True, slots=True)
class Tables:
    asks: Sequence[Cue]
    intents: Sequence[Cue]
    postures: Sequence[Cue]
    wants: Sequence[WantCue]
    titles: Sequence[TitleCue]
    marks: Mapping[str, Mark]
    words: WordLists


def _read(language: Language) -> Tables:
    words = _word_lists(language)
    slots = {**slots_of(language), "others": one_of(_table(language, "words").get("others", "").split())}
    marks = {
        row["name"]: Mark(compile_row(row, filled), row.get("at", "anywhere"))
        for name in ("marks", "signals")
        for filled in [with_fragments(_table(language, name), slots)]
        for row in _table(language, name).get("mark", ())
    }
    asks, intents, postures = (_cues(_table(language, name), slots) for name in ("asks", "intents", "postures"))
    return Tables(asks, intents, postures, _wants(language, slots), _titles(language), marks, words)


def _wants(language: Language, slots: Mapping[str, str]) -> Sequence[WantCue]:
    table = _table(language, "wants")
    filled = with_fragments(table, slots)
    return [WantCue(row["label"], row["name"], compile_row(row, filled)) for row in table.get("cue", ())]


def _titles(language: Language) -> Sequence[TitleCue]:
    """Looked for in a message as it was written."""
    rows = _table(language, "wants").get("named", ())
    return [TitleCue(row["kind"], compile_row(row, {}, re.IGNORECASE)) for row in rows]


def _cues(table: Mapping[str, Any], slots: Mapping[str, str]) -> Sequence[Cue]:
    filled = with_fragments(table, slots)
    return [Cue(row["label"], row["name"], row["weight"], compile_row(row, filled)) for row in table.get("cue", ())]


def _word_lists(language: Language) -> WordLists:
    table, kin = _table(language, "words"), kin_of(language)
    lists = {
        name: frozenset(words.split()) for name, words in table.items() if name not in ("leading", "capitals_name")
    }
    time_words = lists["time_words"].union(calendar_of(language).month_names, calendar_of(language).weekday_names)
    leading = fill(table.get("leading", ""), {})
    return WordLists(
        pronouns=vocabulary_of(language).pronouns,
        ghosts=lists["ghosts"],
        light=lists["light"],
        common_verbs=lists["common_verbs"],
        time_words=time_words,
        no_names=time_words | kin.called | lists["no_names"],
        related=frozenset(kin.words(plurals=True)) | lists["others"],
        titles=lists["titles"],
        names_and_words=lists["names_and_words"],
        do_capitals_name=table.get("capitals_name", True),
        leading=re.compile(rf"^(?:(?:{leading})\b[,.:!]? ?)+") if leading else _NEVER,
    )


def _table(language: Language, name: str) -> Mapping[str, Any]:
    path = _HERE / language / f"{name}.toml"
    return read_toml(path) if path.exists() else {}


TABLES: Mapping[Language, Tables] = {language: _read(language) for language in LANGUAGES}
GIVEN_NAMES = frozenset(read_toml(_HERE / "given_names.toml")["given_names"].split())
"""Somebody called so is more likely of one's life than of the world's, in any language."""


@cache
def word_lists(languages: tuple[Language, ...]) -> WordLists:
    """Of all of these; what starts a sentence, and what a capital means, is of the first."""
    if len(languages) == 1:
        return TABLES[languages[0]].words
    known = [TABLES[language].words for language in languages]
    names = [name for name in WordLists.__dataclass_fields__ if name not in ("leading", "do_capitals_name")]
    united = {name: frozenset().union(*(getattr(one, name) for one in known)) for name in names}
    return WordLists(**united, leading=known[0].leading, do_capitals_name=known[0].do_capitals_name)
