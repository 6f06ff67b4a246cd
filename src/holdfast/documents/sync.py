"""The job of a connector: what is new there is brought, what has changed becomes a new version, and what has gone there
is deleted here. What has not changed is not fetched.

Nothing is deleted because something could not be listed: one that fails says why, and what it brought before stays.
"""

from __future__ import annotations

import hashlib
import io

from holdfast.core.db import account_of
from holdfast.core.errors import AppError, Forbidden, Unavailable
from holdfast.core.ids import ConnectorId, UserId, new_id
from holdfast.core.jobs import Job, JobContext, work
from holdfast.documents import connector_store, store
from holdfast.documents.connector_types import BroughtItem, Connector
from holdfast.documents.fetching import FetchedItem, FetchFailed, Origin
from holdfast.documents.from_feed import FeedOrigin
from holdfast.documents.from_folder import FolderOrigin, allowed_folder
from holdfast.documents.from_git import GitOrigin
from holdfast.documents.from_pack import PackOrigin, corpora_of, digest_of
from holdfast.documents.from_web import PageOrigin, SitemapOrigin
from holdfast.documents.jobs import SYNC_CONNECTOR, promise_sync
from holdfast.documents.parts import DocumentParts, HasDocuments
from holdfast.documents.targets import still_allows
from holdfast.documents.types import ReadingFault
from holdfast.documents.upload import Bringer, UploadWish, bring
from holdfast.entitlements.types import QuotaExhausted
from holdfast.knowledge.registry import system_space
from holdfast.knowledge.spaces import lock_spaces, open_space, read_space

AT_ONCE = 50
"""Documents that one job brings before others have their turn."""
DUE_AT_ONCE = 50
NOT_SYNCED = ReadingFault(code="not_synced", message="It could not be fetched just now; it is tried again by itself.")
_SERVER_KINDS = ("folder", "git")
_CONTENT_REFUSED = (Unavailable, QuotaExhausted, Forbidden)
"""What is no fault of one document ends the whole."""


async def sync_connector(job: Job, context: JobContext[HasDocuments]) -> None:
    if job.owner is None:
        return
    parts, acting = context.parts.documents, account_of(job.owner)
    connector_id = ConnectorId(job.uuid("connector"))
    async with parts.db.as_user(acting) as tx:
        connector = await connector_store.find_connector(tx, connector_id)
        if connector is not None:
            await connector_store.note_syncing(tx, connector_id)
    has_more = False
    if connector is not None:
        try:
            has_more = await _sync(parts, acting, connector)
        except AppError as refused:
            await _end(parts, acting, connector, None, ReadingFault(refused.code, refused.message))
        except Exception:  # border: whatever ended the last try, people are told that there is none any more
            if job.attempt >= SYNC_CONNECTOR.tries:
                await _end(parts, acting, connector, None, NOT_SYNCED)
            raise
    async with work(context.worker, job) as tx:
        if has_more:
            await promise_sync(tx, connector_id)


async def take_due_connectors(context: JobContext[HasDocuments]) -> None:
    for connector_id, acting in await connector_store.take_due(context.db, most=DUE_AT_ONCE):
        async with context.db.as_user(acting) as tx:
            await promise_sync(tx, connector_id)


async def bring_packs(context: JobContext[HasDocuments]) -> None:
    """What packs know, as soon as somebody is there as whom it can be brought, and again when it has changed."""
    corpora = corpora_of(context.parts.documents.personas)
    known = await connector_store.known_packs(context.db)
    if known.acting is None:
        return
    for namespace, folder in corpora.items():
        if namespace in known.resting or known.marks.get(namespace) == digest_of(folder):
            continue
        async with context.db.as_user(known.acting) as tx:
            space_id = await open_space(tx, system_space(namespace))
            connector_id = ConnectorId(new_id())
            opened = await connector_store.open_pack(tx, connector_id, space_id, namespace, known.acting)
            await promise_sync(tx, opened)


def open_origin(parts: DocumentParts, connector: Connector) -> tuple[Origin, str | None]:
    """And the mark of all that is there, where that is known beforehand."""
    match connector.kind:
        case "folder":
            return FolderOrigin(allowed_folder(connector.address, parts.folders)), None
        case "git":
            return GitOrigin(allowed_folder(connector.address, parts.folders)), None
        case "feed":
            return FeedOrigin(parts.outside, parts.extractor, connector.address), None
        case "pack":
            folder = corpora_of(parts.personas).get(connector.address)
            if folder is None:
                raise FetchFailed("No pack brings anything of this name any more.", code="unknown_pack")
            return PackOrigin(folder), digest_of(folder)
        case "page":
            return PageOrigin(parts.outside, connector.address), None
        case "sitemap":
            return SitemapOrigin(parts.outside, parts.extractor, connector.address), None


async def _sync(parts: DocumentParts, acting: UserId, connector: Connector) -> bool:
    """Whether there is more to do."""
    origin, mark = open_origin(parts, connector)
    bringer = Bringer(acting, await parts.entitlements.access(acting))
    async with parts.db.as_user(acting) as tx:
        space = await read_space(tx, connector.space_id)
        await still_allows(tx, bringer, space, "create")
        if connector.kind in _SERVER_KINDS and not await store.is_admin(tx):
            raise Forbidden("Only an admin of this installation may have its folders fetched.", code="not_admin")
        known = await connector_store.read_items(tx, connector.id)
    there = {item.key: item for item in await origin.list()}
    changed = [item for item in there.values() if item.key not in known or known[item.key].mark != item.mark]
    for item in changed[:AT_ONCE]:
        brought = await _bring(parts, bringer, connector, origin, item, known.get(item.key))
        await note_brought(parts, acting, connector, brought)
    if len(changed) > AT_ONCE:
        return True
    for gone in [item for key, item in known.items() if key not in there] if origin.is_whole else ():
        async with parts.db.as_user(acting) as tx:
            await lock_spaces(tx, connector.space_id)
            if gone.document_id:
                await store.delete_document(tx, gone.document_id)
            await connector_store.drop_item(tx, connector.id, gone.key)
    await _end(parts, acting, connector, mark, None)
    return False


async def note_brought(parts: DocumentParts, acting: UserId, connector: Connector, item: BroughtItem) -> None:
    """What became of one. Its space first: it goes with its connectors and documents, in no order of theirs."""
    async with parts.db.as_user(acting) as tx:
        await lock_spaces(tx, connector.space_id)
        await connector_store.note_item(tx, connector, item)


async def _bring(
    parts: DocumentParts,
    bringer: Bringer,
    connector: Connector,
    origin: Origin,
    item: FetchedItem,
    former: BroughtItem | None,
) -> BroughtItem:
    """One that cannot be brought is noted with the reason, and tried again when it has changed."""
    document_id = former.document_id if former else None
    try:
        data = await origin.read(item)
        async with parts.db.as_user(bringer.user_id) as tx:
            space = await read_space(tx, connector.space_id)
            now = await store.find_document(tx, document_id) if document_id else None
        if now is not None and now.sha256 == hashlib.sha256(data).hexdigest():
            return BroughtItem(item.key, item.mark, document_id)
        wish = UploadWish(title=item.title, folder=item.folder, version_of=now.id if now else None)
        made = await bring(parts, bringer, space, io.BytesIO(data), item.filename, wish)
    except AppError as refused:
        if isinstance(refused, _CONTENT_REFUSED):
            raise
        return BroughtItem(item.key, item.mark, document_id, ReadingFault(refused.code, refused.message))
    return BroughtItem(item.key, item.mark, made.document.id)


async def _end(
    parts: DocumentParts, acting: UserId, connector: Connector, mark: str | None, fault: ReadingFault | None
) -> None:
    async with parts.db.as_user(acting) as tx:
        await connector_store.note_synced(tx, connector.id, mark, fault)
