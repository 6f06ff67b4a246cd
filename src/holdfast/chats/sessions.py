from __future__ import annotations

from holdfast.chats import store
from holdfast.core.db import Db

_AT_ONCE = 500


async def close_idle_sessions(db: Db) -> int:
    """Close what nobody came back to. One that is being continued this moment stays open: each closing asks again."""
    closed = 0
    for session_id, user in await store.due_sessions(db, most=_AT_ONCE):
        async with db.as_user(user) as tx:
            closed += await store.close_session(tx, user, session_id)
    return closed
