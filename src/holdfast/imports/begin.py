"""A file comes in: whose it is, is told at once; its conversations follow by a job."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import IO

from holdfast.chats.attachments import clean_filename, delete_attachment, drop_file, keep_file
from holdfast.chats.types import Attachment
from holdfast.core.blobs import Blobs
from holdfast.core.clock import utc_now
from holdfast.core.db import Db
from holdfast.core.errors import Conflict, TooLarge
from holdfast.core.ids import BlobId, ImportId, UserId, new_id
from holdfast.entitlements.types import AccessContext
from holdfast.imports import store
from holdfast.imports.jobs import promise_import
from holdfast.imports.recognise import MAX_BYTES, recognise_export
from holdfast.imports.types import ChatImport, UnknownImport

MAX_LISTED = 20
_MEDIA_TYPE = "application/x-chats"


async def begin_import(db: Db, blobs: Blobs, access: AccessContext, file: IO[bytes], filename: str) -> ChatImport:
    """Of a file that lies on our disk already."""
    user_id, size = access.user_id, file.seek(0, 2)
    if size > MAX_BYTES:
        raise TooLarge(f"A file with chats may have at most {MAX_BYTES // 1_000_000} MB; a zip is smaller.")
    origin, chats = await asyncio.to_thread(recognise_export, file)
    name, now = clean_filename(filename), utc_now()
    kept = Attachment(BlobId(new_id()), name, _MEDIA_TYPE, size)
    new = ChatImport(ImportId(new_id()), origin, name, kept.id, "pending", None, chats, 0, 0, 0, now, now)
    await keep_file(db, blobs, access, file, kept)
    async with db.as_user(user_id) as tx:
        is_added = await store.add_import(tx, user_id, new)
        if is_added:
            await promise_import(tx, new.id)
    if not is_added:
        await delete_attachment(db, user_id, kept.id)
        raise Conflict("Other chats of yours are being brought; wait until they are here.", code="import_running")
    return new


async def get_import(db: Db, user_id: UserId, import_id: ImportId) -> ChatImport:
    async with db.as_user(user_id) as tx:
        found = await store.find_import(tx, user_id, import_id)
    if found is None:
        raise UnknownImport
    return found


async def list_imports(db: Db, user_id: UserId) -> Sequence[ChatImport]:
    async with db.as_user(user_id) as tx:
        return await store.newest_imports(tx, user_id, limit=MAX_LISTED)


async def stop_import(db: Db, user_id: UserId, import_id: ImportId) -> ChatImport:
    """What was brought stays; one that has ended stays as it is."""
    async with db.as_user(user_id) as tx:
        found = await store.find_import(tx, user_id, import_id)
        if found is None:
            raise UnknownImport
        await store.end_import(tx, user_id, import_id, "stopped")
        await drop_file(tx, user_id, found.blob_id)
    return await get_import(db, user_id, import_id)
