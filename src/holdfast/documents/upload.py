"""Bytes in, a document that waits to be read.

The rows come before the bytes and hold their room, so that uploads that run at once cannot together pass the limit;
bytes that did not all arrive take their rows with them. The same bytes again, for the same target, are a new version of
what is there and no second document.
"""

from __future__ import annotations

import asyncio
import hashlib
import tempfile
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import IO

from holdfast.accounts.types import Caller
from holdfast.chats.attachments import clean_filename, reserve_room
from holdfast.core.blobs import CHUNK_BYTES
from holdfast.core.clock import utc_now
from holdfast.core.db import Tx
from holdfast.core.errors import AppError, Invalid, TooLarge, Unsupported
from holdfast.core.ids import BlobId, DocumentId, UserId, new_id
from holdfast.documents import store, versions_store
from holdfast.documents.desk import LEFT_FOR, is_desk
from holdfast.documents.documents import get_document, get_space, open_content
from holdfast.documents.jobs import promise_index
from holdfast.documents.kinds import READABLE, FileKind, recognise
from holdfast.documents.parts import DocumentParts
from holdfast.documents.targets import must_allow, space_for, still_allows
from holdfast.documents.types import Document, UnknownDocument
from holdfast.documents.versions_store import NewVersion
from holdfast.entitlements.types import AccessContext, QuotaExhausted
from holdfast.knowledge.spaces import find_space, lock_spaces, open_space
from holdfast.knowledge.types import Space

MAX_BYTES = 50_000_000
MAX_TITLE_CHARACTERS = 300


@dataclass(frozen=True, slots=True)
class UploadWish:
    target: str = "user"
    title: str | None = None
    folder: str | None = None
    source: str | None = None
    """The address it was fetched from."""
    version_of: DocumentId | None = None
    """Of which these bytes are the newest version, whatever they are."""


@dataclass(frozen=True, slots=True)
class Bringer:
    """Who brings it, and what they may keep."""

    user_id: UserId
    access: AccessContext


@dataclass(frozen=True, slots=True)
class Uploaded:
    document: Document
    duplicate_of: DocumentId | None
    """The document that has these bytes now as its newest version, and was there before."""


@dataclass(frozen=True, slots=True)
class RefusedFile:
    filename: str
    error: AppError


NamedFile = tuple[str, IO[bytes]]


async def upload(
    parts: DocumentParts, caller: Caller, access: AccessContext, file: IO[bytes], filename: str, wish: UploadWish
) -> Uploaded:
    """A file that lies on our disk already."""
    space = await _space_for(parts, caller, wish)
    await must_allow(parts.targets, caller, space, "create")
    return await bring(parts, Bringer(caller.user_id, access), space, file, filename, wish)


async def bring(
    parts: DocumentParts, bringer: Bringer, space: Space, file: IO[bytes], filename: str, wish: UploadWish
) -> Uploaded:
    """Into a space that the bringer may fill, as far as is known; what an organization says is asked here."""
    kind, size, sha256 = await asyncio.to_thread(_look_at, file, filename)
    name = clean_filename(filename)
    async with parts.db.as_user(bringer.user_id) as tx:
        await still_allows(tx, bringer, space, "create")
        await _reserve(tx, bringer.access, space, size)
        space_id = await open_space(tx, space)
        await lock_spaces(tx, space_id)
        if is_desk(space):
            await store.drop_left(tx, space_id, LEFT_FOR)
        same = wish.version_of or await versions_store.find_same(tx, space_id, sha256)
        if same is None and wish.source is not None:
            same = await versions_store.find_fetched(tx, space_id, wish.source)
        document_id = same or DocumentId(new_id())
        if same is None:
            title = (wish.title or name)[:MAX_TITLE_CHARACTERS]
            folder = wish.folder or None
            await store.add_document(tx, document_id, space_id, title=title, folder=folder, made_by=bringer.user_id)
        elif wish.version_of and await store.find_document(tx, wish.version_of) is None:
            raise UnknownDocument  # deleted meanwhile
        number = 1 if same is None else await store.begin_version(tx, document_id)
        new = NewVersion(
            document_id, number, space_id, BlobId(new_id()), space.owner_id, name, kind.media_type, size, sha256,
            wish.source,
        )  # fmt: skip
        await versions_store.add_version(tx, new, bringer.user_id)
    await _keep(parts, bringer.user_id, file, new)
    return Uploaded(await get_document(parts, bringer, document_id), None if wish.version_of else same)


async def _space_for(parts: DocumentParts, caller: Caller, wish: UploadWish) -> Space:
    """Where a document is of which this is to be a version, or where its target says."""
    if wish.version_of is None:
        return await space_for(parts.targets, caller, wish.target)
    return await get_space(parts, caller, wish.version_of)


async def bulk_upload(
    parts: DocumentParts, caller: Caller, access: AccessContext, files: Sequence[NamedFile], wish: UploadWish
) -> Sequence[Uploaded | RefusedFile]:
    """Each for itself: one that is refused hinders no other. A target that is none refuses them all."""
    await must_allow(parts.targets, caller, await space_for(parts.targets, caller, wish.target), "create")
    done: list[Uploaded | RefusedFile] = []
    for filename, file in files:
        try:
            done.append(await upload(parts, caller, access, file, filename, wish))
        except AppError as refused:
            done.append(RefusedFile(clean_filename(filename), refused))
    return done


async def copy_document(
    parts: DocumentParts, caller: Caller, access: AccessContext, document_id: DocumentId, target: str
) -> Uploaded:
    """For another target, with bytes of its own: what becomes of the one is not the other's matter."""
    document = await get_document(parts, caller, document_id)
    version, chunks = await open_content(parts, caller, document_id, None)
    with tempfile.TemporaryFile() as file:
        async for chunk in chunks:
            await asyncio.to_thread(file.write, chunk)
        wish = UploadWish(target, document.title, document.folder)
        return await upload(parts, caller, access, file, version.filename, wish)


async def find_duplicate(parts: DocumentParts, caller: Caller, sha256: str, target: str) -> Document | None:
    space = await space_for(parts.targets, caller, target)
    await must_allow(parts.targets, caller, space, "read")
    async with parts.db.as_user(caller.user_id) as tx:
        await still_allows(tx, caller, space, "read")
        space_id = await find_space(tx, space)
        same = None if space_id is None else await versions_store.find_same(tx, space_id, sha256)
    return await get_document(parts, caller, same) if same else None


async def _keep(parts: DocumentParts, user_id: UserId, file: IO[bytes], new: NewVersion) -> None:
    try:
        owner_id = UserId(new.owner_id)
        await parts.blobs.put(owner_id, new.blob_id, _chunks(file), limit_bytes=MAX_BYTES)
    except BaseException:  # border: cancelled or failed, bytes that did not all arrive must not hold room
        async with parts.db.as_user(user_id) as tx:
            await store.lock_space_of(tx, new.document_id)
            await store.hold_document(tx, new.document_id)
            await versions_store.drop_version(tx, new.document_id, new.number)
            await store.step_back(tx, new.document_id, new.number)
        raise
    async with parts.db.as_user(user_id) as tx:
        await promise_index(tx, new.document_id)


async def _reserve(tx: Tx, access: AccessContext, space: Space, size: int) -> None:
    """Room for so many bytes, until the end of this transaction. The house's own has no limit but its disk."""
    if space.user_id is not None:
        await reserve_room(tx, access, size)
    limit = access.features.storage_bytes
    if space.org_id is not None and limit is not None:
        used = await versions_store.sum_of_org(tx, space.org_id)
        if used + size > limit:
            raise QuotaExhausted(access, "storage_bytes", used=used, wanted=size, now=utc_now(), resets_at=None)


def _look_at(file: IO[bytes], filename: str) -> tuple[FileKind, int, str]:
    size = file.seek(0, 2)
    if not size:
        raise Invalid("The file is empty.", code="empty_file")
    if size > MAX_BYTES:
        raise TooLarge(f"A document may have at most {MAX_BYTES // 1_000_000} MB.")
    kind = recognise(file, filename)
    if kind is None:
        raise Unsupported(f"{READABLE} This file is none of them.")
    digest = hashlib.sha256()
    file.seek(0)
    while piece := file.read(CHUNK_BYTES):
        digest.update(piece)
    return kind, size, digest.hexdigest()


async def _chunks(file: IO[bytes]) -> AsyncIterator[bytes]:
    file.seek(0)
    while chunk := await asyncio.to_thread(file.read, CHUNK_BYTES):
        yield chunk
