"""What will not be tried again by itself, for an operator to decide. None of this tells what it is about."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.memory.outbox import store
from holdfast.memory.outbox.types import DeadDelivery, Reach


async def dead_letters(memory: Reach, *, most: int = 100) -> Sequence[DeadDelivery]:
    return await store.dead_letters(memory.db, most=most)


async def retry_dead_letters(memory: Reach, ids: Sequence[int] | None = None) -> Sequence[int]:
    """Pending again, with all their tries before them; `ids` None: all. Which ones there were."""
    return await store.retry_dead_letters(memory.db, ids, now=memory.clock())


async def drop_dead_letters(memory: Reach, ids: Sequence[int] | None = None) -> Sequence[int]:
    """Gone from the outbox. The turns themselves stay, and so does what was folded."""
    return await store.drop_dead_letters(memory.db, ids)
