"""Duplicates among what is held are folded: once a day, or when many memories are new, and never twice in a minute."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from holdfast.core.db import Owner
from holdfast.core.language.words import words_of
from holdfast.memory.learning.facts.fold_facts import fold_facts
from holdfast.memory.learning.facts.likeness import embed_texts
from holdfast.memory.learning.facts.store import newest_states
from holdfast.memory.learning.predicates import is_denial, is_functional, object_key, subject_key
from holdfast.memory.learning.types import FactState
from holdfast.memory.loops.match import Likeness
from holdfast.memory.loops.words import content, overlap
from holdfast.memory.parts import MemoryParts
from holdfast.memory.shadow import store
from holdfast.memory.shadow.keys import memory_key
from holdfast.memory.shadow.types import ShadowLimits

MAX_COMPARED = 500
SOME_WORDS = 0.5
SAME_WORDS = 0.8
SAME_MEANING = 0.9
_NEGATIONS = frozenset({"not", "no", "never", "without", "dislikes", "hates", "longer", "cannot"})


async def auto_curate(
    memory: MemoryParts, owner: Owner, persona_id: str | None, limits: ShadowLimits = ShadowLimits()
) -> int:
    """How many facts were folded into others."""
    now, persona = memory.clock(), persona_id or ""
    async with memory.db.as_owner(owner) as tx:
        is_due = await store.begin_curation(tx, owner, persona, now=now, limits=limits)
    if not is_due:
        return 0
    async with memory.db.as_owner(owner) as tx:
        held = await newest_states(tx, owner, limit=MAX_COMPARED)
    # Comparing each with each takes some tenths of a second: in a thread, so that nobody else waits for it.
    near = {fact.text for pair in await asyncio.to_thread(_pairs, held) for fact in pair}
    same = await asyncio.to_thread(duplicates, held, Likeness(await embed_texts(memory, sorted(near))))
    folded = await fold_facts(memory, owner, same)
    async with memory.db.as_owner(owner) as tx:
        await store.end_curation(tx, owner, persona, now=now, through=max((fact.id for fact in held), default=0))
    return folded


def duplicates(held: Sequence[FactState], like: Likeness) -> Sequence[tuple[FactState, FactState]]:
    """(the one that stays, the one that goes). What a person wrote or pinned never goes."""
    gone: set[int] = set()
    found: list[tuple[FactState, FactState]] = []
    for one, other in _pairs(held):
        stays, goes = sorted((one, other), key=_worth, reverse=True)
        if stays.id in gone or goes.id in gone or goes.is_pinned or goes.source == "person":
            continue
        if _say_the_same(stays, goes, like):
            gone.add(goes.id)
            found.append((stays, goes))
    return found


def _pairs(held: Sequence[FactState]) -> list[tuple[FactState, FactState]]:
    """Facts of one subject that share words, or a key."""
    told = [(fact, subject_key(fact.subject), content(fact.text), _key(fact)) for fact in held]
    return [
        (one, other)
        for n, (one, whose, words, key) in enumerate(told)
        for other, whose_other, words_other, key_other in told[n + 1 :]
        if whose == whose_other and (key == key_other or overlap(words, words_other) >= SOME_WORDS)
    ]


def _say_the_same(one: FactState, other: FactState, like: Likeness) -> bool:
    if _numbers(one) != _numbers(other) or _is_negative(one) != _is_negative(other):
        return False
    if one.predicate == other.predicate and object_key(one.object) == object_key(other.object):
        return True
    if is_functional(one.predicate) or is_functional(other.predicate):
        return False  # another value is another fact; which one is so was settled when it was learned
    words = overlap(content(one.text), content(other.text))
    return words >= SAME_WORDS or (words >= SOME_WORDS and like(one.text, other.text) >= SAME_MEANING)


def _worth(fact: FactState) -> tuple[bool, bool, int, float, int]:
    return fact.is_pinned, fact.source == "person", fact.times_reinforced, fact.confidence, -fact.id


def _key(fact: FactState) -> str:
    return memory_key(fact.subject, fact.predicate, fact.object)


def _numbers(fact: FactState) -> set[str]:
    """Words with a figure in them: flat B11 is not flat B1."""
    return {word for word in words_of(f"{fact.text} {fact.object}") if any(letter.isdigit() for letter in word)}


def _is_negative(fact: FactState) -> bool:
    return is_denial(fact.predicate) or bool(_NEGATIONS & set(words_of(fact.text)))
