"""The outbox, and the folding of sessions. Whoever takes something on writes the next moment it may be touched."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from holdfast.core.db import Db, Owner, Tx
from holdfast.memory.outbox.types import DeadLetter, OutboxState, ToDeliver, ToFold
from holdfast.memory.types import Episode, Source


async def due_sessions(db: Db, *, now: datetime, most: int) -> Sequence[tuple[Owner, int]]:
    rows = await db.look_up("select tenant_id, user_id, session from memory_outbox_due($1, $2)", now, most)
    return [(Owner(row["tenant_id"], row["user_id"]), row["session"]) for row in rows]


async def due_sessions_of(tx: Tx, owner: Owner, *, now: datetime) -> Sequence[int]:
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


async def take_fold(tx: Tx, owner: Owner, session: int, *, now: datetime, until: datetime) -> ToFold | None:
    """None: nothing to fold, or somebody is at it, or it pauses after a failure."""
    row = await tx.fetchrow(
        """
        update memory_sessions set fold_attempts = fold_attempts + 1, fold_after = $5
         where id = $1 and tenant_id = $2 and user_id = $3 and folded_to < window_from and fold_after <= $4
        returning id as session, generation, rolling_summary, folded_to, window_from, fold_attempts as attempts
        """,
        session, owner.tenant_id, owner.user_id, now, until,
    )  # fmt: skip
    return ToFold(**row) if row else None


async def evicted_turns(tx: Tx, owner: Owner, taken: ToFold, *, most: int) -> Sequence[Episode]:
    rows = await tx.fetch(
        """
        select e.id, e.session, s.session_id, e.seq, e.role, e.text, e.said_at, e.external_id, e.name, e.persona_id
          from episodes e join memory_sessions s on s.id = e.session
         where e.session = $1 and e.tenant_id = $2 and e.user_id = $3 and e.seq >= $4 and e.seq < $5
         order by e.seq limit $6
        """,
        taken.session, owner.tenant_id, owner.user_id, taken.folded_to, taken.window_from, most,
    )  # fmt: skip
    return [Episode(**row) for row in rows]


async def write_fold(tx: Tx, owner: Owner, taken: ToFold, *, to: int, summary: str, source: Source | None) -> bool:
    """The summary and how far it reaches, if nothing was folded or forgotten since it was read."""
    done = await tx.execute(
        """
        update memory_sessions
           set rolling_summary = $6, summary_source = coalesce($7, summary_source), folded_to = $8,
               fold_attempts = 0, fold_after = '-infinity'
         where id = $1 and tenant_id = $2 and user_id = $3 and folded_to = $4 and generation = $5
        """,
        taken.session, owner.tenant_id, owner.user_id, taken.folded_to, taken.generation, summary, source, to,
    )  # fmt: skip
    return bool(done == "UPDATE 1")


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
        taken.session, owner.tenant_id, owner.user_id, taken.folded_to, to, now, are_delivered,
    )  # fmt: skip
    return int(done.removeprefix("UPDATE "))


async def put_off_fold(tx: Tx, owner: Owner, taken: ToFold, *, until: datetime, error: str) -> bool:
    """False: meanwhile somebody else has taken it on."""
    done = await tx.execute(
        """
        update memory_sessions set fold_after = $5
         where id = $1 and tenant_id = $2 and user_id = $3 and fold_attempts = $4
        """,
        taken.session, owner.tenant_id, owner.user_id, taken.attempts, until,
    )  # fmt: skip
    if done != "UPDATE 1":
        return False
    await tx.execute(
        """
        update memory_outbox set attempts = $4, next_attempt_at = $5, last_error = $6
         where session = $1 and tenant_id = $2 and user_id = $3 and kind = 'turn' and folded_at is null
        """,
        taken.session, owner.tenant_id, owner.user_id, taken.attempts, until, error,
    )  # fmt: skip
    return True


async def take_delivery(tx: Tx, owner: Owner, session: int, *, now: datetime, until: datetime) -> ToDeliver | None:
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
        returning o.id, o.session, o.kind, o.seq, o.name, o.attempts, s.generation
        """,
        session, owner.tenant_id, owner.user_id, now, until,
    )  # fmt: skip
    return ToDeliver(**row) if row else None


async def find_turn(tx: Tx, owner: Owner, session: int, seq: int) -> tuple[str, datetime] | None:
    row = await tx.fetchrow(
        """
        select text, said_at from episodes where session = $1 and tenant_id = $2 and user_id = $3 and seq = $4
        """,
        session, owner.tenant_id, owner.user_id, seq,
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


async def dead_letters(db: Db, *, most: int) -> Sequence[DeadLetter]:
    rows = await db.look_up(
        """
        select id, kind, session, attempts, coalesce(last_error, 'unknown') as last_error, created_at, last_attempt_at
          from memory_dead_letters($1)
        """,
        most,
    )
    return [DeadLetter(**row) for row in rows]


async def retry_dead_letters(db: Db, ids: Sequence[int] | None, *, now: datetime) -> Sequence[int]:
    rows = await db.look_up("select id from memory_retry_dead_letters($1, $2) id", _listed(ids), now)
    return [row["id"] for row in rows]


async def drop_dead_letters(db: Db, ids: Sequence[int] | None) -> Sequence[int]:
    rows = await db.look_up("select id from memory_drop_dead_letters($1) id", _listed(ids))
    return [row["id"] for row in rows]


def _listed(ids: Sequence[int] | None) -> list[int] | None:
    return None if ids is None else list(ids)
