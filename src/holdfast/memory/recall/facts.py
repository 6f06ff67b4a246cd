"""How facts are ranked: 70 % similarity, 20 % confidence, up to 10 % recency. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from holdfast.memory.types import Fact, RecalledFact

_SIMILARITY, _CONFIDENCE, _RECENCY = 0.7, 0.2, 0.1
_HALF_LIFE_DAYS = 60.0
_DOUBT = 0.7
FLOOR = 0.4
"""Least similarity of a fact that is given back; pinned facts always are."""
_UNRELATED, _SAME = 0.10, 0.75
"""Inner products between which two short texts go from unrelated to the same."""


def rank_facts(
    found: Sequence[tuple[Fact, float | None, Sequence[str]]], terms: Sequence[str], *, now: datetime, limit: int
) -> Sequence[RecalledFact]:
    ranked = []
    for fact, product, words in found:
        likeness = similarity(product, terms, words)
        if likeness >= FLOOR or fact.is_pinned:
            ranked.append(RecalledFact(fact, score_fact(fact, likeness, now), product))
    ranked.sort(key=lambda one: (-one.score, -one.fact.id))
    pinned = [one for one in ranked if one.fact.is_pinned][:limit]
    others = [one for one in ranked if not one.fact.is_pinned][: limit - len(pinned)]
    return sorted([*pinned, *others], key=lambda one: (-one.score, -one.fact.id))


def similarity(product: float | None, terms: Sequence[str], words: Sequence[str]) -> float:
    """By meaning and by words, whichever sees it better: names and numbers mean little to a small embedder."""
    meaning = 0.0 if product is None else (product - _UNRELATED) / (_SAME - _UNRELATED)
    shared = len(set(terms) & set(words)) / len(set(terms)) if terms else 0.0
    return min(max(meaning, 0.8 * shared, 0.6 * meaning + 0.4 * shared, 0.0), 1.0)


def score_fact(fact: Fact, likeness: float, now: datetime) -> float:
    age_days = max((now - (fact.reinforced_at or fact.learned_at)).total_seconds() / 86400.0, 0.0)
    score: float = (
        _SIMILARITY * likeness + _CONFIDENCE * fact.confidence + _RECENCY * 0.5 ** (age_days / _HALF_LIFE_DAYS)
    )
    return score * (_DOUBT if fact.is_doubtful else 1.0)
