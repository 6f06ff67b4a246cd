"""Every SQL statement that writes messages and what people thought of them, with the words they are found by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

import orjson
from asyncpg import Record

from holdfast.chats.types import Message
from holdfast.core.db import Tx, row_count
from holdfast.core.ids import ChatId, MessageId, SessionId, UserId


async def add_messages(tx: Tx, user_id: UserId, chat_id: ChatId, messages: Sequence[Message]) -> None:
    """That were said elsewhere, in this order."""
    await tx.executemany(
        """
        insert into messages
          (chat_id, id, user_id, parent_id, session_id, turn_id, role, parts, status, model, tokens, created_at,
           ended_because)
        values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $10, $11, $12, $13)
        """,
        [
            (
                chat_id, one.id, user_id, one.parent_id, one.session_id, one.turn_id, one.role,
                orjson.dumps(one.parts).decode(), one.status, one.model, one.tokens, one.created_at, one.ended_because,
            )
            for one in messages
        ],
    )  # fmt: skip


async def has_message(tx: Tx, user_id: UserId, chat_id: ChatId, message_id: MessageId) -> bool:
    found: bool = await tx.fetchval(
        "select exists (select from messages where user_id = $1 and chat_id = $2 and id = $3)",
        user_id, chat_id, message_id,
    )  # fmt: skip
    return found


async def rate(
    tx: Tx, user_id: UserId, chat_id: ChatId, message_id: MessageId, rating: str | None, comment: str | None
) -> bool:
    """False: there is no such answer. It is held first: whoever goes for good takes the messages before the account,
    and the rating refers to both."""
    found = await tx.fetchval(
        "select 1 from messages where chat_id = $1 and user_id = $2 and id = $3 and role = 'assistant' for key share",
        chat_id, user_id, message_id,
    )  # fmt: skip
    if not found:
        return False
    if rating is None:
        await tx.execute(
            "delete from feedback where chat_id = $1 and message_id = $2 and user_id = $3", chat_id, message_id, user_id
        )
    else:
        await tx.execute(
            """
            insert into feedback (chat_id, message_id, user_id, rating, comment) values ($1, $2, $3, $4, $5)
            on conflict (chat_id, message_id, user_id) do update set rating = $4, comment = $5
            """,
            chat_id, message_id, user_id, rating, comment,
        )  # fmt: skip
    return True


async def bookmark(tx: Tx, user_id: UserId, chat_id: ChatId, message_id: MessageId, *, is_bookmarked: bool) -> bool:
    """False: there is no such message."""
    done = await tx.execute(
        """
        update messages set bookmarked_at = case when $4 then coalesce(bookmarked_at, now()) end
         where chat_id = $1 and user_id = $2 and id = $3
        """,
        chat_id, user_id, message_id, is_bookmarked,
    )  # fmt: skip
    return row_count(done) > 0


async def bookmarks(
    tx: Tx, user_id: UserId, characters: int, *, before: tuple[datetime, UUID] | None, limit: int
) -> Sequence[Record]:
    """The newest mark first, each with its chat and the beginning of its text."""
    when, message_id = before or (None, None)
    rows: Sequence[Record] = await tx.fetch(
        """
        select m.chat_id, c.title as chat_title, c.persona_id, m.id as message_id, m.role, m.created_at as said_at,
               m.bookmarked_at, left(message_text(m.parts), $2) as text
          from messages m
          join chats c on c.id = m.chat_id and c.user_id = $1
         where m.user_id = $1 and m.bookmarked_at is not null
           and ($3::timestamptz is null or (m.bookmarked_at, m.id) < ($3, $4::uuid))
         order by m.bookmarked_at desc, m.id desc
         limit $5
        """,
        user_id, characters, when, message_id, limit,
    )  # fmt: skip
    return rows


async def chats_of_messages(
    tx: Tx, user_id: UserId, sessions: Sequence[SessionId], messages: Sequence[MessageId]
) -> Mapping[MessageId, ChatId]:
    """Said in one of these sessions; those that are gone are not among them."""
    rows = await tx.fetch(
        "select id, chat_id from messages where user_id = $1 and session_id = any ($2) and id = any ($3)",
        user_id, list(sessions), list(messages),
    )  # fmt: skip
    return {row["id"]: row["chat_id"] for row in rows}


async def delete_messages(tx: Tx, user_id: UserId, ids: Sequence[MessageId]) -> None:
    """What followed a message that goes hangs on the one before it. Its chat has stepped back from it already."""
    await tx.execute(
        """
        with recursive up as (
          select m.chat_id, m.id, m.parent_id as ancestor from messages m
           where m.user_id = $1 and m.parent_id = any ($2) and m.id <> all ($2)
          union all
          select up.chat_id, up.id, p.parent_id
            from up join messages p on p.chat_id = up.chat_id and p.id = up.ancestor and p.user_id = $1
           where up.ancestor = any ($2)
        )
        update messages m set parent_id = up.ancestor
          from up where m.chat_id = up.chat_id and m.id = up.id and m.user_id = $1
                    and (up.ancestor is null or up.ancestor <> all ($2))
        """,
        user_id, list(ids),
    )  # fmt: skip
    await tx.execute("delete from messages where user_id = $1 and id = any ($2)", user_id, list(ids))


async def messages_in_sessions(tx: Tx, user_id: UserId) -> Sequence[tuple[SessionId, MessageId]]:
    """All of them: what the memory may have heard of."""
    rows = await tx.fetch("select session_id, id from messages where user_id = $1 and session_id is not null", user_id)
    return [(row["session_id"], row["id"]) for row in rows]
