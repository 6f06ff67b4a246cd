"""Messages that people marked, to find them again; newest mark first. A mark goes with its message."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from holdfast.chats import messages_store
from holdfast.chats.access import may_change
from holdfast.core.cursor import read_cursor, write_cursor
from holdfast.core.db import Db
from holdfast.core.errors import NotFound
from holdfast.core.ids import ChatId, MessageId, UserId

MAX_SHOWN_CHARACTERS = 600
"""Of a message in the list; the whole of it stands in its chat."""


@dataclass(frozen=True, slots=True)
class Bookmark:
    chat_id: ChatId
    chat_title: str
    persona_id: str
    message_id: MessageId
    role: Literal["user", "assistant"]
    said_at: datetime
    bookmarked_at: datetime
    text: str


async def bookmark_message(
    db: Db, user_id: UserId, chat_id: ChatId, message_id: MessageId, *, is_bookmarked: bool
) -> None:
    """Marked twice, it keeps its place in the list."""
    await may_change(db, user_id, chat_id)
    async with db.as_user(user_id) as tx:
        if not await messages_store.bookmark(tx, user_id, chat_id, message_id, is_bookmarked=is_bookmarked):
            raise NotFound("There is no such message in this chat.", code="unknown_message")


async def list_bookmarks(
    db: Db, user_id: UserId, *, cursor: str | None, limit: int
) -> tuple[Sequence[Bookmark], str | None]:
    before = read_cursor(cursor, UUID) if cursor else None
    async with db.as_user(user_id) as tx:
        rows = await messages_store.bookmarks(tx, user_id, MAX_SHOWN_CHARACTERS, before=before, limit=limit + 1)
    found = [Bookmark(**row) for row in rows[:limit]]
    return found, write_cursor(found[-1].bookmarked_at, found[-1].message_id) if len(rows) > limit else None
