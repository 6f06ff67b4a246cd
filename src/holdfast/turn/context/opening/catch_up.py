"""Before a session is briefed, the memory is given the one before it, if that is still owed.

Whoever comes back seconds after the gap closes the old session with their own message, and the job that brings it to
memory has not run yet; nor has it where the worker is slow or stopped. The same transcript goes by the same door here:
whichever is second brings nothing new. The job stays promised, so nothing hangs on how far this got.
"""

from __future__ import annotations

from datetime import datetime

from holdfast.core.db import Db, owner_of
from holdfast.memory.client.types import MemoryClient
from holdfast.turn.context.opening import store
from holdfast.turn.context.opening.fetch import OpeningRequest
from holdfast.turn.memory_feed.feed import feed_session


async def catch_up(db: Db, memory: MemoryClient, asked: OpeningRequest) -> datetime | None:
    """When the session that asks began. Only the last one is brought: it is where things stand; earlier ones come with
    their jobs."""
    async with db.reading(owner_of(asked.user_id)) as tx:
        began = await store.find_beginning(tx, asked.user_id, asked.session_id)
    if began is None:
        return None
    started_at, owed = began
    if owed:
        await feed_session(db, memory, asked.user_id, owed)
    return started_at
