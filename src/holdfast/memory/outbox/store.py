"""Every SQL statement on the outbox. Whoever takes something on writes the next moment it may be touched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from holdfast.core.db import Db, Owner, Tx, row_count
from holdfast.core.ids import SessionRow
from holdfast.memory.intake.types import ToFold
from holdfast.memory.outbox.types import DeadDelivery, OutboxState, ToDeliver
from holdfast.memory.types import Episode


async def due_sessions(db: Db, *, now: datetime, most: int) -> Sequence[tuple[Owner, SessionRow]]:
    rows = await db.look_up("select tenant_id, user_id, session from memory_outbox_due($1, $2)", now, most)
    return [(Owner(row["tenant_id"], row["user_id"]), row["session"]) for row in rows]


async def due_sessions_of(tx: Tx, owner: Owner, *, now: datetime) -> Sequence[SessionRow]:
    rows = await tx.fetch(
        """
        select id from memory_sessions
         where tenant_id = $1 and user_id = $2 and folded_to < window_from and fold_after <= $3
        union
        select session from memory_outbox
         where tenant_id = $1 and user_id = $2 and status = 'pending' and next_attempt_at <= $3
           and (kind = 'session' or folded_at is not null)
         order by 1
        """,
        owner.tenant_id, owner.user_id, now,
    )  # fmt: skip
    return [row["id"] for row in rows]


async def evicted_turns(tx: Tx, owner: Owner, taken: ToFold, *, most: int) -> Sequence[Episode]:
    rows = await tx.fetch(
        """
        select e.id, e.session as session_row, s.session_id, e.seq, e.role, e.text, e.said_at, e.external_id, e.name,
               e.persona_id
          from episodes e join memory_sessions s on s.id = e.session
         where e.session = $1 and e.tenant_id = $2 and e.user_id = $3 and e.seq >= $4 and e.seq < $5
         order by e.seq limit $6
        """,
        taken.session_row, owner.tenant_id, owner.user_id, taken.folded_to, taken.window_from, most,
    )  # fmt: skip
    return [Episode(**row) for row in rows]


async def note_folded(tx: Tx, owner: Owner, taken: ToFold, *, to: int, now: datetime, are_delivered: bool) -> int:
    """The rows of these turns: folded, and with that delivered unless each goes to the sinks as well."""
    done = await tx.execute(
        """
        update memory_outbox
           set folded_at = $6, attempts = 0, next_attempt_at = $6, last_error = null,
               status = case when $7::boolean then 'delivered' else status end,
               delivered_at = case when $7::boolean then $6::timestamptz end
         where session = $1 and tenant_id = $2 and user_id = $3 and kind = 'turn' and seq >= $4 and seq < $5
           and folded_at is null
        """,
        taken.session_row, owner.tenant_id, owner.user_id, taken.folded_to, to, now, are_delivered,
    )  # fmt: skip
    return row_count(done)


async def take_delivery(
    tx: Tx, owner: Owner, session_row: SessionRow, *, now: datetime, until: datetime
) -> ToDeliver | None:
    row = await tx.fetchrow(
        """
        with next as (
          select o.id from memory_outbox o
           where o.session = $1 and o.tenant_id = $2 and o.user_id = $3 and o.status = 'pending'
             and o.next_attempt_at <= $4 and (o.kind = 'session' or o.folded_at is not null)
           order by o.id limit 1 for update skip locked
        )
        update memory_outbox o set attempts = o.attempts + 1, next_attempt_at = $5
          from next, memory_sessions s
         where o.id = next.id and s.id = o.session
        returning o.id, o.session as session_row, o.kind, o.seq, o.name, o.attempts, s.generation
        """,
        session_row, owner.tenant_id, owner.user_id, now, until,
    )  # fmt: skip
    return ToDeliver(**row) if row else None


async def find_turn(tx: Tx, owner: Owner, session_row: SessionRow, seq: int) -> tuple[str, datetime] | None:
    row = await tx.fetchrow(
        """
        select text, said_at from episodes where session = $1 and tenant_id = $2 and user_id = $3 and seq = $4
        """,
        session_row, owner.tenant_id, owner.user_id, seq,
    )  # fmt: skip
    return (row["text"], row["said_at"]) if row else None


async def note_delivered(tx: Tx, owner: Owner, taken: ToDeliver, *, now: datetime) -> bool:
    """False: what was sent may hold words that were forgotten meanwhile, or somebody else has taken it on."""
    done = await tx.execute(
        """
        update memory_outbox o set status = 'delivered', delivered_at = $6, last_error = null
          from memory_sessions s
         where o.id = $1 and o.tenant_id = $2 and o.user_id = $3 and o.status = 'pending' and o.attempts = $4
           and s.id = o.session and s.generation = $5
        """,
        taken.id, owner.tenant_id, owner.user_id, taken.attempts, taken.generation, now,
    )  # fmt: skip
    return bool(done == "UPDATE 1")


async def find_generation(tx: Tx, owner: Owner, taken: ToDeliver) -> int | None:
    """Of the session of a row; None: the row is gone."""
    generation: int | None = await tx.fetchval(
        """
        select s.generation from memory_outbox o join memory_sessions s on s.id = o.session
         where o.id = $1 and o.tenant_id = $2 and o.user_id = $3
        """,
        taken.id, owner.tenant_id, owner.user_id,
    )  # fmt: skip
    return generation


async def put_off_delivery(
    tx: Tx, owner: Owner, taken: ToDeliver, *, until: datetime, error: str, is_dead: bool
) -> bool:
    done = await tx.execute(
        """
        update memory_outbox
           set status = case when $5::boolean then 'dead' else status end, next_attempt_at = $6, last_error = $7
         where id = $1 and tenant_id = $2 and user_id = $3 and status = 'pending' and attempts = $4
        """,
        taken.id, owner.tenant_id, owner.user_id, taken.attempts, is_dead, until, error,
    )  # fmt: skip
    return bool(done == "UPDATE 1")


async def state(db: Db, *, now: datetime) -> OutboxState:
    rows = await db.look_up(
        """
        select pending, folded, delivered, dead_lettered, oldest_pending_seconds, pending_embeddings
          from memory_outbox_state($1)
        """,
        now,
    )
    return OutboxState(**rows[0])


async def prune(db: Db, *, before: datetime, most: int) -> int:
    return int((await db.look_up("select memory_prune_outbox($1, $2) as pruned", before, most))[0]["pruned"])


async def dead_letters(db: Db, *, most: int) -> Sequence[DeadDelivery]:
    rows = await db.look_up(
        """
        select id, kind, session as session_row, attempts, coalesce(last_error, 'unknown') as last_error, created_at,
               last_attempt_at
          from memory_dead_letters($1)
        """,
        most,
    )
    return [DeadDelivery(**row) for row in rows]


async def retry_dead_letters(db: Db, ids: Sequence[int] | None, *, now: datetime) -> Sequence[int]:
    rows = await db.look_up("select id from memory_retry_dead_letters($1, $2) id", _listed(ids), now)
    return [row["id"] for row in rows]


async def drop_dead_letters(db: Db, ids: Sequence[int] | None) -> Sequence[int]:
    rows = await db.look_up("select id from memory_drop_dead_letters($1) id", _listed(ids))
    return [row["id"] for row in rows]


async def put_off_turns(
    tx: Tx, owner: Owner, session_row: SessionRow, *, attempts: int, until: datetime, error: str
) -> None:
    """Their fold failed; they stay, and tell why."""
    await tx.execute(
        """
        update memory_outbox set attempts = $4, next_attempt_at = $5, last_error = $6
         where session = $1 and tenant_id = $2 and user_id = $3 and kind = 'turn' and folded_at is null
        """,
        session_row, owner.tenant_id, owner.user_id, attempts, until, error,
    )  # fmt: skip


async def delete_turns(tx: Tx, owner: Owner, turns: Sequence[tuple[SessionRow, int]]) -> int:
    """(session, seq) of turns that are gone. How many were here."""
    done = await tx.execute(
        """
        delete from memory_outbox o
         using unnest($3::bigint[], $4::integer[]) t (session, seq)
         where o.tenant_id = $1 and o.user_id = $2 and o.session = t.session and o.seq = t.seq and o.kind = 'turn'
        """,
        owner.tenant_id, owner.user_id, [session for session, _ in turns], [seq for _, seq in turns],
    )  # fmt: skip
    return row_count(done)


async def delete_empty_stretches(tx: Tx, owner: Owner, session_rows: Sequence[SessionRow]) -> None:
    """Those of which no turn is left."""
    await tx.execute(
        """
        delete from memory_outbox o
         where o.tenant_id = $1 and o.user_id = $2 and o.session = any ($3) and o.kind = 'session'
           and not exists (select from episodes e where e.session = o.session
                              and e.seq >= o.from_seq and e.seq < o.to_seq)
        """,
        owner.tenant_id, owner.user_id, list(session_rows),
    )  # fmt: skip


async def fold_again(tx: Tx, owner: Owner, session_rows: Sequence[SessionRow]) -> None:
    """The turns of these sessions wait to be folded, as if they never were."""
    await tx.execute(
        """
        update memory_outbox set folded_at = null, last_error = null
         where tenant_id = $1 and user_id = $2 and session = any ($3) and kind = 'turn'
        """,
        owner.tenant_id, owner.user_id, list(session_rows),
    )  # fmt: skip


async def owe_summaries(tx: Tx, owner: Owner, first: Mapping[SessionRow, int], now: datetime) -> None:
    """Of each session the stretch that holds this turn, and those after it.

    A summary made again is delivered under a new name: under the old one a sink would take it for a repeat.
    """
    await tx.execute(
        """
        update memory_outbox o
           set status = 'pending', attempts = 0, next_attempt_at = $5, last_error = null, delivered_at = null,
               name = format('session:%s:%s:%s', o.session, o.seq, s.generation)
          from unnest($3::bigint[], $4::integer[]) t (session, seq), memory_sessions s
         where o.session = t.session and o.to_seq > t.seq and o.kind = 'session' and s.id = o.session
           and o.tenant_id = $1 and o.user_id = $2
        """,
        owner.tenant_id, owner.user_id, list(first), list(first.values()), now,
    )  # fmt: skip


async def delivered_names(
    tx: Tx, owner: Owner, first: Mapping[SessionRow, int], turns: Sequence[tuple[SessionRow, int]]
) -> Sequence[str]:
    """Under which sinks may have got something of these turns (session, seq), and the summaries from the first of them
    on.

    Those of earlier stretches stay: they are not made again, so a sink that lost them would never get them back. A dead
    letter that was dropped has no row any more, and may have reached a sink all the same: its name is known without.
    """
    rows = await tx.fetch(
        """
        with gone as (select * from unnest($5::bigint[], $6::integer[]) g (session, seq)),
             first as (select * from unnest($3::bigint[], $4::integer[]) f (session, seq))
        select o.name from memory_outbox o join first using (session)
         where o.tenant_id = $1 and o.user_id = $2 and o.kind = 'session' and o.to_seq > first.seq
        union
        select b.name from session_summaries b join first using (session)
         where b.tenant_id = $1 and b.user_id = $2 and b.to_seq > first.seq
        union
        select format('turn:%s:%s', g.session, g.seq) from gone g join memory_sessions s on s.id = g.session
         where s.tenant_id = $1 and s.user_id = $2 and g.seq < s.window_from
        """,
        owner.tenant_id, owner.user_id, list(first), list(first.values()),
        [session for session, _ in turns], [seq for _, seq in turns],
    )  # fmt: skip
    return [row["name"] for row in rows]


async def restore_outbox(tx: Tx, owner: Owner, now: datetime) -> None:
    """After an import: rows for turns that are evicted, and for stretches that were told or have closed untold."""
    await tx.execute(
        """
        insert into memory_outbox (tenant_id, user_id, session, kind, seq, from_seq, to_seq, name, next_attempt_at,
                                   created_at, status, folded_at, delivered_at)
        select $1, $2, e.session, 'turn', e.seq, e.seq, e.seq + 1, format('turn:%s:%s', e.session, e.seq),
               $3::timestamptz, $3::timestamptz, case when e.seq < s.folded_to then 'delivered' else 'pending' end,
               case when e.seq < s.folded_to then $3::timestamptz end,
               case when e.seq < s.folded_to then $3::timestamptz end
          from episodes e join memory_sessions s on s.id = e.session
         where e.tenant_id = $1 and e.user_id = $2 and e.seq < s.window_from
        """,
        owner.tenant_id, owner.user_id, now,
    )  # fmt: skip
    await tx.execute(
        """
        insert into memory_outbox (tenant_id, user_id, session, kind, seq, from_seq, to_seq, name, next_attempt_at,
                                   created_at, status, delivered_at)
        select $1, $2, b.session, 'session', b.stretch, b.from_seq, b.to_seq, b.name, $3::timestamptz, $3::timestamptz,
               'delivered', $3::timestamptz
          from session_summaries b where b.tenant_id = $1 and b.user_id = $2
        union all
        select $1, $2, s.id, 'session', s.stretch, s.stretch_from, s.next_seq, format('session:%s:%s', s.id, s.stretch),
               $3::timestamptz, $3::timestamptz, 'pending', null::timestamptz
          from memory_sessions s
         where s.tenant_id = $1 and s.user_id = $2 and s.closed_at is not null and s.next_seq > s.stretch_from
           and not exists (select from session_summaries b where b.session = s.id and b.stretch = s.stretch)
        """,
        owner.tenant_id, owner.user_id, now,
    )  # fmt: skip


def _listed(ids: Sequence[int] | None) -> list[int] | None:
    return None if ids is None else list(ids)
