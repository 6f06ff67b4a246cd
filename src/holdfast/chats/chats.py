from __future__ import annotations

import base64
from datetime import UTC, datetime
from uuid import UUID

from holdfast.chats import store
from holdfast.chats.access import may_change, unknown_chat
from holdfast.chats.types import Chat, Page, Visibility
from holdfast.core.db import Db, execute_with_retry
from holdfast.core.errors import Invalid, NotFound


async def list_chats(db: Db, user: UUID, *, cursor: str | None, limit: int) -> Page:
    before = _read_cursor(cursor) if cursor else None
    async with db.as_user(user) as tx:
        found = await store.newest_chats(tx, user, before=before, limit=limit + 1)
    has_more = len(found) > limit
    return Page(found[:limit], _cursor(found[limit - 1]) if has_more else None)


async def change_chat(
    db: Db,
    user: UUID,
    chat_id: UUID,
    *,
    title: str | None = None,
    visibility: Visibility | None = None,
    head_id: UUID | None = None,
) -> Chat:
    await may_change(db, user, chat_id)
    async with db.as_user(user) as tx:
        leaf = await store.leaf_under(tx, user, chat_id, head_id) if head_id else None
        if head_id and leaf is None:
            raise NotFound("There is no such message in this chat.", code="unknown_message")
        changed = await store.change_chat(tx, user, chat_id, title=title, visibility=visibility, head_id=leaf)
    if changed is None:
        raise unknown_chat()
    return changed


async def delete_chat(db: Db, user: UUID, chat_id: UUID) -> None:
    await may_change(db, user, chat_id)

    async def delete() -> None:
        async with db.as_user(user) as tx:
            await store.delete_chat(tx, user, chat_id)

    await execute_with_retry(delete)


async def retitle(db: Db, user: UUID, chat_id: UUID, title: str) -> None:
    """A title the model thought of; it never replaces one a person gave."""
    async with db.as_user(user) as tx:
        await store.retitle_by_model(tx, user, chat_id, title)


def _cursor(chat: Chat) -> str:
    return base64.urlsafe_b64encode(f"{chat.updated_at.isoformat()} {chat.id}".encode()).decode()


def _read_cursor(cursor: str) -> tuple[datetime, UUID]:
    try:
        when, chat_id = base64.urlsafe_b64decode(cursor.encode()).decode().split(" ")
        return datetime.fromisoformat(when).astimezone(UTC), UUID(chat_id)
    except (ValueError, OverflowError):
        raise Invalid("The cursor is not one we gave; start from the first page.", code="bad_cursor") from None
