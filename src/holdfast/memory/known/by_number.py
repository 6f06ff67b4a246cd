"""Facts, loops and turns by the numbers they were told under, for whoever asks why an answer was given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from holdfast.core.db import Owner
from holdfast.memory.intake.check import check_owner
from holdfast.memory.known import store
from holdfast.memory.learning.store import facts_numbered
from holdfast.memory.loops.store import loops_numbered
from holdfast.memory.parts import MemoryParts
from holdfast.memory.types import Episode, Fact, Loop


@dataclass(frozen=True, slots=True)
class KnownByNumber:
    """What is still there of what was asked for, with the turns it rests on."""

    facts: Mapping[int, Fact] = field(default_factory=dict)
    """Believed or not: what was told once may have been replaced since."""
    loops: Mapping[int, Loop] = field(default_factory=dict)
    turns: Mapping[int, Episode] = field(default_factory=dict)


async def read_numbered(
    memory: MemoryParts, owner: Owner, *, facts: Sequence[int], loops: Sequence[int], turns: Sequence[int]
) -> KnownByNumber:
    """What was forgotten, and what is somebody else's, is not among it."""
    check_owner(owner)
    async with memory.db.as_owner(owner) as tx:
        found_facts = await facts_numbered(tx, owner, facts)
        found_loops = await loops_numbered(tx, owner, loops)
        known: Sequence[Fact | Loop] = [*found_facts, *found_loops]
        rests_on = {one.episode_id for thing in known for one in thing.evidence}
        found_turns = await store.turns_numbered(tx, owner, sorted({*turns, *rests_on}))
    return KnownByNumber(
        {one.id: one for one in found_facts},
        {one.id: one for one in found_loops},
        {one.id: one for one in found_turns},
    )
