"""What is worth bringing up: due or overdue, or important and long left alone. Few, so that it helps."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from holdfast.core.db import Owner
from holdfast.memory.loops import store
from holdfast.memory.loops.types import NudgeBounds
from holdfast.memory.parts import MemoryParts
from holdfast.memory.types import Loop

MAX_NUDGES = 3
DUE_SOON = timedelta(hours=48)
"""Early in the morning the end of tomorrow is that far away, and tomorrow is soon."""
LONG_UNTOUCHED = timedelta(days=3)
SALIENT = 0.55


async def nudge_candidates(
    memory: MemoryParts, owner: Owner, *, now: datetime, limit: int = MAX_NUDGES, persona_id: str | None = None
) -> Sequence[Loop]:
    async with memory.db.as_owner(owner) as tx:
        worth = NudgeBounds(now, now + DUE_SOON, now - LONG_UNTOUCHED, SALIENT)
        return await store.nudges_of(tx, owner, worth, persona_id=persona_id, limit=max(0, min(limit, MAX_NUDGES)))
