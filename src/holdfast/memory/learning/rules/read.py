"""A turn in, candidates out, with no model."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from holdfast.memory.learning.predicates import PERSON, is_denial, sentence
from holdfast.memory.learning.rules import nouns, relations
from holdfast.memory.learning.rules.about_me import ABOUT_ME, Rule
from holdfast.memory.learning.rules.endings import ENDINGS
from holdfast.memory.learning.rules.names import names
from holdfast.memory.learning.rules.objects import day, thing, valid_since
from holdfast.memory.learning.types import EntityCandidate, FactCandidate, Turn
from holdfast.memory.loops.clauses import Clause, clauses

HEDGED = 0.5
_ONCE_A_CLAUSE = 3
_WE = re.compile(
    r"\b(?:we|We)\b(?= (?:live|are|have|own|moved|love|like|hate|bought|got|adopted|both|just|recently|also|"
    r"speak|play))"
)
_LIST = re.compile(r",? (?:and|or|&) |, ")
_LISTED = frozenset({"likes", "dislikes", "allergic_to", "does_not_eat", "plays", "speaks", "collects"})
_OF_OTHERS = frozenset(
    {
        "lives_in",
        "works_at",
        "occupation",
        "likes",
        "dislikes",
        "age",
        "diet",
        "allergic_to",
        "studies",
        "studies_at",
        "from",
        "plays",
        "speaks",
        "relationship_status",
        "nationality",
        "prefers",
        "has_condition",
        "has_children",
    }
)
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
_PAIR = re.compile(r"I am (?:an? )(?P<job>.{2,60}?) (?:at|for) (?!home|the|a |an )(?P<where>[A-Z].{1,50})")


def read_turn(turn: Turn, subject: str) -> tuple[Sequence[FactCandidate], Sequence[EntityCandidate]]:
    """What a speaker's turn states about them and the people around them."""
    facts: list[FactCandidate] = []
    entities: list[EntityCandidate] = []
    stated = clauses(turn.text)
    of_clause: list[list[FactCandidate]] = []
    for n, clause in enumerate(stated):
        text = _WE.sub("I", clause.text)
        found = [
            replace(fact, label=f"{turn.episode}.{n}.{place}")
            for place, fact in enumerate(_facts(replace(clause, text=text), turn, subject))
        ]
        of_clause.append(found)
        entities += _entities(clause.text, found, turn)
    for clause, found in zip(stated, of_clause, strict=True):
        why = (
            of_clause[clause.because_of] if clause.because_of is not None and clause.because_of < len(of_clause) else []
        )
        grounds = tuple(fact.label for fact in why if fact.label)
        facts += [replace(fact, rests_on=grounds) for fact in found]
    return facts, entities


def _facts(clause: Clause, turn: Turn, subject: str) -> Iterator[FactCandidate]:
    """At most a few a clause: what many rules read out of one clause is mostly the same thing again."""
    seen: set[tuple[str, str, str]] = set()
    for who, predicate, object_, rule in _found(clause.text, subject):
        if (who, predicate, object_.lower()) in seen:
            continue
        seen.add((who, predicate, object_.lower()))
        confidence = rule.confidence if rule else 0.8
        is_event = rule.is_event if rule else False
        yield FactCandidate(
            subject=who,
            predicate=predicate,
            object=object_,
            text=sentence(who, predicate, object_),
            confidence=min(confidence, HEDGED) if clause.is_hedged else confidence,
            episodes=[turn.episode],
            said_at=turn.said_at,
            valid_from=valid_since(clause.text, is_event=is_event),
            valid_to=turn.said_at if predicate in ("lived_in", "worked_at") else None,
        )
        if len(seen) >= 2 * _ONCE_A_CLAUSE:
            return


def _found(text: str, subject: str) -> Iterator[tuple[str, str, str, Rule | None]]:
    for relation in relations.relations(text):
        if relation.kind == "animal":
            yield subject, "has_pet", f"{relation.name} ({relation.relation})", None
        elif relation.name.lower() not in nouns.PERSONAS:
            yield subject, relation.relation, relation.name, None
    if pets := relations.unnamed_pets(text):
        yield subject, "has_pet", pets, None
    if (dated := relations.event(text)) and (when := day(dated[1])):
        yield subject, f"{dated[0]}_date", when, None
    if (best := relations.favorite(text)) and (what := thing(best[1])):
        yield subject, f"favorite_{best[0]}", what, None
    if (theirs := relations.birthday_of_another(text)) and (when := day(theirs[1])):
        yield theirs[0], "birthday", when, None
    if other := relations.in_first_person(text):
        for predicate, object_, rule in _by_table(other[1]):
            if predicate.removeprefix("not_") in _OF_OTHERS:
                yield other[0], predicate, object_, rule
    else:
        for predicate, object_, rule in _by_table(text):
            yield subject, predicate, object_, rule


def _by_table(text: str) -> Iterator[tuple[str, str, Rule]]:
    for rule in ENDINGS:
        found = rule.pattern.match(text)
        if found and (object_ := rule.shape(found.group("o"))) is not None:
            yield rule.predicate, object_, rule
            return
    if found := _PAIR.match(text):
        text = f"I am a {found.group('job')}"
        yield from _by_table(f"I work at {found.group('where')}")
    count = 0
    for rule in ABOUT_ME:
        found = rule.pattern.match(text)
        if not found:
            continue
        for caught in _items(found.group("o"), rule.predicate):
            if object_ := rule.shape(caught):
                yield rule.predicate, object_, rule
                count += 1
        if count >= _ONCE_A_CLAUSE:
            return


def _items(caught: str, predicate: str) -> Sequence[str]:
    """ "tea and dark chocolate" are two things somebody likes; "working with kids and animals" is one."""
    if predicate not in _LISTED:
        return [caught]
    items = [item for item in _LIST.split(caught) if item.strip()]
    are_short = all(len(item.split()) <= 3 for item in items)
    return items[:5] if len(items) > 1 and are_short else [caught]


def _entities(text: str, facts: Sequence[FactCandidate], turn: Turn) -> Iterator[EntityCandidate]:
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
