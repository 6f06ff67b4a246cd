"""Who may read or change a chat: the one decision, asked as the caller.

A chat's owner may do everything. A public chat may be read and followed live by any signed-in person who has the
link; nobody but its owner may change it. Someone else's private chat is refused, an unknown one does not exist.
"""

from __future__ import annotations

from holdfast.chats import store
from holdfast.core.db import Db
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
    """The owner, as whom the chat is then read."""
    owner = await store.find_chat_owner(db, chat_id)
    if owner is None:
        raise unknown_chat()
    user_id, is_public = owner
    if user_id != caller_id and not is_public:
        raise not_your_chat()
    return user_id


async def may_change(db: Db, caller_id: UserId, chat_id: ChatId) -> None:
    owner = await store.find_chat_owner(db, chat_id)
    if owner is None:
        raise unknown_chat()
    if owner[0] != caller_id:
        raise not_your_chat()
