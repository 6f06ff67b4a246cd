from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from holdfast.chats import sessions_store
from holdfast.chats.jobs import SESSION_CLOSED
from holdfast.core.db import Db, Tx
from holdfast.core.ids import ChatId, SessionId, UserId
from holdfast.core.jobs import enqueue

_AT_ONCE = 500


async def close_idle_sessions(db: Db) -> int:
    """Close what nobody came back to. One that is being continued this moment stays open: each closing asks again."""
    closed = 0
    for session_id, user in await sessions_store.due_sessions(db, most=_AT_ONCE):
        async with db.as_user(user) as tx:
            if await sessions_store.close_session(tx, user, session_id):
                await enqueue(tx, SESSION_CLOSED, {"session": session_id})
                closed += 1
    return closed


async def sessions_of_chat(tx: Tx, user_id: UserId, chat_id: ChatId) -> Sequence[UUID]:
    return await sessions_store.sessions_of_chat(tx, user_id, chat_id)


async def note_fed(tx: Tx, user_id: UserId, session_id: SessionId) -> None:
    """The memory has taken what was said in it; it is owed no longer."""
    await sessions_store.note_fed(tx, user_id, session_id)
