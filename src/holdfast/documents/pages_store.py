"""Every statement on the text of a version's pages."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.core.db import Tx
from holdfast.core.ids import DocumentId
from holdfast.documents.extract import Extracted
from holdfast.documents.types import (
    Document,
)
from holdfast.knowledge.types import PageText


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


async def set_looked_at(tx: Tx, document: Document, numbers: Sequence[int], found: Sequence[PageText]) -> bool:
    """Whether anything was in them. What was in no picture keeps the letters it had."""
    told = {page.number or 0: page.text for page in found if page.text.strip()}
    await tx.execute(
        """
        update document_pages p set is_picture = false, text = coalesce(l.text, p.text)
          from unnest($3::int[], $4::text[]) l (page, text)
         where p.document_id = $1 and p.version = $2 and p.page = l.page
        """,
        document.id, document.version, numbers, [told.get(number) for number in numbers],
    )  # fmt: skip
    return bool(told)


async def read_pages(tx: Tx, document_id: DocumentId, version: int, *, page: int | None = None) -> Sequence[PageText]:
    rows = await tx.fetch(
        """
        select page, text from document_pages
         where document_id = $1 and version = $2 and ($3::int is null or page = $3) order by page
        """,
        document_id, version, page,
    )  # fmt: skip
    return [PageText(row["page"] or None, row["text"]) for row in rows]
