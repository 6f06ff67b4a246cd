"""The statements that find passages, by words and by meaning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from holdfast.core.db import Tx
from holdfast.core.ids import DocumentId
from holdfast.knowledge.terms import spaced
from holdfast.knowledge.types import EVERYWHERE, Where

_FEW = 1_000
"""In a space with fewer passages a word's rarity is told as if there were so many: of three, all words are rare."""
_PROBED_CELLS = 40
"""Of a large space, how many of its cells are read for a question."""
_TERM_CAP = 5_000
"""Postings read of one word in one space. One that stands in more passages than this tells them apart no longer."""


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
