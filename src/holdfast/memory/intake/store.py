"""Sessions and episodes. What writes them stands in functions of the schema: one round trip a turn (revision 0006)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from asyncpg import Record

from holdfast.core.db import Db, Owner, Tx
from holdfast.memory.intake.types import AwaitedSession
from holdfast.memory.jobs import DRAIN, EMBED, LEARN
from holdfast.memory.types import Episode, Ingested, Said

_KINDS = [EMBED.name, LEARN.name, DRAIN.name]
_MOVED = """
  {zone}::text is not null and not exists (
    select from memory_people p where p.tenant_id = $1 and p.user_id = $2 and p.clock_zone = {zone})
"""
"""Looked at without a lock, in the statement that is sent anyway: nearly everybody is where they were."""


async def add_turn(
    tx: Tx,
    owner: Owner,
    said: Said,
    *,
    session_id: str | None,
    new_session_id: str,
    persona_id: str | None,
    now: datetime,
    gap: timedelta,
    window: int,
    pause: timedelta,
    clock_zone: str | None,
) -> Ingested:
    row = await tx.fetchrow(
        f"""
        select session_id, buffer_size, evicted, is_repeat, {_MOVED.format(zone="$16")} as has_moved
          from memory_ingest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
        """,  # noqa: S608
        owner.tenant_id, owner.user_id, session_id, persona_id, new_session_id,
        said.role, said.name, said.text, said.said_at, said.external_id,
        now, gap, window, pause, _KINDS, clock_zone,
    )  # fmt: skip
    assert row is not None
    if row["has_moved"] and not row["is_repeat"]:
        await _set_clock(tx, owner, clock_zone)
    return Ingested(row["session_id"], row["buffer_size"], row["evicted"], row["is_repeat"])


async def add_turns(
    tx: Tx,
    owner: Owner,
    session_id: str,
    messages: Sequence[Said],
    *,
    persona_id: str | None,
    now: datetime,
    window: int,
    pause: timedelta,
    clock_zone: str | None,
) -> tuple[int, int]:
    """How many were new, and how many have a vector already."""
    row = await tx.fetchrow(
        f"""
        select stored, embedded, {_MOVED.format(zone="$14")} as has_moved
          from memory_ingest_many($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
        """,  # noqa: S608
        owner.tenant_id, owner.user_id, session_id, persona_id,
        [said.external_id for said in messages], [said.role for said in messages], [said.name for said in messages],
        [said.text for said in messages], [said.said_at for said in messages],
        now, window, pause, _KINDS, clock_zone,
    )  # fmt: skip
    assert row is not None
    if row["has_moved"] and row["stored"]:
        await _set_clock(tx, owner, clock_zone)
    return row["stored"], row["embedded"]


async def characters_added(tx: Tx, owner: Owner, session_id: str, *, stored: int) -> int:
    """Of the newest turns of a session, as many as this transaction has stored."""
    characters: int = await tx.fetchval(
        """
        select coalesce(sum(length(e.text)), 0) from (
          select e.text from memory_sessions s join episodes e on e.session = s.id
           where s.tenant_id = $1 and s.user_id = $2 and s.session_id = $3 and e.tenant_id = $1 and e.user_id = $2
           order by e.seq desc limit $4
        ) e
        """,
        owner.tenant_id, owner.user_id, session_id, stored,
    )  # fmt: skip
    return characters


async def _set_clock(tx: Tx, owner: Owner, clock_zone: str | None) -> None:
    """Not while something is being forgotten: whoever forgets holds the person and may wait for the sums that this
    transaction holds. The next turn tells it again."""
    await tx.execute(
        """
        insert into memory_people as p (tenant_id, user_id, clock_zone)
        select $1, $2, $3
         where pg_try_advisory_xact_lock_shared(
                 hashtextextended(jsonb_build_array('memory', $1::text, $2::text)::text, 0))
        on conflict (tenant_id, user_id) do update set clock_zone = $3 where p.clock_zone is distinct from $3
        """,
        owner.tenant_id, owner.user_id, clock_zone,
    )  # fmt: skip


async def find_open_session(tx: Tx, owner: Owner, session_id: str) -> int | None:
    session: int | None = await tx.fetchval(
        """
        select id from memory_sessions
         where tenant_id = $1 and user_id = $2 and session_id = $3 and closed_at is null
        """,
        owner.tenant_id, owner.user_id, session_id,
    )  # fmt: skip
    return session


async def close(tx: Tx, owner: Owner, session: int, *, now: datetime, idle_before: datetime | None) -> bool:
    closed: bool = await tx.fetchval(
        "select memory_close($1, $2, $3, $4, $5, $6)",
        owner.tenant_id, owner.user_id, session, now, idle_before, _KINDS,
    )  # fmt: skip
    return closed


async def idle_sessions(db: Db, *, idle_before: datetime, most: int) -> Sequence[tuple[Owner, int]]:
    rows = await db.look_up("select tenant_id, user_id, session from memory_idle_sessions($1, $2)", idle_before, most)
    return [(Owner(row["tenant_id"], row["user_id"]), row["session"]) for row in rows]


async def window(tx: Tx, owner: Owner, session_id: str) -> Sequence[Episode]:
    rows = await tx.fetch(
        """
        select e.id, e.session, s.session_id, e.seq, e.role, e.text, e.said_at, e.external_id, e.name, e.persona_id
          from memory_sessions s join episodes e on e.session = s.id and e.seq >= s.window_from
         where s.tenant_id = $1 and s.user_id = $2 and s.session_id = $3 and e.tenant_id = $1 and e.user_id = $2
         order by e.seq
        """,
        owner.tenant_id, owner.user_id, session_id,
    )  # fmt: skip
    return [_episode(row) for row in rows]


async def by_ids(tx: Tx, owner: Owner, ids: Sequence[int]) -> Sequence[Episode]:
    rows = await tx.fetch(
        """
        select e.id, e.session, s.session_id, e.seq, e.role, e.text, e.said_at, e.external_id, e.name, e.persona_id
          from episodes e join memory_sessions s on s.id = e.session
         where e.tenant_id = $1 and e.user_id = $2 and e.id = any ($3) and s.tenant_id = $1 and s.user_id = $2
         order by array_position($3, e.id)
        """,
        owner.tenant_id, owner.user_id, list(ids),
    )  # fmt: skip
    return [_episode(row) for row in rows]


def _episode(row: Record) -> Episode:
    return Episode(**row)


async def open_session(
    tx: Tx, owner: Owner, session_id: str, persona_id: str | None, *, now: datetime
) -> AwaitedSession:
    row = await tx.fetchrow(
        "select id, generation, next_seq from memory_open($1, $2, $3, $4, false, $5)",
        owner.tenant_id, owner.user_id, session_id, persona_id, now,
    )  # fmt: skip
    assert row is not None
    return AwaitedSession(row["id"], session_id, row["generation"], row["next_seq"])


async def arrived(tx: Tx, owner: Owner, session: int, external_ids: Sequence[str]) -> dict[str, tuple[int, int]]:
    rows = await tx.fetch(
        """
        select external_id, id, seq from episodes
         where tenant_id = $1 and user_id = $2 and session = $3 and external_id = any ($4)
        """,
        owner.tenant_id, owner.user_id, session, list(external_ids),
    )  # fmt: skip
    return {row["external_id"]: (row["id"], row["seq"]) for row in rows}


async def await_turns(tx: Tx, owner: Owner, session: int, external_ids: Sequence[str]) -> dict[str, int]:
    rows = await tx.fetch(
        """
        insert into awaited_turns (tenant_id, user_id, session, external_id)
        select $1, $2, $3, external_id from unnest($4::text[]) external_id
        on conflict (session, external_id) do update set external_id = excluded.external_id
        returning id, external_id
        """,
        owner.tenant_id, owner.user_id, session, list(external_ids),
    )  # fmt: skip
    return {row["external_id"]: row["id"] for row in rows}


async def note_facts(tx: Tx, owner: Owner, rows: Sequence[tuple[int, int]]) -> None:
    await tx.execute(
        """
        update awaited_turns w set facts = w.facts || new.facts
          from (select turn, array_agg(fact) as facts
                  from unnest($3::bigint[], $4::bigint[]) given (fact, turn) group by turn) new
         where w.id = new.turn and w.tenant_id = $1 and w.user_id = $2
        """,
        owner.tenant_id, owner.user_id, [row[0] for row in rows], [row[1] for row in rows],
    )  # fmt: skip


async def note_loops(tx: Tx, owner: Owner, rows: Sequence[tuple[int, int, str]]) -> None:
    await tx.execute(
        """
        update awaited_turns w set loops = w.loops || new.loops
          from (select turn, jsonb_agg(jsonb_build_object('id', loop, 'what', what)) as loops
                  from unnest($3::bigint[], $4::bigint[], $5::text[]) given (loop, turn, what) group by turn) new
         where w.id = new.turn and w.tenant_id = $1 and w.user_id = $2
        """,
        owner.tenant_id, owner.user_id, [row[0] for row in rows], [row[1] for row in rows], [row[2] for row in rows],
    )  # fmt: skip
