"""What was learned from a few messages alone: what would go if they were forgotten."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from holdfast.core.db import Owner
from holdfast.memory.intake.check import check_owner
from holdfast.memory.known import store
from holdfast.memory.learning.store import facts_from_alone
from holdfast.memory.parts import MemoryParts
from holdfast.memory.types import Fact


@dataclass(frozen=True, slots=True)
class LearnedAlone:
    is_done: bool
    """All of them have come, and were learned from."""
    facts: Sequence[Fact] = ()
    loops: Sequence[tuple[int, str]] = ()
    """(number, text) of those that are open."""


async def learned_from(memory: MemoryParts, owner: Owner, external_ids: Sequence[str]) -> LearnedAlone:
    check_owner(owner)
    async with memory.db.as_owner(owner) as tx:
        turns, is_done = await store.turns_called(tx, owner, external_ids)
        if not is_done:
            return LearnedAlone(is_done=False)
        loops = await store.loops_from_alone(tx, owner, turns)
        return LearnedAlone(True, await facts_from_alone(tx, owner, turns), loops)
