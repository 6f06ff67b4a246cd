"""Find what was ever said, by its words; newest first.

All versions of a message are looked through, not only the branch in view: what somebody said and then edited was said.
What was deleted or forgotten is not there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from asyncpg import Record

from holdfast.chats import search_store
from holdfast.chats.passages import MarkedText, passage, words_of
from holdfast.chats.types import Chat
from holdfast.core.cursor import read_cursor, write_cursor
from holdfast.core.db import Db
from holdfast.core.errors import Invalid, NotFound
from holdfast.core.ids import ChatId, MessageId, UserId

MAX_CHATS = 8


@dataclass(frozen=True, slots=True)
class Found:
    chat_id: ChatId
    chat_title: str
    persona_id: str
    message_id: MessageId
    role: Literal["user", "assistant"]
    said_at: datetime
    passage: Sequence[MarkedText]


@dataclass(frozen=True, slots=True)
class FoundPage:
    messages: Sequence[Found]
    chats: Sequence[Chat]
    """Whose titles hold the words; with the first page alone."""
    next_cursor: str | None


@dataclass(frozen=True, slots=True)
class Said:
    """A message by its id, wherever it stands."""

    chat_id: ChatId
    chat_title: str
    persona_id: str
    message_id: MessageId
    role: Literal["user", "assistant"]
    said_at: datetime
    text: str


async def find_said(db: Db, user_id: UserId, message_id: MessageId) -> Said:
    async with db.as_user(user_id) as tx:
        row = await search_store.find_message(tx, user_id, message_id)
    if row is None:
        raise NotFound("There is no such message; it may have been deleted or forgotten.", code="unknown_message")
    return Said(*(row[name] for name in ("chat_id", "title", "persona_id", "message_id", "role", "said_at", "text")))


async def chats_of_messages(db: Db, user_id: UserId, ids: Sequence[MessageId]) -> Mapping[MessageId, ChatId]:
    """Where these were said; those that are gone are not in it."""
    if not ids:
        return {}
    async with db.as_user(user_id) as tx:
        return await search_store.chats_of(tx, user_id, ids)


async def search_messages(db: Db, user_id: UserId, query: str, *, cursor: str | None, limit: int) -> FoundPage:
    words = words_of(query)
    if not any(len(word) > 1 for word in words):
        raise Invalid("Search for a word of two letters or more.", code="nothing_to_search")
    before = read_cursor(cursor, UUID) if cursor else None
    async with db.as_user(user_id) as tx:
        rows = await search_store.messages_with(tx, user_id, query, before=before, limit=limit + 1)
        chats = [] if before else await search_store.chats_titled(tx, user_id, words, limit=MAX_CHATS)
    # Fifty long messages are a second's work, and nobody else waits for it.
    found = await asyncio.to_thread(lambda: [_found(row, words) for row in rows[:limit]])
    last = found[-1] if len(rows) > limit else None
    return FoundPage(found, chats, write_cursor(last.said_at, last.message_id) if last else None)


def _found(row: Record, words: Sequence[str]) -> Found:
    return Found(
        row["chat_id"], row["title"], row["persona_id"], row["message_id"], row["role"], row["said_at"],
        passage(row["text"], words),
    )  # fmt: skip
