"""The statements that find documents by what people call them."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.core.db import Tx
from holdfast.core.ids import DocumentId
from holdfast.documents.store import DOCUMENTS_FROM
from holdfast.documents.types import (
    NamedDocument,
)

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
          from {DOCUMENTS_FROM}
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
        select {_NAMED}, true as is_only from {DOCUMENTS_FROM}
         where {_MENTIONABLE}
           and case when $3::text is not null then right(d.id::text, 8) = $3
                    else d.id = $2 or lower(d.title) = lower($1) or lower(v.filename) = lower($1) end
         order by {_NEAREST} limit 1
        """,  # noqa: S608
        name, document_id, tail,
    )  # fmt: skip
    return NamedDocument(**row) if row else None
