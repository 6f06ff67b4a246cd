"""Whether somebody wants nothing remembered of what they say: theirs to say, and kept when everything is forgotten."""

from __future__ import annotations

from holdfast.accounts import store
from holdfast.core.db import Db
from holdfast.core.ids import UserId


async def is_memory_paused(db: Db, user_id: UserId) -> bool:
    async with db.as_user(user_id) as tx:
        return await store.is_memory_paused(tx, user_id)


async def pause_memory(db: Db, user_id: UserId, *, is_paused: bool) -> None:
    """Of what is said from now on. What is known stays known, and is used."""
    async with db.as_user(user_id) as tx:
        await store.pause_memory(tx, user_id, is_paused=is_paused)
