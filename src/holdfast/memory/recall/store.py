"""What recall reads: the posting table (BM25), vectors, turns around a hit, facts and entities. Nothing is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from asyncpg import Record

from holdfast.core.db import Owner, Tx
from holdfast.memory.recall.fuse import NO_WORDS, Candidate, Spread, Worded
from holdfast.memory.recall.vectors.present import Standing
from holdfast.memory.types import Entity, Episode, Evidence, Fact

_TERM_CAP = 3_000
"""Postings read of one term. A word in more turns than this tells them apart no longer, and would cost most."""
_RECENT = 200
_PROBED_CELLS = 6


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What must be known before anything is looked for."""

    turns: int
    last_said: datetime | None
    speakers: Sequence[str]
    terms: Sequence[str]
    """The question's words as they stand in the posting table."""
    speaker_terms: Sequence[str]
    standings: Sequence[Standing]


@dataclass(frozen=True, slots=True)
class View:
    """Whose memory, and which part of it may be seen."""

    owner: Owner
    as_of: datetime | None = None
    persona_id: str | None = None

    @property
    def is_narrowed(self) -> bool:
        return self.as_of is not None or self.persona_id is not None


async def surroundings(tx: Tx, view: View, query: str) -> Surroundings:
    row = await tx.fetchrow(
        """
        with recent as materialized (
          select name, said_at from episodes where tenant_id = $1 and user_id = $2
             and ($5::timestamptz is null or said_at <= $5)
           order by said_at desc limit $4
        ), speaking as materialized (select distinct name from recent where name is not null)
        select coalesce((select episodes from memory_sizes where tenant_id = $1 and user_id = $2), 0) as turns,
               (select max(said_at) from recent) as last_said,
               array(select name from speaking) as speakers,
               tsvector_to_array(to_tsvector('english', $3)) as terms,
               array(select unnest(tsvector_to_array(to_tsvector('english', name))) from speaking) as speaker_terms,
               array(select (s.embedder, e.name, s.is_whole, s.celled_at)
                       from memory_embedded s join memory_embedders e on e.id = s.embedder
                      where s.tenant_id = $1 and s.user_id = $2) as standings
        """,
        view.owner.tenant_id, view.owner.user_id, query, _RECENT, view.as_of,
    )  # fmt: skip
    assert row is not None
    return Surroundings(**{**row, "standings": [Standing(*one) for one in row["standings"]]})


async def by_words(tx: Tx, view: View, terms: Sequence[str], *, most: int) -> Mapping[int, Worded]:
    """BM25 (k1 0.9, b 0.3) of the best turns, on a scale on which the rarest word counts 1 in any memory.

    Rare words count for a little more than plain BM25 gives them: a turn is short, and one rare word says much.
    """
    narrowed = (
        """join episodes e on e.id = hit.episode_id and e.tenant_id = $1 and e.user_id = $2
            and ($6::timestamptz is null or e.said_at <= $6)
            and ($7::text is null or e.persona_id is null or e.persona_id = $7)"""
        if view.is_narrowed
        else "where $6::timestamptz is null and $7::text is null"
    )
    rows = await tx.fetch(
        f"""
        with size as materialized (
          select episodes::float8 as n, greatest(terms::float8 / greatest(episodes, 1), 1) as mean
            from memory_sizes where tenant_id = $1 and user_id = $2
        ), hit as (
          select h.episode_id, h.tf::float8 as tf, h.length::float8 as length,
                 count(*) over (partition by asked.term)::float8 as df
            from unnest($3::text[]) asked (term)
           cross join lateral (select p.episode_id, p.tf, p.length from episode_terms p
                                where p.tenant_id = $1 and p.user_id = $2 and p.term = asked.term limit $5) h
        )
        select hit.episode_id,
               sum(power(ln(1 + greatest(n - df + 0.5, 0.5) / (df + 0.5)) / ln(2 + n), 1.25)
                   * tf * 1.9 / (tf + 0.9 * (0.7 + 0.3 * length / mean)))::float4 as score, count(*) as shared
          from hit cross join size {narrowed}
         group by 1 order by 2 desc, 1 desc limit $4
        """,  # noqa: S608
        view.owner.tenant_id, view.owner.user_id, list(terms), most, _TERM_CAP, view.as_of, view.persona_id,
    )  # fmt: skip
    return {row["episode_id"]: Worded(row["score"], row["shared"] / len(terms)) for row in rows}


async def by_vector(
    tx: Tx, view: View, embedder: int, vector: Sequence[float], *, is_celled: bool, most: int
) -> tuple[Mapping[int, float], Spread]:
    """The nearest turns with their similarity, and how near this owner's turns are to the question on the whole."""
    rows = await tx.fetch(
        f"""
        with {_scan(view, is_celled=is_celled)}
        select item_id, similarity, (select avg(similarity) from scan)::float8 as mean,
               (select coalesce(stddev_pop(similarity), 0) from scan)::float8 as deviation
          from scan order by similarity desc limit $5
        """,  # noqa: S608
        view.owner.tenant_id, view.owner.user_id, embedder, list(vector), most, view.as_of, view.persona_id,
    )  # fmt: skip
    spread = Spread(rows[0]["mean"], rows[0]["deviation"]) if rows else Spread(0.0, 1.0)
    return {row["item_id"]: row["similarity"] for row in reversed(rows)}, spread


def _scan(view: View, *, is_celled: bool) -> str:
    cells = (
        f"""near as materialized (
          select cell from memory_cells, asked where tenant_id = $1 and user_id = $2 and embedder = $3
           order by centre <#> asked.vector limit {_PROBED_CELLS}
        ),"""  # noqa: S608
        if is_celled
        else ""
    )
    narrowed = (
        """join episodes e on e.id = v.item_id and e.tenant_id = $1 and e.user_id = $2
            and ($6::timestamptz is null or e.said_at <= $6)
            and ($7::text is null or e.persona_id is null or e.persona_id = $7)"""
        if view.is_narrowed
        else ""
    )
    return f"""asked as materialized (select $4::real[]::halfvec as vector), {cells} scan as materialized (
          select v.item_id, -(v.vector <#> asked.vector) as similarity
            from asked cross join memory_vectors v {narrowed}
           where v.tenant_id = $1 and v.user_id = $2 and v.kind = 'e' and v.embedder = $3
             {"and v.cell in (select cell from near)" if is_celled else ""}
             and ($6::timestamptz is null or true) and ($7::text is null or true)
        )"""  # noqa: S608


async def with_neighbours(
    tx: Tx, view: View, ids: Sequence[int], words: Mapping[int, Worded], near: tuple[int, Sequence[float]] | None
) -> Sequence[Candidate]:
    """These turns and those around them in their sessions, in order."""
    embedder, vector = near or (0, None)
    rows = await tx.fetch(
        """
        with asked as materialized (select $5::real[]::halfvec as vector), around as materialized (
          select distinct n.id from episodes e cross join generate_series(-2, 2) step
            join episodes n on n.session = e.session and n.seq = e.seq + step
           where e.id = any ($3) and e.tenant_id = $1 and e.user_id = $2
        )
        select e.id, e.session, s.session_id, e.seq, e.role, e.text, e.said_at, e.external_id, e.name, e.persona_id,
               e.is_echo, v.similarity
          from asked cross join around join episodes e using (id) join memory_sessions s on s.id = e.session
          left join lateral (select max(-(m.vector <#> asked.vector)) as similarity from memory_vectors m
                              where m.kind = 'e' and m.item_id = e.id and m.embedder = $4) v on asked.vector is not null
         where e.tenant_id = $1 and e.user_id = $2
           and ($6::timestamptz is null or e.said_at <= $6)
           and ($7::text is null or e.persona_id is null or e.persona_id = $7)
         order by e.session, e.seq
        """,
        view.owner.tenant_id, view.owner.user_id, list(ids), embedder, None if vector is None else list(vector),
        view.as_of, view.persona_id,
    )  # fmt: skip
    return [_candidate(row, words) for row in rows]


async def facts_near(
    tx: Tx, view: View, episodes: Sequence[int], near: tuple[int, Sequence[float]] | None, *, most: int
) -> Sequence[tuple[Fact, float | None, Sequence[str]]]:
    """Facts that may matter: pinned, near in meaning, or learned from one of these turns; with similarity and words."""
    embedder, vector = near or (0, None)
    rows = await tx.fetch(
        """
        with asked as materialized (select $5::real[]::halfvec as vector), held as materialized (
          select f.* from facts f
           where f.tenant_id = $1 and f.user_id = $2 and f.learned_at <= coalesce($7::timestamptz, f.learned_at)
             and (f.retired_at is null or f.retired_at > $7::timestamptz)
             and ($8::text is null or f.persona_id is null or f.persona_id = $8)
        ), meant as (
          select v.item_id as id, max(-(v.vector <#> asked.vector)) as similarity
            from asked cross join memory_vectors v join held h on h.id = v.item_id
           where v.kind = 'f' and v.embedder = $4 and v.tenant_id = $1 and v.user_id = $2 and asked.vector is not null
           group by 1
        ), chosen as (
          select id from held where is_pinned
          union (select id from meant order by similarity desc limit $6)
          union (select fe.fact_id from fact_evidence fe
                  where fe.episode_id = any ($3) and fe.tenant_id = $1 and fe.user_id = $2)
        )
        select h.id, h.subject, h.predicate, h.object, h.text, h.confidence, h.source, h.learned_at, h.valid_from,
               h.valid_to, h.retired_at, h.retired_because, h.superseded_by, h.lineage, h.times_reinforced,
               h.reinforced_at, h.is_pinned, h.is_doubtful, h.persona_id, m.similarity,
               tsvector_to_array(to_tsvector('english', h.text)) as terms,
               array(select (e.id, e.external_id) from fact_evidence fe join episodes e on e.id = fe.episode_id
                      where fe.fact_id = h.id and ($7::timestamptz is null or e.said_at <= $7)
                      order by e.said_at, e.id) as evidence
          from chosen c join held h using (id) left join meant m using (id)
        """,
        view.owner.tenant_id, view.owner.user_id, list(episodes), embedder,
        None if vector is None else list(vector), most, view.as_of, view.persona_id,
    )  # fmt: skip
    return [_fact(row) for row in rows]


async def entities_named(tx: Tx, view: View, words: Sequence[str], *, most: int) -> Sequence[Entity]:
    """Entities whose key is among these words or pairs of words, as they were known then."""
    rows = await tx.fetch(
        """
        select e.id, e.name, e.kind, e.relation, e.mentions, e.last_at from entities e
         where e.tenant_id = $1 and e.user_id = $2 and e.key = any ($3)
           and ($5::timestamptz is null or e.first_at <= $5)
         order by e.mentions desc, e.id limit $4
        """,
        view.owner.tenant_id, view.owner.user_id, list(words), most, view.as_of,
    )  # fmt: skip
    return [Entity(**row) for row in rows]


def _candidate(row: Record, words: Mapping[int, Worded]) -> Candidate:
    fields: dict[str, Any] = dict(row)
    similarity, is_echo = fields.pop("similarity"), fields.pop("is_echo")
    worded = words.get(fields["id"], NO_WORDS)
    return Candidate(Episode(**fields), worded.score, similarity, is_echo, worded.share)


def _fact(row: Record) -> tuple[Fact, float | None, Sequence[str]]:
    fields: dict[str, Any] = dict(row)
    similarity, terms = fields.pop("similarity"), fields.pop("terms")
    return Fact(**{**fields, "evidence": [Evidence(*one) for one in fields["evidence"]]}), similarity, terms
