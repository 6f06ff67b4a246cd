"""Whether a message goes back to where things stood, so that the handover is worth telling once more."""

from __future__ import annotations

from collections.abc import Sequence, Set

from holdfast.core.language.calendars import calendar_of
from holdfast.core.language.sentences import split_sentences
from holdfast.models.types import Embedder
from holdfast.turn.reading.signals import is_low_signal
from holdfast.turn.reading.utterance import read_utterance
from holdfast.turn.reading.vectors import vector_of, vectors_of

REINJECT_FROM = 0.35
"""Measured on the pairs of the tests with the local embedder: most that go back are above, those that do not below."""
_ONLY_A_DAY = 0.2
"""Taken off where all that a message shares with a sentence is the name of a day: most things happen on one."""
_DAYS = frozenset(calendar_of("en").weekday_names)
_SENTENCES = 12


async def is_close_to_handover(text: str, handover: str, embedder: Embedder) -> float:
    """The cosine to the nearest sentence of the handover; 0 for a message that says nothing."""
    seen = read_utterance(text)
    sentences = handover_sentences(handover)
    if not sentences or not seen.words or is_low_signal(seen):
        return 0.0
    vector = await vector_of(seen.text, embedder)
    likenesses = (float(vector @ other) for other in await vectors_of(sentences, embedder))
    words = set(seen.content)
    return round(max(like - _day_alone(words, told) for like, told in zip(likenesses, sentences, strict=True)), 3)


def _day_alone(words: Set[str], sentence: str) -> float:
    shared = words & set(read_utterance(sentence).content)
    return _ONLY_A_DAY if shared and shared <= _DAYS else 0.0


def handover_sentences(handover: str) -> Sequence[str]:
    """A whole handover speaks of several things, and a message of one of them."""
    parts = (part.strip(" -•*\t") for part in split_sentences(handover[:4_000]))
    return [part for part in parts if len(part) > 2][:_SENTENCES]
