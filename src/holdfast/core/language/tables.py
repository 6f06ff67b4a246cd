"""The tables of a language: a folder of TOML beside this file, read once. A second language is a second folder."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal

Language = Literal["en", "de"]
LANGUAGES: Sequence[Language] = ("en", "de")
_HERE = Path(__file__).parent


@cache
def read_table(language: Language, name: str) -> Mapping[str, Any]:
    """`read_table("en", "when")` is `en/when.toml`."""
    return tomllib.loads((_HERE / language / f"{name}.toml").read_text(encoding="utf-8"))


def one_of(words: Iterable[str]) -> str:
    """A pattern for any of them, the longest first: no word hides one that begins with it."""
    longest_first = sorted(set(words), key=lambda word: (-len(word), word))
    return "|".join(re.escape(word).replace(r"\ ", " ") for word in longest_first)


def numbered(rows: Iterable[str], start: int) -> Iterator[tuple[str, int]]:
    """Rows of words for the same thing, counted: months from 1, weekdays from 0."""
    for number, row in enumerate(rows, start):
        for word in row.split():
            yield word, number
