"""A turn in, candidates out, with no model."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from holdfast.memory.learning.predicates import PERSON, sentence
from holdfast.memory.learning.rules import nouns, relations
from holdfast.memory.learning.rules.about_me import ABOUT_ME, FactRule
from holdfast.memory.learning.rules.endings import ENDINGS
from holdfast.memory.learning.rules.entities import entities_in
from holdfast.memory.learning.rules.events import EVENTS, PRICED
from holdfast.memory.learning.rules.kinds import AHEAD, LISTED, OF_OTHERS
from holdfast.memory.learning.rules.objects import day, thing, valid_since
from holdfast.memory.learning.rules.people import people, relatives_of_others
from holdfast.memory.learning.rules.states import STATES
from holdfast.memory.learning.rules.times import happened_at, lies_ahead, with_digits
from holdfast.memory.learning.types import EntityCandidate, FactCandidate, WindowTurn
from holdfast.memory.loops.clauses import Clause, clauses

HEDGED = 0.5
_ONCE_A_CLAUSE = 3
_WE = re.compile(
    r"^we (?:both |all )?(?!(?:should|could|would|will|might|can|may|need|must|shall|want|used)\b)"
    r"(?:(?P<be>are|were) (?:both |all )?)?",
    re.IGNORECASE,
)
_US = {"are": "am ", "were": "was "}
_MINE = re.compile(r"\b(?:my|our)\b", re.IGNORECASE)
_LIST = re.compile(r",? (?:and|or|&) |, ")
_PAIR = re.compile(r"I am (?:an? )(?P<job>.{2,60}?) (?:at|for) (?!home|the|a |an )(?P<where>[A-Z].{1,50})")


def read_turn(turn: WindowTurn, subject: str) -> tuple[Sequence[FactCandidate], Sequence[EntityCandidate]]:
    """What a speaker's turn states about them and the people around them."""
    facts: list[FactCandidate] = []
    entities: list[EntityCandidate] = []
    stated = clauses(turn.text)
    of_clause: list[list[FactCandidate]] = []
    spoken_of: list[str] = []
    for n, clause in enumerate(stated):
        text = with_digits(_as_one(relations.by_name(clause.text, spoken_of)))
        spoken_of += [who for who in relations.spoken_of(text) if who not in spoken_of]
        found = [
            replace(fact, label=f"{turn.episode}.{n}.{place}")
            for place, fact in enumerate(_facts(replace(clause, text=text), turn, subject))
        ]
        of_clause.append(found)
        entities += entities_in(clause.text, found, turn)
    for clause, found in zip(stated, of_clause, strict=True):
        why = (
            of_clause[clause.because_of] if clause.because_of is not None and clause.because_of < len(of_clause) else []
        )
        grounds = tuple(fact.label for fact in why if fact.label)
        facts += [replace(fact, rests_on=grounds) for fact in found]
    return facts, entities


def _as_one(text: str) -> str:
    """What several do, the speaker does: "we are moving" → "I am moving"."""
    return _WE.sub(lambda found: "I " + _US.get((found.group("be") or "").lower(), ""), text)


def _facts(clause: Clause, turn: WindowTurn, subject: str) -> Iterator[FactCandidate]:
    """At most a few a clause: what many rules read out of one clause is mostly the same thing again."""
    seen: set[tuple[str, str, str]] = set()
    for who, predicate, caught, rule in _found(clause.text, subject):
        object_ = _MINE.sub("their", caught)
        if (who, predicate, object_.lower()) in seen:
            continue
        seen.add((who, predicate, object_.lower()))
        confidence = rule.confidence if rule else 0.8
        since = _since(clause.text, predicate, turn.said_at, is_event=rule.is_event if rule else False)
        yield FactCandidate(
            subject=who,
            predicate=predicate,
            object=object_,
            text=_worded(who, predicate, object_, since),
            confidence=min(confidence, HEDGED) if clause.is_hedged else confidence,
            episodes=[turn.episode],
            said_at=turn.said_at,
            valid_from=since,
            valid_to=turn.said_at if predicate in ("lived_in", "worked_at") else None,
        )
        if len(seen) >= 2 * _ONCE_A_CLAUSE:
            return


def _worded(who: str, predicate: str, object_: str, since: datetime | None) -> str:
    """With the day that "on Thursday" meant, for who reads it later."""
    said = sentence(who, predicate, object_)
    if since is None or predicate not in AHEAD or since.day == 1 or f"{since:%B}" in object_:
        return said
    return f"{said} ({since.day} {since:%B %Y})"


def _since(text: str, predicate: str, said_at: datetime, *, is_event: bool) -> datetime | None:
    if named := valid_since(text, is_event=is_event):
        return named
    if predicate in AHEAD:
        return lies_ahead(text, said_at)
    return happened_at(text, said_at) if is_event else None


def _found(text: str, subject: str) -> Iterator[tuple[str, str, str, FactRule | None]]:
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
    named = {relation.name for relation in relations.relations(text)}
    for name, what in people(text):
        if name not in named and not relations.in_first_person(text):
            yield subject, "knows", f"{name}, {what}", None
    for whose, relation_, name in relatives_of_others(text):
        yield whose, relation_, name, None
    if other := relations.in_first_person(text):
        who, told = other
        # A relative without a name is the speaker's.
        yield from _of_another(f"{subject}'s {who}" if who.islower() and subject != PERSON else who, told)
    else:
        for predicate, object_, rule in _by_table(text):
            if predicate != "date" or not dated:
                yield subject, predicate, object_, rule


def _of_another(who: str, text: str) -> Iterator[tuple[str, str, str, FactRule | None]]:
    """`text`: as if they said it themselves."""
    pets = [found for found in relations.relations(text) if found.kind == "animal"]
    for pet in pets:
        yield who, "has_pet", f"{pet.name} ({pet.relation})", None
    for part in relations.all_in_first_person(text):
        for predicate, object_, rule in _by_table(part):
            if predicate.removeprefix("not_") in OF_OTHERS and not (pets and predicate == "owns"):
                yield who, predicate, object_, rule


def _by_table(text: str) -> Iterator[tuple[str, str, FactRule]]:
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
    if (found := PRICED.pattern.match(text)) and (object_ := PRICED.shape(found.group("o"))):
        yield PRICED.predicate, object_, PRICED
    elif not count:
        yield from _by_one_of((*STATES, *EVENTS), text)


def _by_one_of(rules: Sequence[FactRule], text: str) -> Iterator[tuple[str, str, FactRule]]:
    """The first that reads anything."""
    for rule in rules:
        found = rule.pattern.match(text)
        if found and (object_ := rule.shape(found.group("o"))):
            yield rule.predicate, object_, rule
            return


def _items(caught: str, predicate: str) -> Sequence[str]:
    """ "tea and dark chocolate" are two things somebody likes; "working with kids and animals" is one."""
    if predicate not in LISTED:
        return [caught]
    items = [item for item in _LIST.split(caught) if item.strip()]
    are_short = all(len(item.split()) <= 3 for item in items) and thing(caught.split(",")[0]) is not None
    return items[:5] if len(items) > 1 and are_short else [caught]
