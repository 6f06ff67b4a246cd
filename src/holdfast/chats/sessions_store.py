"""Every SQL statement on sessions."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.chats.types import EndedSession
from holdfast.core.db import Db, Tx
from holdfast.core.ids import ChatId, SessionId, UserId


async def add_ended_session(tx: Tx, user_id: UserId, chat_id: ChatId, persona_id: str, session: EndedSession) -> None:
    """Owed to the memory, also where more came to one that was there."""
    await tx.execute(
        """
        insert into sessions
          (id, user_id, chat_id, persona_id, started_at, last_user_message_at, closes_at, closed_at, is_owed)
        values ($1, $2, $3, $4, $5, $6, $6, $6, true)
        on conflict (id) do update set last_user_message_at = $6, closed_at = $6, is_owed = true
          where sessions.user_id = $2
        """,
        session.id, user_id, chat_id, persona_id, session.started_at, session.ended_at,
    )  # fmt: skip


async def due_sessions(db: Db, *, most: int) -> Sequence[tuple[SessionId, UserId]]:
    rows = await db.look_up("select session_id, user_id from due_sessions($1)", most)
    return [(row["session_id"], row["user_id"]) for row in rows]


async def sessions_of_chat(tx: Tx, user_id: UserId, chat_id: ChatId) -> Sequence[SessionId]:
    rows = await tx.fetch("select id from sessions where user_id = $1 and chat_id = $2 order by id", user_id, chat_id)
    return [row["id"] for row in rows]


async def note_fed(tx: Tx, user_id: UserId, session_id: SessionId) -> None:
    await tx.execute("update sessions set is_owed = false where id = $1 and user_id = $2", session_id, user_id)


async def close_session(tx: Tx, user_id: UserId, session_id: SessionId) -> bool:
    """And owed to the memory, until it is fed there."""
    done = await tx.execute(
        """
        update sessions set closed_at = now(), is_owed = true
         where id = $1 and user_id = $2 and closed_at is null and closes_at < now()
        """,
        session_id, user_id,
    )  # fmt: skip
    return bool(done == "UPDATE 1")
