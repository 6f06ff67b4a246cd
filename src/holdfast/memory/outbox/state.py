from __future__ import annotations

from holdfast.memory.outbox import store
from holdfast.memory.outbox.types import OutboxState, Reach


async def outbox_state(memory: Reach) -> OutboxState:
    """Of all owners together, in numbers that name nobody."""
    return await store.state(memory.db, now=memory.clock())
