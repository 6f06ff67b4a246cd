"""In which words people open, end and give up things: a language's folder of tables, compiled when a process starts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from holdfast.core.language.calendars import calendar_of
from holdfast.core.language.patterns import compile_row, fill, read_toml, slots_of, with_fragments
from holdfast.core.language.tables import LANGUAGES, Language

Does = Literal["drop", "finish", "did", "win", "friction", "habit", "due", "commitment", "thread"]
DOES: Sequence[Does] = get_args(Does)
_HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class LoopCue:
    """One way to say that something is open or ended, as one pattern on a whole clause."""

    name: str
    does: Does
    pattern: re.Pattern[str]
    text: str
    """What is to be done, made of the groups of the pattern."""
    salience: float
    needs_day: bool
    """A promise only with a day: "I call her" is none, "I call her tomorrow" is."""
    is_told_of: bool
    """Said of the past, and not ended by that: "I promised to call"."""

    def told(self, found: re.Match[str]) -> str:
        """What is to be done, in the words of a clause that the pattern fits."""
        return self.text.format(**found.groupdict(default=""))


@dataclass(frozen=True, slots=True)
class Substitution:
    pattern: re.Pattern[str]
    becomes: str
    """With the groups of the pattern in braces, or as `re.sub` takes them."""


@dataclass(frozen=True, slots=True)
class LoopWords:
    empty: frozenset[str]
    """They say nothing of what is to be done."""
    finishing: frozenset[str]
    """They say that it ended, not what."""
    past: Mapping[str, str]
    same: Mapping[str, str]
    endings: Sequence[tuple[str, str]]
    doubled: bool
    participle: re.Pattern[str] | None
    is_verb_last: bool


@dataclass(frozen=True, slots=True)
class LoopTables:
    cues: Mapping[Does, Sequence[LoopCue]]
    rewrites: Sequence[Substitution]
    """A clause with who does it in front; what stands in the group `when` is kept where the new form has no place."""
    tidied: Sequence[Substitution]
    """What is to be done, as one would note it."""
    written_out: Sequence[Substitution]
    contracted: re.Pattern[str]
    """Whether any of these is there: most clauses have none."""
    patterns: Mapping[str, re.Pattern[str]]
    """Of clauses, of promises and of days, by name."""
    day_words: Mapping[str, str]
    does_invert: bool
    """Behind a word in front the verb comes first: "vielleicht sollte ich" asks nothing."""
    words: LoopWords


def _read(language: Language) -> LoopTables:
    slots = slots_of(language)
    promises, clauses, days = (_table(language, name) for name in ("promises", "clauses", "days"))
    written_out = _substitutions(clauses, "written_out", slots)
    cues = [_cue(row, with_fragments(promises, slots)) for row in promises["cue"]]
    return LoopTables(
        cues={does: [cue for cue in cues if cue.does == does] for does in DOES},
        rewrites=_substitutions(promises, "rewrite", slots),
        tidied=_substitutions(promises, "tidied", slots),
        written_out=written_out,
        contracted=re.compile("|".join(one.pattern.pattern for one in written_out), re.IGNORECASE),
        patterns={
            name: re.compile(fill(pattern, with_fragments(table, slots)), re.IGNORECASE)
            for table in (promises, clauses, days)
            for name, pattern in table["patterns"].items()
        },
        day_words=days["becomes"],
        does_invert=clauses.get("inverts", False),
        words=_words(language),
    )


def _cue(row: Mapping[str, Any], slots: Mapping[str, str]) -> LoopCue:
    return LoopCue(
        name=row["name"],
        does=row["does"],
        pattern=compile_row(row, slots, re.IGNORECASE),
        text=row.get("text", "{what}"),
        salience=row.get("salience", 0.5),
        needs_day=row.get("needs_day", False),
        is_told_of=row.get("is_told_of", False),
    )


def _substitutions(table: Mapping[str, Any], name: str, slots: Mapping[str, str]) -> Sequence[Substitution]:
    filled = with_fragments(table, slots)
    rows = table.get(name, ())
    return [Substitution(re.compile(fill(row["said"], filled), re.IGNORECASE), row["becomes"]) for row in rows]


def _words(language: Language) -> LoopWords:
    table = _table(language, "words")
    return LoopWords(
        empty=frozenset(table["empty"].split()).union(calendar_of(language).weekday_names),
        finishing=frozenset(table["finishing"].split()),
        past=table["past"],
        same=table.get("same", {}),
        endings=[(ending, put) for ending, put in table["endings"]],
        doubled=table.get("doubled", False),
        participle=re.compile(table["participle"]) if "participle" in table else None,
        is_verb_last=table["verb"] == "last",
    )


def _table(language: Language, name: str) -> Mapping[str, Any]:
    return read_toml(_HERE / language / f"{name}.toml")


LOOP_TABLES: Mapping[Language, LoopTables] = {language: _read(language) for language in LANGUAGES}
