"""What a brief reads of tables that other rooms write: a fixed number of rows, however long the history."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

import orjson
from asyncpg import Record

from holdfast.core.db import Owner, Tx
from holdfast.core.ids import SessionRow
from holdfast.memory.brief.types import KeptHandover, LastSession
from holdfast.memory.types import Episode, Evidence, Fact

_LAST = """
  select m.id, m.session_id, m.rolling_summary, m.closed_at, said.said_at
    from memory_sessions m
    cross join lateral (
      select e.said_at from episodes e
       where e.session = m.id and e.tenant_id = $1 and e.user_id = $2 and e.role = 'user' and e.said_at <= $4
       order by e.seq desc limit 1) said
   where m.tenant_id = $1 and m.user_id = $2
     and ($3::text is null or m.persona_id is null or m.persona_id = $3)
"""


async def find_last_session(
    tx: Tx, owner: Owner, *, persona_id: str | None, before: datetime, turns: int
) -> LastSession | None:
    """Where the person last spoke; nothing that was said after `before` is seen."""
    row = await tx.fetchrow(
        f"{_LAST} and m.first_at <= $4 and m.last_user_at is not null order by m.last_at desc limit 1",
        owner.tenant_id, owner.user_id, persona_id, before,
    )  # fmt: skip
    return await _with_turns(tx, owner, row, before, turns) if row else None


async def find_session(
    tx: Tx, owner: Owner, session_id: str, *, persona_id: str | None, before: datetime, turns: int
) -> LastSession | None:
    """That very session, in the same manner."""
    row = await tx.fetchrow(
        f"{_LAST} and m.session_id = $5", owner.tenant_id, owner.user_id, persona_id, before, session_id
    )
    return await _with_turns(tx, owner, row, before, turns) if row else None


async def with_more_turns(tx: Tx, owner: Owner, last: LastSession, *, before: datetime, turns: int) -> LastSession:
    """The same, with as many turns; not read again where all are there."""
    if not last.turns or last.turns[0].seq == 0:
        return last
    return replace(last, turns=await _turns(tx, owner, last.session_row, last.session_id, before, turns))


async def _with_turns(tx: Tx, owner: Owner, row: Record, before: datetime, turns: int) -> LastSession:
    spoken = await _turns(tx, owner, row["id"], row["session_id"], before, turns)
    is_open = row["closed_at"] is None
    return LastSession(row["id"], row["session_id"], row["rolling_summary"], row["said_at"], is_open, spoken)


async def _turns(
    tx: Tx, owner: Owner, session_row: SessionRow, session_id: str, before: datetime, most: int
) -> Sequence[Episode]:
    rows = await tx.fetch(
        """
        select e.id, e.session as session_row, $3::text as session_id, e.seq, e.role, e.text, e.said_at, e.external_id,
               e.name, e.persona_id
          from episodes e
         where e.tenant_id = $1 and e.user_id = $2 and e.session = $4 and e.said_at <= $5
         order by e.seq desc
         limit $6
        """,
        owner.tenant_id, owner.user_id, session_id, session_row, before, most,
    )  # fmt: skip
    return [Episode(**found) for found in reversed(rows)]


async def find_handover(tx: Tx, owner: Owner, *, persona_id: str | None, before: datetime) -> KeptHandover | None:
    """Of the latest session that left one."""
    row = await tx.fetchrow(
        """
        select s.session as session_row, s.to_seq, s.ended_at, s.handover as text
          from session_summaries s join memory_sessions m on m.id = s.session
         where s.tenant_id = $1 and s.user_id = $2 and m.tenant_id = $1 and m.user_id = $2 and s.handover <> ''
           and s.ended_at <= $4 and ($3::text is null or m.persona_id is null or m.persona_id = $3)
         order by s.ended_at desc, s.id desc
         limit 1
        """,
        owner.tenant_id, owner.user_id, persona_id, before,
    )  # fmt: skip
    return KeptHandover(**row) if row else None


async def find_rolling_summaries(tx: Tx, owner: Owner, session_id: str) -> tuple[str, str]:
    """Of what left the window; and of the whole session, where the shadow path makes one."""
    row = await tx.fetchrow(
        """
        select m.rolling_summary as rolling, coalesce(h.rolling_summary, '') as so_far
          from memory_sessions m
          left join shadow_sessions h on h.session = m.id and h.tenant_id = $1 and h.user_id = $2
         where m.tenant_id = $1 and m.user_id = $2 and m.session_id = $3
        """,
        owner.tenant_id, owner.user_id, session_id,
    )  # fmt: skip
    return (row["rolling"], row["so_far"]) if row else ("", "")


async def find_newest_session_id(tx: Tx, owner: Owner, *, persona_id: str | None, before: datetime) -> str | None:
    session_id: str | None = await tx.fetchval(
        """
        select session_id from memory_sessions
         where tenant_id = $1 and user_id = $2 and first_at <= $4
           and ($3::text is null or persona_id is null or persona_id = $3)
         order by last_at desc limit 1
        """,
        owner.tenant_id, owner.user_id, persona_id, before,
    )  # fmt: skip
    return session_id


async def pinned_facts(tx: Tx, owner: Owner, *, persona_id: str | None, most: int) -> Sequence[Fact]:
    rows = await tx.fetch(
        """
        select f.id, f.subject, f.predicate, f.object, f.text, f.confidence, f.source, f.learned_at, f.is_pinned,
               array(select jsonb_build_array(e.id, e.external_id)
                       from fact_evidence v join episodes e on e.id = v.episode_id
                      where v.fact_id = f.id and v.tenant_id = $1 and v.user_id = $2 order by e.id limit 5) as evidence
          from facts f
         where f.tenant_id = $1 and f.user_id = $2 and f.retired_at is null and f.is_pinned
           and ($3::text is null or f.persona_id is null or f.persona_id = $3)
         order by f.learned_at desc, f.id desc
         limit $4
        """,
        owner.tenant_id, owner.user_id, persona_id, most,
    )  # fmt: skip
    return [
        Fact(
            **{name: value for name, value in row.items() if name != "evidence"},
            evidence=[Evidence(*orjson.loads(pair)) for pair in row["evidence"]],
        )
        for row in rows
    ]
