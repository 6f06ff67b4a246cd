"""Every SQL statement on facts, entities, edges, shingles and counters, and what is read of sessions and turns."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any

import orjson
from asyncpg import Record

from holdfast.core.db import Owner, Tx
from holdfast.memory.learning.naming import Named
from holdfast.memory.learning.types import FactState, Turn, Window
from holdfast.memory.types import Evidence, Fact

_STATE = """
  f.id, coalesce(f.lineage, f.id) as lineage, f.subject, f.predicate, f.object, f.text,
  f.confidence::numeric::float8 as confidence, f.source, f.learned_at, f.valid_from, f.valid_to, f.retired_at,
  f.retired_because, f.superseded_by, f.times_reinforced, f.reinforced_at, f.is_pinned, f.is_doubtful
"""
_FACT = f"""
  {_STATE}, f.persona_id,
  array(select jsonb_build_array(e.id, e.external_id)
          from fact_evidence v join episodes e on e.id = v.episode_id
         where v.fact_id = f.id and v.tenant_id = $1 and v.user_id = $2 order by e.id) as evidence
"""  # noqa: S608


# Sessions and turns


async def find_window(tx: Tx, owner: Owner, session: int, *, most: int, before: int) -> Window | None:
    """The next turns to learn from, with a few before them; None where there is no such session."""
    row = await tx.fetchrow(
        """
        select generation, learned_to, next_seq from memory_sessions
         where id = $3 and tenant_id = $1 and user_id = $2
        """,
        owner.tenant_id, owner.user_id, session,
    )  # fmt: skip
    if row is None:
        return None
    rows = await tx.fetch(
        """
        select t.*, exists (select from forget_marks k where k.kind = 'u' and k.item_id = t.id) as teaches_nothing
          from (
          (select id, seq, role, name, text, said_at, stored_at, is_echo, true as is_new from episodes
            where session = $3 and tenant_id = $1 and user_id = $2 and seq >= $4 order by seq limit $5)
          union all
          (select id, seq, role, name, text, said_at, stored_at, is_echo, false from episodes
            where session = $3 and tenant_id = $1 and user_id = $2 and seq < $4 order by seq desc limit $6)) t
         order by seq
        """,
        owner.tenant_id, owner.user_id, session, row["learned_to"], most, before,
    )  # fmt: skip
    new = [turn for turn in rows if turn["is_new"]]
    has_more = len(new) == most and new[-1]["seq"] + 1 < row["next_seq"]
    return Window(
        session=session,
        generation=row["generation"],
        learned_to=row["learned_to"],
        turns=[
            Turn(
                turn["id"], turn["seq"], turn["role"], turn["name"], turn["text"], turn["said_at"], turn["stored_at"],
                turn["is_new"],
            )
            for turn in rows
            if not turn["is_echo"] and not turn["teaches_nothing"]
        ],
        next_learned_to=new[-1]["seq"] + 1 if has_more else row["next_seq"],
        has_more=has_more,
    )  # fmt: skip


async def find_earlier_session(tx: Tx, owner: Owner, session: int, *, without: Collection[int]) -> int | None:
    """The one in which the first thing was said that is not learned yet, if it was said before all of this one's."""
    found: int | None = await tx.fetchval(
        """
        with waiting as (
          select s.id, (select min(e.said_at) from episodes e
                         where e.session = s.id and e.seq >= s.learned_to and e.tenant_id = $1 and e.user_id = $2
                       ) as first_at
            from memory_sessions s
           where s.tenant_id = $1 and s.user_id = $2 and s.learned_to < s.next_seq
        )
        select w.id from waiting w
         where w.id <> $3 and w.id <> all($4::bigint[])
           and w.first_at < (select mine.first_at from waiting mine where mine.id = $3)
         order by w.first_at, w.id limit 1
        """,
        owner.tenant_id, owner.user_id, session, list(without),
    )  # fmt: skip
    return found


async def lock_owner(tx: Tx, owner: Owner) -> None:
    """One writer of an owner's facts and loops at a time."""
    key = orjson.dumps(["memory_learning", owner.tenant_id, owner.user_id]).decode()
    await tx.execute("select pg_advisory_xact_lock(hashtextextended($1, 0))", key)


async def move_learned_to(tx: Tx, owner: Owner, window: Window) -> bool:
    """False: somebody learned from it already, or something of it was forgotten."""
    done = await tx.execute(
        """
        update memory_sessions set learned_to = $6
         where id = $3 and tenant_id = $1 and user_id = $2 and generation = $4 and learned_to = $5
        """,
        owner.tenant_id, owner.user_id, window.session, window.generation, window.learned_to, window.next_learned_to,
    )  # fmt: skip
    return bool(done == "UPDATE 1")


async def flag_echoes(tx: Tx, owner: Owner, episodes: Sequence[int]) -> None:
    await tx.execute(
        "update episodes set is_echo = true where id = any($3::bigint[]) and tenant_id = $1 and user_id = $2",
        owner.tenant_id, owner.user_id, list(episodes),
    )  # fmt: skip


# Facts, as learning sees them


async def names_of_person(tx: Tx, owner: Owner) -> Sequence[str]:
    rows = await tx.fetch(
        """
        select object from facts
         where tenant_id = $1 and user_id = $2 and subject = 'user' and predicate in ('name', 'preferred_name')
           and retired_at is null
        """,
        owner.tenant_id, owner.user_id,
    )  # fmt: skip
    return [row["object"] for row in rows]


async def newest_states(tx: Tx, owner: Owner, *, limit: int) -> Sequence[FactState]:
    rows = await tx.fetch(
        f"""
        select {_STATE} from facts f
         where f.tenant_id = $1 and f.user_id = $2 and f.retired_at is null
         order by f.is_pinned desc, greatest(f.learned_at, f.reinforced_at) desc, f.id desc limit $3
        """,  # noqa: S608
        owner.tenant_id, owner.user_id, limit,
    )  # fmt: skip
    return [FactState(**row) for row in rows]


async def states_about(
    tx: Tx, owner: Owner, subjects: Sequence[str], predicates: Sequence[str], ids: Sequence[int], *, limit: int
) -> Sequence[FactState]:
    """Everything held about them, the versions before of what is spoken of, and facts named by id."""
    rows = await tx.fetch(
        f"""
        select {_STATE}, case when f.times_reinforced > 0 then array(
                 select jsonb_build_array(e.id, e.said_at) from fact_evidence v join episodes e on e.id = v.episode_id
                  where v.fact_id = f.id and v.tenant_id = $1 and v.user_id = $2) end as said,
               array(select v.episode_id from fact_evidence v
                      where v.fact_id = f.id and v.tenant_id = $1 and v.user_id = $2) as told_by
          from facts f
         where f.tenant_id = $1 and f.user_id = $2
           and ((lower(f.subject) = any($3::text[]) and (f.retired_at is null or f.predicate = any($4::text[])))
                or f.id = any($5::bigint[]))
         order by f.retired_at is null desc, f.learned_at desc, f.id desc
         limit $6
        """,  # noqa: S608
        owner.tenant_id, owner.user_id, list(subjects), list(predicates), list(ids), limit,
    )  # fmt: skip
    return [FactState(**{**row, "said": tuple(map(_said, row["said"] or ()))}) for row in rows]


def _said(item: str) -> tuple[int, datetime]:
    episode, when = orjson.loads(item)
    return episode, datetime.fromisoformat(when)


async def mark_of(tx: Tx, owner: Owner) -> tuple[Any, ...]:
    """Another value whenever a fact was added, retired, reinforced or pinned."""
    row = await tx.fetchrow(
        """
        select count(*) as facts, max(id) as newest, count(retired_at) as retired, sum(times_reinforced) as reinforced,
               count(*) filter (where is_pinned) as pinned
          from facts where tenant_id = $1 and user_id = $2
        """,
        owner.tenant_id, owner.user_id,
    )  # fmt: skip
    return tuple(row.values()) if row else ()


async def nearest_facts(
    tx: Tx, owner: Owner, embedder: str, vectors: Sequence[Sequence[float]], ids: Sequence[int]
) -> Sequence[tuple[int, int, float]]:
    """(which vector, fact, cosine) of the nearest few of these facts to each vector."""
    rows = await tx.fetch(
        """
        select wanted.n - 1 as n, near.item_id, near.likeness
          from unnest($3::text[]) with ordinality wanted (vector, n)
          cross join lateral (
            select v.item_id, 1 - (v.vector <=> wanted.vector::halfvec) as likeness
              from memory_vectors v join memory_embedders m on m.id = v.embedder
             where v.tenant_id = $1 and v.user_id = $2 and v.kind = 'f' and m.name = $4
               and v.item_id = any($5::bigint[])
               and vector_dims(v.vector) = vector_dims(wanted.vector::halfvec)
             order by likeness desc limit 12) near
        """,
        owner.tenant_id, owner.user_id, [_halfvec(vector) for vector in vectors], embedder, list(ids),
    )  # fmt: skip
    return [(row["n"], row["item_id"], row["likeness"]) for row in rows]


async def with_vectors(tx: Tx, owner: Owner, embedder: str, ids: Sequence[int]) -> frozenset[int]:
    rows = await tx.fetch(
        """
        select v.item_id from memory_vectors v join memory_embedders m on m.id = v.embedder
         where v.tenant_id = $1 and v.user_id = $2 and v.kind = 'f' and m.name = $3 and v.item_id = any($4::bigint[])
        """,
        owner.tenant_id, owner.user_id, embedder, list(ids),
    )  # fmt: skip
    return frozenset(row["item_id"] for row in rows)


def _halfvec(vector: Sequence[float]) -> str:
    return "[" + ",".join(f"{value:.6g}" for value in vector) + "]"


async def add_fact(tx: Tx, owner: Owner, fact: FactState, *, lineage: int | None) -> int:
    """Without `superseded_by`, whose row may not be there yet. No lineage: it begins one."""
    fact_id: int = await tx.fetchval(
        """
        insert into facts (tenant_id, user_id, lineage, subject, predicate, object, text, confidence, source,
                           valid_from, valid_to, learned_at, retired_at, retired_because, is_pinned,
                           is_doubtful, times_reinforced, reinforced_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
        returning id
        """,
        owner.tenant_id, owner.user_id, lineage, fact.subject, fact.predicate, fact.object, fact.text, fact.confidence,
        fact.source, fact.valid_from, fact.valid_to, fact.learned_at, fact.retired_at, fact.retired_because,
        fact.is_pinned, fact.is_doubtful, fact.times_reinforced, fact.reinforced_at,
    )  # fmt: skip
    if lineage is None:
        await tx.execute("update facts set lineage = id where id = $1", fact_id)
    return fact_id


async def save_fact(tx: Tx, owner: Owner, fact: FactState) -> None:
    await tx.execute(
        """
        update facts
           set confidence = $4, valid_from = $5, valid_to = $6, learned_at = $7, retired_at = $8, retired_because = $9,
               superseded_by = $10, times_reinforced = $11, reinforced_at = $12, is_pinned = $13, is_doubtful = $14
         where tenant_id = $1 and user_id = $2 and id = $3
        """,
        owner.tenant_id, owner.user_id, fact.id, fact.confidence, fact.valid_from, fact.valid_to, fact.learned_at,
        fact.retired_at, fact.retired_because, fact.superseded_by, fact.times_reinforced, fact.reinforced_at,
        fact.is_pinned, fact.is_doubtful,
    )  # fmt: skip


async def add_evidence(tx: Tx, owner: Owner, rows: Sequence[tuple[int, int]]) -> None:
    """(fact, episode)."""
    await tx.execute(
        """
        insert into fact_evidence (tenant_id, user_id, fact_id, episode_id)
        select $1, $2, new.fact_id, new.episode_id
          from unnest($3::bigint[], $4::bigint[]) new (fact_id, episode_id)
          join episodes e on e.id = new.episode_id and e.tenant_id = $1 and e.user_id = $2
        on conflict do nothing
        """,
        owner.tenant_id, owner.user_id, [row[0] for row in rows], [row[1] for row in rows],
    )  # fmt: skip


async def add_grounds(tx: Tx, owner: Owner, rows: Sequence[tuple[int, int]]) -> None:
    """(fact, what it rests on)."""
    await tx.execute(
        """
        insert into fact_grounds (tenant_id, user_id, fact_id, rests_on)
        select $1, $2, new.fact_id, f.id
          from unnest($3::bigint[], $4::bigint[]) new (fact_id, rests_on)
          join facts f on f.id = new.rests_on and f.tenant_id = $1 and f.user_id = $2
        on conflict do nothing
        """,
        owner.tenant_id, owner.user_id, [row[0] for row in rows], [row[1] for row in rows],
    )  # fmt: skip


async def doubt_what_rests_on(tx: Tx, owner: Owner, facts: Sequence[int]) -> None:
    """However many steps above: what rests on doubtful ground is doubtful."""
    await tx.execute(
        """
        with recursive above as (
          select g.fact_id from fact_grounds g
           where g.rests_on = any($3::bigint[]) and g.tenant_id = $1 and g.user_id = $2
          union
          select g.fact_id from above join fact_grounds g on g.rests_on = above.fact_id
           where g.tenant_id = $1 and g.user_id = $2
        )
        update facts set is_doubtful = true
         where id in (select fact_id from above) and tenant_id = $1 and user_id = $2 and retired_at is null
        """,
        owner.tenant_id, owner.user_id, list(facts),
    )  # fmt: skip


# Facts, as people see them


async def facts_of(
    tx: Tx, owner: Owner, *, words: Sequence[str], include_retired: bool, pinned: bool | None,
    before: tuple[datetime, int] | None, persona_id: str | None, limit: int,
) -> Sequence[Fact]:  # fmt: skip
    """Newest first. `words`: each must stand somewhere in it."""
    when, last = before or (None, None)
    rows = await tx.fetch(
        f"""
        select {_FACT} from facts f
         where f.tenant_id = $1 and f.user_id = $2
           and ($3 or f.retired_at is null)
           and ($4::boolean is null or f.is_pinned = $4)
           and ($5::text is null or f.persona_id is null or f.persona_id = $5)
           and (select coalesce(
                  bool_and(position(word in lower(f.subject || ' ' || f.text || ' ' || f.object)) > 0), true)
                  from unnest($6::text[]) word)
           and ($7::timestamptz is null or (f.learned_at, f.id) < ($7, $8))
         order by f.learned_at desc, f.id desc
         limit $9
        """,  # noqa: S608
        owner.tenant_id, owner.user_id, include_retired, pinned, persona_id, list(words), when, last, limit,
    )  # fmt: skip
    return [_fact(row) for row in rows]


async def find_fact(tx: Tx, owner: Owner, fact_id: int) -> Fact | None:
    row = await tx.fetchrow(
        f"select {_FACT} from facts f where f.tenant_id = $1 and f.user_id = $2 and f.id = $3",  # noqa: S608
        owner.tenant_id, owner.user_id, fact_id,
    )  # fmt: skip
    return _fact(row) if row else None


async def versions_of(tx: Tx, owner: Owner, lineage: int) -> Sequence[Fact]:
    rows = await tx.fetch(
        f"""
        select {_FACT} from facts f
         where f.tenant_id = $1 and f.user_id = $2 and coalesce(f.lineage, f.id) = $3
         order by f.learned_at, f.id
        """,  # noqa: S608
        owner.tenant_id, owner.user_id, lineage,
    )  # fmt: skip
    return [_fact(row) for row in rows]


async def pin(tx: Tx, owner: Owner, fact_id: int, *, is_pinned: bool) -> None:
    await tx.execute(
        "update facts set is_pinned = $4 where tenant_id = $1 and user_id = $2 and id = $3",
        owner.tenant_id, owner.user_id, fact_id, is_pinned,
    )  # fmt: skip


async def retire(
    tx: Tx, owner: Owner, fact_id: int, *, at: datetime, because: str, superseded_by: int | None = None
) -> None:
    await tx.execute(
        """
        update facts set retired_at = $4, retired_because = $5, superseded_by = $6
         where tenant_id = $1 and user_id = $2 and id = $3 and retired_at is null
        """,
        owner.tenant_id, owner.user_id, fact_id, at, because, superseded_by,
    )  # fmt: skip


async def inherit_evidence(tx: Tx, owner: Owner, *, old: int, new: int) -> None:
    """An edited fact still came from those turns, and rests on what it rested on."""
    await tx.execute(
        """
        insert into fact_evidence (tenant_id, user_id, fact_id, episode_id)
        select tenant_id, user_id, $4, episode_id from fact_evidence
         where fact_id = $3 and tenant_id = $1 and user_id = $2
        """,
        owner.tenant_id, owner.user_id, old, new,
    )  # fmt: skip
    await tx.execute(
        """
        insert into fact_grounds (tenant_id, user_id, fact_id, rests_on)
        select tenant_id, user_id, $4, rests_on from fact_grounds
         where fact_id = $3 and tenant_id = $1 and user_id = $2
        """,
        owner.tenant_id, owner.user_id, old, new,
    )  # fmt: skip


def _fact(row: Record) -> Fact:
    fields = {name: value for name, value in row.items() if name != "evidence"}
    return Fact(**fields, evidence=[Evidence(*orjson.loads(item)) for item in row["evidence"]])


# Entities and edges


async def entities_of(tx: Tx, owner: Owner, *, limit: int) -> Sequence[Named]:
    rows = await tx.fetch(
        """
        select id, key, name, kind, relation, first_at, last_at from entities
         where tenant_id = $1 and user_id = $2 order by mentions desc, id limit $3
        """,
        owner.tenant_id, owner.user_id, limit,
    )  # fmt: skip
    return [Named(**row) for row in rows]


async def save_entity(tx: Tx, owner: Owner, entity: Named) -> int:
    entity_id: int = await tx.fetchval(
        """
        insert into entities (tenant_id, user_id, key, name, kind, relation, first_at, last_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8)
        on conflict (tenant_id, user_id, key) do update
           set kind = case when entities.kind = 'thing' then excluded.kind else entities.kind end,
               relation = coalesce(excluded.relation, entities.relation),
               first_at = least(entities.first_at, excluded.first_at),
               last_at = greatest(entities.last_at, excluded.last_at)
        returning id
        """,
        owner.tenant_id, owner.user_id, entity.key, entity.name, entity.kind, entity.relation, entity.first_at,
        entity.last_at,
    )  # fmt: skip
    return entity_id


async def add_mentions(tx: Tx, owner: Owner, entity_id: int, episodes: Sequence[int]) -> None:
    """Each turn once, and `mentions` counts the rows."""
    await tx.execute(
        """
        with new as (
          insert into entity_mentions (tenant_id, user_id, entity_id, episode_id)
          select $1, $2, $3, e.id from episodes e
           where e.id = any($4::bigint[]) and e.tenant_id = $1 and e.user_id = $2
          on conflict do nothing returning 1
        )
        update entities set mentions = mentions + (select count(*) from new)
         where id = $3 and tenant_id = $1 and user_id = $2
        """,
        owner.tenant_id, owner.user_id, entity_id, list(episodes),
    )  # fmt: skip


async def add_edge(tx: Tx, owner: Owner, begin: int, end: int, relation: str, fact_id: int) -> None:
    await tx.execute(
        """
        insert into edges (tenant_id, user_id, from_entity, to_entity, relation, fact_id)
        values ($1, $2, $3, $4, $5, $6) on conflict do nothing
        """,
        owner.tenant_id, owner.user_id, begin, end, relation, fact_id,
    )  # fmt: skip


# Echoes and counters


async def add_shingles(tx: Tx, owner: Owner, shingles: Sequence[int]) -> None:
    await tx.execute(
        "insert into recalled_shingles (tenant_id, user_id, shingles) values ($1, $2, $3)",
        owner.tenant_id, owner.user_id, list(shingles),
    )  # fmt: skip


async def prune_shingles(tx: Tx, owner: Owner, *, older_than: timedelta, keep: int) -> None:
    await tx.execute(
        """
        delete from recalled_shingles
         where tenant_id = $1 and user_id = $2
           and recalled_at < greatest(now() - $3::interval, (
             select recalled_at from recalled_shingles
              where tenant_id = $1 and user_id = $2 order by recalled_at desc offset $4 limit 1))
        """,
        owner.tenant_id, owner.user_id, older_than, max(0, keep - 1),
    )  # fmt: skip


async def shingles_before(
    tx: Tx, owner: Owner, *, first: datetime, last: datetime, window: timedelta
) -> Sequence[tuple[datetime, frozenset[int]]]:
    """What was handed out in the day before these turns came in."""
    rows = await tx.fetch(
        """
        select recalled_at, shingles from recalled_shingles
         where tenant_id = $1 and user_id = $2 and recalled_at between $3::timestamptz - $5::interval and $4
        """,
        owner.tenant_id, owner.user_id, first, last, window,
    )  # fmt: skip
    return [(row["recalled_at"], frozenset(row["shingles"])) for row in rows]


async def count(tx: Tx, owner: Owner, day: date, counts: Mapping[str, int]) -> None:
    """Names of columns are ours: `counts` comes from the code, never from a request."""
    await tx.execute(
        """
        insert into memory_quality as q
          (tenant_id, user_id, day, candidates, learned, duplicates, junk, echoes, contradicted)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        on conflict (tenant_id, user_id, day) do update
           set candidates = q.candidates + excluded.candidates, learned = q.learned + excluded.learned,
               duplicates = q.duplicates + excluded.duplicates, junk = q.junk + excluded.junk,
               echoes = q.echoes + excluded.echoes, contradicted = q.contradicted + excluded.contradicted
        """,
        owner.tenant_id, owner.user_id, day, *(counts.get(name, 0) for name in
            ("candidates", "learned", "duplicates", "junk", "echoes", "contradicted")),
    )  # fmt: skip
