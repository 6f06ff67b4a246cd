"""Reading what was asked and answered in a chat, and the turns that it belongs to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import asyncpg
import orjson

from holdfast.chats.types import Part
from holdfast.core.db import Tx
from holdfast.core.errors import NotFound
from holdfast.core.ids import ChatId, MessageId, SessionId, TurnId, UserId


async def find_message_place(
    tx: Tx, user_id: UserId, chat_id: ChatId, message_id: MessageId
) -> tuple[str, MessageId | None] | None:
    """(role, parent). An answer that failed before its first word was never stored, but its turn knows its place."""
    row = await tx.fetchrow(
        """
        select role, parent_id from messages where chat_id = $1 and user_id = $2 and id = $3
        union all
        select 'assistant', message_id from turns where chat_id = $1 and user_id = $2 and answer_id = $3
        limit 1
        """,
        chat_id, user_id, message_id,
    )  # fmt: skip
    return (row["role"], row["parent_id"]) if row else None


async def find_asked(
    tx: Tx, user_id: UserId, chat_id: ChatId, answer_id: MessageId | None
) -> tuple[MessageId, Sequence[Part]] | None:
    """The question that an answer answers, or the chat's last one; a question is its own. None: there is none."""
    row = await tx.fetchrow(
        """
        with place as (
          select coalesce($3::uuid, head_id) as id from chats where id = $1 and user_id = $2
        ), question as (
          select case when m.role = 'user' then m.id else m.parent_id end as id
            from messages m join place p on m.id = p.id where m.chat_id = $1 and m.user_id = $2
          union all
          select t.message_id from turns t join place p on t.answer_id = p.id where t.chat_id = $1 and t.user_id = $2
          limit 1
        )
        select m.id, m.parts from messages m join question q on m.id = q.id where m.chat_id = $1 and m.user_id = $2
        """,
        chat_id, user_id, answer_id,
    )  # fmt: skip
    return (row["id"], orjson.loads(row["parts"])) if row else None


async def get_question(
    tx: Tx, user_id: UserId, chat_id: ChatId, message_id: MessageId
) -> tuple[Sequence[Part], MessageId | None]:
    row = await tx.fetchrow(
        "select parts, parent_id from messages where chat_id = $1 and user_id = $2 and id = $3",
        chat_id,
        user_id,
        message_id,
    )
    if row is None:
        raise NotFound("There is no such message in this chat.", code="unknown_message")
    return orjson.loads(row["parts"]), row["parent_id"]


async def find_session_of(
    tx: Tx, user_id: UserId, chat_id: ChatId, message_id: MessageId, persona_id: str
) -> SessionId | None:
    """The session a message was said in, if it was one with this persona."""
    found: SessionId | None = await tx.fetchval(
        """
        select s.id from messages m join sessions s on s.id = m.session_id and s.user_id = $2
         where m.chat_id = $1 and m.user_id = $2 and m.id = $3 and s.persona_id = $4
        """,
        chat_id, user_id, message_id, persona_id,
    )  # fmt: skip
    return found


async def find_turn(tx: Tx, user_id: UserId, turn_id: TurnId) -> asyncpg.Record | None:
    return await tx.fetchrow(
        """
        select id, chat_id, session_id, message_id, answer_id, status, model, created_at, ended_at
          from turns where id = $1 and user_id = $2
        """,
        turn_id, user_id,
    )  # fmt: skip


async def find_kept_answer(
    tx: Tx, user_id: UserId, chat_id: ChatId, answer_id: MessageId
) -> tuple[list[Part], TurnId] | None:
    row = await tx.fetchrow(
        "select parts, turn_id from messages where chat_id = $1 and user_id = $2 and id = $3 and role = 'assistant'",
        chat_id, user_id, answer_id,
    )  # fmt: skip
    return (orjson.loads(row["parts"]), row["turn_id"]) if row else None


async def find_choices(tx: Tx, user_id: UserId, turn_id: TurnId) -> tuple[str, Mapping[str, str]]:
    """(persona, what was chosen with the question)."""
    row = await tx.fetchrow("select persona_id, choices from turns where id = $1 and user_id = $2", turn_id, user_id)
    if row is None:
        raise NotFound("There is no such turn.", code="unknown_turn")
    return row["persona_id"], orjson.loads(row["choices"])


async def is_whole(tx: Tx, user_id: UserId, chat_id: ChatId, answer_id: MessageId) -> bool:
    found: bool = await tx.fetchval(
        "select status = 'complete' from messages where chat_id = $1 and user_id = $2 and id = $3",
        chat_id, user_id, answer_id,
    )  # fmt: skip
    return found


async def has_replies(tx: Tx, user_id: UserId, chat_id: ChatId, message_id: MessageId) -> bool:
    found: bool = await tx.fetchval(
        "select exists (select from messages where chat_id = $1 and user_id = $2 and parent_id = $3)",
        chat_id, user_id, message_id,
    )  # fmt: skip
    return found


async def count_of_answer(tx: Tx, user_id: UserId, chat_id: ChatId, answer_id: MessageId) -> tuple[int, int]:
    """(turns of this answer that count, times that it went on without counting)."""
    row = await tx.fetchrow(
        """
        select count(*) filter (where counted_in is not null) as counted,
               count(*) filter (where counted_in is null and choices ? 'continues') as free
          from turns where chat_id = $1 and user_id = $2 and answer_id = $3
        """,
        chat_id, user_id, answer_id,
    )  # fmt: skip
    assert row is not None  # counts always come
    return row["counted"], row["free"]


async def chat_cost(tx: Tx, user_id: UserId, chat_id: ChatId) -> tuple[float | None, int]:
    """All that its turns cost, whatever became of them; and of how many that began to answer nobody knows it."""
    row = await tx.fetchrow(
        """
        select sum(cost_usd) as usd,
               count(*) filter (where cost_usd is null and (model is not null and output_tokens > 0
                                                            or model is null and status = 'interrupted')) as unknown
          from turns where chat_id = $1 and user_id = $2
        """,
        chat_id, user_id,
    )  # fmt: skip
    assert row is not None  # sums always come
    return row["usd"], row["unknown"]


async def find_answer(
    tx: Tx, user_id: UserId, chat_id: ChatId, answer_id: MessageId
) -> tuple[Sequence[Part], str] | None:
    row = await tx.fetchrow(
        "select parts, status from messages where chat_id = $1 and user_id = $2 and id = $3",
        chat_id,
        user_id,
        answer_id,
    )
    return (orjson.loads(row["parts"]), row["status"]) if row else None
