"""Which of the facts that are known a new one can have to do with, without looking at each of them.

Whoever has told a lot pays no more for the next sentence than on the first day. What is found is a little too much,
never too little: `reconcile` says of each what it is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable

from holdfast.core.language.words import words_of
from holdfast.memory.learning.predicates import are_opposite, is_functional, object_key, subject_key
from holdfast.memory.learning.types import FactCandidate, FactState
from holdfast.memory.loops.words import content


class FactIndex:
    """By subject, and there by predicate and by words."""

    def __init__(self, facts: Iterable[FactState] = ()) -> None:
        self._places: dict[Hashable, list[int]] = defaultdict(list)
        self._predicates: dict[str, set[str]] = defaultdict(set)
        self._order: dict[int, int] = {}
        for fact in facts:
            self.add(fact)

    def add(self, fact: FactState) -> None:
        subject, said = subject_key(fact.subject), content(fact.text)
        self._order[fact.id] = len(self._order)
        self._predicates[subject].add(fact.predicate)
        keys: list[Hashable] = [
            (subject, "predicate", fact.predicate),
            (subject, "object", fact.predicate, object_key(fact.object)),
            (subject, "text", _spelled(fact.text)),
            (subject, "longest", _longest(said)),
            *((subject, "object word", fact.predicate, word) for word in content(fact.object)),
            *((subject, "text word", word) for word in said),
        ]
        for key in keys:
            self._places[key].append(fact.id)

    def near(self, candidate: FactCandidate) -> list[int]:
        """Ids, the first added first."""
        subject, predicate = subject_key(candidate.subject), candidate.predicate
        matter, said = content(candidate.object), content(candidate.text)
        rivals = [one for one in self._predicates.get(subject, ()) if are_opposite(predicate, one)]
        if is_functional(predicate):
            rivals.append(predicate)
        if predicate == "resumed":
            rivals.append("diet")
        keys: list[Hashable] = [
            *((subject, "predicate", one) for one in rivals),
            (subject, "object", predicate, object_key(candidate.object)),
            *((subject, "object word", predicate, word) for word in matter),
            (subject, "text", _spelled(candidate.text)),
            # One has all the words of the other, so that its longest stands in both.
            *((subject, "longest", word) for word in said),
            (subject, "text word", _longest(said)),
            *((subject, "text word", word) for word in matter if predicate == "resumed"),
        ]
        found = {place for key in keys for place in self._places.get(key, ())}
        return sorted(found, key=self._order.__getitem__)


def _spelled(text: str) -> str:
    return " ".join(words_of(text))


def _longest(words: Iterable[str]) -> str:
    return max(words, key=lambda word: (len(word), word), default="")
