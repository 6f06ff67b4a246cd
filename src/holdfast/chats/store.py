"""Every SQL statement on chats, messages, sessions and feedback."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import orjson
from asyncpg import Record

from holdfast.chats.types import Chat, Message
from holdfast.core.db import Db, Tx

_CHAT = "id, title, persona_id, visibility, head_id, created_at, updated_at"


async def find_chat_owner(db: Db, chat_id: UUID) -> tuple[UUID, bool] | None:
    rows = await db.look_up("select user_id, is_public from chat_owner($1)", chat_id)
    return (rows[0]["user_id"], rows[0]["is_public"]) if rows else None


async def find_chat(tx: Tx, user: UUID, chat_id: UUID) -> Chat | None:
    row = await tx.fetchrow(f"select {_CHAT} from chats where id = $1 and user_id = $2", chat_id, user)  # noqa: S608
    return Chat(**row) if row else None


async def newest_chats(tx: Tx, user: UUID, *, before: tuple[datetime, UUID] | None, limit: int) -> Sequence[Chat]:
    when, chat_id = before or (None, None)
    rows = await tx.fetch(
        f"""
        select {_CHAT}
          from chats
         where user_id = $1 and ($2::timestamptz is null or (updated_at, id) < ($2, $3))
         order by updated_at desc, id desc
         limit $4
        """,  # noqa: S608
        user, when, chat_id, limit,
    )  # fmt: skip
    return [Chat(**row) for row in rows]


async def change_chat(
    tx: Tx, user: UUID, chat_id: UUID, *, title: str | None, visibility: str | None, head_id: UUID | None
) -> Chat | None:
    row = await tx.fetchrow(
        f"""
        update chats
           set title = coalesce($3, title), titled_by = case when $3 is null then titled_by else 'person' end,
               visibility = coalesce($4, visibility), head_id = coalesce($5, head_id)
         where id = $1 and user_id = $2
        returning {_CHAT}
        """,  # noqa: S608
        chat_id, user, title, visibility, head_id,
    )  # fmt: skip
    return Chat(**row) if row else None


async def retitle_by_model(tx: Tx, user: UUID, chat_id: UUID, title: str) -> None:
    """A title that a person gave is theirs."""
    await tx.execute(
        "update chats set title = $3, titled_by = 'model' where id = $1 and user_id = $2 and titled_by = 'words'",
        chat_id, user, title,
    )  # fmt: skip


async def delete_chat(tx: Tx, user: UUID, chat_id: UUID) -> bool:
    done = await tx.execute("delete from chats where id = $1 and user_id = $2", chat_id, user)
    return bool(done == "DELETE 1")


async def leaf_under(tx: Tx, user: UUID, chat_id: UUID, message_id: UUID) -> UUID | None:
    """The newest leaf below a message: choosing an older version brings back what followed it."""
    leaf: UUID | None = await tx.fetchval(
        """
        with recursive down as (
          select id, 0 as depth from messages where chat_id = $1 and user_id = $2 and id = $3
          union all
          select next.id, depth + 1
            from down cross join lateral (
              select id from messages
               where chat_id = $1 and user_id = $2 and parent_id = down.id order by seq desc limit 1) next
           where depth < 10000
        )
        select id from down order by depth desc limit 1
        """,
        chat_id, user, message_id,
    )  # fmt: skip
    return leaf


async def branch(
    tx: Tx, user: UUID, chat_id: UUID, leaf: UUID, *, limit: int, session: UUID | None = None
) -> Sequence[Message]:
    """The messages that lead to `leaf`, it included, oldest first; with a session, only that session's."""
    rows = await tx.fetch(
        """
        with recursive up as (
          select m.*, 1 as depth from messages m where chat_id = $1 and user_id = $2 and id = $3
          union all
          select before.*, up.depth + 1
            from up cross join lateral (
              select m.* from messages m where m.chat_id = $1 and m.user_id = $2 and m.id = up.parent_id limit 1) before
           where up.depth < $4 and ($5::uuid is null or before.session_id = $5)
        )
        select id, role, parts, status, parent_id, turn_id, model, created_at, tokens, session_id from up
         where $5::uuid is null or session_id = $5
         order by depth desc
        """,
        chat_id, user, leaf, limit, session,
    )  # fmt: skip
    return [_message(row) for row in rows]


async def siblings_and_feedback(
    tx: Tx, user: UUID, chat_id: UUID, messages: Sequence[Message]
) -> dict[UUID, tuple[Sequence[UUID], Any]]:
    rows = await tx.fetch(
        """
        select m.id, f.rating,
               array(select s.id from messages s where s.chat_id = $1 and s.user_id = $2
                        and s.parent_id is not distinct from m.parent_id and s.role = m.role order by s.seq) as siblings
          from messages m
          left join feedback f on f.chat_id = m.chat_id and f.message_id = m.id and f.user_id = $2
         where m.chat_id = $1 and m.user_id = $2 and m.id = any ($3)
        """,
        chat_id, user, [message.id for message in messages],
    )  # fmt: skip
    return {row["id"]: (row["siblings"], row["rating"]) for row in rows}


async def rate(tx: Tx, user: UUID, chat_id: UUID, message_id: UUID, rating: str | None, comment: str | None) -> bool:
    """False: there is no such answer."""
    found = await tx.fetchval(
        "select 1 from messages where chat_id = $1 and user_id = $2 and id = $3 and role = 'assistant'",
        chat_id, user, message_id,
    )  # fmt: skip
    if not found:
        return False
    if rating is None:
        await tx.execute(
            "delete from feedback where chat_id = $1 and message_id = $2 and user_id = $3", chat_id, message_id, user
        )
    else:
        await tx.execute(
            """
            insert into feedback (chat_id, message_id, user_id, rating, comment) values ($1, $2, $3, $4, $5)
            on conflict (chat_id, message_id, user_id) do update set rating = $4, comment = $5
            """,
            chat_id, message_id, user, rating, comment,
        )  # fmt: skip
    return True


async def due_sessions(db: Db, *, most: int) -> Sequence[tuple[UUID, UUID]]:
    rows = await db.look_up("select session_id, user_id from due_sessions($1)", most)
    return [(row["session_id"], row["user_id"]) for row in rows]


async def close_session(tx: Tx, user: UUID, session_id: UUID) -> bool:
    done = await tx.execute(
        """
        update sessions set closed_at = now()
         where id = $1 and user_id = $2 and closed_at is null and closes_at < now()
        """,
        session_id, user,
    )  # fmt: skip
    return bool(done == "UPDATE 1")


def _message(row: Record) -> Message:
    return Message(**{**row, "parts": orjson.loads(row["parts"])})
