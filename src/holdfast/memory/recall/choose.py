"""Which of the scored turns are given back: those above the floor, the best first. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from holdfast.memory.recall.fuse import Candidate, Scores, Spread
from holdfast.memory.recall.question import Question

FLOOR = 0.37
"""Nearness of the nearest turn plus a tenth of the weight of the best words, below which nothing here answers.

Calibrated for the local embedder on labelled conversations: less than 1 % of the questions that have an answer fall
below it, and about nine in ten of those that have nothing to do with the conversation. A question that fits the
conversation and merely has no answer in it cannot be told by likeness.
"""
_WORDS_SHARE = 0.1
_MARGIN = 0.24
"""The same above the mean of this owner's turns, for embedders whose scale is not known."""
_WORDS_ALONE, _RARE_WORDS = 0.3, 0.45
"""Weight of the shared words that is enough where there is no vector, and where its scale is not known."""
_MAX_WORDS = 0.5
_REPEAT_COST = 0.15
"""For questions whose answer is spread: each turn already taken from a session makes the next one of it dearer."""


def has_answer(candidates: Sequence[Candidate], spread: Spread, *, is_calibrated: bool) -> bool:
    """Whether the nearest turn and the best words, which need not be in the same turn, come up to the floor."""
    if any(one.similarity is None and _says_it(one) for one in candidates):
        return True
    if any(one.share >= 1.0 for one in candidates):
        return True  # all that was asked stands in one turn: in a small memory its words weigh little, and it is found
    near = nearness(candidates)
    if near is None or is_calibrated:
        return near is not None and near >= FLOOR
    return max(one.words for one in candidates) >= _RARE_WORDS or near - spread.mean >= _MARGIN


def nearness(candidates: Sequence[Candidate]) -> float | None:
    """What is held against the floor: the nearest turn's, and a tenth of the weight of the best words. None: no turn
    has a vector."""
    nearest = max((one.similarity for one in candidates if one.similarity is not None), default=None)
    return None if nearest is None else nearest + _WORDS_SHARE * max(one.words for one in candidates)


def _says_it(one: Candidate) -> bool:
    """By words alone, where a turn has no vector yet: weighty ones, or most of what was asked."""
    return one.words >= _WORDS_ALONE or one.share > _MAX_WORDS


def choose(question: Question, candidates: Sequence[Candidate], scores: Scores, *, limit: int) -> Sequence[int]:
    """Places of the chosen candidates, the best first."""
    order = [int(place) for place in np.argsort(-scores, kind="stable")]
    if not question.wants_many:
        return order[:limit]
    return _spread(candidates, scores, order[: 3 * limit], limit)


def _spread(candidates: Sequence[Candidate], scores: Scores, order: list[int], limit: int) -> Sequence[int]:
    taken: Counter[int] = Counter()
    chosen: list[int] = []
    while order and len(chosen) < limit:
        best = max(order, key=lambda place: scores[place] - _REPEAT_COST * taken[candidates[place].episode.session_row])
        order.remove(best)
        chosen.append(best)
        taken[candidates[best].episode.session_row] += 1
    return chosen
