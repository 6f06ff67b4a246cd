"""Which loop a sentence speaks of: by its words, and by its vector where there is one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from holdfast.memory.loops.tables import LOOP_TABLES
from holdfast.memory.loops.types import LoopCandidate, LoopState
from holdfast.memory.loops.words import common_language, content, covered, overlap, signature

SAME_WORDS = 0.75
SAME_MEANING = 0.82
SOME_WORDS = 0.3
ENDED_WORDS = 0.6
ENDED_MEANING = 0.62


class Likeness:
    """Cosines between texts whose vectors are known; 0 for the others."""

    def __init__(self, vectors: Mapping[str, Sequence[float]] | None = None) -> None:
        self._vectors: dict[str, Any] = {}
        for text, vector in (vectors or {}).items():
            array = np.asarray(vector, dtype=np.float32)
            self._vectors[text] = array / (float(np.linalg.norm(array)) or 1.0)

    def __call__(self, one: str, other: str) -> float:
        a, b = self._vectors.get(one), self._vectors.get(other)
        return 0.0 if a is None or b is None else float(a @ b)


def same_thing(candidate: LoopCandidate, loops: Iterable[LoopState], like: Likeness) -> LoopState | None:
    """The loop that already holds what this one would open."""
    scored = [(_sameness(candidate.text, loop, like), loop) for loop in loops]
    return _best([(score, loop) for score, loop in scored if score > 0])


def ended_thing(candidate: LoopCandidate, loops: Iterable[LoopState], like: Likeness) -> LoopState | None:
    """The loop that this one ends or gives up."""
    scored = [(_endedness(candidate, loop, like), loop) for loop in loops]
    return _best([(score, loop) for score, loop in scored if score > 0])


def _sameness(text: str, loop: LoopState, like: Likeness) -> float:
    if signature(text) == loop.signature:
        return 2.0
    language = common_language(text, loop.text)
    mine, theirs = content(text, language), content(loop.text, language)
    words, meaning = overlap(mine, theirs), like(text, loop.text)
    if _numbers(mine) != _numbers(theirs):
        return 0.0
    return words + meaning if words >= SAME_WORDS or (meaning >= SAME_MEANING and words >= SOME_WORDS) else 0.0


def _endedness(candidate: LoopCandidate, loop: LoopState, like: Likeness) -> float:
    language = common_language(candidate.text, loop.text)
    known = LOOP_TABLES[language].words
    said = [word for word in content(candidate.text, language) if word not in known.finishing]
    open_ = [word for word in content(loop.text, language) if word not in known.finishing]
    if not said or not open_:
        return 0.0
    meaning = like(candidate.text, loop.text)
    if candidate.must_match:
        # Any sentence about the past comes here, so most of the promise must stand in it, its verb included.
        verb = open_[-1] if known.is_verb_last else open_[0]
        is_it = covered(open_, by=said) >= ENDED_WORDS and verb in said
    else:
        is_it = covered(said, by=open_) >= ENDED_WORDS or covered(open_, by=said) >= ENDED_WORDS
        is_it = is_it or (meaning >= ENDED_MEANING and overlap(said, open_) > 0)
    return 0.1 + overlap(said, open_) + meaning if is_it else 0.0


def _numbers(words: Sequence[str]) -> set[str]:
    return {word for word in words if word.isdigit()}


def _best(scored: Sequence[tuple[float, LoopState]]) -> LoopState | None:
    return max(scored, key=lambda pair: (pair[0], pair[1].opened_at), default=(0.0, None))[1]
