"""Numbers as people say them: "ninety-one", "a few", "einundzwanzig", "the sixth". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from holdfast.core.language.tables import Language, one_of, read_table


@dataclass(frozen=True, slots=True)
class Numbers:
    counted: Mapping[str, int]
    """ "one" to "ninety-nine", and what is said instead of them ("a week")."""
    about: Mapping[str, int]
    """ "A few", "several": where nobody counts."""
    ordinals: Mapping[str, int]
    ordinal_endings: str
    pattern: str
    """Of any of them but ordinals, in figures too."""
    words: re.Pattern[str]
    """Of numbers in words, where they cannot be an article."""


@cache
def numbers(language: Language = "en") -> Numbers:
    table = read_table(language, "numbers")
    counted, about = dict(_counted(table)), dict(table["about"])
    in_words = _pattern(table)
    return Numbers(
        counted={**counted, **table["also"]},
        about=about,
        ordinals={word: number for number, word in enumerate(table["ordinals"].split(), 1)},
        ordinal_endings=one_of(table["ordinal_endings"].split()),
        pattern=rf"(?:\d{{1,3}}|{in_words}|{one_of([*table['also'], *about])})",
        words=re.compile(rf"\b(?:{in_words})\b", re.IGNORECASE),
    )


def _pattern(table: Mapping[str, str]) -> str:
    """Of numbers from one to ninety-nine."""
    ones, tens = _any(table.get("ones_in_front", table["ones"])), _any(table["tens"])
    joined = [one.format(tens=tens, ones=ones) for one in table["joined"]]
    return "|".join([*joined, _any(f"{table['ones']} {table['teens']} {table['tens']}")])


def _any(words: str) -> str:
    return f"(?:{one_of(words.split())})"


def _counted(table: Mapping[str, str]) -> Iterator[tuple[str, int]]:
    ones, teens, tens = table["ones"].split(), table["teens"].split(), table["tens"].split()
    yield from zip(ones, range(1, 10), strict=True)
    yield from zip(teens, range(10, 20), strict=True)
    yield from zip(tens, range(20, 100, 10), strict=True)
    in_front = table.get("ones_in_front", table["ones"]).split()
    for row, ten in enumerate(tens, 2):
        for number, one in enumerate(in_front, 1):
            for joined in table["joined"]:
                yield joined.format(tens=ten, ones=one), 10 * row + number


def number_of(word: str, language: Language = "en") -> int | None:
    """ "36", "thirty-six", "a few"; None where it is no number."""
    if word.isdecimal():
        return int(word)
    known = numbers(language)
    low = word.lower()
    return known.counted.get(low) or known.about.get(low)


def in_figures(text: str, language: Language = "en") -> str:
    """ "I'm thirty-six" → "I'm 36"."""
    known = numbers(language)
    return known.words.sub(lambda found: str(known.counted[found.group().lower()]), text)
