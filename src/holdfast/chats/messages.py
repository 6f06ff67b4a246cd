from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal
from uuid import UUID

from holdfast.chats import store
from holdfast.chats.access import may_change, may_read, unknown_chat
from holdfast.chats.types import SHARED_PARTS, Chat, Message, text_of
from holdfast.core.db import Db, Tx
from holdfast.core.errors import NotFound


@dataclass(frozen=True, slots=True)
class Conversation:
    chat: Chat
    messages: Sequence[Message]
    has_more: bool
    is_mine: bool


async def read_messages(db: Db, caller: UUID, chat_id: UUID, *, before: UUID | None, limit: int) -> Conversation:
    """The branch in view, its newest `limit` messages, or those before a message already shown."""
    owner = await may_read(db, caller, chat_id)
    async with db.as_user(owner) as tx:
        chat = await store.find_chat(tx, owner, chat_id)
        if chat is None:
            raise unknown_chat()
        leaf = before or chat.head_id
        extra = 2 if before else 1  # the message already shown, and one to see whether there are more
        found = list(await store.branch(tx, owner, chat_id, leaf, limit=limit + extra)) if leaf else []
        if before:
            found = found[:-1]
        shown = found[-limit:]
        known = await store.siblings_and_feedback(tx, owner, chat_id, shown)
    is_mine = owner == caller
    told = [
        replace(message, siblings=siblings, feedback=rating) if is_mine else _shared(message, siblings)
        for message in shown
        for siblings, rating in [known.get(message.id, ((message.id,), None))]
    ]
    return Conversation(chat, told, has_more=len(found) > limit, is_mine=is_mine)


def _shared(message: Message, siblings: Sequence[UUID]) -> Message:
    shown = [part for part in message.parts if part["type"] in SHARED_PARTS]
    return replace(message, parts=shown, siblings=siblings, feedback=None)


async def rate_answer(
    db: Db, user: UUID, chat_id: UUID, message_id: UUID, rating: Literal["up", "down"] | None, comment: str | None
) -> None:
    await may_change(db, user, chat_id)
    async with db.as_user(user) as tx:
        if not await store.rate(tx, user, chat_id, message_id, rating, comment):
            raise NotFound("There is no such answer in this chat.", code="unknown_message")


async def read_said(tx: Tx, user: UUID, chat_id: UUID, leaf: UUID, session: UUID) -> tuple[int, str | None]:
    """How often the person spoke in a session on this branch, and the first thing they said; (0, None): not yet."""
    times, parts = await store.said_in_session(tx, user, chat_id, leaf, session)
    return times, None if parts is None else text_of(parts)


async def read_branch(
    tx: Tx, user: UUID, chat_id: UUID, leaf: UUID, *, limit: int, session: UUID | None = None
) -> Sequence[Message]:
    """The messages that lead to `leaf`, it included, oldest first; with a session, only that session's."""
    return await store.branch(tx, user, chat_id, leaf, limit=limit, session=session)
