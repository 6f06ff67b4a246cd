"""Every statement on documents, their versions and the text of their pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from holdfast.core.db import Db, Tx
from holdfast.core.ids import BlobId, DocumentId, OrgId, UserId
from holdfast.documents.extract import Extracted
from holdfast.documents.types import (
    Document,
    DocumentFolder,
    DocumentVersion,
    ExtractedBy,
    Listing,
    NamedDocument,
    ReadingFault,
)
from holdfast.knowledge.spaces import lock_spaces
from holdfast.knowledge.types import PageText

_DOCUMENT = """
d.id, d.title, v.filename, v.media_type, v.bytes, v.sha256, s.kind, s.namespace, d.folder, d.status, d.progress,
d.error_code, d.error_message, v.extraction, v.is_cut, v.source, v.pages, v.passages,
d.version, d.live_version, d.reading, d.created_by, d.created_at, d.updated_at, d.space_id
"""
_FROM = """
documents d join knowledge_spaces s on s.id = d.space_id
join document_versions v on v.document_id = d.id and v.number = d.version
"""
_VERSION = """
number, blob_id, owner_id, filename, media_type, bytes, sha256, extraction, is_cut, source, read_for, pages, passages,
created_by, created_at
"""


@dataclass(frozen=True, slots=True)
class NewVersion:
    document_id: DocumentId
    number: int
    space_id: int
    blob_id: BlobId
    owner_id: UUID
    filename: str
    media_type: str
    bytes: int
    sha256: str
    source: str | None = None


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


async def sum_of_org(tx: Tx, org_id: OrgId) -> int:
    """What an organization's documents take. For whoever holds it, so that nobody adds to the same total meanwhile."""
    total: int = await tx.fetchval(
        """
        select coalesce(sum(d.bytes), 0)::bigint from (
          select distinct v.blob_id, v.bytes from document_versions v
            join knowledge_spaces s on s.id = v.space_id where s.org_id = $1) d
        """,
        org_id,
    )
    return total


async def find_same(tx: Tx, space_id: int, sha256: str) -> DocumentId | None:
    """A document of this space with these very bytes, in whichever version."""
    found: UUID | None = await tx.fetchval(
        """
        select document_id from document_versions where space_id = $1 and sha256 = $2 order by created_at desc limit 1
        """,
        space_id, sha256,
    )  # fmt: skip
    return DocumentId(found) if found else None


async def find_fetched(tx: Tx, space_id: int, source: str) -> DocumentId | None:
    """A document of this space that came from this very address before."""
    found: UUID | None = await tx.fetchval(
        """
        select document_id from document_versions where space_id = $1 and source = $2 order by created_at desc limit 1
        """,
        space_id, source,
    )  # fmt: skip
    return DocumentId(found) if found else None


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


async def copy_version(tx: Tx, document_id: DocumentId, number: int, newest: int, made_by: UserId) -> None:
    """The bytes are the same ones."""
    await tx.execute(
        """
        insert into document_versions (document_id, number, space_id, blob_id, owner_id, filename, media_type, bytes,
                                       sha256, source, created_by)
        select document_id, $3, space_id, blob_id, owner_id, filename, media_type, bytes, sha256, source, $4
          from document_versions where document_id = $1 and number = $2
        """,
        document_id, number, newest, made_by,
    )  # fmt: skip


async def add_version(tx: Tx, new: NewVersion, made_by: UserId) -> None:
    await tx.execute(
        """
        insert into document_versions (document_id, number, space_id, blob_id, owner_id, filename, media_type, bytes,
                                       sha256, source, created_by)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
        """,
        new.document_id, new.number, new.space_id, new.blob_id, new.owner_id, new.filename, new.media_type, new.bytes,
        new.sha256, new.source, made_by,
    )  # fmt: skip


async def drop_version(tx: Tx, document_id: DocumentId, number: int) -> None:
    """One whose bytes did not arrive. A document that has no other goes with it."""
    await tx.execute("select from documents where id = $1 for update", document_id)
    await tx.execute("delete from document_versions where document_id = $1 and number = $2", document_id, number)
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


async def find_document(tx: Tx, document_id: DocumentId) -> Document | None:
    row = await tx.fetchrow(f"select {_DOCUMENT} from {_FROM} where d.id = $1", document_id)  # noqa: S608
    return _document(row) if row else None


async def list_documents(
    tx: Tx, space_id: int, listing: Listing, after: tuple[datetime, UUID] | None
) -> Sequence[Document]:
    """The latest change first; one more than is listed, if there is one."""
    rows = await tx.fetch(
        f"""
        select {_DOCUMENT} from {_FROM}
         where d.space_id = $1 and ($2::text is null or d.folder = $2) and ($3::text is null or d.status = $3)
           and ($4::text is null or position(lower($4) in lower(d.title || ' ' || v.filename)) > 0)
           and ($5::timestamptz is null or (d.updated_at, d.id) < ($5, $6))
         order by d.updated_at desc, d.id desc limit $7
        """,  # noqa: S608
        space_id, listing.folder, listing.status, listing.query, *(after or (None, None)), listing.limit + 1,
    )  # fmt: skip
    return [_document(row) for row in rows]


_NAMED = """
d.id, d.title, v.filename, s.kind, d.live_version is not null as is_read, d.updated_at
"""
_MENTIONABLE = "s.kind in ('user', 'org', 'company', 'chat') and s.namespace not like 'desk:%'"
"""What a persona knows is its maker's matter, and what was not sent yet belongs to no chat."""
_NEAREST = "array_position(array['user', 'chat', 'org', 'company'], s.kind::text), d.updated_at desc, d.id desc"


async def list_named(tx: Tx, words: Sequence[str], limit: int) -> Sequence[NamedDocument]:
    """Each of the words stands in the title or in the file's name."""
    rows = await tx.fetch(
        f"""
        select {_NAMED}, count(*) over (partition by lower(d.title)) = 1
                         and (select coalesce(bool_and(position(word in lower(d.title)) > 0), true)
                                from unnest($1::text[]) word) as is_only
          from {_FROM}
         where {_MENTIONABLE}
           and (select coalesce(bool_and(position(word in lower(d.title || ' ' || v.filename)) > 0), true)
                  from unnest($1::text[]) word)
         order by {_NEAREST} limit $2
        """,  # noqa: S608
        list(words), limit,
    )  # fmt: skip
    return [NamedDocument(**row) for row in rows]


async def find_named(tx: Tx, name: str, document_id: DocumentId | None, tail: str | None) -> NamedDocument | None:
    row = await tx.fetchrow(
        f"""
        select {_NAMED}, true as is_only from {_FROM}
         where {_MENTIONABLE}
           and case when $3::text is not null then right(d.id::text, 8) = $3
                    else d.id = $2 or lower(d.title) = lower($1) or lower(v.filename) = lower($1) end
         order by {_NEAREST} limit 1
        """,  # noqa: S608
        name, document_id, tail,
    )  # fmt: skip
    return NamedDocument(**row) if row else None


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


async def give_room_back(tx: Tx, document_id: DocumentId, version: int) -> None:
    """Of bytes that are not there."""
    await tx.execute(
        "update document_versions set bytes = 0 where document_id = $1 and number = $2", document_id, version
    )


async def go_live(tx: Tx, document_id: DocumentId, reading: int, passages: int) -> bool:
    done = await tx.execute(
        """
        with live as (
          update documents set status = 'ready', progress = 1, live_version = version, live_reading = reading,
                 updated_at = now()
           where id = $1 and reading = $2 and status in ('pending', 'processing') returning version
        )
        update document_versions v set passages = $3 from live where v.document_id = $1 and v.number = live.version
        """,
        document_id, reading, passages,
    )  # fmt: skip
    return bool(done == "UPDATE 1")


async def list_versions(tx: Tx, document_id: DocumentId) -> Sequence[DocumentVersion]:
    rows = await tx.fetch(
        f"select {_VERSION} from document_versions where document_id = $1 order by number desc",  # noqa: S608
        document_id,
    )
    return [DocumentVersion(**row) for row in rows]


async def find_version(tx: Tx, document_id: DocumentId, number: int) -> DocumentVersion | None:
    row = await tx.fetchrow(
        f"select {_VERSION} from document_versions where document_id = $1 and number = $2",  # noqa: S608
        document_id,
        number,
    )
    return DocumentVersion(**row) if row else None


async def set_pages(tx: Tx, document: Document, extracted: Extracted) -> None:
    """In order; of what has no pages, one with the number 0."""
    document_id, version, pages = document.id, document.version, extracted.pages
    await tx.execute("delete from document_pages where document_id = $1 and version = $2", document_id, version)
    await tx.execute(
        """
        insert into document_pages (document_id, version, space_id, page, text, is_picture)
        select $1, $2, $3, p.page, p.text, p.page = any ($6::int[])
          from unnest($4::int[], $5::text[]) p (page, text)
        """,
        document_id, version, document.space_id, [page.number or 0 for page in pages], [page.text for page in pages],
        extracted.pictures,
    )  # fmt: skip
    await tx.execute(
        """
        update document_versions set extraction = $3, pages = $4, is_cut = $5, read_for = $6
         where document_id = $1 and number = $2
        """,
        document_id, version, extracted.extraction, len(pages) if pages and pages[0].number else None,
        extracted.is_cut, document.reading,
    )  # fmt: skip
    if extracted.title:  # and nobody gave it another than the name of its file
        await tx.execute(
            "update documents set title = $2 where id = $1 and title = $3",
            document_id, extracted.title, document.filename,
        )  # fmt: skip


async def count_pictures(tx: Tx, document_id: DocumentId, version: int) -> tuple[list[int], int]:
    """The numbers of pages that are still to be looked at, and how many pages there are."""
    row = await tx.fetchrow(
        """
        select coalesce(array_agg(page order by page) filter (where is_picture), '{}') as waiting, count(*) as pages
          from document_pages where document_id = $1 and version = $2
        """,
        document_id, version,
    )  # fmt: skip
    assert row is not None
    return list(row["waiting"]), row["pages"]


async def set_looked_at(
    tx: Tx, document: Document, numbers: Sequence[int], found: Sequence[PageText], extraction: ExtractedBy
) -> None:
    """What was in no picture keeps the letters it had."""
    told = {page.number or 0: page.text for page in found if page.text.strip()}
    await tx.execute(
        """
        update document_pages p set is_picture = false, text = coalesce(l.text, p.text)
          from unnest($3::int[], $4::text[]) l (page, text)
         where p.document_id = $1 and p.version = $2 and p.page = l.page
        """,
        document.id, document.version, numbers, [told.get(number) for number in numbers],
    )  # fmt: skip
    if told:
        await tx.execute(
            """
            update document_versions set extraction = case extraction when 'model' then 'model' else $3 end
             where document_id = $1 and number = $2
            """,
            document.id, document.version, extraction,
        )  # fmt: skip


async def read_pages(tx: Tx, document_id: DocumentId, version: int, *, page: int | None = None) -> Sequence[PageText]:
    rows = await tx.fetch(
        """
        select page, text from document_pages
         where document_id = $1 and version = $2 and ($3::int is null or page = $3) order by page
        """,
        document_id, version, page,
    )  # fmt: skip
    return [PageText(row["page"] or None, row["text"]) for row in rows]


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
