"""Versions of facts as rows. Nothing is overwritten: what is no longer believed says since when, why and for what."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from holdfast.core.db import Owner, Tx
from holdfast.memory.intake.awaited import note_facts
from holdfast.memory.learning.facts import store
from holdfast.memory.learning.types import FactState, Reconciliation
from holdfast.memory.types import Fact


async def write_facts(tx: Tx, owner: Owner, facts: Reconciliation) -> dict[int, int]:
    """New rows first, under their real ids; then what changed, which may point at them."""
    places: dict[int, int] = {}
    for fact in (fact for fact in facts.changed if fact.id < 0):
        first = fact.lineage or fact.id
        lineage = None if first == fact.id else places.get(first, first)
        places[fact.id] = await store.add_fact(tx, owner, fact, lineage=lineage)
    for fact in facts.changed:
        if fact.id > 0 or fact.superseded_by is not None:
            await store.save_fact(tx, owner, _placed(fact, places))
    evidence = [(places.get(fact.id, fact.id), episode) for fact in facts.changed for episode in fact.added]
    if evidence:
        await store.add_evidence(tx, owner, evidence)
        await note_facts(tx, owner, evidence)
    grounds = [(places.get(fact.id, fact.id), places.get(on, on)) for fact in facts.changed for on in fact.rests_on]
    if grounds:
        await store.add_grounds(tx, owner, grounds)
    if facts.retired:
        await store.doubt_what_rests_on(tx, owner, facts.retired)
    return places


async def replace_fact(tx: Tx, owner: Owner, old: Fact, new: Fact) -> int:
    """By the person's hand: a new version in the old one's place. It came from the same turns; its id is given back."""
    place = await store.add_fact(tx, owner, new, lineage=old.lineage)
    await store.inherit_evidence(tx, owner, old=old.id, new=place)
    await store.retire(tx, owner, old.id, at=new.learned_at, because="edited", superseded_by=place)
    await store.doubt_what_rests_on(tx, owner, [old.id])
    return place


async def withdraw(tx: Tx, owner: Owner, fact_id: int, *, at: datetime) -> None:
    await store.retire(tx, owner, fact_id, at=at, because="withdrawn")
    await store.doubt_what_rests_on(tx, owner, [fact_id])


def _placed(fact: FactState, places: dict[int, int]) -> FactState:
    by = fact.superseded_by
    return replace(fact, id=places.get(fact.id, fact.id), superseded_by=None if by is None else places.get(by, by))
