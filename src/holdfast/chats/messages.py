from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from holdfast.accounts.profile import get_account
from holdfast.chats import search_store, store
from holdfast.chats.access import may_change, may_read, unknown_chat
from holdfast.chats.types import SHARED_PARTS, Chat, Message, SpokenBefore, text_of
from holdfast.core.db import Db, Tx
from holdfast.core.errors import NotFound
from holdfast.core.ids import ChatId, MessageId, SessionId, UserId


@dataclass(frozen=True, slots=True)
class Conversation:
    chat: Chat
    messages: Sequence[Message]
    has_more: bool
    is_mine: bool
    author: str | None = None
    """Of somebody else's chat, the name of whoever shares it; None also where they have not given one."""
    has_later: bool = False
    """It was asked for what stands around a message, and there is more after it."""


async def read_messages(
    db: Db,
    caller_id: UserId,
    chat_id: ChatId,
    *,
    before: MessageId | None,
    limit: int,
    around: MessageId | None = None,
) -> Conversation:
    """The branch in view: its newest `limit` messages, those before a message already shown, or those around one."""
    owner = await may_read(db, caller_id, chat_id)
    async with db.as_user(owner) as tx:
        chat = await store.find_chat(tx, owner, chat_id)
        if chat is None:
            raise unknown_chat()
        later = await _later_than(tx, owner, chat, around, limit) if around else None
        leaf = before or later or chat.head_id
        extra = 2 if before else 1  # the message already shown, and one to see whether there are more
        found = list(await store.branch(tx, owner, chat_id, leaf, limit=limit + extra)) if leaf else []
        if before:
            found = found[:-1]
        shown = found[-limit:]
        known = await store.siblings_and_feedback(tx, owner, chat_id, shown)
    is_mine = owner == caller_id
    told = [
        replace(message, siblings=siblings, feedback=rating) if is_mine else _shared(message, siblings)
        for message in shown
        for siblings, rating in [known.get(message.id, ((message.id,), None))]
    ]
    has_later = later is not None and later != chat.head_id
    author = None if is_mine else (await get_account(db, owner)).name.strip() or None
    return Conversation(chat, told, len(found) > limit, is_mine, author, has_later)


async def _later_than(tx: Tx, owner_id: UserId, chat: Chat, around: MessageId, limit: int) -> MessageId:
    """The last message to be shown, so that the one looked for stands in the middle of them."""
    after = None if chat.head_id is None else await search_store.depth_of(tx, owner_id, chat.id, chat.head_id, around)
    if after is None or chat.head_id is None:
        if await search_store.has_message(tx, owner_id, chat.id, around):
            raise NotFound("This message stands in another version of the chat.", code="message_not_in_view")
        raise NotFound("There is no such message in this chat.", code="unknown_message")
    return await search_store.ancestor(tx, owner_id, chat.id, chat.head_id, above=max(0, after - limit // 2))


def _shared(message: Message, siblings: Sequence[MessageId]) -> Message:
    shown = [part for part in message.parts if part["type"] in SHARED_PARTS]
    return replace(message, parts=shown, siblings=siblings, feedback=None)


async def rate_answer(
    db: Db,
    user_id: UserId,
    chat_id: ChatId,
    message_id: MessageId,
    rating: Literal["up", "down"] | None,
    comment: str | None,
) -> None:
    await may_change(db, user_id, chat_id)
    async with db.as_user(user_id) as tx:
        if not await store.rate(tx, user_id, chat_id, message_id, rating, comment):
            raise NotFound("There is no such answer in this chat.", code="unknown_message")


async def find_chats_of(
    db: Db, user_id: UserId, sessions: Sequence[SessionId], messages: Sequence[MessageId]
) -> Mapping[MessageId, ChatId]:
    """The chats that these messages stand in, said in one of these sessions; what was deleted stands in none."""
    async with db.as_user(user_id) as tx:
        return await store.chats_of_messages(tx, user_id, sessions, messages)


async def read_spoken(
    tx: Tx, user_id: UserId, chat_id: ChatId, leaf_id: MessageId, session_id: SessionId
) -> SpokenBefore:
    """In a session, on this branch."""
    times, parts = await store.said_in_session(tx, user_id, chat_id, leaf_id, session_id)
    return SpokenBefore(times, None if parts is None else text_of(parts))


async def read_branch(
    tx: Tx, user_id: UserId, chat_id: ChatId, leaf_id: MessageId, *, limit: int, session_id: SessionId | None = None
) -> Sequence[Message]:
    """The messages that lead to `leaf`, it included, oldest first; with a session, only that session's."""
    return await store.branch(tx, user_id, chat_id, leaf_id, limit=limit, session_id=session_id)
