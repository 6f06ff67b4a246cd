"""A text into the words it is found by. Pure: Postgres makes the stems, of the language that is told here.

Languages that put no space between words are cut into pairs of letters, by which they are found as well as others are
by words.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

USUAL, UNSTEMMED = "english", "simple"
"""As Postgres calls them: for names and figures that tell no language, and for letters that it has no stems for."""

_WORD = re.compile(r"[^\W\d_]+")
_STEMMED = re.compile("[A-Za-z\u00c0-\u024f\u0400-\u04ff]")
_READ_CHARACTERS = 4_000
_MIN_SHARE = 0.08
"""Of the words, how many small ones a text has of its own language; lists and tables of names have fewer."""
_UNSPACED = re.compile(
    "[\u3040-\u30ff\u31f0-\u31ff\uff66-\uff9f\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"
    "\u0e00-\u0eff\u0f00-\u0fff\u1000-\u109f\uaa60-\uaa7f\u1780-\u17ff]+"
)
"""Of Japanese and Chinese; Thai, Lao, Tibetan, Burmese and Khmer."""


@cache
def _small_words() -> Mapping[str, frozenset[str]]:
    table = tomllib.loads((Path(__file__).parent / "languages.toml").read_text(encoding="utf-8"))
    return {language: frozenset(words.split()) for language, words in table.items()}


def language_of(text: str) -> str | None:
    """By its small words, as Postgres calls it; None where too few speak for any."""
    read = text[:_READ_CHARACTERS]
    words = [word.lower() for word in _WORD.findall(read)]
    counts = {language: sum(word in small for word in words) for language, small in _small_words().items()}
    best = max(counts, key=lambda language: counts[language])
    if counts[best] >= max(1, _MIN_SHARE * len(words)):
        return best
    return None if _STEMMED.search(read) else UNSTEMMED


def spaced(text: str) -> str:
    """The same, where runs of letters without spaces between words stand as pairs."""
    return _UNSPACED.sub(lambda run: f" {' '.join(_pairs(run[0]))} ", text)


def _pairs(run: str) -> Iterable[str]:
    return [run[place : place + 2] for place in range(len(run) - 1)] or [run]


def languages_to_ask(question: str, held: Iterable[str]) -> list[str]:
    """In which languages a question's words are stemmed: its own, or where that cannot be told, all that are held."""
    own = language_of(question)
    return [own] if own else sorted(held) or [USUAL]
