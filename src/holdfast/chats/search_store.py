"""The SQL that finds messages by their words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from asyncpg import Record

from holdfast.chats.store import CHAT
from holdfast.chats.types import Chat
from holdfast.core.db import Tx
from holdfast.core.ids import ChatId, MessageId, UserId


async def messages_with(
    tx: Tx, user_id: UserId, query: str, *, before: tuple[datetime, UUID] | None, limit: int
) -> Sequence[Record]:
    """Newest first, each with its text and its chat."""
    when, message_id = before or (None, None)
    rows: Sequence[Record] = await tx.fetch(
        """
        select f.chat_id, f.message_id, f.said_at, m.role, message_text(m.parts) as text, c.title, c.persona_id
          from find_messages($2, $3, $4, $5) f
          join messages m on m.chat_id = f.chat_id and m.id = f.message_id and m.user_id = $1
          join chats c on c.id = f.chat_id and c.user_id = $1
         order by f.said_at desc, f.message_id desc
        """,
        user_id, query, when, message_id, limit,
    )  # fmt: skip
    return rows


async def chats_titled(tx: Tx, user_id: UserId, words: Sequence[str], *, limit: int) -> Sequence[Chat]:
    """Those whose title holds all of these, the last used first."""
    rows = await tx.fetch(
        f"""
        select {CHAT}
          from chats
         where user_id = $1 and message_plain(title) like all ($2)
         order by updated_at desc, id desc
         limit $3
        """,  # noqa: S608
        user_id, [f"%{word}%" for word in words], limit,
    )  # fmt: skip
    return [Chat(**row) for row in rows]


async def find_titled(tx: Tx, user_id: UserId, title: str, tail: str | None) -> Chat | None:
    row = await tx.fetchrow(
        f"""
        select {CHAT} from chats
         where user_id = $1
           and case when $3::text is not null then right(id::text, 8) = $3 else lower(title) = lower($2) end
         order by updated_at desc, id desc limit 1
        """,  # noqa: S608
        user_id, title, tail,
    )  # fmt: skip
    return Chat(**row) if row else None


async def find_message(tx: Tx, user_id: UserId, message_id: MessageId) -> Record | None:
    """Wherever it was said; with its text and its chat."""
    row: Record | None = await tx.fetchrow(
        """
        select m.chat_id, m.id as message_id, m.created_at as said_at, m.role, message_text(m.parts) as text,
               c.title, c.persona_id
          from message_words w
          join messages m on m.chat_id = w.chat_id and m.id = w.message_id and m.user_id = $1
          join chats c on c.id = w.chat_id and c.user_id = $1
         where w.user_id = $1 and w.message_id = $2
         limit 1
        """,
        user_id, message_id,
    )  # fmt: skip
    return row


async def chats_of(tx: Tx, user_id: UserId, ids: Sequence[MessageId]) -> Mapping[MessageId, ChatId]:
    rows = await tx.fetch(
        "select message_id, chat_id from message_words where user_id = $1 and message_id = any ($2)",
        user_id, list(ids),
    )  # fmt: skip
    return {row["message_id"]: row["chat_id"] for row in rows}


async def depth_of(tx: Tx, user_id: UserId, chat_id: ChatId, head_id: MessageId, message_id: MessageId) -> int | None:
    """How many messages of the branch to `head` come after it; None: it is not in it."""
    depth: int | None = await tx.fetchval(
        """
        with recursive up as (
          select id, parent_id, 0 as depth from messages where chat_id = $1 and user_id = $2 and id = $3
          union all
          select before.id, before.parent_id, up.depth + 1
            from up cross join lateral (
              select m.id, m.parent_id from messages m
               where m.chat_id = $1 and m.user_id = $2 and m.id = up.parent_id limit 1) before
           where up.id <> $4 and up.depth < 100000
        )
        select depth from up where id = $4
        """,
        chat_id, user_id, head_id, message_id,
    )  # fmt: skip
    return depth


async def ancestor(tx: Tx, user_id: UserId, chat_id: ChatId, head_id: MessageId, *, above: int) -> MessageId:
    """The message that stands so many above `head` in its branch."""
    found: MessageId = await tx.fetchval(
        """
        with recursive up as (
          select id, parent_id, 0 as depth from messages where chat_id = $1 and user_id = $2 and id = $3
          union all
          select before.id, before.parent_id, up.depth + 1
            from up cross join lateral (
              select m.id, m.parent_id from messages m
               where m.chat_id = $1 and m.user_id = $2 and m.id = up.parent_id limit 1) before
           where up.depth < $4
        )
        select id from up where depth = $4
        """,
        chat_id, user_id, head_id, above,
    )  # fmt: skip
    return found


async def has_message(tx: Tx, user_id: UserId, chat_id: ChatId, message_id: MessageId) -> bool:
    found: bool = await tx.fetchval(
        "select exists (select from messages where chat_id = $1 and user_id = $2 and id = $3)",
        chat_id, user_id, message_id,
    )  # fmt: skip
    return found
