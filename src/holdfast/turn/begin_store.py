"""What a turn finds when it begins: the chat, held or made, and what stands in its way."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from holdfast.chats.types import ChatMemory
from holdfast.core.db import Tx
from holdfast.core.ids import ChatId, MessageId, SessionId, StreamId, TurnId, UserId
from holdfast.stream.types import LEASE_SECONDS, NOBODY
from holdfast.turn.types import TurnRequest


@dataclass(frozen=True, slots=True)
class ChatState:
    """The chat, and what stands in the way of a new turn in it, or shows that it is an old one."""

    chat_persona_id: str | None
    """None: there is no such chat, it is someone else's, or it was made since and is not held here."""
    head_id: MessageId | None
    turn_id: TurnId | None
    answer_id: MessageId | None
    stream_id: StreamId | None
    asked_sha256: bytes | None
    turn_session_id: SessionId | None
    is_id_taken: bool
    """Some message of this chat has the id already; without a turn of its own, an answer."""
    active_stream_id: StreamId | None
    is_abandoned: bool
    session_id: SessionId | None
    is_session_over: bool
    is_deleted: bool
    """There is no such chat, because this person deleted it."""
    chat_memory: ChatMemory | None
    is_memory_paused: bool
    """The person wants nothing remembered, in whichever chat."""
    has_waiting: bool
    """Calls of tools wait for their person."""


_IS_HELD = "set_config('app.held_chat', id::text, true)"
"""Noted in the transaction that locks a chat: one that is made right after would be seen there, but is not locked."""


def hold_chat(user_id: UserId, chat_id: ChatId) -> str:
    """The statement that locks a chat, if there is one: turns of one chat begin one after another."""
    chat = f"select id from chats where id = '{chat_id}' and user_id = '{user_id}' for no key update"  # noqa: S608
    return f"select {_IS_HELD} from ({chat}) held"  # noqa: S608


async def make_chat(
    tx: Tx, user_id: UserId, chat_id: ChatId, *, persona_id: str, title: str, request: TurnRequest
) -> bool | None:
    """And locked. False: somebody was faster, and it is locked all the same. None: it is someone else's.

    No conflict is named: of two who make the same chat at once, one would be refused by the key that is not.
    """
    is_new = await tx.fetchval(
        f"""
        insert into chats (id, user_id, persona_id, title, visibility, memory, is_of_program)
        values ($1, $2, $3, $4, $5, $6, $7)
        on conflict do nothing returning {_IS_HELD} is not null
        """,  # noqa: S608
        chat_id, user_id, persona_id, title, request.visibility, request.chat_memory,
        request.told is not None,
    )  # fmt: skip
    if is_new:
        return True
    return None if await tx.fetchval(hold_chat(user_id, chat_id)) is None else False


async def find_chat_state(
    tx: Tx, user_id: UserId, chat_id: ChatId, message_id: MessageId | None, persona_id: str, *, at: datetime
) -> ChatState:
    row = await tx.fetchrow(
        """
        select c.persona_id as chat_persona_id, c.head_id,
               t.id as turn_id, t.answer_id, t.asked_sha256, t.session_id as turn_session_id,
               (select s.id from streams s where s.turn_id = t.id and s.user_id = $2) as stream_id,
               exists (select from messages m where m.chat_id = $1 and m.user_id = $2 and m.id = $3) as is_id_taken,
               a.id as active_stream_id,
               coalesce(a.last_active_at < now() - make_interval(secs => $5) or a.process_id = $7, false)
                 as is_abandoned,
               o.id as session_id, coalesce(o.closes_at < $6, false) as is_session_over,
               c.id is null and exists (select from deleted_chats d where d.user_id = $2 and d.chat_id = $1)
                 as is_deleted,
               c.memory as chat_memory,
               coalesce((select u.is_memory_paused from users u where u.id = $2), false) as is_memory_paused,
               exists (select from tool_approvals w
                        where w.user_id = $2 and w.chat_id = $1 and w.spent_in is null and w.state <> 'withdrawn')
                 as has_waiting
          from (select) one
          left join chats c on c.id = $1 and c.user_id = $2 and current_setting('app.held_chat', true) = c.id::text
          left join turns t on t.chat_id = $1 and t.user_id = $2 and t.message_id = $3 and t.trigger = 'submit-message'
          left join streams a on a.chat_id = $1 and a.user_id = $2 and a.status = 'active'
          left join sessions o on o.chat_id = $1 and o.user_id = $2 and o.persona_id = $4 and o.closed_at is null
        """,
        chat_id, user_id, message_id, persona_id, LEASE_SECONDS, at, NOBODY,
    )  # fmt: skip
    assert row is not None  # the left joins start from one row
    return ChatState(**row)


async def was_asked(tx: Tx, user_id: UserId, chat_id: ChatId, message_id: MessageId) -> bool:
    found: bool = await tx.fetchval(
        """
        select exists (select from turns where chat_id = $1 and user_id = $2 and message_id = $3
                          and trigger = 'submit-message')
        """,
        chat_id, user_id, message_id,
    )  # fmt: skip
    return found


async def close_session(tx: Tx, user_id: UserId, session_id: SessionId, *, at: datetime) -> bool:
    """And owed to the memory. False: the schedule was faster."""
    done = await tx.execute(
        "update sessions set closed_at = $3, is_owed = true where id = $1 and user_id = $2 and closed_at is null",
        session_id, user_id, at,
    )  # fmt: skip
    return bool(done == "UPDATE 1")
