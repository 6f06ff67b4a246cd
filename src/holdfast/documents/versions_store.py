"""Every statement on the versions of documents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from holdfast.core.db import Tx
from holdfast.core.ids import BlobId, DocumentId, OrgId, UserId
from holdfast.documents.extract import Extracted
from holdfast.documents.types import (
    Document,
    DocumentVersion,
    ExtractedBy,
)

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
    await tx.execute("delete from document_versions where document_id = $1 and number = $2", document_id, number)


async def note_read(tx: Tx, document: Document, extracted: Extracted) -> None:
    """How it was read, and in which reading."""
    pages = extracted.pages
    await tx.execute(
        """
        update document_versions set extraction = $3, pages = $4, is_cut = $5, read_for = $6
         where document_id = $1 and number = $2
        """,
        document.id, document.version, extracted.extraction, len(pages) if pages and pages[0].number else None,
        extracted.is_cut, document.reading,
    )  # fmt: skip


async def note_looked_at(tx: Tx, document: Document, extraction: ExtractedBy) -> None:
    await tx.execute(
        """
        update document_versions set extraction = case extraction when 'model' then 'model' else $3 end
         where document_id = $1 and number = $2
        """,
        document.id, document.version, extraction,
    )  # fmt: skip


async def note_passages(tx: Tx, document_id: DocumentId, number: int, passages: int) -> None:
    await tx.execute(
        "update document_versions set passages = $3 where document_id = $1 and number = $2",
        document_id, number, passages,
    )  # fmt: skip


async def give_room_back(tx: Tx, document_id: DocumentId, version: int) -> None:
    """Of bytes that are not there."""
    await tx.execute(
        "update document_versions set bytes = 0 where document_id = $1 and number = $2", document_id, version
    )


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
