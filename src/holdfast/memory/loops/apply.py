"""Loops in the learning of a window: read before, thought over outside, written in the transaction that learned."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from holdfast.core.db import Owner, Tx
from holdfast.memory.intake.awaited import note_loops
from holdfast.memory.loops import store
from holdfast.memory.loops.types import LoopsLearned, LoopState

MAX_READ = 300
CLOSED_DAYS = 120
"""Further back, the same promise is a new one."""


async def read_states(tx: Tx, owner: Owner, *, earliest: datetime) -> tuple[Sequence[LoopState], tuple[Any, ...]]:
    """The loops that words said from `earliest` on can touch, and a mark that tells whether they still stand so."""
    since = earliest - timedelta(days=CLOSED_DAYS)
    # The mark first: whoever commits between the two is then seen as a change, never overlooked.
    mark = await store.mark_of(tx, owner)
    return await store.states_of(tx, owner, closed_since=since, limit=MAX_READ), mark


async def apply(tx: Tx, owner: Owner, changed: Sequence[LoopState]) -> LoopsLearned:
    evidence: list[tuple[int, int, str]] = []
    # What closes goes first: the place of an open loop must be free before another takes it.
    for loop in sorted(changed, key=lambda loop: (loop.id is None, loop.status == "open")):
        if loop.id is None:
            loop_id = await store.add_loop(tx, owner, loop)
        else:
            loop_id = loop.id
            await store.save_loop(tx, owner, loop)
        evidence += [(loop_id, episode, what) for episode, what in loop.added]
    if evidence:
        await store.add_evidence(tx, owner, evidence)
        await note_loops(tx, owner, evidence)
    return LoopsLearned(
        opened=sum(loop.id is None for loop in changed),
        reinforced=sum(loop.id is not None and loop.status == "open" for loop in changed),
        closed=sum(loop.id is not None and loop.status != "open" for loop in changed),
    )
