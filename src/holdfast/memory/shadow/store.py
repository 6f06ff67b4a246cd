"""Every SQL statement on the path's own state, and what it reads of sessions and turns."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, tzinfo

from holdfast.core.db import Owner, Tx
from holdfast.core.ids import SessionRow
from holdfast.memory.learning.types import WindowTurn
from holdfast.memory.shadow.types import JudgedReach, ShadowLimits, ShadowState
from holdfast.memory.types import Episode, LearnedFrom


async def find_state(tx: Tx, owner: Owner, session_row: SessionRow) -> ShadowState | None:
    row = await tx.fetchrow(
        """
        select s.id as session_row, s.persona_id, s.generation, coalesce(h.judged_to, 0) as judged_to,
               coalesce(h.message_count, 0) as message_count, coalesce(h.spine_count, 0) as spine_count,
               coalesce(h.summary_count, 0) as summary_count, h.last_interaction,
               coalesce(h.summarised_to, 0) as summarised_to, coalesce(h.rolling_summary, '') as rolling_summary
          from memory_sessions s
          left join shadow_sessions h on h.session = s.id and h.tenant_id = $1 and h.user_id = $2
         where s.id = $3 and s.tenant_id = $1 and s.user_id = $2
        """,
        owner.tenant_id, owner.user_id, session_row,
    )  # fmt: skip
    return ShadowState(**row) if row else None


async def last_said(tx: Tx, owner: Owner, state: ShadowState, *, most: int, zone: tzinfo) -> Sequence[WindowTurn]:
    """What the person said last, in order and on their clock. Echoes of what recall handed out are not theirs."""
    rows = await tx.fetch(
        """
        select id as episode, seq, role, name, text, said_at, stored_at, seq >= $4 as is_new
          from episodes
         where session = $3 and tenant_id = $1 and user_id = $2 and role = 'user' and not is_echo
           and not exists (select from forget_marks k where k.kind = 'u' and k.item_id = episodes.id)
         order by seq desc
         limit $5
        """,
        owner.tenant_id, owner.user_id, state.session_row, state.judged_to, most,
    )  # fmt: skip
    return [WindowTurn(**{**row, "said_at": row["said_at"].astimezone(zone)}) for row in reversed(rows)]


async def count_new(tx: Tx, owner: Owner, state: ShadowState, *, up_to: int) -> int:
    count: int = await tx.fetchval(
        """
        select count(*) from episodes
         where session = $3 and tenant_id = $1 and user_id = $2 and role = 'user' and seq >= $4 and seq < $5
        """,
        owner.tenant_id, owner.user_id, state.session_row, state.judged_to, up_to,
    )  # fmt: skip
    return count


async def move_judged_to(tx: Tx, owner: Owner, state: ShadowState, reach: JudgedReach) -> bool:
    """False: somebody judged it already, or something of the session was forgotten."""
    moved = await tx.fetchval(
        """
        with standing as (
          select id from memory_sessions
           where id = $3 and tenant_id = $1 and user_id = $2 and generation = $4
             and ($9::integer is null or next_seq = $9) for share
        )
        insert into shadow_sessions as h
               (session, tenant_id, user_id, judged_to, message_count, spine_count, last_interaction)
        select id, $1, $2, $6, $7, $7, $8 from standing
        on conflict (session) do update
           set judged_to = $6, message_count = h.message_count + $7, spine_count = h.spine_count + $7,
               last_interaction = $8
         where h.judged_to = $5 and h.tenant_id = $1 and h.user_id = $2
        returning true
        """,
        owner.tenant_id, owner.user_id, state.session_row, state.generation, state.judged_to, reach.to, reach.messages,
        reach.at, reach.next_seq,
    )  # fmt: skip
    return bool(moved)


async def turns_to_summarise(tx: Tx, owner: Owner, state: ShadowState, *, most: int) -> Sequence[Episode]:
    rows = await tx.fetch(
        """
        select e.id, e.session as session_row, s.session_id, e.seq, e.role, e.text, e.said_at, e.external_id, e.name,
               e.persona_id
          from episodes e join memory_sessions s on s.id = e.session
         where e.tenant_id = $1 and e.user_id = $2 and e.session = $3 and e.seq >= $4
         order by e.seq desc
         limit $5
        """,
        owner.tenant_id, owner.user_id, state.session_row, state.summarised_to, most,
    )  # fmt: skip
    return [Episode(**row) for row in reversed(rows)]


async def is_summarised(tx: Tx, owner: Owner, state: ShadowState) -> bool:
    """Whether the session has closed since the path last read it, and its summary tells all of it."""
    told: bool = await tx.fetchval(
        """
        select exists (select from session_summaries
                        where tenant_id = $1 and user_id = $2 and session = $3 and to_seq >= $4)
        """,
        owner.tenant_id, owner.user_id, state.session_row, state.judged_to,
    )  # fmt: skip
    return told


async def note_summary_tried(tx: Tx, owner: Owner, state: ShadowState) -> None:
    await tx.execute(
        """
        update shadow_sessions set summary_count = greatest(summary_count, $4)
         where session = $3 and tenant_id = $1 and user_id = $2
        """,
        owner.tenant_id, owner.user_id, state.session_row, state.message_count,
    )  # fmt: skip


async def set_summary(tx: Tx, owner: Owner, state: ShadowState, text: str, source: LearnedFrom, *, to: int) -> bool:
    """False: it was made of what no longer stands."""
    done = await tx.execute(
        """
        update shadow_sessions h set rolling_summary = $6, summary_source = $7, summarised_to = $8
          from (select id from memory_sessions
                 where id = $3 and tenant_id = $1 and user_id = $2 and generation = $4 for share) s
         where h.session = s.id and h.tenant_id = $1 and h.user_id = $2 and h.summarised_to = $5
        """,
        owner.tenant_id, owner.user_id, state.session_row, state.generation, state.summarised_to, text, source, to,
    )  # fmt: skip
    return bool(done == "UPDATE 1")


async def restart_spine_count(tx: Tx, owner: Owner) -> None:
    await tx.execute(
        "update shadow_sessions set spine_count = 0 where tenant_id = $1 and user_id = $2",
        owner.tenant_id, owner.user_id,
    )  # fmt: skip


async def messages_since_spine(tx: Tx, owner: Owner) -> int:
    count: int = await tx.fetchval(
        "select coalesce(sum(spine_count), 0) from shadow_sessions where tenant_id = $1 and user_id = $2",
        owner.tenant_id, owner.user_id,
    )  # fmt: skip
    return count


async def begin_curation(tx: Tx, owner: Owner, persona_id: str, *, now: datetime, limits: ShadowLimits) -> bool:
    """Whether a curation is due, and nobody looked a moment ago. The first look only starts the clock."""
    row = await tx.fetchrow(
        """
        insert into shadow_curations as c (tenant_id, user_id, persona_id, checked_at, curated_at, through_fact)
        values ($1, $2, $3, $4, $4, 0)
        on conflict (tenant_id, user_id, persona_id) do update set checked_at = $4
         where c.checked_at <= $4 - $5::interval
        returning curated_at, through_fact
        """,
        owner.tenant_id, owner.user_id, persona_id, now, limits.cooldown,
    )  # fmt: skip
    if row is None:
        return False
    new: int = await tx.fetchval(
        "select count(*) from facts where tenant_id = $1 and user_id = $2 and id > $3 and retired_at is null",
        owner.tenant_id, owner.user_id, row["through_fact"],
    )  # fmt: skip
    return bool(now - row["curated_at"] >= limits.curate_every or new >= limits.curate_memories)


async def end_curation(tx: Tx, owner: Owner, persona_id: str, *, now: datetime, through: int) -> None:
    await tx.execute(
        """
        update shadow_curations set curated_at = $4, through_fact = greatest(through_fact, $5)
         where tenant_id = $1 and user_id = $2 and persona_id = $3
        """,
        owner.tenant_id, owner.user_id, persona_id, now, through,
    )  # fmt: skip
