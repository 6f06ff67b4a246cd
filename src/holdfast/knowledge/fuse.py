"""How near a passage is to a question: a share for its words and one for its meaning, added up. Pure.

Both are absolute, so that the sum says whether anything answers at all: scaled by each question's own best, nonsense
would look as good as an answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PassageWeights:
    words: float = 0.5
    meaning: float = 0.5
    floor: float = 0.34
    """Where the best is below it nothing is told: the question is about something else."""
    keeps: float = 0.5
    """What another one must have of the best one's score, to be told beside it."""


WORDS_ALONE = PassageWeights(words=1.0, meaning=0.0, floor=0.3)
"""Where there is no vector of the question."""


@dataclass(frozen=True, slots=True)
class ModelFit:
    """What the cosines of a model mean: models differ in how near everything is to everything, and in how much more
    than words they know."""

    far: float = 0.15
    """How near two texts are that share nothing."""
    near: float = 1.0
    """And a question and what answers it in other words."""
    weights: PassageWeights = PassageWeights()

    def nearness(self, cosine: float) -> float:
        """0 to 1."""
        return min(max((cosine - self.far) / (self.near - self.far), 0.0), 1.0)


_FITS: Mapping[str, ModelFit] = {
    "multilingual-e5-small": ModelFit(0.76, 0.9, PassageWeights(0.4, 0.6, 0.28)),
    "all-minilm-l6-v2": ModelFit(0.1, 0.85, PassageWeights(0.6, 0.4, 0.28)),
}
"""Chosen on one half of the library of `holdfast eval retrieval`, measured on the other."""
_USUAL = ModelFit()


def fit_of(model: str) -> ModelFit:
    """By the model's name, with or without its version."""
    return _FITS.get(model.partition("@")[0], _USUAL)


CONTEXT_SHARE = 0.3
"""Of a question that goes on with another one, how much the two together count beside it alone."""
_SAME = 0.9
_SHINGLE = 5


def fuse(
    words: Mapping[int, float], meaning: Mapping[int, float], weights: PassageWeights
) -> Sequence[tuple[int, float]]:
    """Best first. What was not looked at for its meaning is as far as that gets."""
    scored = {
        passage: weights.words * words.get(passage, 0.0) + weights.meaning * meaning.get(passage, 0.0)
        for passage in words.keys() | meaning.keys()
    }
    best = max(scored.values(), default=0.0)
    if best < weights.floor:
        return []
    kept = [(passage, score) for passage, score in scored.items() if score >= weights.keeps * best]
    return sorted(kept, key=lambda one: (-one[1], one[0]))


def blend(alone: Mapping[int, float], in_context: Mapping[int, float]) -> Mapping[int, float]:
    return {
        passage: (1 - CONTEXT_SHARE) * alone.get(passage, 0.0) + CONTEXT_SHARE * in_context.get(passage, 0.0)
        for passage in alone.keys() | in_context.keys()
    }


class ToldOnce:
    """Of texts that come one after another, those of which most does not stand in one that came before: versions and
    copies of a document say the same again."""

    def __init__(self) -> None:
        self._told: list[frozenset[str]] = []

    def is_new(self, text: str) -> bool:
        own = _shingles(text)
        if any(len(own & other) >= _SAME * max(len(own), 1) for other in self._told):
            return False
        self._told.append(own)
        return True


def _shingles(text: str) -> frozenset[str]:
    words = text.lower().split()
    return frozenset(" ".join(words[place : place + _SHINGLE]) for place in range(max(len(words) - _SHINGLE + 1, 1)))
