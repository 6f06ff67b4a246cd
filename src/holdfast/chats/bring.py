"""A conversation that was had elsewhere becomes a chat, with sessions that the memory learns from like any other.

Its ids are made of its owner and of what it was called there. So one that is brought again is known again: what was
said since is added, nothing is doubled, and one that was deleted here stays deleted.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from holdfast.chats import brought_store, messages_store, sessions_store, store
from holdfast.chats.jobs import SESSION_CLOSED
from holdfast.chats.types import BroughtChat, BroughtMessage, EndedSession, Message
from holdfast.core.db import Tx
from holdfast.core.ids import ChatId, MessageId, SessionId, TurnId, UserId
from holdfast.core.jobs import enqueue
from holdfast.models.tokens import count_tokens

SILENCE = timedelta(hours=4)
"""After so long what comes is another session."""


@dataclass(frozen=True, slots=True)
class BroughtCount:
    chats: int = 0
    messages: int = 0

    def __add__(self, other: BroughtCount) -> BroughtCount:
        return BroughtCount(self.chats + other.chats, self.messages + other.messages)


@dataclass(frozen=True, slots=True)
class LaidOutChat:
    """A conversation as it will be stored."""

    id: ChatId
    title: str
    sessions: Sequence[EndedSession]
    messages: Sequence[Message]


def lay_out(user_id: UserId, brought: BroughtChat) -> LaidOutChat:
    """Pure, and slow: the tokens of all that was said are counted. For a thread, before a transaction is begun."""
    chat_id = ChatId(uuid.uuid5(user_id, f"brought\0{brought.key}"))
    sessions, messages = _in_sessions(chat_id, brought.messages)
    return LaidOutChat(chat_id, brought.title, sessions, messages)


async def bring_chat(tx: Tx, user_id: UserId, persona_id: str, laid: LaidOutChat) -> BroughtCount:
    """How much of it is new here. What was brought before and is gone since was deleted or forgotten: it stays gone."""
    chat_id, messages = laid.id, laid.messages
    await store.lock_chat(tx, user_id, chat_id)  # before what is noted of it, as whoever goes for good takes them
    known = await brought_store.note_brought(tx, user_id, chat_id, len(messages))
    if known and await store.find_chat(tx, user_id, chat_id) is None:
        return BroughtCount()
    added = messages[known:]
    if not added:
        return BroughtCount()
    if not known:
        await store.add_brought_chat(tx, user_id, chat_id, persona_id, laid.title, added)
    else:
        added = await _joined(tx, user_id, chat_id, added)
    await messages_store.add_messages(tx, user_id, chat_id, added)
    begun = {message.session_id for message in added}
    for session in laid.sessions:
        if session.id in begun:
            await sessions_store.add_ended_session(tx, user_id, chat_id, persona_id, session)
            await enqueue(tx, SESSION_CLOSED, {"session": session.id})
    return BroughtCount(chats=0 if known else 1, messages=len(added))


async def _joined(tx: Tx, user_id: UserId, chat_id: ChatId, added: Sequence[Message]) -> Sequence[Message]:
    """Behind what was brought before; where that is gone, behind what is there. A chat that went on here stays at what
    was said here, and what was said elsewhere meanwhile is another version of it."""
    chat = await store.find_chat(tx, user_id, chat_id)
    head = chat.head_id if chat else None
    before = added[0].parent_id
    parent = before if before and await messages_store.has_message(tx, user_id, chat_id, before) else head
    if head == parent:
        await store.move_head(tx, user_id, chat_id, added[-1].id, added[-1].created_at)
    return [replace(added[0], parent_id=parent), *added[1:]]


def _in_sessions(chat_id: ChatId, said: Sequence[BroughtMessage]) -> tuple[Sequence[EndedSession], Sequence[Message]]:
    sessions: list[EndedSession] = []
    messages: list[Message] = []
    for place, one in enumerate(said):
        if not sessions or one.said_at - sessions[-1].ended_at > SILENCE:
            session_id = SessionId(uuid.uuid5(chat_id, f"session {place}"))
            sessions.append(EndedSession(session_id, one.said_at, one.said_at))
        else:
            sessions[-1] = replace(sessions[-1], ended_at=one.said_at)
        before = messages[-1].id if messages else None
        messages.append(_message(MessageId(uuid.uuid5(chat_id, f"message {place}")), before, sessions[-1].id, one))
    return sessions, messages


def _message(message_id: MessageId, before: MessageId | None, session_id: SessionId, said: BroughtMessage) -> Message:
    return Message(
        id=message_id,
        role=said.role,
        parts=[{"type": "text", "text": said.text}],
        status="complete",
        parent_id=before,
        turn_id=TurnId(uuid.uuid5(message_id, "turn")),
        model=None,
        created_at=said.said_at,
        tokens=count_tokens(said.text),
        session_id=session_id,
    )
