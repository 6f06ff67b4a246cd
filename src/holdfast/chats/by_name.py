"""One's own chats as people call them, by their titles."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.chats import branch_store, search_store
from holdfast.chats.passages import words_of
from holdfast.chats.types import Chat, Message
from holdfast.core.db import Db
from holdfast.core.ids import ChatId, UserId


async def list_titled(db: Db, user_id: UserId, query: str, *, limit: int) -> Sequence[Chat]:
    """The last used first."""
    async with db.as_user(user_id) as tx:
        return await search_store.chats_titled(tx, user_id, words_of(query), limit=limit)


async def find_titled(db: Db, user_id: UserId, title: str, *, tail: str | None = None) -> Chat | None:
    """The last used of them. `tail`: the end of its id, which tells it whatever it is called."""
    async with db.as_user(user_id) as tx:
        return await search_store.find_titled(tx, user_id, title, tail)


async def read_end(db: Db, user_id: UserId, chat: Chat, *, limit: int) -> Sequence[Message]:
    """What was said last, in the branch in view."""
    if chat.head_id is None:
        return ()
    async with db.as_user(user_id) as tx:
        return await branch_store.branch(tx, user_id, ChatId(chat.id), chat.head_id, limit=limit)
