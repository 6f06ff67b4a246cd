"""How much a question asks for: how many passages it is answered from, and how much of the prompt they may take. Pure.

A word or two that greets needs no library; a question that compares, lists or asks why of several things needs more
than one place to answer from.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from holdfast.core.language.words import BARE_WORD

QuestionLevel = Literal["simple", "usual", "complex"]

_ENDS = re.compile(r"[?？!！.。;；\n]+")
_MAX_READ_CHARACTERS = 8_000
_SHORT_WORDS, _LONG_WORDS = 6, 30


@dataclass(frozen=True, slots=True)
class Complexity:
    level: QuestionLevel
    passages: int
    """At most so many are told."""
    share: float
    """Of the room that blocks and history have, what passages of documents may take together."""


SIMPLE = Complexity("simple", 4, 0.25)
USUAL = Complexity("usual", 7, 0.4)
COMPLEX = Complexity("complex", 10, 0.6)


@cache
def _weighing() -> frozenset[str]:
    """Words of questions that want more than one thing; a question of several asks for more."""
    table = tomllib.loads((Path(__file__).parent / "complexity.toml").read_text(encoding="utf-8"))
    return frozenset(word for words in table.values() for word in words.split())


def complexity_of(question: str) -> Complexity:
    read = question[:_MAX_READ_CHARACTERS].lower()
    words = BARE_WORD.findall(read)
    sentences = sum(1 for part in _ENDS.split(read) if len(BARE_WORD.findall(part)) > 2)
    signs = sum(word in _weighing() for word in words) + max(sentences - 1, 0)
    if len(words) >= _LONG_WORDS or signs >= 3:
        return COMPLEX
    if len(words) <= _SHORT_WORDS and signs < 2:
        return SIMPLE
    return USUAL
