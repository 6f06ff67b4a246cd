"""One row a person or place, whatever it is called today: Ana, ana, Ana's, Ana Lopes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from holdfast.core.language.words import BARE_WORD
from holdfast.memory.learning.predicates import PERSON
from holdfast.memory.learning.types import EntityCandidate, FactState, WindowTurn

SELF = "@self"
"""The key of the person themselves: where the edges of facts about them begin. No word is ever read as it."""
MAX_NAME_CHARACTERS = 80
_ARTICLE = re.compile(r"^(?:the|a|an|my|our|mr|mrs|ms|dr|prof)\.?\s+")


@dataclass(frozen=True, slots=True)
class NamedEntity:
    """An entity as it stands, or as it shall stand."""

    id: int | None
    key: str
    name: str
    kind: str
    relation: str | None
    first_at: datetime
    last_at: datetime
    added: tuple[int, ...] = ()
    """Turns that name it and are not counted yet."""


def key_of(name: str) -> str:
    key = " ".join(name.casefold().replace("’", "'").split())[:MAX_NAME_CHARACTERS].strip(" .,!?\"'()")
    key = key.removesuffix("'s").removesuffix("'")
    return _ARTICLE.sub("", key) or key


def name_entities(
    candidates: Sequence[EntityCandidate], turns: Sequence[WindowTurn], known: Sequence[NamedEntity]
) -> dict[str, NamedEntity]:
    """Every entity by its key, with the turns of the window that name it. Unchanged ones keep `added` empty."""
    entities = {one.key: one for one in known}
    for candidate in candidates:
        key = resolve(candidate.name, entities, candidate.kind)
        if not key:
            continue
        old = entities.get(key) or NamedEntity(
            None, key, candidate.name[:MAX_NAME_CHARACTERS], candidate.kind, None, candidate.said_at, candidate.said_at
        )
        entities[key] = replace(
            old,
            kind=candidate.kind if old.kind == "thing" else old.kind,
            relation=candidate.relation or old.relation,
            first_at=min(old.first_at, candidate.said_at),
            last_at=max(old.last_at, candidate.said_at),
            added=tuple(dict.fromkeys((*old.added, *candidate.episodes))),
        )
    for turn in turns:
        for key in _named_in(turn, entities):
            old = entities[key]
            entities[key] = replace(
                old,
                added=tuple(dict.fromkeys((*old.added, turn.episode))),
                first_at=min(old.first_at, turn.said_at),
                last_at=max(old.last_at, turn.said_at),
            )
    return entities


def resolve(name: str, entities: Mapping[str, NamedEntity], kind: str = "person") -> str:
    """The key it has, or shall have. A first name alone is whoever of that name is known, if there is only one."""
    key = key_of(name)
    if not key or key in entities or kind not in ("person", "thing"):
        return key
    first = key.split()[0]
    people = [one.key for one in entities.values() if one.kind == "person" and one.key != SELF]
    alike = [other for other in people if other.split()[0] == first and (" " not in key or " " not in other)]
    return alike[0] if len(alike) == 1 else key


def edges_of(facts: Sequence[FactState], entities: Mapping[str, NamedEntity]) -> list[tuple[str, str, str, int]]:
    """(from, to, relation, fact): where both ends of a fact have a name."""
    edges = []
    for fact in facts:
        begin = SELF if fact.subject == PERSON else resolve(fact.subject, entities)
        end = resolve(re.sub(r" \(.*\)$", "", fact.object), entities)
        if end in entities and (begin == SELF or begin in entities) and begin != end:
            edges.append((begin, end, fact.predicate, fact.id))
    return edges


def _named_in(turn: WindowTurn, entities: Mapping[str, NamedEntity]) -> list[str]:
    """Names of one to three words that stand in the turn with a capital somewhere."""
    words = list(BARE_WORD.finditer(turn.text[:8_000]))
    found: dict[str, None] = {}
    for length in (3, 2, 1):
        for at in range(len(words) - length + 1):
            spelt = turn.text[words[at].start() : words[at + length - 1].end()]
            if spelt[0].isupper() and (key := key_of(spelt)) in entities and key != SELF:
                found[key] = None
    return list(found)
