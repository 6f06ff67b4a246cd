"""The job behind an upload: a file is read once, and its passages are made findable a portion at a time."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from datetime import timedelta

from holdfast.core.db import account_of
from holdfast.core.errors import Invalid, NotFound, NotSetUp, Unsupported
from holdfast.core.ids import DocumentId, UserId
from holdfast.core.jobs import Job, JobContext, work
from holdfast.core.log import get_logger
from holdfast.documents import pages_store, store, versions_store
from holdfast.documents.extract import Extracted, UnreadableFile
from holdfast.documents.jobs import INDEX_DOCUMENT, promise_index
from holdfast.documents.kinds import FileKind, kind_of
from holdfast.documents.parts import DocumentParts, HasDocuments
from holdfast.documents.types import Document, DocumentVersion, ReadingFault
from holdfast.entitlements.types import QuotaExhausted
from holdfast.knowledge.index import index_passages
from holdfast.knowledge.spaces import count_passages, drop_passages
from holdfast.knowledge.types import PageText, Space, TextToIndex
from holdfast.knowledge.vectors import stored_name
from holdfast.models.types import ModelFailed

log = get_logger()

PORTION_SECONDS = 5.0
"""What one job gives to one document before others have their turn."""
_READ_SHARE = 0.1
"""Of the progress that is told, what reading is."""
_LOOKED_SHARE = 0.5
"""And what it is with pages that are looked at as pictures."""
_AT_A_LOOK = 2
_SILENT = timedelta(minutes=10)
_AT_ONCE = 100

NOT_INDEXED = ReadingFault("not_indexed", "The document could not be made findable just now; try again later.")


async def index_document(job: Job, context: JobContext[HasDocuments], *, seconds: float = PORTION_SECONDS) -> None:
    if job.owner is None:
        return
    parts, acting = context.parts.documents, account_of(job.owner)
    document_id = DocumentId(job.uuid("document"))
    async with parts.db.as_user(acting) as tx:
        document = await store.find_document(tx, document_id)
    has_more = False
    if document is not None:
        try:
            has_more = await index_portion(parts, acting, document, seconds)
        except UnreadableFile as unreadable:
            await _fail(parts, acting, document, unreadable.fault)
        except Exception:  # border: whatever ended the last try, people are told that there is none any more
            if job.attempt >= INDEX_DOCUMENT.tries:
                await _fail(parts, acting, document, NOT_INDEXED)
            raise
    async with work(context.worker, job) as tx:
        if has_more:
            await promise_index(tx, document_id)


async def erase_hosted(context: JobContext[HasDocuments]) -> None:
    """Vectors elsewhere, of passages that are gone."""
    parts = context.parts.documents
    await parts.hosted.erase_gone(parts.db)


async def take_up_unfinished(context: JobContext[HasDocuments]) -> None:
    """Documents that wait, and that no job is about any more: whoever brought them has left, or a process was lost."""
    for document_id, acting in await store.unfinished(context.db, _SILENT, most=_AT_ONCE):
        async with context.db.as_user(acting) as tx:
            await promise_index(tx, document_id)


async def index_portion(parts: DocumentParts, acting: UserId, document: Document, seconds: float) -> bool:
    """Whether there is more to do."""
    until = asyncio.get_running_loop().time() + seconds
    document_id, reading = document.id, document.reading
    async with parts.db.as_user(acting) as tx:
        version = await versions_store.find_version(tx, document_id, document.version)
        if version is None or not await store.note_progress(tx, document_id, reading, 0.0):
            return False
    if version.read_for != reading and not await _read(parts, acting, document, version):
        return False
    if not await _look_at_pictures(parts, acting, document, version, until):
        return True
    async with parts.db.as_user(acting) as tx:
        pages = await pages_store.read_pages(tx, document_id, document.version)
        now = await store.find_document(tx, document_id)
    if not any(page.text.strip() for page in pages):
        raise UnreadableFile("empty")
    begun = _LOOKED_SHARE if now and now.extraction in ("ocr", "model") else _READ_SHARE
    title = now.title if now else document.title
    text = TextToIndex(document_id, document.space_id, document.version, reading, title, document.filename, pages)
    share = 1.0
    async with aclosing(index_passages(parts.db, parts.embedder, acting, text, until=until)) as indexed:
        async for share in indexed:
            async with parts.db.as_user(acting) as tx:
                if not await store.note_progress(tx, document_id, reading, begun + (1 - begun) * share):
                    await store.lock_space_of(tx, document_id)
                    await drop_passages(tx, document_id, reading=reading)
                    return False
    if share < 1 and asyncio.get_running_loop().time() >= until:
        return True
    return await _go_live(parts, acting, document, text)


async def _go_live(parts: DocumentParts, acting: UserId, document: Document, text: TextToIndex) -> bool:
    """True: it went into a chat meanwhile, and is to be read on there."""
    async with parts.db.as_user(acting) as tx:
        now = await store.find_document(tx, document.id)
    if now is None or now.space_id != document.space_id:
        return now is not None
    space = Space(document.kind, document.namespace)
    await parts.hosted.send(parts.db, acting, stored_name(parts.embedder), space, text)
    async with parts.db.as_user(acting) as tx:
        await store.lock_space_of(tx, document.id)
        count = await count_passages(tx, document.id, document.reading)
        live = await store.go_live(tx, document.id, document.reading)
        if live is not None:
            await versions_store.note_passages(tx, document.id, live, count)
            await drop_passages(tx, document.id, but=document.reading)
    return False


async def _read(parts: DocumentParts, acting: UserId, document: Document, version: DocumentVersion) -> bool:
    """False: it is not to be read any more."""
    kind, data = kind_of(version.media_type), await _bytes_of(parts, version)
    extracted = await (_heard(parts, acting, data) if kind.is_sound else parts.extractor.extract(kind, data))
    async with parts.db.as_user(acting) as tx:
        if not await store.note_progress(tx, document.id, document.reading, _READ_SHARE):
            return False
        await pages_store.set_pages(tx, document, extracted)
        await versions_store.note_read(tx, document, extracted)
        if extracted.title:
            await store.take_title(tx, document, extracted.title)
    return True


async def _heard(parts: DocumentParts, acting: UserId, data: bytes) -> Extracted:
    try:
        text = await parts.hear(acting, data)
    except (Invalid, Unsupported, QuotaExhausted, NotSetUp) as refused:  # heard again it would be the same
        raise UnreadableFile(refused.code, refused.message) from None
    return Extracted([PageText(None, text)], "transcript", is_cut=False)


async def _look_at_pictures(
    parts: DocumentParts, acting: UserId, document: Document, version: DocumentVersion, until: float
) -> bool:
    """A few pages at a time, each of which is kept when it was looked at. False: there is no time for the rest now."""
    async with parts.db.as_user(acting) as tx:
        waiting, pages = await pages_store.count_pictures(tx, document.id, document.version)
    if not waiting:
        return True
    data, kind, whole = await _bytes_of(parts, version), kind_of(version.media_type), len(waiting)
    while waiting:
        batch, waiting = waiting[:_AT_A_LOOK], waiting[_AT_A_LOOK:]
        looked = await parts.extractor.look_at(kind, data, batch)
        told = [await _seen(parts, acting, kind, data, number) for number in looked.unclear]
        async with parts.db.as_user(acting) as tx:
            share = 1 - len(waiting) / max(pages, whole)
            progress = _READ_SHARE + (_LOOKED_SHARE - _READ_SHARE) * share
            if not await store.note_progress(tx, document.id, document.reading, progress):
                return False
            if await pages_store.set_looked_at(tx, document, batch, looked.pages):
                await versions_store.note_looked_at(tx, document, "ocr")
            if await pages_store.set_looked_at(tx, document, looked.unclear, told):
                await versions_store.note_looked_at(tx, document, "model")
        if waiting and asyncio.get_running_loop().time() >= until:
            return False
    return True


async def _seen(parts: DocumentParts, acting: UserId, kind: FileKind, data: bytes, number: int) -> PageText:
    """What a model makes of a page; nothing where there is none that sees, or it would not say."""
    picture = await parts.extractor.show(kind, data, number)
    try:
        return PageText(number, await parts.see(acting, picture) if picture else "")
    except ModelFailed as failed:
        log.warning("page_not_seen", failure=failed.failure)
        return PageText(number, "")


async def _bytes_of(parts: DocumentParts, version: DocumentVersion) -> bytes:
    try:
        return await parts.blobs.read(UserId(version.owner_id), version.blob_id)
    except NotFound:
        raise UnreadableFile("not_arrived") from None


async def _fail(parts: DocumentParts, acting: UserId, document: Document, fault: ReadingFault) -> None:
    async with parts.db.as_user(acting) as tx:
        await store.note_failure(tx, document.id, document.reading, fault)
        if fault.code == "not_arrived":
            await versions_store.give_room_back(tx, document.id, document.version)
