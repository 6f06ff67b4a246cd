"""Who and what a clause names, with what is said of them there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from holdfast.memory.learning.predicates import PERSON, is_denial
from holdfast.memory.learning.rules import nouns, relations
from holdfast.memory.learning.rules.names import names
from holdfast.memory.learning.types import EntityCandidate, FactCandidate, WindowTurn

_PLACES = {
    "lives_in": "place",
    "from": "place",
    "born_in": "place",
    "lived_in": "place",
    "works_at": "organization",
    "studies_at": "organization",
    "worked_at": "organization",
}
_NO_THINGS = frozenset({"name", "preferred_name", "time_zone", "speaks", "learning", "nationality", "native_language"})
"""What these hold is written with a capital, and is nothing that one could ask about by itself."""


def entities_in(text: str, facts: Sequence[FactCandidate], turn: WindowTurn) -> Iterator[EntityCandidate]:
    def named(name: str, kind: str, relation: str | None = None) -> EntityCandidate:
        return EntityCandidate(name, kind, relation, [turn.episode], turn.said_at)

    for relation in relations.relations(text):
        if relation.name.lower() not in nouns.PERSONAS:
            yield named(relation.name, relation.kind, relation.relation)
    for fact in facts:
        if fact.predicate in _PLACES and not is_denial(fact.predicate):
            yield named(fact.object, _PLACES[fact.predicate])
        if fact.subject != PERSON and fact.subject[:1].isupper() and fact.subject != turn.name:
            yield named(fact.subject, "person")
    known = {fact.object.lower() for fact in facts if fact.predicate in _NO_THINGS}
    for name, kind in names(text):
        if name.lower() not in known:
            yield named(name, kind)
