from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

from holdfast.chats import attachments_store, branch_store, store
from holdfast.chats.access import may_change, not_your_chat, unknown_chat
from holdfast.chats.folders import put_in_folder
from holdfast.chats.types import Chat, ChatEdit, ChatShelf, Page
from holdfast.core.cursor import read_cursor, write_cursor
from holdfast.core.db import Db, Tx, execute_with_retry
from holdfast.core.errors import Conflict, NotFound
from holdfast.core.ids import ChatId, UserId


async def list_chats(
    db: Db,
    user_id: UserId,
    *,
    cursor: str | None,
    limit: int,
    shelf: ChatShelf = "active",
    folder: str | None = None,
) -> Page:
    before = read_cursor(cursor, UUID) if cursor else None
    async with db.as_user(user_id) as tx:
        found = await store.newest_chats(tx, user_id, before=before, limit=limit + 1, shelf=shelf, folder=folder)
    has_more = len(found) > limit
    last = found[limit - 1] if has_more else None
    return Page(found[:limit], write_cursor(last.updated_at, last.id) if last else None)


async def own_chats(tx: Tx, user_id: UserId, chat_ids: Sequence[ChatId]) -> Sequence[ChatId]:
    """Those of them that are this person's, by id."""
    return await store.own_chats(tx, user_id, chat_ids)


async def begin_for_program(db: Db, user_id: UserId, chat_id: ChatId, persona_id: str, title: str) -> Chat:
    """Empty, or the one of that id that is theirs already."""
    async with db.as_user(user_id) as tx:
        await store.add_for_program(tx, user_id, chat_id, persona_id, title)
        found = await store.find_chat(tx, user_id, chat_id)
    if found is None:
        raise not_your_chat()
    return found


async def first_chats_with(db: Db, user_id: UserId, persona_ids: Sequence[str]) -> Sequence[Chat]:
    """With a companion there is one chat for good: the first that was begun with them and is still there. A fork of it
    is not, nor is a temporary one."""
    async with db.as_user(user_id) as tx:
        return await store.first_chats_with(tx, user_id, persona_ids)


async def change_chat(db: Db, user_id: UserId, chat_id: ChatId, edit: ChatEdit) -> Chat:
    await may_change(db, user_id, chat_id)
    async with db.as_user(user_id) as tx:
        if edit.head_id:
            leaf = await branch_store.leaf_under(tx, user_id, chat_id, edit.head_id)
            if leaf is None:
                raise NotFound("There is no such message in this chat.", code="unknown_message")
            edit = replace(edit, head_id=leaf)
        changed = await store.change_chat(tx, user_id, chat_id, edit)
        if changed is None:
            raise unknown_chat()
        if edit.visibility == "snapshot" and changed.visibility != "snapshot":
            raise Conflict("Nothing was said in this chat yet; there is nothing to share.", code="nothing_to_share")
        await put_in_folder(tx, user_id, edit.folder)
        if edit.memory and changed.memory == "temporary":
            raise Conflict("A temporary chat stays one; begin another to be remembered.", code="temporary_chat")
    return changed


async def change_chats(db: Db, user_id: UserId, chat_ids: Sequence[ChatId], edit: ChatEdit) -> int:
    """Several at once. Whatever is not this person's is passed over; how many were changed is the answer."""
    async with db.as_user(user_id) as tx:
        changed = await store.change_chats(tx, user_id, chat_ids, edit)
        if changed:
            await put_in_folder(tx, user_id, edit.folder)
        return changed


async def delete_chat(db: Db, user_id: UserId, chat_id: ChatId) -> None:
    """With its messages, and the files that were sent in it and nowhere else."""
    await may_change(db, user_id, chat_id)

    async def delete() -> None:
        async with db.as_user(user_id) as tx:
            files = await attachments_store.files_sent_in(tx, user_id, chat_id)
            await store.delete_chat(tx, user_id, chat_id)
            await attachments_store.delete_forgotten_files(tx, user_id, files)

    await execute_with_retry(delete)


async def retitle(db: Db, user_id: UserId, chat_id: ChatId, title: str) -> None:
    """A title the model thought of; it never replaces one a person gave."""
    async with db.as_user(user_id) as tx:
        await store.retitle_by_model(tx, user_id, chat_id, title)
