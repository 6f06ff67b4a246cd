"""Every statement on spaces and passages. What a space is, row-level security decides by the space alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from holdfast.core.cells import Matrix
from holdfast.core.db import Db, Tx
from holdfast.core.errors import NotFound
from holdfast.core.ids import DocumentId, UserId
from holdfast.knowledge.terms import spaced
from holdfast.knowledge.types import EVERYWHERE, Passage, Space, TextChunk, TextToIndex, Where

_FEW = 1_000
"""In a space with fewer passages a word's rarity is told as if there were so many: of three, all words are rare."""
_PROBED_CELLS = 40
"""Of a large space, how many of its cells are read for a question."""
_TERM_CAP = 5_000
"""Postings read of one word in one space. One that stands in more passages than this tells them apart no longer."""


@dataclass(frozen=True, slots=True)
class KnownSpace:
    """A space that has passages, as the asker sees it."""

    id: int
    space: Space
    languages: Sequence[str]
    embedders: Sequence[str]
    """Whose vectors there are: one, but while they are made anew."""
    version: int
    """Another one with each passage that comes or goes."""

    @property
    def is_of_the_house(self) -> bool:
        return self.space.user_id is None and self.space.org_id is None


async def open_space(tx: Tx, space: Space) -> int:
    """Its number; made if it is new. For somebody who may write there."""
    found = await find_space(tx, space)
    if found is not None:
        return found
    made: int | None = await tx.fetchval(
        """
        insert into knowledge_spaces (kind, namespace, user_id, org_id, chat_id) values ($1, $2, $3, $4, $5)
        on conflict (kind, namespace) do nothing returning id
        """,
        space.kind, space.namespace, space.user_id, space.org_id, space.chat_id,
    )  # fmt: skip
    if made is None:  # somebody was faster
        made = await find_space(tx, space)
    assert made is not None
    return made


async def find_space(tx: Tx, space: Space) -> int | None:
    found: int | None = await tx.fetchval(
        """
        select id from knowledge_spaces
         where kind = $1 and namespace = $2 and user_id is not distinct from $3 and org_id is not distinct from $4
        """,
        space.kind, space.namespace, space.user_id, space.org_id,
    )  # fmt: skip
    return found


async def lock_spaces(tx: Tx, *space_ids: int) -> None:
    """Before anything that stands in them, and in the order of their numbers (`docs/locks.md`): a passage that comes or
    goes is counted in its space, and a space that goes takes its documents along."""
    await tx.execute(
        "select from knowledge_spaces where id = any ($1) order by id for no key update", sorted(space_ids)
    )


async def read_space(tx: Tx, space_id: int) -> Space:
    row = await tx.fetchrow(
        "select kind, namespace, user_id, org_id, chat_id from knowledge_spaces where id = $1", space_id
    )
    if row is None:  # it went this moment, with its chat or whoever had it, and what was in it went along
        raise NotFound("There is no such document.", code="unknown_document")
    return Space(**row)


async def find_filled(tx: Tx, spaces: Sequence[Space], *, with_org: bool = False) -> Sequence[KnownSpace]:
    """Those of them that have passages and that the asker sees. `with_org`: and their organization's, which is the
    only one they see."""
    rows = await tx.fetch(
        """
        select s.id, s.kind, s.namespace, s.user_id, s.org_id, s.chat_id, s.languages, s.embedders,
               s.xmin::text::bigint as version
          from knowledge_spaces s
         where s.passages > 0 and ((s.kind, s.namespace) in (select * from unnest($1::text[], $2::text[]))
                                   or $3 and s.kind = 'org')
         order by s.id
        """,
        [space.kind for space in spaces], [space.namespace for space in spaces], with_org,
    )  # fmt: skip
    return [
        KnownSpace(number, Space(*of_space), languages, embedders, version)
        for number, *of_space, languages, embedders, version in (tuple(row) for row in rows)
    ]


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


async def add_vectors(
    tx: Tx, space_id: int, embedder: str, passage_ids: Sequence[int], vectors: Sequence[Sequence[float]]
) -> None:
    await tx.executemany(
        """
        insert into passage_vectors (passage_id, space_id, embedder, vector, cell)
        select p.id, $2, $3, $4::real[]::halfvec, coalesce((
                 select c.cell from knowledge_cells c where c.space_id = $2 and c.embedder = $3
                  order by c.centre <#> $4::real[]::halfvec limit 1), 0)
          from passages p where p.id = $1 for key share of p
        on conflict (passage_id, embedder) do update set vector = excluded.vector, cell = excluded.cell
        """,
        [(number, space_id, embedder, vector) for number, vector in zip(passage_ids, vectors, strict=True)],
    )


async def drop_vectors(tx: Tx, ids: Sequence[int], embedder: str) -> None:
    """That are kept elsewhere."""
    await tx.execute("delete from passage_vectors where passage_id = any ($1) and embedder = $2", list(ids), embedder)


async def note_kind(tx: Tx, space_id: int, language: str, embedder: str) -> None:
    """In which language there are passages, and whose vectors they have."""
    await tx.execute(
        """
        update knowledge_spaces
           set languages = case when $2 = any (languages) then languages else languages || $2::text end,
               embedders = case when $3 = any (embedders) then embedders else embedders || $3::text end
         where id = $1 and not ($2 = any (languages) and $3 = any (embedders))
        """,
        space_id, language, embedder,
    )  # fmt: skip


async def space_sizes(tx: Tx, space_id: int) -> tuple[int, int]:
    """How many passages there are, and how many there were when its cells were made."""
    row = await tx.fetchrow("select passages, celled_at from knowledge_spaces where id = $1", space_id)
    return (row["passages"], row["celled_at"]) if row else (0, 0)


async def space_vectors(tx: Tx, space_id: int, embedder: str) -> tuple[Sequence[int], Matrix]:
    rows = await tx.fetch(
        """
        select passage_id, halfvec_send(vector) as vector from passage_vectors where space_id = $1 and embedder = $2
        """,
        space_id, embedder,
    )  # fmt: skip
    made = [np.frombuffer(row["vector"], dtype=">f2", offset=4) for row in rows]
    return [row["passage_id"] for row in rows], np.array(made, dtype=np.float32)


async def set_cells(tx: Tx, space_id: int, embedder: str, centres: Matrix, cells: Mapping[int, int]) -> None:
    """`cells`: of each passage."""
    await tx.execute("delete from knowledge_cells where space_id = $1", space_id)
    await tx.executemany(
        """
        insert into knowledge_cells (space_id, embedder, cell, centre) values ($1, $2, $3, $4::real[]::halfvec)
        """,
        [(space_id, embedder, cell, centre.tolist()) for cell, centre in enumerate(centres)],
    )
    await tx.execute(
        """
        update passage_vectors v set cell = n.cell from unnest($3::bigint[], $4::smallint[]) n (passage_id, cell)
         where v.passage_id = n.passage_id and v.embedder = $2 and v.space_id = $1
        """,
        space_id, embedder, list(cells.keys()), list(cells.values()),
    )  # fmt: skip
    await tx.execute("update knowledge_spaces set celled_at = $2 where id = $1", space_id, len(cells))


async def note_embedder(tx: Tx, space_id: int, embedder: str) -> None:
    await tx.execute(
        "update knowledge_spaces set embedders = embedders || $2::text where id = $1 and not $2 = any (embedders)",
        space_id, embedder,
    )  # fmt: skip


async def without_vectors(tx: Tx, space_id: int, embedder: str, *, most: int) -> Sequence[Passage]:
    rows = await tx.fetch(
        f"""
        select {PASSAGE}
          from passages p
          join documents d on d.id = p.document_id
          join document_versions v on v.document_id = p.document_id and v.number = p.version
         where p.space_id = $1
           and not exists (select from passage_vectors w where w.passage_id = p.id and w.embedder = $2)
         order by p.id limit $3
        """,  # noqa: S608
        space_id, embedder, most,
    )  # fmt: skip
    return [passage_of(row) for row in rows]


async def drop_former_vectors(tx: Tx, space_id: int, embedder: str) -> None:
    await tx.execute("delete from passage_vectors where space_id = $1 and embedder <> $2", space_id, embedder)
    await tx.execute("delete from knowledge_cells where space_id = $1 and embedder <> $2", space_id, embedder)
    await tx.execute(
        """
        update knowledge_spaces s set embedders = array[$2::text],
               celled_at = case when exists (select from knowledge_cells c where c.space_id = s.id) then s.celled_at
                                else 0 end
         where id = $1
        """,
        space_id, embedder,
    )  # fmt: skip


async def spaces_behind(db: Db, embedder: str, *, most: int) -> Sequence[tuple[int, UserId]]:
    """Those that have vectors of others, each with somebody as whom new ones may be made."""
    rows = await db.look_up("select space_id, acting_id from spaces_behind($1, $2)", embedder, most)
    return [(row["space_id"], UserId(row["acting_id"])) for row in rows if row["acting_id"]]


async def find_documents(tx: Tx, spaces: Sequence[int], where: Where) -> Sequence[DocumentId] | None:
    """Those that are meant; None: all."""
    if where == EVERYWHERE:
        return None
    rows = await tx.fetch(
        """
        select d.id from documents d
          join document_versions v on v.document_id = d.id and v.number = d.live_version
         where d.space_id = any ($1) and ($2::uuid[] is null or d.id = any ($2)) and ($3::text is null or d.folder = $3)
           and ($4::text[] is null or v.media_type = any ($4)) and ($5::timestamptz is null or d.updated_at >= $5)
           and ($6::timestamptz is null or d.updated_at < $6)
        """,
        spaces, None if where.documents is None else list(where.documents), where.folder,
        None if where.media_types is None else list(where.media_types), where.since, where.until,
    )  # fmt: skip
    return [row["id"] for row in rows]


async def drop_passages(tx: Tx, document_id: DocumentId, *, reading: int | None = None, but: int | None = None) -> None:
    """Of a document: of one reading, or of every reading but one."""
    await tx.execute(
        "delete from passages where document_id = $1 and (reading = $2 or reading <> $3)", document_id, reading, but
    )


async def move_passages(tx: Tx, document_id: DocumentId, former: int, space_id: int) -> None:
    """They went along with their document already; what their spaces know of themselves follows."""
    await tx.execute(
        """
        with moved as (
          select count(*) as passages, coalesce(sum(terms), 0) as terms from passages where document_id = $1
        ),
        languages as (select languages from knowledge_spaces where id = $2)
        update knowledge_spaces s
           set passages = s.passages + m.passages * case s.id when $2 then -1 else 1 end,
               terms = s.terms + m.terms * case s.id when $2 then -1 else 1 end,
               languages = case s.id when $2 then s.languages
                                else array(select distinct unnest(s.languages || l.languages)) end
          from moved m, languages l where s.id in ($2, $3)
        """,
        document_id, former, space_id,
    )  # fmt: skip


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


@dataclass(frozen=True, slots=True)
class Asked:
    """Where is searched, and for how many."""

    spaces: Sequence[int]
    documents: Sequence[DocumentId] | None
    """None: in all that stand there."""
    most: int


_OF_DOCUMENTS = """({place}::uuid[] is null or exists (
                select from passages q where q.id = p.passage_id and q.document_id = any ({place})))"""


async def by_words(tx: Tx, asked: Asked, question: str, languages: Sequence[str]) -> Mapping[int, float]:
    """The passages that hold most of the question's words, the rare ones counting most: BM25 (k1 0.9, b 0.3), as a
    share of what one has that holds each of them once."""
    rows = await tx.fetch(
        f"""
        with asked as materialized (
          select distinct lexeme as term
            from unnest($3::text[]) l (language)
           cross join lateral unnest(tsvector_to_array(to_tsvector(l.language::regconfig, $2))) t (lexeme)
        ), held as materialized (
          select id, greatest(passages, $7)::float8 as n, greatest(terms::float8 / greatest(passages, 1), 1) as mean
            from knowledge_spaces where id = any ($1)
        ), posted as materialized (
          select held.id, held.n, 0.27 / held.mean as by_length, coalesce(cardinality(h.passages), 0)::float8 as df,
                 h.passages, h.tfs, h.lengths
            from held cross join asked cross join lateral (
              select array_agg(passage_id) as passages, array_agg(tf) as tfs, array_agg(length) as lengths
                from (select p.passage_id, p.tf, p.length from passage_terms p
                       where p.space_id = held.id and p.term = asked.term and {_OF_DOCUMENTS.format(place="$6")}
                       limit $4) l) h
        ), weighed as materialized (
          select *, ln(1 + (n - df + 0.5) / (df + 0.5)) as worth from posted
        ), whole as materialized (
          select id, sum(worth) as worth from weighed group by 1
        )
        select h.passage_id, least(sum(w.worth * h.tf * 1.9 / (h.tf + 0.63 + w.by_length * h.length))
                                   / max(whole.worth), 1) as score
          from weighed w join whole using (id)
         cross join lateral unnest(w.passages, w.tfs, w.lengths) h (passage_id, tf, length)
         group by 1 order by 2 desc, 1 limit $5
        """,  # noqa: S608
        asked.spaces, spaced(question), list(languages), _TERM_CAP, asked.most, asked.documents,
        _FEW,
    )  # fmt: skip
    return {row["passage_id"]: row["score"] for row in rows}


async def by_meaning(tx: Tx, asked: Asked, embedder: str, vector: Sequence[float]) -> Mapping[int, float]:
    """The nearest passages, by the cosine of their vectors; in spaces with cells, of the cells nearest to it."""
    rows = await tx.fetch(
        f"""
        with scan as (
          select p.passage_id, p.vector <#> (select $3::real[]::halfvec) as distance
            from unnest($1::int[]) s (id) cross join lateral (
                 select v.passage_id, v.vector from passage_vectors v
                  where v.space_id = s.id and v.embedder = $2
                    and not exists (select from knowledge_cells c where c.space_id = s.id and c.embedder = $2)
                  union all
                 select v.passage_id, v.vector
                   from (select c.cell from knowledge_cells c where c.space_id = s.id and c.embedder = $2
                          order by c.centre <#> (select $3::real[]::halfvec) limit {_PROBED_CELLS}) near
                   join passage_vectors v on v.space_id = s.id and v.embedder = $2 and v.cell = near.cell) p
           where {_OF_DOCUMENTS.format(place="$5")}
        )
        select passage_id, -distance as similarity from scan order by distance limit $4
        """,  # noqa: S608
        asked.spaces, embedder, vector, asked.most, asked.documents,
    )  # fmt: skip
    return {row["passage_id"]: row["similarity"] for row in rows}


async def similarities(tx: Tx, ids: Sequence[int], embedder: str, vector: Sequence[float]) -> Mapping[int, float]:
    """Of these passages, found by words alone."""
    rows = await tx.fetch(
        """
        select passage_id, -(vector <#> (select $3::real[]::halfvec)) as similarity from passage_vectors
         where passage_id = any ($1) and embedder = $2
        """,
        list(ids), embedder, vector,
    )  # fmt: skip
    return {row["passage_id"]: row["similarity"] for row in rows}


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
