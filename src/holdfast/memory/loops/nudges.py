"""What is worth bringing up: due or overdue, or important and long left alone. Few, so that it helps."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from holdfast.core.db import Owner
from holdfast.memory.loops import store
from holdfast.memory.parts import MemoryParts
from holdfast.memory.types import Loop

MOST_NUDGES = 3
DUE_SOON = timedelta(hours=48)
"""Early in the morning the end of tomorrow is that far away, and tomorrow is soon."""
LONG_UNTOUCHED = timedelta(days=3)
SALIENT = 0.55


async def nudge_candidates(
    memory: MemoryParts, owner: Owner, *, now: datetime, limit: int = MOST_NUDGES, persona_id: str | None = None
) -> Sequence[Loop]:
    async with memory.db.as_owner(owner) as tx:
        return await store.nudges_of(
            tx,
            owner,
            now=now,
            due_before=now + DUE_SOON,
            untouched_since=now - LONG_UNTOUCHED,
            salient=SALIENT,
            persona_id=persona_id,
            limit=max(0, min(limit, MOST_NUDGES)),
        )
