"""How facts are ranked: 70 % similarity, 20 % confidence, up to 10 % recency. Pure.

A fact of a kind that is needed lies nearer than its words do: "stopped eating meat" and "suggest something for dinner"
share nothing else; and a standing constraint comes before a remark. What is needed surely by nobody (a sum, a
translation) brings no fact at all, except pinned ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from holdfast.memory.kinds.circumstances import is_circumstance
from holdfast.memory.kinds.needs import Needs
from holdfast.memory.kinds.standing import binds, substance
from holdfast.memory.types import Fact, RecalledFact

_SIMILARITY, _CONFIDENCE, _RECENCY = 0.7, 0.2, 0.1
_HALF_LIFE_DAYS = 60.0
_DOUBT = 0.7
FLOOR = 0.4
"""Least similarity of a fact that is given back; pinned facts always are."""
_UNRELATED, _SAME = 0.10, 0.75
"""Inner products between which two short texts go from unrelated to the same."""
_FAR, _NEAR = 0.05, 0.60
"""The same between a request and what it needs, which are never the same: here even the far ones are told apart."""
NEARER = 0.5
"""How much of what it lacks in likeness a fact of the kinds that are needed gains. On the labelled requests, read
without the written ones they are nearest to, 0.4 to 0.6 differ by less than two in a hundred."""
_CIRCUMSTANCE, _MAX_LIFTED = 2.0, 0.95
"""What a circumstance counts for beside a kind. From 1.6 to 2.4 the labelled requests differ by one or two in a
hundred."""
_BINDS, _SUBSTANCE = 0.1, 0.15
"""What a standing constraint, and a statement that says much, is put before the others by. From 0.05 to 0.15 and from
0.1 to 0.2 the labelled requests differ by one or two in a hundred."""
NEEDED_FLOOR, MAX_NEEDED = 0.1, 5
"""Of the best few, where a request needs something: five lines of what matters most cost less than the one that is
missed. At 0.2 one in thirty of the labelled requests loses it."""


def rank_facts(
    found: Sequence[tuple[Fact, float | None, Sequence[str]]],
    terms: Sequence[str],
    needs: Needs,
    *,
    now: datetime,
    limit: int,
) -> Sequence[RecalledFact]:
    ranked = []
    for fact, product, words in found:
        lift = min(NEARER * needed(fact, needs), _MAX_LIFTED)
        likeness = _lifted(similarity(product, terms, words), lift)
        nearness = _lifted(_nearness(product, terms, words), lift) if needs.kinds else likeness
        if nearness >= (NEEDED_FLOOR if needs.kinds else FLOOR) or fact.is_pinned:
            score = score_fact(fact, nearness, now) + (_standing(fact) if needs.kinds else 0.0)
            ranked.append((RecalledFact(fact, score, product), likeness))
    ranked.sort(key=lambda one: (-one[0].score, -one[0].fact.id))
    pinned = [one for one, _ in ranked if one.fact.is_pinned][:limit]
    others = [(one, likeness) for one, likeness in ranked if not one.fact.is_pinned]
    first = [replace(one, is_needed=bool(needs.kinds)) for one, _ in others[:MAX_NEEDED]]
    rest = [one for one, likeness in others[MAX_NEEDED:] if likeness >= FLOOR]
    told = [*pinned, *[*first, *rest][: limit - len(pinned)]]
    return sorted(told, key=lambda one: (-one.score, -one.fact.id))


def needed(fact: Fact, needs: Needs) -> float:
    """Its kinds together, by how much each is needed and how much it is the fact's: from 0 to 1; and as much again, and
    more, where the circumstances are the same."""
    meets = {kind: share * needs.kinds.get(kind, 0.0) for kind, share in fact.kinds.items()}
    finer = sum(share for kind, share in meets.items() if is_circumstance(kind))
    return min(sum(meets.values()) - finer, 1.0) + _CIRCUMSTANCE * finer


def _standing(fact: Fact) -> float:
    return _BINDS * binds(fact.predicate, fact.text) + _SUBSTANCE * substance(fact.predicate, fact.text)


def _lifted(likeness: float, lift: float) -> float:
    return likeness + (1.0 - likeness) * lift


def similarity(product: float | None, terms: Sequence[str], words: Sequence[str]) -> float:
    """By meaning and by words, whichever sees it better: names and numbers mean little to a small embedder."""
    meaning = 0.0 if product is None else (product - _UNRELATED) / (_SAME - _UNRELATED)
    return max(_by_both(meaning, terms, words), 0.0)


def _nearness(product: float | None, terms: Sequence[str], words: Sequence[str]) -> float:
    """Of a fact to a request that needs something; below zero for what is far."""
    return _by_both(0.0 if product is None else (product - _FAR) / (_NEAR - _FAR), terms, words)


def _by_both(meaning: float, terms: Sequence[str], words: Sequence[str]) -> float:
    shared = len(set(terms) & set(words)) / len(set(terms)) if terms else 0.0
    return min(max(meaning, 0.8 * shared, 0.6 * meaning + 0.4 * shared) if shared else meaning, 1.0)


def score_fact(fact: Fact, likeness: float, now: datetime) -> float:
    age_days = max((now - (fact.reinforced_at or fact.learned_at)).total_seconds() / 86400.0, 0.0)
    score: float = (
        _SIMILARITY * likeness + _CONFIDENCE * fact.confidence + _RECENCY * 0.5 ** (age_days / _HALF_LIFE_DAYS)
    )
    return score * (_DOUBT if fact.is_doubtful else 1.0)
