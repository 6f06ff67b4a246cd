"""Folders that people put their chats in. One is made by its name, or by the first chat that is put into it, and stays
when it is empty; whoever gives one up keeps the chats."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.chats import folders_store, store
from holdfast.chats.types import Folder
from holdfast.core.db import Db, Tx
from holdfast.core.errors import Conflict, NotFound
from holdfast.core.ids import UserId

MAX_FOLDERS = 200


async def list_folders(db: Db, user_id: UserId) -> Sequence[Folder]:
    async with db.as_user(user_id) as tx:
        return await folders_store.folders(tx, user_id)


async def make_folder(db: Db, user_id: UserId, name: str) -> Folder:
    """One of this name that is there already is the one."""
    async with db.as_user(user_id) as tx:
        await put_in_folder(tx, user_id, name)
        return _named(name, await folders_store.folders(tx, user_id))


async def rename_folder(db: Db, user_id: UserId, name: str, new_name: str) -> Folder:
    """Where there is one of the new name, they become one."""
    async with db.as_user(user_id) as tx:
        await _move_chats(tx, user_id, name, new_name)
        await put_in_folder(tx, user_id, new_name)
        return _named(new_name, await folders_store.folders(tx, user_id))


async def give_up_folder(db: Db, user_id: UserId, name: str) -> None:
    """Its chats are in none then."""
    async with db.as_user(user_id) as tx:
        await _move_chats(tx, user_id, name, None)


async def put_in_folder(tx: Tx, user_id: UserId, name: str | None) -> None:
    """So that it stays, whatever becomes of the chat; an empty name is none. Chats are held before folders."""
    if name and not await folders_store.make_folder(tx, user_id, name, at_most=MAX_FOLDERS):
        raise Conflict(f"You have {MAX_FOLDERS} folders; give one up first.", code="too_many_folders")


async def _move_chats(tx: Tx, user_id: UserId, name: str, new_name: str | None) -> None:
    """Out of a folder, which goes."""
    moved = await store.move_to_folder(tx, user_id, name, new_name)
    if not await folders_store.drop_folder(tx, user_id, name) and not moved:
        raise unknown_folder()


def unknown_folder() -> NotFound:
    return NotFound("You have no folder of this name.", code="unknown_folder")


def _named(name: str, folders: Sequence[Folder]) -> Folder:
    return next((one for one in folders if one.name == name), Folder(name, 0, 0))
