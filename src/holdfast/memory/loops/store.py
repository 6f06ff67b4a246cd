"""Every SQL statement on loops and their evidence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import orjson
from asyncpg import Record

from holdfast.core.db import Owner, Tx, row_count
from holdfast.core.ids import SessionRow
from holdfast.memory.loops.promises import PersonTurn
from holdfast.memory.loops.types import LoopState, NudgeBounds, SaidAbout
from holdfast.memory.restore import restore_rows
from holdfast.memory.types import Evidence, Loop, LoopStatus

_LOOP = """
  l.id, l.kind, l.status, l.text, l.confidence::numeric::float8 as confidence,
  l.salience::numeric::float8 as salience, l.time_horizon, l.source, l.opened_at, l.due_at,
  l.snoozed_until, l.reinforced_at, l.times_reinforced, l.closed_at, l.closed_because,
  array(select jsonb_build_array(e.id, e.external_id)
          from loop_evidence v join episodes e on e.id = v.episode_id
         where v.loop_id = l.id and v.tenant_id = $1 and v.user_id = $2
         group by e.id, e.external_id order by e.id) as evidence
"""


async def loops_of(
    tx: Tx, owner: Owner, *, status: LoopStatus | None, persona_id: str | None, limit: int
) -> Sequence[Loop]:
    rows = await tx.fetch(
        f"""
        select {_LOOP}
          from loops l
         where l.tenant_id = $1 and l.user_id = $2 and ($3::text is null or l.status = $3)
           and ($4::text is null or l.persona_id is null or l.persona_id = $4)
         order by l.status = 'open' desc, l.salience desc, l.opened_at desc, l.id desc
         limit $5
        """,  # noqa: S608
        owner.tenant_id, owner.user_id, status, persona_id, limit,
    )  # fmt: skip
    return [_loop(row) for row in rows]


async def find_loop(tx: Tx, owner: Owner, loop_id: int) -> Loop | None:
    row = await tx.fetchrow(
        f"select {_LOOP} from loops l where l.tenant_id = $1 and l.user_id = $2 and l.id = $3 for update",  # noqa: S608
        owner.tenant_id, owner.user_id, loop_id,
    )  # fmt: skip
    return _loop(row) if row else None


async def loops_numbered(tx: Tx, owner: Owner, ids: Sequence[int]) -> Sequence[Loop]:
    rows = await tx.fetch(
        f"""
        select {_LOOP} from loops l
         where l.tenant_id = $1 and l.user_id = $2 and l.id = any ($3::bigint[]) order by l.id
        """,  # noqa: S608
        owner.tenant_id, owner.user_id, list(ids),
    )  # fmt: skip
    return [_loop(row) for row in rows]


async def said_about(
    tx: Tx, owner: Owner, loop_ids: Sequence[int], *, most_each: int, most_characters: int
) -> Mapping[int, Sequence[SaidAbout]]:
    rows = await tx.fetch(
        """
        select * from (
          select v.loop_id, v.what, e.id as episode_id, e.external_id, e.role, left(e.text, $5) as text, e.said_at,
                 row_number() over (partition by v.loop_id order by e.said_at desc, e.id desc) as nth
            from loop_evidence v join episodes e on e.id = v.episode_id and e.tenant_id = $1 and e.user_id = $2
           where v.tenant_id = $1 and v.user_id = $2 and v.loop_id = any ($3)) told
         where nth <= $4 order by said_at, episode_id
        """,
        owner.tenant_id, owner.user_id, list(loop_ids), most_each, most_characters,
    )  # fmt: skip
    found: dict[int, list[SaidAbout]] = {}
    for row in rows:
        said = SaidAbout(row["what"], row["episode_id"], row["external_id"], row["role"], row["text"], row["said_at"])
        found.setdefault(row["loop_id"], []).append(said)
    return found


async def due_loops(tx: Tx, owner: Owner, *, limit: int) -> Sequence[Loop]:
    """What is open and has a day, the earliest first."""
    rows = await tx.fetch(
        f"""
        select {_LOOP}
          from loops l
         where l.tenant_id = $1 and l.user_id = $2 and l.status = 'open' and l.due_at is not null
         order by l.due_at, l.id
         limit $3
        """,  # noqa: S608
        owner.tenant_id, owner.user_id, limit,
    )  # fmt: skip
    return [_loop(row) for row in rows]


async def nudges_of(tx: Tx, owner: Owner, worth: NudgeBounds, *, persona_id: str | None, limit: int) -> Sequence[Loop]:
    """Due soon or overdue first, the earliest before the others; then what matters and was long left alone."""
    rows = await tx.fetch(
        f"""
        select {_LOOP}
          from loops l
         where l.tenant_id = $1 and l.user_id = $2 and l.status = 'open' and l.opened_at <= $3
           and (l.snoozed_until is null or l.snoozed_until <= $3)
           and (l.due_at <= $4
                or (l.salience >= $6 and l.kind <> 'habit'
                    and greatest(l.opened_at, l.reinforced_at, l.snoozed_until) <= $5))
           and ($7::text is null or l.persona_id is null or l.persona_id = $7)
         order by l.due_at > $4 or l.due_at is null, case when l.due_at <= $4 then l.due_at end,
                  l.salience desc, l.opened_at, l.id
         limit $8
        """,  # noqa: S608
        owner.tenant_id, owner.user_id, worth.now, worth.due_before, worth.untouched_since, worth.salience,
        persona_id, limit,
    )  # fmt: skip
    return [_loop(row) for row in rows]


async def states_of(tx: Tx, owner: Owner, *, closed_since: datetime, limit: int) -> Sequence[LoopState]:
    """What is open, and what was closed lately enough to matter."""
    rows = await tx.fetch(
        """
        select l.id, l.kind, l.status, l.text, l.signature, l.confidence::numeric::float8 as confidence,
               l.salience::numeric::float8 as salience, l.time_horizon, l.source, l.opened_at, l.due_at,
               l.reinforced_at, l.times_reinforced, l.closed_at, l.closed_because,
               l.person_changed_at,
               (select v.episode_id from loop_evidence v join episodes e on e.id = v.episode_id
                 where v.loop_id = l.id and v.what in ('opened', 'reinforced')
                 order by e.said_at desc, e.id desc limit 1) as last_episode
          from loops l
         where l.tenant_id = $1 and l.user_id = $2
           and (l.status = 'open' or l.closed_at >= $3 or l.person_changed_at >= $3)
         order by l.status = 'open' desc, greatest(l.opened_at, l.reinforced_at) desc, l.id
         limit $4
        """,
        owner.tenant_id, owner.user_id, closed_since, limit,
    )  # fmt: skip
    return [LoopState(**row) for row in rows]


async def mark_of(tx: Tx, owner: Owner) -> tuple[Any, ...]:
    """Another value whenever a loop was added, closed, reinforced or changed."""
    row = await tx.fetchrow(
        """
        select count(*) as loops, max(id) as newest, count(*) filter (where status = 'open') as open,
               sum(times_reinforced) as reinforced, max(person_changed_at) as changed
          from loops where tenant_id = $1 and user_id = $2
        """,
        owner.tenant_id, owner.user_id,
    )  # fmt: skip
    return tuple(row.values()) if row else ()


async def add_loop(tx: Tx, owner: Owner, loop: LoopState) -> int:
    loop_id: int = await tx.fetchval(
        """
        insert into loops (tenant_id, user_id, kind, status, text, signature, confidence, salience, time_horizon,
                           due_at, source, opened_at, reinforced_at, times_reinforced, closed_at, closed_because,
                           person_changed_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
        returning id
        """,
        owner.tenant_id, owner.user_id, loop.kind, loop.status, loop.text, loop.signature, loop.confidence,
        loop.salience, loop.time_horizon, loop.due_at, loop.source, loop.opened_at, loop.reinforced_at,
        loop.times_reinforced, loop.closed_at, loop.closed_because, loop.person_changed_at,
    )  # fmt: skip
    return loop_id


async def save_loop(tx: Tx, owner: Owner, loop: LoopState) -> None:
    await tx.execute(
        """
        update loops
           set kind = $4, status = $5, confidence = $6, salience = $7, time_horizon = $8, due_at = $9, opened_at = $10,
               reinforced_at = $11, times_reinforced = $12, closed_at = $13, closed_because = $14, text = $15,
               signature = $16
         where tenant_id = $1 and user_id = $2 and id = $3
        """,
        owner.tenant_id, owner.user_id, loop.id, loop.kind, loop.status, loop.confidence, loop.salience,
        loop.time_horizon, loop.due_at, loop.opened_at, loop.reinforced_at, loop.times_reinforced, loop.closed_at,
        loop.closed_because, loop.text, loop.signature,
    )  # fmt: skip


async def add_evidence(tx: Tx, owner: Owner, rows: Sequence[tuple[int, int, str]]) -> None:
    """(loop, episode, what). A turn that was forgotten in the meantime is no evidence."""
    await tx.execute(
        """
        insert into loop_evidence (tenant_id, user_id, loop_id, episode_id, what)
        select $1, $2, new.loop_id, new.episode_id, new.what
          from unnest($3::bigint[], $4::bigint[], $5::text[]) new (loop_id, episode_id, what)
          join episodes e on e.id = new.episode_id and e.tenant_id = $1 and e.user_id = $2
        on conflict do nothing
        """,
        owner.tenant_id, owner.user_id, [row[0] for row in rows], [row[1] for row in rows], [row[2] for row in rows],
    )  # fmt: skip


async def turns_after(
    tx: Tx,
    owner: Owner,
    session_row: SessionRow,
    said: Sequence[tuple[str, datetime]],
    *,
    names: Sequence[str],
    limit: int,
) -> Sequence[PersonTurn]:
    """Turns of the person in other sessions that were learned from, said after one of these and sharing two words with
    it, or the only one it has. The earliest first."""
    rows = await tx.fetch(
        """
        select e.id, e.text, e.said_at
          from (select distinct p.episode_id
                  from (select c.n, w.lexeme, count(*) over (partition by c.n) as words
                          from unnest($4::text[]) with ordinality c (text, n)
                         cross join lateral unnest(to_tsvector('english', c.text)) w) w
                  join episode_terms p on p.tenant_id = $1 and p.user_id = $2 and p.term = w.lexeme
                 where exists (select from memory_sessions m
                                where m.tenant_id = $1 and m.user_id = $2 and m.last_at > $5 and m.id <> $3
                                  and m.learned_to > 0)
                 group by w.n, p.episode_id
                having count(*) >= least(2, max(w.words))) near
          join episodes e on e.id = near.episode_id and e.tenant_id = $1 and e.user_id = $2
          join memory_sessions s on s.id = e.session and e.seq < s.learned_to
         where e.role = 'user' and not e.is_echo and e.said_at > $5 and e.session <> $3
           and (e.name is null or e.name = any($6::text[]))
           and not exists (select from forget_marks k where k.kind = 'u' and k.item_id = e.id)
         order by e.said_at, e.id
         limit $7
        """,
        owner.tenant_id, owner.user_id, session_row, [text for text, _ in said], min(when for _, when in said),
        list(names), limit,
    )  # fmt: skip
    return [PersonTurn(row["id"], row["text"], row["said_at"]) for row in rows]


async def find_zone(tx: Tx, owner: Owner) -> str | None:
    name: str | None = await tx.fetchval(
        "select memory_zone(p) from memory_people p where p.tenant_id = $1 and p.user_id = $2",
        owner.tenant_id, owner.user_id,
    )  # fmt: skip
    return name


async def change_by_person(tx: Tx, owner: Owner, loop: Loop, *, signature: str, at: datetime) -> None:
    await tx.execute(
        """
        update loops
           set status = $4, text = $5, signature = $6, due_at = $7, snoozed_until = $8, closed_at = $9,
               closed_because = $10, time_horizon = $11, person_changed_at = $12
         where tenant_id = $1 and user_id = $2 and id = $3
        """,
        owner.tenant_id, owner.user_id, loop.id, loop.status, loop.text, signature, loop.due_at, loop.snoozed_until,
        loop.closed_at, loop.closed_because, loop.time_horizon, at,
    )  # fmt: skip


async def clear_reasons(tx: Tx, owner: Owner, turns: Sequence[int]) -> None:
    """The reason a loop was closed with may quote the turn that closed it."""
    await tx.execute(
        """
        update loops l set closed_because = null
         where l.tenant_id = $1 and l.user_id = $2 and l.closed_because is not null
           and exists (select from loop_evidence v where v.loop_id = l.id and v.episode_id = any ($3)
                          and v.what in ('completed', 'dropped'))
        """,
        owner.tenant_id, owner.user_id, list(turns),
    )  # fmt: skip


async def delete_loops(tx: Tx, owner: Owner, ids: Sequence[int]) -> None:
    await tx.execute(
        "delete from loops where id = any ($3) and tenant_id = $1 and user_id = $2",
        owner.tenant_id, owner.user_id, list(ids),
    )  # fmt: skip


async def delete_loops_like(tx: Tx, owner: Owner, patterns: Sequence[str]) -> int:
    """Whichever hold such a piece. How many."""
    done = await tx.execute(
        "delete from loops where tenant_id = $1 and user_id = $2 and memory_plain(text) like any ($3)",
        owner.tenant_id, owner.user_id, list(patterns),
    )  # fmt: skip
    return row_count(done)


async def restore_loops(tx: Tx, owner: Owner, rows: Sequence[Mapping[str, Any]]) -> Sequence[int]:
    columns = """persona_id text, kind text, status text, text text, signature text, confidence real, salience real,
                 time_horizon text, due_at timestamptz, snoozed_until timestamptz, source text, opened_at timestamptz,
                 reinforced_at timestamptz, times_reinforced integer, closed_at timestamptz, closed_because text"""
    return await restore_rows(tx, owner, "loops", columns, rows)


def _loop(row: Record) -> Loop:
    fields = {name: value for name, value in row.items() if name != "evidence"}
    return Loop(**fields, evidence=[Evidence(*orjson.loads(item)) for item in row["evidence"]])
