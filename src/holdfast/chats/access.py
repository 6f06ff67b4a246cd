"""Who may read or change a chat: the one decision, asked as the caller.

A chat's owner may do everything. What others may is the owner's choice: a public chat is read and followed live by any
signed-in person who has the link; of a snapshot they read what stood there when it was shared, and follow nothing.
Nobody but its owner may change it. Someone else's private chat is refused, an unknown one does not exist.
"""

from __future__ import annotations

from holdfast.chats import store
from holdfast.chats.types import Chat
from holdfast.core.db import Db, Tx
from holdfast.core.errors import Forbidden, NotFound
from holdfast.core.ids import ChatId, UserId


def unknown_chat() -> NotFound:
    return NotFound("There is no such chat.", code="unknown_chat")


def deleted_chat() -> NotFound:
    return NotFound("This chat was deleted; start a new one.", code="chat_deleted")


def not_your_chat() -> Forbidden:
    return Forbidden("This chat belongs to someone else.", code="not_your_chat")


async def must_not_be_deleted(db: Db, caller_id: UserId, chat_id: ChatId) -> None:
    """A chat that is not there may be made; one that this person deleted may not be made again."""
    async with db.as_user(caller_id) as tx:
        if await store.was_deleted(tx, caller_id, chat_id):
            raise deleted_chat()


async def may_read(db: Db, caller_id: UserId, chat_id: ChatId) -> UserId:
    """The owner, as whom the chat is then read; how much of it, `seen_by` says."""
    owner = await _owner_of(db, chat_id)
    if owner.user_id != caller_id and not (owner.is_public or owner.is_snapshot):
        raise not_your_chat()
    return owner.user_id


async def may_follow(db: Db, caller_id: UserId, chat_id: ChatId) -> UserId | None:
    """The owner, as whom an answer is followed while it is written; None where nothing of it is for this reader."""
    owner = await _owner_of(db, chat_id)
    if owner.user_id == caller_id or owner.is_public:
        return owner.user_id
    if not owner.is_snapshot:
        raise not_your_chat()
    return None


async def may_change(db: Db, caller_id: UserId, chat_id: ChatId) -> None:
    if (await _owner_of(db, chat_id)).user_id != caller_id:
        raise not_your_chat()


async def lock_chat(tx: Tx, user_id: UserId, chat_id: ChatId) -> None:
    """Before anything that hangs on it: whoever deletes it, or goes for good, waits here."""
    await store.lock_chat(tx, user_id, chat_id)


def seen_by(caller_id: UserId, owner_id: UserId, chat: Chat) -> Chat:
    """The chat as this person may see it, told by the very row that is then read from."""
    if caller_id == owner_id:
        return chat
    if chat.visibility == "private":
        raise not_your_chat()
    return chat.as_others_see_it()


async def _owner_of(db: Db, chat_id: ChatId) -> store.ChatOwner:
    owner = await store.find_chat_owner(db, chat_id)
    if owner is None:
        raise unknown_chat()
    return owner
