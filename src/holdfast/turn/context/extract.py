"""A shorter version of passages: some of their own sentences, and nothing in other words. Pure.

Which sentences were kept is told by their places, so that whoever opens the answer later is told the same again out of
the document itself, and what is cited stands there word for word.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence

from holdfast.knowledge.chunk import CHUNK_CHARACTERS, sentences_between
from holdfast.knowledge.tell import NumberedPassage
from holdfast.knowledge.terms import spaced
from holdfast.knowledge.types import Passage

SHORT_SHARE = 1 / 3
"""Of its letters, what a short version has at most."""
Kept = Mapping[int, Sequence[int]]
"""Of a passage, by its number: the places of the sentences that are kept."""

_WORD = re.compile(r"\w{2,}")
_STEM = 5
"""Letters by which words are alike, whatever they end with."""


def sentences_of(passage: Passage) -> Sequence[str]:
    text = passage.text
    found = (text[starts:ends].strip() for starts, ends in sentences_between(text, 0, len(text), CHUNK_CHARACTERS))
    return [sentence for sentence in found if sentence]


def extract(question: str, numbered: Sequence[NumberedPassage]) -> Kept:
    """The sentences that share most with the question, the rare words counting most; where two share as much, the
    one that stands first."""
    told = [(part.id, place, sentence) for one in numbered for part in one.parts for place, sentence in _placed(part)]
    room = SHORT_SHARE * sum(len(sentence) for _, _, sentence in told)
    worth = _worth(question, [_stems(sentence) for _, _, sentence in told])
    kept: dict[int, list[int]] = {}
    said: set[str] = set()
    for at in sorted(range(len(told)), key=lambda at: (-worth[at], at)):
        passage_id, place, sentence = told[at]
        if len(sentence) <= room and sentence not in said:
            room -= len(sentence)
            said.add(sentence)
            kept.setdefault(passage_id, []).append(place)
    return {passage_id: sorted(places) for passage_id, places in kept.items()}


def shortened(numbered: NumberedPassage, kept: Kept) -> str | None:
    """The sentences of one number that are kept; None where none is."""
    told = [sentence for part in numbered.parts for place, sentence in _placed(part) if place in kept.get(part.id, ())]
    return " … ".join(told) or None


def _placed(passage: Passage) -> Sequence[tuple[int, str]]:
    return list(enumerate(sentences_of(passage)))


def _worth(question: str, sentences: Sequence[frozenset[str]]) -> Sequence[float]:
    asked = _stems(question)
    counts = Counter(stem for stems in sentences for stem in stems & asked)
    rare = {stem: math.log(1 + len(sentences) / count) for stem, count in counts.items()}
    return [sum(rare[stem] for stem in stems & asked) for stems in sentences]


def _stems(text: str) -> frozenset[str]:
    return frozenset(word[:_STEM] for word in _WORD.findall(spaced(text).lower()))
