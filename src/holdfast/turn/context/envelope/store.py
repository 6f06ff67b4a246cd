"""The statements on `envelopes`, and on the messages an envelope is made of."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import orjson

from holdfast.chats.types import text_of
from holdfast.core.db import Tx
from holdfast.core.ids import ChatId, MessageId, UserId
from holdfast.turn.context.envelope.types import Envelope, StoredEnvelope
from holdfast.turn.context.envelope.wire import read_envelope_json, write_envelope


async def find_envelope(tx: Tx, user_id: UserId, chat_id: ChatId) -> StoredEnvelope | None:
    row = await tx.fetchrow(
        "select envelope, through_id from envelopes where chat_id = $1 and user_id = $2", chat_id, user_id
    )
    return StoredEnvelope(read_envelope_json(row["envelope"]), row["through_id"]) if row else None


async def lock_envelope(tx: Tx, user_id: UserId, chat_id: ChatId) -> StoredEnvelope | None:
    """Whoever forgets meanwhile is waited for: what it took out must not be written back."""
    row = await tx.fetchrow(
        "select envelope, through_id from envelopes where chat_id = $1 and user_id = $2 for update", chat_id, user_id
    )
    return StoredEnvelope(read_envelope_json(row["envelope"]), row["through_id"]) if row else None


async def follows(tx: Tx, user_id: UserId, chat_id: ChatId, parent_id: MessageId, through_id: MessageId) -> bool:
    """Is `parent_id` that very message, or an answer to it?"""
    found: bool = await tx.fetchval(
        """
        select exists (select from messages where chat_id = $1 and user_id = $2 and id = $3
                          and (id = $4 or parent_id = $4))
        """,
        chat_id, user_id, parent_id, through_id,
    )  # fmt: skip
    return found


async def said_until(
    tx: Tx, user_id: UserId, chat_id: ChatId, leaf_id: MessageId, *, most: int
) -> Sequence[tuple[MessageId, str, datetime]]:
    """What people said on the branch that ends in `leaf`, oldest first."""
    rows = await tx.fetch(
        """
        with recursive branch as (
          select m.id, m.parent_id, m.role, m.parts, m.created_at, 1 as n from messages m
           where m.chat_id = $1 and m.user_id = $2 and m.id = $3
          union all
          select m.id, m.parent_id, m.role, m.parts, m.created_at, b.n + 1
            from branch b join messages m on m.chat_id = $1 and m.user_id = $2 and m.id = b.parent_id
           where b.n < $4
        )
        select id, parts, created_at from branch where role = 'user' order by n desc
        """,
        chat_id, user_id, leaf_id, most,
    )  # fmt: skip
    return [(row["id"], text_of(orjson.loads(row["parts"])), row["created_at"]) for row in rows]


async def put_envelope(
    tx: Tx, user_id: UserId, chat_id: ChatId, envelope: Envelope, through_id: MessageId | None
) -> None:
    await tx.execute(
        """
        insert into envelopes (chat_id, user_id, envelope, through_id) values ($1, $2, $3::text::jsonb, $4)
        on conflict (chat_id, user_id)
          do update set envelope = excluded.envelope, through_id = excluded.through_id, updated_at = now()
        """,
        chat_id, user_id, write_envelope(envelope).decode(), through_id,
    )  # fmt: skip


async def find_parent(tx: Tx, user_id: UserId, chat_id: ChatId, edited_id: MessageId | None) -> MessageId | None:
    """Where the next message of a chat would hang: on its head, or where the message stands that it replaces."""
    parent: MessageId | None = await tx.fetchval(
        """
        select case when $3::uuid is null then c.head_id else m.parent_id end
          from chats c left join messages m on m.chat_id = c.id and m.user_id = $2 and m.id = $3
         where c.id = $1 and c.user_id = $2
        """,
        chat_id, user_id, edited_id,
    )  # fmt: skip
    return parent


async def find_head(tx: Tx, user_id: UserId, chat_id: ChatId) -> MessageId | None:
    head: MessageId | None = await tx.fetchval(
        "select head_id from chats where id = $1 and user_id = $2", chat_id, user_id
    )
    return head


async def lock_envelopes_with(
    tx: Tx, user_id: UserId, messages: Sequence[MessageId], probes: Sequence[str]
) -> Sequence[tuple[ChatId, StoredEnvelope]]:
    """Those with a fact from one of these messages, or a text that holds one of these pieces."""
    rows = await tx.fetch(
        """
        select chat_id, envelope, through_id from envelopes
         where user_id = $1
           and (exists (select from jsonb_path_query(envelope, '$.facts[*].**.messageId') m (id)
                         where (m.id #>> '{}')::uuid = any ($2))
                or memory_plain(envelope::text) like any ($3)
                or exists (select from jsonb_path_query(envelope, '$.**.text') t (said)
                            where memory_plain(t.said #>> '{}') like any ($3)))
         order by chat_id for update
        """,
        user_id, list(messages), [f"%{probe}%" for probe in probes],
    )  # fmt: skip
    return [(row["chat_id"], StoredEnvelope(read_envelope_json(row["envelope"]), row["through_id"])) for row in rows]


async def texts_with(tx: Tx, texts: Sequence[str], probes: Sequence[str]) -> Sequence[str]:
    """Which of these hold one of the pieces, read as pieces are."""
    rows = await tx.fetch(
        "select said from unnest($1::text[]) t (said) where memory_plain(said) like any ($2)",
        list(texts), [f"%{probe}%" for probe in probes],
    )  # fmt: skip
    return [row["said"] for row in rows]


async def count_with(tx: Tx, user_id: UserId, probes: Sequence[str]) -> int:
    count: int = await tx.fetchval(
        "select count(*) from envelopes where user_id = $1 and memory_plain(envelope::text) like any ($2)",
        user_id, [f"%{probe}%" for probe in probes],
    )  # fmt: skip
    return count
