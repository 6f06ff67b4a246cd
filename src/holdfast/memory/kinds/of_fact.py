"""The kinds of a fact: by its predicate, by its words, and by the statements it is near to in meaning. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

import orjson

from holdfast.memory.kinds.circumstances import circumstances_said, is_circumstance
from holdfast.memory.kinds.meaning import FloatVector, nearest
from holdfast.memory.kinds.tables import tables
from holdfast.memory.kinds.words import read_words

MAX_KINDS = 5
_PREDICATE, _WORD, _HINT = 0.8, 0.15, 0.05
_MAX_WORDS = 2
_NEIGHBOURS, _SHARPNESS = 7, 10.0
_LATER = 0.5
"""Of an example's kinds the first counts whole, each further one less."""
_MIN_SCORE = 0.2
_MIN_CIRCUMSTANCE_SHARE = 0.08


def kinds_of(
    predicate: str, text: str, vector: FloatVector | None = None, known: FloatVector | None = None
) -> Mapping[str, float]:
    """How much it is of each, the strongest first, circumstances behind them. `vector`: the text's; `known`: of the
    statements."""
    scores: defaultdict[str, float] = defaultdict(float)
    for kind in tables().of_predicate.get(predicate.removeprefix("not_"), ()):
        scores[kind] = _PREDICATE
    sure, leaning = read_words(text)
    for kind, count in sure.items():
        scores[kind] += _WORD * min(count, _MAX_WORDS)
    for kind in leaning:
        scores[kind] += _HINT
    if vector is not None and known is not None:
        stands = tables().stands
        for place, share in zip(
            *nearest(vector, known[: len(stands)], most=_NEIGHBOURS, sharpness=_SHARPNESS), strict=True
        ):
            for at, kind in enumerate(stands[place].kinds):
                scores[kind] += float(share) / (1 + _LATER * at)
    ranked = sorted(scores, key=lambda kind: -scores[kind])
    kinds = {kind: round(min(scores[kind], 1.0), 2) for kind in ranked[:MAX_KINDS] if scores[kind] >= _MIN_SCORE}
    return {**kinds, **_circumstances(vector, known)}


def _circumstances(vector: FloatVector | None, known: FloatVector | None) -> Mapping[str, float]:
    if vector is None or known is None:
        return {}
    shares = circumstances_said(vector, known)
    ranked = sorted(shares, key=lambda name: -shares[name])
    return {name: round(shares[name], 2) for name in ranked[:MAX_KINDS] if shares[name] >= _MIN_CIRCUMSTANCE_SHARE}


def read_kinds(stored: str | None) -> Mapping[str, float]:
    """As the database gives them; it keeps no order."""
    kinds: dict[str, float] = orjson.loads(stored) if stored else {}
    return dict(sorted(kinds.items(), key=lambda one: (is_circumstance(one[0]), -one[1], one[0])))
