"""Every statement on passages: written, counted, read in order. What a space is, row-level security decides by the
space alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from holdfast.core.db import Db, Tx
from holdfast.core.ids import DocumentId
from holdfast.knowledge.terms import spaced
from holdfast.knowledge.types import Passage, Space, TextChunk, TextToIndex


async def is_there(tx: Tx, document: TextToIndex) -> bool:
    """Still, and where it was; for whoever holds its space."""
    found: bool = await tx.fetchval(
        "select exists (select from documents where id = $1 and space_id = $2)", document.document_id, document.space_id
    )
    return found


async def add_passages(
    tx: Tx, document: TextToIndex, language: str, first: int, chunks: Sequence[TextChunk], told: Sequence[str]
) -> Sequence[int]:
    """Their numbers. `told`: each with what stands before it, by whose words it is found."""
    words = [spaced(text) for text in told]
    rows = await tx.fetch(
        """
        with given as materialized (
          select * from unnest($4::int[], $5::int[], $6::int[], $7::text[], $8::text[], $9::text[])
            g (ordinal, page, starts, headings, text, words)
        ), worded as materialized (
          select g.ordinal, w.lexeme, least(coalesce(array_length(w.positions, 1), 1), 1000)::smallint as tf
            from given g cross join lateral unnest(to_tsvector($10::text::regconfig, g.words)) w
           where octet_length(w.lexeme) <= 200
        ), lengths as materialized (
          select ordinal, sum(tf)::int as terms from worded group by 1
        ), made as (
          insert into passages (document_id, space_id, version, reading, ordinal, page, headings, starts, text, terms)
          select $1, $2, $3, $11, g.ordinal, g.page,
                 coalesce(string_to_array(nullif(g.headings, ''), chr(31)), '{}'), g.starts, g.text,
                 coalesce(l.terms, 0)
            from (select ordinal, page, starts, coalesce(headings, '') as headings, text from given) g
            left join lengths l using (ordinal)
          returning id, ordinal, terms
        ), posted as (
          insert into passage_terms (space_id, term, passage_id, tf, length)
          select $2, w.lexeme, m.id, w.tf, least(m.terms, 32767) from worded w join made m using (ordinal)
        )
        select id from made order by ordinal
        """,
        document.document_id, document.space_id, document.version, [first + place for place in range(len(chunks))],
        [chunk.page for chunk in chunks], [chunk.starts for chunk in chunks],
        ["\x1f".join(chunk.headings) for chunk in chunks], [chunk.text for chunk in chunks], words,
        language, document.reading,
    )  # fmt: skip
    return [row["id"] for row in rows]


async def drop_passages(tx: Tx, document_id: DocumentId, *, reading: int | None = None, but: int | None = None) -> None:
    """Of a document: of one reading, or of every reading but one."""
    await tx.execute(
        "delete from passages where document_id = $1 and (reading = $2 or reading <> $3)", document_id, reading, but
    )


async def count_all(db: Db) -> int:
    """Of everybody's, how many there are; a number, and nothing of any."""
    rows = await db.look_up("select count_all_passages() as passages")
    count: int = rows[0]["passages"]
    return count


async def count_passages(tx: Tx, document_id: DocumentId, reading: int) -> int:
    count: int = await tx.fetchval(
        "select count(*) from passages where document_id = $1 and reading = $2", document_id, reading
    )
    return count


PASSAGE = """
p.id, p.document_id, p.space_id, d.title, v.filename, v.media_type, p.version, p.ordinal, p.page, p.headings,
p.starts, p.text
"""


async def read_passages(tx: Tx, ids: Sequence[int]) -> Sequence[Passage]:
    """Those that still stand in the reading that is found."""
    rows = await tx.fetch(
        f"""
        select {PASSAGE}
          from passages p
          join documents d on d.id = p.document_id and d.live_reading = p.reading
          join document_versions v on v.document_id = p.document_id and v.number = p.version
         where p.id = any ($1)
        """,  # noqa: S608
        list(ids),
    )
    return [passage_of(row) for row in rows]


async def read_in_order(
    tx: Tx, document_id: DocumentId, *, start: int, page: int | None, most: int
) -> tuple[int, Sequence[Passage]]:
    """How many passages are found in it, or on that page of it, and some of them from the `start`th on."""
    rows = await tx.fetch(
        f"""
        select {PASSAGE}, count(*) over () as all_of_them
          from passages p
          join documents d on d.id = p.document_id and d.live_reading = p.reading
          join document_versions v on v.document_id = p.document_id and v.number = p.version
         where p.document_id = $1 and ($2::int is null or p.page = $2)
         order by p.ordinal
        offset $3 limit $4
        """,  # noqa: S608
        document_id, page, start - 1, most,
    )  # fmt: skip
    told = [dict(row) for row in rows]
    return (told[0]["all_of_them"] if told else 0), [
        passage_of({name: value for name, value in row.items() if name != "all_of_them"}) for row in told
    ]


async def read_of_chat(
    tx: Tx, space: Space, named: Sequence[DocumentId], *, most: int, begins: int
) -> Sequence[Passage]:
    """All that was brought in a chat, in order, where it is no more than `most`; else the beginnings of those named."""
    rows = await tx.fetch(
        f"""
        with chat as (select id from knowledge_spaces where kind = $1 and namespace = $2),
        live as (
          select {PASSAGE}
            from passages p
            join documents d on d.id = p.document_id and d.live_reading = p.reading
            join document_versions v on v.document_id = p.document_id and v.number = p.version
           where p.space_id = (select id from chat)
        )
        select * from live
         where (select count(*) from live) <= $3 or document_id = any ($4) and ordinal < $5
         order by document_id, ordinal
        """,  # noqa: S608
        space.kind, space.namespace, most, list(named), begins,
    )  # fmt: skip
    return [passage_of(row) for row in rows]


async def read_of_documents(tx: Tx, documents: Sequence[DocumentId], *, most: int, begins: int) -> Sequence[Passage]:
    """Of each, all that is found of it where it is no more than `most`; else its beginning."""
    rows = await tx.fetch(
        f"""
        with live as (
          select {PASSAGE}, count(*) over (partition by p.document_id) as together
            from passages p
            join documents d on d.id = p.document_id and d.live_reading = p.reading
            join document_versions v on v.document_id = p.document_id and v.number = p.version
           where p.document_id = any ($1)
        )
        select id, document_id, space_id, title, filename, media_type, version, ordinal, page, headings, starts, text
          from live where together <= $2 or ordinal < $3
         order by array_position($1::uuid[], document_id), ordinal
        """,  # noqa: S608
        list(documents), most, begins,
    )  # fmt: skip
    return [passage_of(row) for row in rows]


def passage_of(row: Any) -> Passage:
    return Passage(**row)
