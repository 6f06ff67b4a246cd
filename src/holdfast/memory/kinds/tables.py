"""The tables: which words, predicates and sentences belong to which kind, and what requests need. Read once."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

_HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class KindExample:
    """A sentence and its kinds: a request with those it needs (none at all is an answer too), or a statement."""

    text: str
    kinds: Sequence[str]


@dataclass(frozen=True, slots=True)
class KindTables:
    kinds: Sequence[str]
    stands: Sequence[KindExample]
    """Sentences that say something lasting of their speaker, and their kinds."""
    passes: Sequence[str]
    """Sentences that do not."""
    of_predicate: Mapping[str, Sequence[str]]
    of_word: Mapping[str, Sequence[str]]
    """Words and phrases; the words of a phrase stand joined by one space."""
    of_hint: Mapping[str, Sequence[str]]
    requests: Sequence[KindExample]
    said: Sequence[KindExample]
    """Sentences of circumstances; the kind of each is a finer one, as `health/eyes`."""
    asked: Sequence[KindExample]
    """Requests that go wrong without a circumstance, and the others that they go wrong without."""


@cache
def tables() -> KindTables:
    kinds, statements, circumstances = _read("kinds.toml"), _read("statements.toml"), _read("circumstances.toml")
    return KindTables(
        kinds=tuple(kinds),
        stands=_examples(statements["stands"]),
        passes=[line for line in statements["passes"]["said"].splitlines() if line],
        of_predicate=_by_word(kinds, "predicates"),
        of_word=_by_word(kinds, "words", phrases=True),
        of_hint=_by_word(kinds, "hints", phrases=True),
        requests=_examples(_read("requests.toml")["needs"]),
        said=_of_circumstances(circumstances, "said"),
        asked=_of_circumstances(circumstances, "asked"),
    )


def _examples(rows: Sequence[Mapping[str, Any]]) -> Sequence[KindExample]:
    return [KindExample(line, tuple(row["kinds"])) for row in rows for line in row["said"].splitlines() if line]


def _of_circumstances(kinds: Mapping[str, Any], column: str) -> Sequence[KindExample]:
    return [
        _of_circumstance(f"{kind}/{name}", line)
        for kind, rows in kinds.items()
        for name, row in rows.items()
        for line in row[column].splitlines()
        if line
    ]


def _of_circumstance(name: str, line: str) -> KindExample:
    text, _, others = line.partition(" | ")
    return KindExample(text, (name, *others.split()))


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((_HERE / name).read_text(encoding="utf-8"))


def _by_word(kinds: Mapping[str, Any], column: str, *, phrases: bool = False) -> Mapping[str, Sequence[str]]:
    found: dict[str, list[str]] = {}
    for kind, row in kinds.items():
        for word in row[column].split():
            found.setdefault(word.replace("_", " ") if phrases else word, []).append(kind)
    return {word: tuple(of) for word, of in found.items()}
