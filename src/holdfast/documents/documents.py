"""Documents listed, looked at, changed, begun anew and deleted. What somebody does not see does not exist."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from uuid import UUID

from holdfast.accounts.types import Caller
from holdfast.core.cursor import read_cursor, write_cursor
from holdfast.core.db import Tx
from holdfast.core.errors import Invalid, NotFound
from holdfast.core.ids import DocumentId, UserId
from holdfast.documents import pages_store, store, versions_store
from holdfast.documents.compare import TextChange, compare
from holdfast.documents.jobs import promise_index
from holdfast.documents.parts import DocumentParts
from holdfast.documents.targets import Acting, Deed, must_allow, must_be_admin_for, space_for, still_allows
from holdfast.documents.types import Document, DocumentFolder, DocumentPage, DocumentVersion, Listing, UnknownDocument
from holdfast.knowledge.spaces import find_space, read_space
from holdfast.knowledge.types import PageText, Space

MAX_LISTED = 100


async def get_document(parts: DocumentParts, caller: Acting, document_id: DocumentId) -> Document:
    async with parts.db.as_user(caller.user_id) as tx:
        return await _find(tx, document_id)


async def get_space(parts: DocumentParts, caller: Caller, document_id: DocumentId) -> Space:
    """Where it is kept."""
    async with parts.db.as_user(caller.user_id) as tx:
        return await read_space(tx, (await _find(tx, document_id)).space_id)


async def list_documents(parts: DocumentParts, caller: Caller, listing: Listing) -> DocumentPage:
    """Without a target, those of one's own library."""
    space = await space_for(parts.targets, caller, listing.target or "user")
    await must_allow(parts.targets, caller, space, "read")
    after = read_cursor(listing.cursor, UUID) if listing.cursor else None
    async with parts.db.as_user(caller.user_id) as tx:
        await still_allows(tx, caller, space, "read")
        space_id = await find_space(tx, space)
        if space_id is None:
            return DocumentPage((), None)
        found = await store.list_documents(tx, space_id, listing, after)
    more = found[: listing.limit]
    last = more[-1] if len(found) > listing.limit else None
    return DocumentPage(more, write_cursor(last.updated_at, last.id) if last else None)


async def list_folders(parts: DocumentParts, caller: Caller, target: str | None) -> Sequence[DocumentFolder]:
    """A folder is there while a document is in it."""
    space = await space_for(parts.targets, caller, target or "user")
    await must_allow(parts.targets, caller, space, "read")
    async with parts.db.as_user(caller.user_id) as tx:
        await still_allows(tx, caller, space, "read")
        space_id = await find_space(tx, space)
        return await store.list_folders(tx, space_id) if space_id is not None else ()


async def change_document(
    parts: DocumentParts,
    caller: Caller,
    document_id: DocumentId,
    *,
    title: str | None,
    folder: str | None,
    sets_folder: bool,
) -> Document:
    async with parts.db.as_user(caller.user_id) as tx:
        await _may(tx, caller, await _find(tx, document_id), "create")
        await store.change_document(tx, document_id, title=title, folder=folder, sets_folder=sets_folder)
        return await _find(tx, document_id)


async def delete_document(parts: DocumentParts, caller: Caller, document_id: DocumentId) -> None:
    """With its bytes, pages and passages. What a trace told of it is a reference, which leads nowhere then."""
    async with parts.db.as_user(caller.user_id) as tx:
        await _may(tx, caller, await _find(tx, document_id), "delete")
        await store.lock_space_of(tx, document_id)
        await store.delete_document(tx, document_id)


async def cancel(parts: DocumentParts, caller: Caller, document_id: DocumentId) -> Document:
    """Reading stops at the next batch, if it is being read; a former version goes on being found."""
    async with parts.db.as_user(caller.user_id) as tx:
        await _may(tx, caller, await _find(tx, document_id), "create")
        await store.cancel(tx, document_id)
        return await _find(tx, document_id)


async def reindex(parts: DocumentParts, caller: Caller, document_id: DocumentId) -> Document:
    """Read again, from its bytes: until that is done, what was found before is found. A reading that goes on ends."""
    return await restore(parts, caller, document_id, None)


async def restore(parts: DocumentParts, caller: Caller, document_id: DocumentId, number: int | None) -> Document:
    """An earlier version's bytes as the newest version; None: the newest's own, read again."""
    async with parts.db.as_user(caller.user_id) as tx:
        found = await _find(tx, document_id)
        await _may(tx, caller, found, "create")
        version = await versions_store.find_version(tx, document_id, number or found.version)
        if version is None:
            raise NotFound("There is no such version.", code="unknown_version")
        if number is None or number == found.version:
            await store.begin_again(tx, document_id)
        else:
            newest = await store.begin_version(tx, document_id)
            await versions_store.copy_version(tx, document_id, number, newest, caller.user_id)
        await promise_index(tx, document_id)
        return await _find(tx, document_id)


async def list_versions(parts: DocumentParts, caller: Caller, document_id: DocumentId) -> Sequence[DocumentVersion]:
    async with parts.db.as_user(caller.user_id) as tx:
        await _find(tx, document_id)
        return await versions_store.list_versions(tx, document_id)


async def read_text(
    parts: DocumentParts, caller: Acting, document_id: DocumentId, page: int | None, number: int | None = None
) -> tuple[int, Sequence[PageText]]:
    """Of which version, and its pages; without a number, of the one that is found."""
    async with parts.db.as_user(caller.user_id) as tx:
        found = await _find(tx, document_id)
        version = number or found.live_version or found.version
        pages = await pages_store.read_pages(tx, document_id, version, page=page)
    if not pages:
        raise NotFound("There is no such page, or it was not read yet.", code="unknown_page")
    return version, pages


async def compare_versions(
    parts: DocumentParts, caller: Caller, document_id: DocumentId, former: int, later: int
) -> Sequence[TextChange]:
    """What became of the text of one version in another. Both must have been read."""
    async with parts.db.as_user(caller.user_id) as tx:
        await _find(tx, document_id)
        texts = []
        for number in (former, later):
            if await versions_store.find_version(tx, document_id, number) is None:
                raise NotFound("There is no such version.", code="unknown_version")
            pages = await pages_store.read_pages(tx, document_id, number)
            if not pages:
                raise Invalid(
                    f"Version {number} was not read, so that there is no text of it.", code="version_not_read"
                )
            texts.append("\n".join(page.text for page in pages))
    return await asyncio.to_thread(compare, *texts)


async def open_content(
    parts: DocumentParts, caller: Caller, document_id: DocumentId, number: int | None
) -> tuple[DocumentVersion, AsyncIterator[bytes]]:
    """The file itself, of the newest version or of one that is named."""
    async with parts.db.as_user(caller.user_id) as tx:
        found = await _find(tx, document_id)
        version = await versions_store.find_version(tx, document_id, number or found.version)
    if version is None:
        raise NotFound("There is no such version.", code="unknown_version")
    return version, await parts.blobs.get(UserId(version.owner_id), version.blob_id)


async def _find(tx: Tx, document_id: DocumentId) -> Document:
    found = await store.find_document(tx, document_id)
    if found is None:
        raise UnknownDocument
    return found


async def _may(tx: Tx, caller: Caller, document: Document, deed: Deed) -> None:
    """Whoever sees it may read it; to change it takes what putting one there takes."""
    space = await read_space(tx, document.space_id)
    must_be_admin_for(caller, space)
    await still_allows(tx, caller, space, deed)
