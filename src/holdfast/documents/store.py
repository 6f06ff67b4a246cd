"""Every statement on documents."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from holdfast.core.db import Db, Tx
from holdfast.core.ids import DocumentId, UserId
from holdfast.documents.types import (
    Document,
    DocumentFolder,
    Listing,
    ReadingFault,
)
from holdfast.knowledge.spaces import lock_spaces

_DOCUMENT = """
d.id, d.title, v.filename, v.media_type, v.bytes, v.sha256, s.kind, s.namespace, d.folder, d.status, d.progress,
d.error_code, d.error_message, v.extraction, v.is_cut, v.source, v.pages, v.passages,
d.version, d.live_version, d.reading, d.created_by, d.created_at, d.updated_at, d.space_id
"""
DOCUMENTS_FROM = """
documents d join knowledge_spaces s on s.id = d.space_id
join document_versions v on v.document_id = d.id and v.number = d.version
"""


async def lock_space_of(tx: Tx, document_id: DocumentId) -> None:
    """Before the document itself: whoever brings it anew, reads it or takes it away waits here for the one before. It
    may be moved while one waits; then where it is now."""
    held = None
    while (now := await _space_of(tx, document_id)) not in (None, held):
        await lock_spaces(tx, now)
        held = now


async def _space_of(tx: Tx, document_id: DocumentId) -> int | None:
    space_id: int | None = await tx.fetchval("select space_id from documents where id = $1", document_id)
    return space_id


async def add_document(
    tx: Tx, document_id: DocumentId, space_id: int, *, title: str, folder: str | None, made_by: UserId
) -> None:
    await tx.execute(
        """
        insert into documents (id, space_id, title, folder, status, created_by) values ($1, $2, $3, $4, 'pending', $5)
        """,
        document_id, space_id, title, folder, made_by,
    )  # fmt: skip


async def begin_version(tx: Tx, document_id: DocumentId) -> int:
    """The number of the next one, which waits to be read; the former is found until then."""
    number: int = await tx.fetchval(
        """
        update documents set version = version + 1, reading = reading + 1, status = 'pending', progress = 0,
               error_code = null, error_message = null, updated_at = now()
         where id = $1 returning version
        """,
        document_id,
    )
    return number


async def begin_again(tx: Tx, document_id: DocumentId) -> None:
    """The same version, from its bytes; its text can be read until it is read anew."""
    await tx.execute(
        """
        update documents set reading = reading + 1, status = 'pending', progress = 0, error_code = null,
               error_message = null, updated_at = now()
         where id = $1
        """,
        document_id,
    )


async def find_document(tx: Tx, document_id: DocumentId) -> Document | None:
    row = await tx.fetchrow(f"select {_DOCUMENT} from {DOCUMENTS_FROM} where d.id = $1", document_id)  # noqa: S608
    return _document(row) if row else None


async def list_documents(
    tx: Tx, space_id: int, listing: Listing, after: tuple[datetime, UUID] | None
) -> Sequence[Document]:
    """The latest change first; one more than is listed, if there is one."""
    rows = await tx.fetch(
        f"""
        select {_DOCUMENT} from {DOCUMENTS_FROM}
         where d.space_id = $1 and ($2::text is null or d.folder = $2) and ($3::text is null or d.status = $3)
           and ($4::text is null or position(lower($4) in lower(d.title || ' ' || v.filename)) > 0)
           and ($5::timestamptz is null or (d.updated_at, d.id) < ($5, $6))
         order by d.updated_at desc, d.id desc limit $7
        """,  # noqa: S608
        space_id, listing.folder, listing.status, listing.query, *(after or (None, None)), listing.limit + 1,
    )  # fmt: skip
    return [_document(row) for row in rows]


async def list_folders(tx: Tx, space_id: int) -> Sequence[DocumentFolder]:
    rows = await tx.fetch(
        """
        select folder as name, count(*)::int as documents from documents
         where space_id = $1 and folder is not null group by folder order by lower(folder), folder
        """,
        space_id,
    )
    return [DocumentFolder(**row) for row in rows]


async def change_document(
    tx: Tx, document_id: DocumentId, *, title: str | None, folder: str | None, sets_folder: bool
) -> None:
    await tx.execute(
        """
        update documents set title = coalesce($2, title), folder = case when $4 then $3 else folder end,
               updated_at = now()
         where id = $1
        """,
        document_id, title, folder, sets_folder,
    )  # fmt: skip


async def delete_document(tx: Tx, document_id: DocumentId) -> None:
    await tx.execute("delete from documents where id = $1", document_id)


async def move_document(tx: Tx, document_id: DocumentId, former: int, space_id: int) -> bool:
    """With all that hangs on it: the schema takes that along."""
    done = await tx.execute(
        "update documents set space_id = $3, updated_at = now() where id = $1 and space_id = $2",
        document_id, former, space_id,
    )  # fmt: skip
    return bool(done == "UPDATE 1")


async def drop_left(tx: Tx, space_id: int, after: timedelta) -> None:
    await tx.execute("delete from documents where space_id = $1 and updated_at < now() - $2::interval", space_id, after)


async def cancel(tx: Tx, document_id: DocumentId) -> None:
    await tx.execute(
        """
        update documents set status = 'cancelled', progress = 0, updated_at = now()
         where id = $1 and status in ('pending', 'processing')
        """,
        document_id,
    )


async def note_progress(tx: Tx, document_id: DocumentId, reading: int, progress: float) -> bool:
    """False: it is not to be read any more (cancelled, deleted, or begun anew)."""
    done = await tx.execute(
        """
        update documents set status = 'processing', progress = greatest(progress, $3), updated_at = now()
         where id = $1 and reading = $2 and status in ('pending', 'processing')
        """,
        document_id, reading, progress,
    )  # fmt: skip
    return bool(done == "UPDATE 1")


async def note_failure(tx: Tx, document_id: DocumentId, reading: int, fault: ReadingFault) -> None:
    await tx.execute(
        """
        update documents set status = 'failed', error_code = $3, error_message = $4, updated_at = now()
         where id = $1 and reading = $2 and status in ('pending', 'processing')
        """,
        document_id, reading, fault.code, fault.message,
    )  # fmt: skip


async def go_live(tx: Tx, document_id: DocumentId, reading: int) -> int | None:
    """The version that is found from now on; None: it was not to be read any more."""
    version: int | None = await tx.fetchval(
        """
        update documents set status = 'ready', progress = 1, live_version = version, live_reading = reading,
               updated_at = now()
         where id = $1 and reading = $2 and status in ('pending', 'processing') returning version
        """,
        document_id, reading,
    )  # fmt: skip
    return version


async def take_title(tx: Tx, document: Document, title: str) -> None:
    """Its own, where nobody gave it another than the name of its file."""
    await tx.execute(
        "update documents set title = $2 where id = $1 and title = $3", document.id, title, document.filename
    )


async def hold_document(tx: Tx, document_id: DocumentId) -> None:
    await tx.execute("select from documents where id = $1 for update", document_id)


async def step_back(tx: Tx, document_id: DocumentId, number: int) -> None:
    """From a version that went. A document that has no other goes with it."""
    await tx.execute(
        """
        with former as (select max(number) as number from document_versions where document_id = $1)
        update documents d set version = former.number, updated_at = now(),
               status = case when d.live_version = former.number then 'ready' else 'cancelled' end
          from former where d.id = $1 and d.version = $2 and former.number is not null
        """,
        document_id, number,
    )  # fmt: skip
    await tx.execute(
        """
        delete from documents d
         where d.id = $1 and not exists (select from document_versions v where v.document_id = $1)
        """,
        document_id,
    )


async def is_admin(tx: Tx) -> bool:
    """Whether whoever asks runs this installation, at this moment."""
    found: bool = await tx.fetchval("select is_house_admin()")
    return found


async def unfinished(db: Db, silent: timedelta, *, most: int) -> Sequence[tuple[DocumentId, UserId]]:
    """Those that nobody has read on in so long, each with somebody as whom that may be done."""
    rows = await db.look_up("select document_id, acting_id from unfinished_documents($1, $2)", silent, most)
    return [(DocumentId(row["document_id"]), UserId(row["acting_id"])) for row in rows if row["acting_id"]]


def _document(row: Any) -> Document:
    told = dict(row)
    code, message = told.pop("error_code"), told.pop("error_message")
    return Document(**told, fault=ReadingFault(code, message) if code else None)
