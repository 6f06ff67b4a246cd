"""Facts that say the same, folded into one: the others are retired as folded, and their turns become its evidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from holdfast.core.db import Owner
from holdfast.memory.learning.facts import store
from holdfast.memory.learning.types import FactState
from holdfast.memory.locks import lock_learning
from holdfast.memory.parts import MemoryParts


async def fold_facts(memory: MemoryParts, owner: Owner, same: Sequence[tuple[FactState, FactState]]) -> int:
    """(the one that stays, the one that goes). Pairs that no longer stand as they were compared are left alone."""
    if not same:
        return 0
    folded = 0
    async with memory.db.as_owner(owner) as tx:
        await lock_learning(tx, owner)
        ids = sorted({fact.id for pair in same for fact in pair})
        now = {fact.id: fact for fact in await store.states_about(tx, owner, (), (), ids, limit=len(ids))}
        for kept, gone in same:
            stays, goes = now.get(kept.id), now.get(gone.id)
            if stays is None or goes is None or not (_stands(stays, kept) and _stands(goes, gone)):
                continue
            now[stays.id], now[goes.id] = _folded(stays, goes)
            for fact in (now[stays.id], now[goes.id]):
                await store.save_fact(tx, owner, fact)
            if goes.told_by:
                await store.add_evidence(tx, owner, [(stays.id, episode) for episode in goes.told_by])
            folded += 1
    return folded


def _stands(fact: FactState, as_compared: FactState) -> bool:
    return fact.retired_at is None and fact.text == as_compared.text and fact.is_pinned == as_compared.is_pinned


def _folded(stays: FactState, goes: FactState) -> tuple[FactState, FactState]:
    """Said at both times, so believed from the earlier one on."""
    last = max(fact.reinforced_at or fact.learned_at for fact in (stays, goes))
    kept = replace(
        stays,
        learned_at=min(stays.learned_at, goes.learned_at),
        confidence=max(stays.confidence, goes.confidence),
        times_reinforced=stays.times_reinforced + goes.times_reinforced + 1,
        reinforced_at=last,
        is_doubtful=stays.is_doubtful and goes.is_doubtful,
    )
    return kept, replace(goes, retired_at=last, retired_because="folded", superseded_by=stays.id)
