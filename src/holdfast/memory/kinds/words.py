"""Which kinds the words of a text speak for. Pure, and linear in the text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from holdfast.memory.kinds.tables import tables

_MAX_CHARACTERS = 2_000
_MAX_PHRASE_WORDS = 3
_WORD = re.compile(r"[^\W_][\w']*")


def read_words(text: str) -> tuple[Mapping[str, int], Mapping[str, int]]:
    """How many words speak for each kind, and how many only lean towards it."""
    sure: dict[str, int] = {}
    leaning: dict[str, int] = {}
    for phrase in _phrases(text):
        for kind in tables().of_word.get(phrase, ()):
            sure[kind] = sure.get(kind, 0) + 1
        for kind in tables().of_hint.get(phrase, ()):
            leaning[kind] = leaning.get(kind, 0) + 1
    return sure, leaning


def _phrases(text: str) -> Iterator[str]:
    said = text[:_MAX_CHARACTERS].lower().replace("’", "'").replace("-", " ")
    words = [word.removesuffix("'s") for word in _WORD.findall(said)]
    for at in range(len(words)):
        for length in range(1, _MAX_PHRASE_WORDS + 1):
            if at + length <= len(words):
                yield " ".join(words[at : at + length])
