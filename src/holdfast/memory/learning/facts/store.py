"""Every SQL statement that writes facts, their evidence and what rests on what, or reads them to compare."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import orjson

from holdfast.core.db import Owner, Tx, row_count
from holdfast.memory.learning.types import FactState
from holdfast.memory.restore import restore_rows
from holdfast.memory.types import Fact

_STATE = """
  f.id, coalesce(f.lineage, f.id) as lineage, f.subject, f.predicate, f.object, f.text,
  f.confidence::numeric::float8 as confidence, f.source, f.learned_at, f.valid_from, f.valid_to, f.retired_at,
  f.retired_because, f.superseded_by, f.times_reinforced, f.reinforced_at, f.is_pinned, f.is_doubtful
"""


async def newest_states(tx: Tx, owner: Owner, *, limit: int) -> Sequence[FactState]:
    """What is believed; pinned ones first, then what was said last."""
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


async def add_fact(tx: Tx, owner: Owner, fact: Fact, *, lineage: int | None) -> int:
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


async def pin(tx: Tx, owner: Owner, fact_id: int, *, is_pinned: bool) -> None:
    await tx.execute(
        "update facts set is_pinned = $4 where tenant_id = $1 and user_id = $2 and id = $3",
        owner.tenant_id, owner.user_id, fact_id, is_pinned,
    )  # fmt: skip


async def delete_facts(tx: Tx, owner: Owner, ids: Sequence[int]) -> None:
    await tx.execute(
        "delete from facts where id = any ($3) and tenant_id = $1 and user_id = $2",
        owner.tenant_id, owner.user_id, list(ids),
    )  # fmt: skip


async def delete_facts_like(tx: Tx, owner: Owner, patterns: Sequence[str]) -> int:
    """Whichever hold such a piece. How many."""
    done = await tx.execute(
        """
        delete from facts where tenant_id = $1 and user_id = $2
           and memory_plain(concat_ws(' ', subject, predicate, object, text)) like any ($3)
        """,
        owner.tenant_id, owner.user_id, list(patterns),
    )  # fmt: skip
    return row_count(done)


async def restore_facts(tx: Tx, owner: Owner, rows: Sequence[Mapping[str, Any]]) -> Sequence[int]:
    """Without what ties them to each other (`tie_facts`), which may not be there yet."""
    columns = """persona_id text, subject text, predicate text, object text, text text, confidence real, source text,
                 valid_from timestamptz, valid_to timestamptz, learned_at timestamptz, retired_at timestamptz,
                 retired_because text, times_reinforced integer, reinforced_at timestamptz, is_pinned boolean,
                 is_doubtful boolean"""
    return await restore_rows(tx, owner, "facts", columns, rows)


async def tie_facts(tx: Tx, owner: Owner, ties: Sequence[tuple[int, int | None, int | None]]) -> None:
    """(fact, lineage, superseded by)."""
    await tx.execute(
        """
        update facts f set lineage = t.lineage, superseded_by = t.superseded_by
          from unnest($3::bigint[], $4::bigint[], $5::bigint[]) t (id, lineage, superseded_by)
         where f.id = t.id and f.tenant_id = $1 and f.user_id = $2
        """,
        owner.tenant_id, owner.user_id, *([tie[place] for tie in ties] for place in range(3)),
    )  # fmt: skip
