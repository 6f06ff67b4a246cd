"""The SQL behind what a wish means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from holdfast.core.db import Owner, Tx
from holdfast.core.ids import SessionRow
from holdfast.memory.forget.types import DeletedItem, DeletedTurn

_TURN = """e.id, e.session as session_row, e.seq, e.role, s.session_id, s.is_generated, e.external_id, e.text,
             e.stored_at
             from episodes e join memory_sessions s on s.id = e.session"""


async def sessions_named(tx: Tx, owner: Owner, session_ids: Sequence[str]) -> Mapping[str, SessionRow]:
    rows = await tx.fetch(
        "select session_id, id from memory_sessions where tenant_id = $1 and user_id = $2 and session_id = any ($3)",
        owner.tenant_id, owner.user_id, list(session_ids),
    )  # fmt: skip
    return {row["session_id"]: row["id"] for row in rows}


async def sessions_of_turns(tx: Tx, owner: Owner, ids: Sequence[int]) -> Sequence[SessionRow]:
    rows = await tx.fetch(
        "select distinct session from episodes where tenant_id = $1 and user_id = $2 and id = any ($3)",
        owner.tenant_id, owner.user_id, list(ids),
    )  # fmt: skip
    return [row["session"] for row in rows]


async def turns_of_sessions(tx: Tx, owner: Owner, session_rows: Sequence[SessionRow]) -> Sequence[DeletedTurn]:
    rows = await tx.fetch(
        f"select {_TURN} where e.tenant_id = $1 and e.user_id = $2 and e.session = any ($3) order by e.id",
        owner.tenant_id, owner.user_id, list(session_rows),
    )  # fmt: skip
    return [DeletedTurn(**row) for row in rows]


async def turns_marked(tx: Tx, owner: Owner, marks: Sequence[bytes]) -> Sequence[int]:
    """Turns that came under these names."""
    if not marks:
        return []
    rows = await tx.fetch(
        """
        select e.id from episodes e join memory_sessions s on s.id = e.session
         where e.tenant_id = $1 and e.user_id = $2 and e.external_id is not null
           and memory_mark(s.session_id, e.external_id) in (select unnest($3::bytea[]))
        """,
        owner.tenant_id, owner.user_id, list(marks),
    )  # fmt: skip
    return [row["id"] for row in rows]


async def turns(tx: Tx, owner: Owner, ids: Sequence[int]) -> Sequence[DeletedTurn]:
    rows = await tx.fetch(
        f"select {_TURN} where e.tenant_id = $1 and e.user_id = $2 and e.id = any ($3) order by e.id",
        owner.tenant_id, owner.user_id, list(ids),
    )  # fmt: skip
    return [DeletedTurn(**row) for row in rows]


async def turns_of_messages(tx: Tx, owner: Owner, external_ids: Sequence[str]) -> Sequence[int]:
    """With the pieces of those that were too long for one turn."""
    rows = await tx.fetch(
        """
        select id from episodes
         where tenant_id = $1 and user_id = $2
           and (external_id = any ($3) or external_id ~ '/[0-9]+$' and split_part(external_id, '/', 1) = any ($3))
         order by id
        """,
        owner.tenant_id, owner.user_id, list(external_ids),
    )  # fmt: skip
    return [row["id"] for row in rows]


async def turns_said_within(tx: Tx, owner: Owner, begins: datetime, ends: datetime) -> Sequence[int]:
    rows = await tx.fetch(
        """
        select id from episodes where tenant_id = $1 and user_id = $2 and said_at >= $3 and said_at < $4 order by id
        """,
        owner.tenant_id, owner.user_id, begins, ends,
    )  # fmt: skip
    return [row["id"] for row in rows]


async def terms_of(tx: Tx, query: str) -> Sequence[str]:
    terms: Sequence[str] = await tx.fetchval("select tsvector_to_array(to_tsvector('english', $1))", query)
    return terms


async def turns_with_terms(
    tx: Tx, owner: Owner, terms: Sequence[str], *, at_least: int, among: Sequence[int] | None = None
) -> Sequence[int]:
    """Turns that hold so many of these words; with `among`, only of those."""
    rows = await tx.fetch(
        """
        select episode_id from episode_terms
         where tenant_id = $1 and user_id = $2 and term = any ($3)
           and ($5::bigint[] is null or episode_id = any ($5))
         group by 1 having count(distinct term) >= $4
        """,
        owner.tenant_id, owner.user_id, list(terms), at_least, None if among is None else list(among),
    )  # fmt: skip
    return [row["episode_id"] for row in rows]


async def facts_saying(tx: Tx, owner: Owner, query: str) -> Sequence[int]:
    rows = await tx.fetch(
        """
        select id from facts
         where tenant_id = $1 and user_id = $2
           and to_tsvector('english', concat_ws(' ', subject, text, object)) @@ plainto_tsquery('english', $3)
        """,
        owner.tenant_id, owner.user_id, query,
    )  # fmt: skip
    return [row["id"] for row in rows]


async def loops_saying(tx: Tx, owner: Owner, query: str) -> Sequence[int]:
    rows = await tx.fetch(
        """
        select id from loops
         where tenant_id = $1 and user_id = $2 and to_tsvector('english', text) @@ plainto_tsquery('english', $3)
        """,
        owner.tenant_id, owner.user_id, query,
    )  # fmt: skip
    return [row["id"] for row in rows]


async def facts_that_go(
    tx: Tx, owner: Owner, asked: Sequence[int], turns: Sequence[int], *, with_lineage: bool
) -> Sequence[DeletedItem]:
    """Asked for, resting on these turns alone, or concluded from one that goes.

    A version that a person worded has no evidence of its own: it goes when every other version does.
    """
    rows = await tx.fetch(
        """
        with recursive resting as (
          select v.fact_id as id from fact_evidence v
           where v.tenant_id = $1 and v.user_id = $2
             and v.fact_id in (select t.fact_id from fact_evidence t where t.episode_id = any ($4))
           group by 1 having bool_and(v.episode_id = any ($4))
        ), first as (
          select id from resting
          union
          select f.id from facts f
           where f.tenant_id = $1 and f.user_id = $2
             and (f.id = any ($3) or $5 and coalesce(f.lineage, f.id) in (
                   select coalesce(o.lineage, o.id) from facts o
                    where o.id = any ($3) and o.tenant_id = $1 and o.user_id = $2))
        ), worded as (
          select f.id from facts f
           where f.tenant_id = $1 and f.user_id = $2
             and not exists (select from fact_evidence v where v.fact_id = f.id)
             and exists (select from facts o where coalesce(o.lineage, o.id) = coalesce(f.lineage, f.id)
                            and o.id in (select id from first))
             and not exists (select from facts o where coalesce(o.lineage, o.id) = coalesce(f.lineage, f.id)
                                and o.id not in (select id from first)
                                and exists (select from fact_evidence v where v.fact_id = o.id))
        ), gone (id) as (
          select id from first
          union select id from worded
          union select g.fact_id from fact_grounds g join gone on g.rests_on = gone.id
        )
        select f.id, f.text from facts f join gone using (id)
         where f.tenant_id = $1 and f.user_id = $2 order by f.id
        """,
        owner.tenant_id, owner.user_id, list(asked), list(turns), with_lineage,
    )  # fmt: skip
    return [DeletedItem(**row) for row in rows]


async def loops_that_go(
    tx: Tx, owner: Owner, asked: Sequence[int], turns: Sequence[int], facts: Sequence[int]
) -> Sequence[DeletedItem]:
    """Asked for, resting on these turns alone, or resting on a forgotten fact's own turns and naming what it says."""
    rows = await tx.fetch(
        """
        with resting as (
          select v.loop_id as id from loop_evidence v
           where v.tenant_id = $1 and v.user_id = $2
             and v.loop_id in (select t.loop_id from loop_evidence t where t.episode_id = any ($4))
           group by 1 having bool_and(v.episode_id = any ($4))
        ), said as (
          select l.id from facts f
            join fact_evidence v on v.fact_id = f.id
            join loop_evidence w on w.episode_id = v.episode_id
            join loops l on l.id = w.loop_id and l.tenant_id = $1 and l.user_id = $2
           where f.id = any ($5) and f.tenant_id = $1 and f.user_id = $2
             and length(memory_plain(f.object)) > 2
             and memory_plain(l.text) like '%' || memory_plain(f.object) || '%'
             and not exists (select from loop_evidence o where o.loop_id = l.id and not exists (
                   select from fact_evidence fe where fe.episode_id = o.episode_id and fe.fact_id = any ($5)))
        )
        select l.id, l.text from loops l
         where l.tenant_id = $1 and l.user_id = $2
           and (l.id = any ($3) or l.id in (select id from resting) or l.id in (select id from said))
         order by l.id
        """,
        owner.tenant_id, owner.user_id, list(asked), list(turns), list(facts),
    )  # fmt: skip
    return [DeletedItem(**row) for row in rows]


async def known_facts(tx: Tx, owner: Owner, ids: Sequence[int]) -> int:
    count: int = await tx.fetchval(
        "select count(*) from facts where tenant_id = $1 and user_id = $2 and id = any ($3)",
        owner.tenant_id, owner.user_id, list(ids),
    )  # fmt: skip
    return count


async def turns_saying_only(
    tx: Tx, owner: Owner, turns: Sequence[int], facts: Sequence[int], loops: Sequence[int]
) -> Sequence[int]:
    """Those of the turns from which nothing but these facts and loops was learned."""
    rows = await tx.fetch(
        """
        select t.id from unnest($3::bigint[]) t (id)
         where not exists (select from fact_evidence e where e.episode_id = t.id and e.tenant_id = $1 and e.user_id = $2
                              and not e.fact_id = any ($4))
           and not exists (select from loop_evidence e where e.episode_id = t.id and e.tenant_id = $1 and e.user_id = $2
                              and not e.loop_id = any ($5))
         order by 1
        """,
        owner.tenant_id, owner.user_id, list(turns), list(facts), list(loops),
    )  # fmt: skip
    return [row["id"] for row in rows]


async def turns_behind(tx: Tx, owner: Owner, facts: Sequence[int]) -> Sequence[int]:
    rows = await tx.fetch(
        "select distinct episode_id from fact_evidence where tenant_id = $1 and user_id = $2 and fact_id = any ($3)",
        owner.tenant_id, owner.user_id, list(facts),
    )  # fmt: skip
    return [row["episode_id"] for row in rows]
