from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from holdfast.accounts.profile import get_account
from holdfast.chats import branch_store, messages_store, search_store, store
from holdfast.chats.access import may_change, may_read, seen_by, unknown_chat
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
    """The branch in view: its newest `limit` messages, those before a message already shown, or those around one.

    Others see the branch that is shared, and no message that is not in it, whichever they name.
    """
    owner = await may_read(db, caller_id, chat_id)
    is_mine = owner == caller_id
    async with db.as_user(owner) as tx:
        stored = await store.find_chat(tx, owner, chat_id)
        if stored is None:
            raise unknown_chat()
        chat = seen_by(caller_id, owner, stored)
        if before and not is_mine:
            await _must_be_shown(tx, owner, chat, before)
        later = await _later_than(tx, owner, chat, around, limit, is_mine=is_mine) if around else None
        leaf = before or later or chat.head_id
        extra = 2 if before else 1  # the message already shown, and one to see whether there are more
        found = list(await branch_store.branch(tx, owner, chat_id, leaf, limit=limit + extra)) if leaf else []
        if before:
            found = found[:-1]
        shown = found[-limit:]
        known = await branch_store.what_is_known(tx, owner, chat_id, shown)
    told = known if is_mine else [_shared(message) for message in known]
    has_later = later is not None and later != chat.head_id
    author = None if is_mine else (await get_account(db, owner)).name.strip() or None
    return Conversation(chat, told, len(found) > limit, is_mine, author, has_later)


async def _later_than(
    tx: Tx, owner_id: UserId, chat: Chat, around: MessageId, limit: int, *, is_mine: bool
) -> MessageId:
    """The last message to be shown, so that the one looked for stands in the middle of them."""
    after = await _depth(tx, owner_id, chat, around)
    if after is None or chat.head_id is None:
        if is_mine and await search_store.has_message(tx, owner_id, chat.id, around):
            raise NotFound("This message stands in another version of the chat.", code="message_not_in_view")
        raise unknown_message()
    return await search_store.ancestor(tx, owner_id, chat.id, chat.head_id, above=max(0, after - limit // 2))


async def _must_be_shown(tx: Tx, owner_id: UserId, chat: Chat, message_id: MessageId) -> None:
    if await _depth(tx, owner_id, chat, message_id) is None:
        raise unknown_message()


async def _depth(tx: Tx, owner_id: UserId, chat: Chat, message_id: MessageId) -> int | None:
    """How many come after it in what is shown; None: it is not in it."""
    if chat.head_id is None:
        return None
    return await search_store.depth_of(tx, owner_id, chat.id, chat.head_id, message_id)


def unknown_message() -> NotFound:
    return NotFound("There is no such message in this chat.", code="unknown_message")


def _shared(message: Message) -> Message:
    """That there are other versions of it, and what they make of it, is its owner's matter."""
    shown = [part for part in message.parts if part["type"] in SHARED_PARTS]
    return replace(message, parts=shown, siblings=(message.id,), feedback=None, cost_usd=None, is_bookmarked=False)


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
        if not await messages_store.rate(tx, user_id, chat_id, message_id, rating, comment):
            raise NotFound("There is no such answer in this chat.", code="unknown_message")


async def find_chats_of(
    db: Db, user_id: UserId, sessions: Sequence[SessionId], messages: Sequence[MessageId]
) -> Mapping[MessageId, ChatId]:
    """The chats that these messages stand in, said in one of these sessions; what was deleted stands in none."""
    async with db.as_user(user_id) as tx:
        return await messages_store.chats_of_messages(tx, user_id, sessions, messages)


async def read_spoken(
    tx: Tx, user_id: UserId, chat_id: ChatId, leaf_id: MessageId, session_id: SessionId
) -> SpokenBefore:
    """In a session, on this branch."""
    times, parts = await branch_store.said_in_session(tx, user_id, chat_id, leaf_id, session_id)
    return SpokenBefore(times, None if parts is None else text_of(parts))


async def read_branch(
    tx: Tx, user_id: UserId, chat_id: ChatId, leaf_id: MessageId, *, limit: int, session_id: SessionId | None = None
) -> Sequence[Message]:
    """The messages that lead to `leaf`, it included, oldest first; with a session, only that session's."""
    return await branch_store.branch(tx, user_id, chat_id, leaf_id, limit=limit, session_id=session_id)
