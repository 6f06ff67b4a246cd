"""What recall reads: the posting table (BM25), vectors, turns around a hit, facts and entities. Nothing is written."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from asyncpg import Record

from holdfast.core.db import Owner, Tx
from holdfast.memory.kinds.of_fact import kinds_of, read_kinds
from holdfast.memory.recall.closeness import rarity
from holdfast.memory.recall.fuse import MIN_DEVIATION, NO_WORDS, WEIGHTS, Candidate, Spread
from holdfast.memory.recall.postings import WordHits, WordPosting, add_up
from holdfast.memory.recall.vectors.present import EmbedderCoverage
from holdfast.memory.types import Entity, Episode, Evidence, Fact
from holdfast.models.token_vectors import TokenVectors

_TERM_CAP = 3_000
"""Postings read of one term. A word in more turns than this tells them apart no longer, and would cost most."""
PLANNED_ONCE = "set local plan_cache_mode = force_generic_plan"
"""For the transaction that begins with `by_words`: planning it anew takes longer than answering it. It is written so
that there is one good plan for any owner, and goes back to planning by owner for what follows."""
_RECENT = 200
_PROBED_CELLS = 12


FactHit = tuple[Fact, float | None, Sequence[str]]
"""A fact, how near it is to the question, and its words."""


@dataclass(frozen=True, slots=True)
class View:
    """Whose memory, and which part of it may be seen."""

    owner: Owner
    as_of: datetime | None = None
    persona_id: str | None = None

    @property
    def is_narrowed(self) -> bool:
        return self.as_of is not None or self.persona_id is not None

    def knowing(self, named: WordMatches) -> View:
        """The same view, without a persona that has nothing hidden from it."""
        return self if named.has_hidden else replace(self, persona_id=None)


@dataclass(frozen=True, slots=True)
class WordMatches:
    """What the words of a question bring, and what must be known before its meaning is looked for."""

    last_said: datetime | None
    terms: Sequence[str]
    """The question's words as they stand in the posting table."""
    words: Mapping[int, WordHits]
    rarities: Mapping[str, float]
    """Of those words that were looked up."""
    coverages: Sequence[EmbedderCoverage]
    entities: Sequence[Entity]
    """Those that the question names, as they were known then."""
    has_facts: bool
    """Whether anything was ever learned about this owner."""
    has_hidden: bool
    """Whether some turns are another persona's. As good as never, and then nobody has to look at each turn."""


@dataclass(frozen=True, slots=True)
class QuestionVector:
    """A question as a vector, written as the database reads it, and whose vectors it may be held against."""

    embedder: int
    is_celled: bool
    vector: str
    tokens: TokenVectors | None = None
    """Its word pieces, where the embedder tells them apart."""


async def by_words(
    tx: Tx, view: View, query: str, keys: Sequence[str], *, most: int, most_entities: int
) -> WordMatches:
    """All that is read before the question's vector is there, in one statement: a round trip is the unit of cost.

    A speaker's name says whose turns to prefer, not which words to look for; alone, it is all there is. The others are
    weighed by BM25 (k1 0.9, b 0.3), on a scale on which the rarest word counts 1 in any memory. Rare words count for a
    little more than plain BM25 gives them: a turn is short, and one rare word says much. The postings of a word are
    counted while they are gathered, whether they may be seen or not, and added up in `postings`.

    `keys`: words and pairs of words under which entities may be known.
    """
    seen = _is_seen(view, "p.episode_id", as_of="$4", persona_id="$5")
    row = await tx.fetchrow(
        f"""
        with recent as materialized (
          select name, said_at from episodes where tenant_id = $1 and user_id = $2
             and ($4::timestamptz is null or said_at <= $4)
           order by said_at desc limit {_RECENT}
        ), hidden as materialized (
          select exists (select from (select from episodes where tenant_id = $1 and user_id = $2 and persona_id < $5
                                       order by tenant_id, user_id, persona_id limit 1) lower)
              or exists (select from (select from episodes where tenant_id = $1 and user_id = $2 and persona_id > $5
                                       order by tenant_id, user_id, persona_id limit 1) higher) as is_any
        ), speakers as materialized (
          select unnest(tsvector_to_array(to_tsvector('english', name))) as term
            from (select distinct name from recent where name is not null) speaking
        ), named as materialized (
          select term, term in (select term from speakers) as is_speaker
            from unnest(tsvector_to_array(to_tsvector('english', $3))) term
        ), asked as materialized (
          select term from named where not is_speaker or not exists (select from named where not is_speaker)
        ), size as materialized (
          select episodes::float8 as n, greatest(terms::float8 / greatest(episodes, 1), 1) as mean
            from memory_sizes where tenant_id = $1 and user_id = $2
        ), posted as materialized (
          select asked.term, p.df, p.ids, p.shares,
                 1.9 * power(ln(1 + greatest(n - df + 0.5, 0.5) / (df + 0.5)) / ln(2 + n), 1.25) as worth
            from size cross join asked cross join lateral (
              select count(*)::float8 as df,
                     array_send(array_agg(h.episode_id) {seen and "filter (where h.is_seen)"}) as ids,
                     array_send(array_agg(h.tf / (h.tf + 0.9 * (0.7 + 0.3 * h.length / size.mean)))
                                {seen and "filter (where h.is_seen)"}) as shares
                from (select p.episode_id, p.tf::float8 as tf, p.length::float8 as length {seen}
                        from episode_terms p
                       where p.tenant_id = $1 and p.user_id = $2 and p.term = asked.term limit {_TERM_CAP}) h
            ) p
        )
        select (select max(said_at) from recent) as last_said,
               array(select term from named) as terms,
               (select count(*) from asked) as asked,
               array(select ids from posted where ids is not null) as ids,
               array(select shares from posted where ids is not null) as shares,
               array(select worth from posted where ids is not null) as worths,
               (select n from size) as turns,
               array(select (term, df) from posted) as held,
               array(select (s.embedder, e.name, s.is_whole, s.celled_at)
                       from memory_embedded s join memory_embedders e on e.id = s.embedder
                      where s.tenant_id = $1 and s.user_id = $2) as standings,
               array(select (e.id, e.name, e.kind, e.relation, e.mentions, e.last_at) from entities e
                      where e.tenant_id = $1 and e.user_id = $2 and e.key = any ($6)
                        and ($4::timestamptz is null or e.first_at <= $4)
                      order by e.mentions desc, e.id limit $7) as entities,
               exists (select from (select from facts where tenant_id = $1 and user_id = $2
                                     order by tenant_id, user_id, subject limit 1) known) as has_facts,
               (select is_any from hidden) as has_hidden,
               set_config('plan_cache_mode', 'auto', true)
        """,  # noqa: S608
        view.owner.tenant_id, view.owner.user_id, query, view.as_of, view.persona_id, list(keys), most_entities,
    )  # fmt: skip
    assert row is not None
    posted = [WordPosting(*one) for one in zip(row["ids"], row["shares"], row["worths"], strict=True)]
    return WordMatches(
        last_said=row["last_said"],
        terms=row["terms"],
        words=await add_up(posted, row["asked"], most=most),
        rarities={term: rarity(row["turns"], holding) for term, holding in row["held"]},
        coverages=[EmbedderCoverage(*one) for one in row["standings"]],
        entities=[Entity(*one) for one in row["entities"]],
        has_facts=row["has_facts"],
        has_hidden=row["has_hidden"],
    )


async def nearest(
    tx: Tx, view: View, words: Mapping[int, WordHits], near: QuestionVector | None, *, most_near: int, most: int
) -> tuple[Sequence[Candidate], Spread]:
    """The turns worth reading by words and meaning alone, those around them in their sessions, in order; and how near
    this owner's turns are to the question on the whole. One statement, as above.

    A turn that shares words and is not among the nearest is taken to be about as far as the farthest of these.
    Each look-up is the first few rows in the order of its own index. Before a table has statistics, the owner's index
    looks as narrow as a key, and the planner would read everything of the owner's for each turn.
    """
    rows = await tx.fetch(
        f"""
        with asked as materialized (select $3::text::halfvec as vector), {_scan(view, near)}, spread as materialized (
          select coalesce(avg(similarity), 0) as mean, coalesce(stddev_pop(similarity), 1) as deviation,
                 greatest(coalesce(stddev_pop(similarity), 1), {MIN_DEVIATION}) as unit
            from scan
        ), meant as materialized (
          select item_id as id, max(similarity) as similarity
            from (select item_id, similarity from scan order by similarity desc limit $7) top group by 1
        ), unseen as materialized (
          select greatest(coalesce((select min(similarity) from meant) - mean, 0) / unit - 1, 0) as meaning from spread
        ), listed as materialized (
          select id, $10 * coalesce(w.score, 0) + $11 * coalesce((m.similarity - mean) / unit, unseen.meaning) as told
            from spread cross join unseen
           cross join (unnest($8::text::bigint[], $9::text::float8[]) w (id, score) full join meant m using (id))
           order by 2 desc, 1 limit $12
        ), hit as materialized (
          select e.session, e.seq from listed cross join lateral (select * from episodes where id = listed.id limit 1) e
           where e.tenant_id = $1 and e.user_id = $2
        ), held as materialized (
          select s.id, s.session_id
            from (select distinct session from hit) h
           cross join lateral (select * from memory_sessions where id = h.session limit 1) s
           where s.tenant_id = $1 and s.user_id = $2
        )
        select spread.mean, spread.deviation, v.similarity, v.tokens, n.is_echo,
               n.id, n.session, held.session_id, n.seq, n.role, n.text, n.said_at, n.external_id, n.name, n.persona_id
          from asked cross join spread cross join hit join held on held.id = hit.session
         cross join lateral (select * from episodes e
                              where e.session = hit.session and e.seq between hit.seq - 2 and hit.seq + 2
                              order by e.session, e.seq limit 5) n
         cross join lateral (
           select max(-(p.vector <#> asked.vector)) as similarity, string_agg(p.tokens, '') as tokens
             from (select m.vector, m.tokens from memory_vectors m
                    where m.kind = 'e' and m.item_id = n.id and m.embedder = $4 and asked.vector is not null
                      and m.tenant_id = $1 and m.user_id = $2
                    order by m.kind, m.item_id, m.embedder, m.part limit 100) p) v
         where n.tenant_id = $1 and n.user_id = $2
           and ($5::timestamptz is null or n.said_at <= $5)
           and ($6::text is null or n.persona_id is null or n.persona_id = $6)
        """,  # noqa: S608
        view.owner.tenant_id, view.owner.user_id, near.vector if near else None, near.embedder if near else 0,
        view.as_of, view.persona_id, most_near, as_array(words), as_array(one.score for one in words.values()),
        WEIGHTS.words, WEIGHTS.meaning, most,
    )  # fmt: skip
    if not rows:
        return (), Spread(0.0, 1.0)
    # Hits that stand close together have neighbours in common.
    found = {(row["session"], row["seq"]): row for row in rows}
    spread = Spread(rows[0]["mean"], rows[0]["deviation"])
    return [_candidate(found[place], words) for place in sorted(found)], spread


async def said_within(
    tx: Tx, view: View, moments: Sequence[tuple[datetime, datetime]], *, most: int
) -> Sequence[Candidate]:
    """The latest turns of each time, in the order of their sessions; read in the order of the owner's index."""
    rows = await tx.fetch(
        """
        select distinct on (e.session, e.seq) null, null, null::float8 as similarity, null as tokens, e.is_echo,
               e.id, e.session, s.session_id, e.seq, e.role, e.text, e.said_at, e.external_id, e.name, e.persona_id
          from unnest($3::timestamptz[], $4::timestamptz[]) t (begins, ends)
         cross join lateral (
           select * from episodes n
            where n.tenant_id = $1 and n.user_id = $2 and n.said_at >= t.begins and n.said_at < t.ends
              and ($5::timestamptz is null or n.said_at <= $5)
              and ($6::text is null or n.persona_id is null or n.persona_id = $6)
            order by n.said_at desc limit $7) e
          join memory_sessions s on s.id = e.session and s.tenant_id = $1 and s.user_id = $2
         order by e.session, e.seq
        """,
        view.owner.tenant_id, view.owner.user_id, [begins for begins, _ in moments], [ends for _, ends in moments],
        view.as_of, view.persona_id, most,
    )  # fmt: skip
    return [_candidate(row, {}) for row in rows]


def _scan(view: View, near: QuestionVector | None) -> str:
    """How near turns are: all of them, or in a long memory those in the cells nearest to the question."""
    if near is None:
        return "scan as materialized (select null::bigint as item_id, null::float8 as similarity where false)"
    cells = f"""near as materialized (
          select cell from memory_cells, asked where tenant_id = $1 and user_id = $2 and embedder = $4
           order by centre <#> asked.vector limit {_PROBED_CELLS}
        ),"""  # noqa: S608
    # The product is made inside: the planner keeps what a cell gave for a second visit, and vectors are wide.
    return f"""{cells if near.is_celled else ""} scan as materialized (
          select v.item_id, v.similarity
            from {"near cross join" if near.is_celled else ""} lateral (
              select m.item_id, -(m.vector <#> (select vector from asked)) as similarity from memory_vectors m
               where m.tenant_id = $1 and m.user_id = $2 and m.kind = 'e' and m.embedder = $4
                 {"and m.cell = near.cell" if near.is_celled else ""} offset 0) v
            {_seen(view, "v.item_id", as_of="$5", persona_id="$6")}
        )"""  # noqa: S608


def _seen(view: View, episode: str, *, as_of: str, persona_id: str) -> str:
    """The join that leaves out what this view may not see; none where it may see everything."""
    return f"join {_visible(episode, as_of, persona_id)}" if view.is_narrowed else ""


def _is_seen(view: View, episode: str, *, as_of: str, persona_id: str) -> str:
    """A column that tells what this view may not see; none where it may see everything. Where no turn is another
    persona's, no turn is looked at."""
    if not view.is_narrowed:
        return ""
    any_hidden = "true" if view.as_of else "(select is_any from hidden)"
    shown = _visible(episode, as_of, persona_id)
    return f", (not {any_hidden} or exists (select from (select) one join {shown})) as is_seen"


def _visible(episode: str, as_of: str, persona_id: str) -> str:
    return f"""episodes seen on seen.id = {episode} and seen.tenant_id = $1 and seen.user_id = $2
                  and ({as_of}::timestamptz is null or seen.said_at <= {as_of})
                  and ({persona_id}::text is null or seen.persona_id is null or seen.persona_id = {persona_id})"""


async def facts_near(
    tx: Tx, view: View, episodes: Sequence[int], near: QuestionVector | None, kinds: Collection[str], *, most: int
) -> Sequence[FactHit]:
    """Facts that may matter: pinned, near in meaning, of one of these kinds (or not read for kinds yet), or learned
    from one of these turns; with similarity and words."""
    rows = await tx.fetch(
        """
        with asked as materialized (select $5::text::halfvec as vector), held as materialized (
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
          union (select h.id from held h left join meant m using (id) where coalesce(h.kinds ?| $9::text[], true)
                  order by m.similarity desc nulls last, h.learned_at desc limit $6)
          union (select fe.fact_id from fact_evidence fe
                  where fe.episode_id = any ($3) and fe.tenant_id = $1 and fe.user_id = $2)
        )
        select h.id, h.subject, h.predicate, h.object, h.text, h.confidence, h.source, h.learned_at, h.valid_from,
               h.valid_to, h.retired_at, h.retired_because, h.superseded_by, h.lineage, h.times_reinforced,
               h.reinforced_at, h.is_pinned, h.is_doubtful, h.persona_id, h.kinds, m.similarity,
               tsvector_to_array(to_tsvector('english', h.text)) as terms,
               array(select (e.id, e.external_id) from fact_evidence fe join episodes e on e.id = fe.episode_id
                      where fe.fact_id = h.id and ($7::timestamptz is null or e.said_at <= $7)
                      order by e.said_at, e.id) as evidence
          from chosen c join held h using (id) left join meant m using (id)
        """,
        view.owner.tenant_id, view.owner.user_id, list(episodes), near.embedder if near else 0,
        near.vector if near else None, most, view.as_of, view.persona_id, list(kinds),
    )  # fmt: skip
    return [_fact(row) for row in rows]


def as_array(numbers: Iterable[float]) -> str:
    """As the database reads arrays: given as a list, each number would be looked at by itself."""
    return "{" + ",".join(map(repr, numbers)) + "}"


def as_text(vector: Sequence[float]) -> str:
    """As the database reads vectors; written once a question."""
    return "[" + ",".join(["%.6g"] * len(vector)) % tuple(vector) + "]"


def _candidate(row: Record, words: Mapping[int, WordHits]) -> Candidate:
    _, _, similarity, tokens, is_echo, *fields = row.values()
    worded = words.get(row["id"], NO_WORDS)
    return Candidate(Episode(*fields), worded.score, similarity, is_echo, worded.share, tokens)


def _fact(row: Record) -> FactHit:
    fields: dict[str, Any] = dict(row)
    similarity, terms = fields.pop("similarity"), fields.pop("terms")
    # Null until its vector is made.
    fields["kinds"] = read_kinds(fields["kinds"]) if fields["kinds"] else kinds_of(fields["predicate"], fields["text"])
    return Fact(**{**fields, "evidence": [Evidence(*one) for one in fields["evidence"]]}), similarity, terms
