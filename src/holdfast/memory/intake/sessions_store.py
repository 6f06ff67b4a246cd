"""Every SQL statement that writes a session: opened, closed, held, folded, learned from. Turns move it on as they come
in, in functions of the schema (`store.py`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from holdfast.core.db import Db, Owner, Tx
from holdfast.core.ids import SessionRow
from holdfast.memory.intake.types import AwaitedSession, ToFold
from holdfast.memory.jobs import DRAIN, LEARN
from holdfast.memory.restore import restore_rows
from holdfast.memory.types import LearnedFrom


async def open_session(
    tx: Tx, owner: Owner, session_id: str, persona_id: str | None, *, now: datetime
) -> AwaitedSession:
    row = await tx.fetchrow(
        "select id, generation, next_seq from memory_open($1, $2, $3, $4, false, $5)",
        owner.tenant_id, owner.user_id, session_id, persona_id, now,
    )  # fmt: skip
    assert row is not None
    return AwaitedSession(row["id"], session_id, row["generation"], row["next_seq"])


async def find_open_session(tx: Tx, owner: Owner, session_id: str) -> SessionRow | None:
    session: SessionRow | None = await tx.fetchval(
        """
        select id from memory_sessions
         where tenant_id = $1 and user_id = $2 and session_id = $3 and closed_at is null
        """,
        owner.tenant_id, owner.user_id, session_id,
    )  # fmt: skip
    return session


async def close(tx: Tx, owner: Owner, session_row: SessionRow, *, now: datetime, idle_before: datetime | None) -> bool:
    closed: bool = await tx.fetchval(
        "select memory_close($1, $2, $3, $4, $5, learn => $6, drain => $7)",
        owner.tenant_id, owner.user_id, session_row, now, idle_before, LEARN.name, DRAIN.name,
    )  # fmt: skip
    return closed


async def idle_sessions(db: Db, *, idle_before: datetime, most: int) -> Sequence[tuple[Owner, SessionRow]]:
    rows = await db.look_up("select tenant_id, user_id, session from memory_idle_sessions($1, $2)", idle_before, most)
    return [(Owner(row["tenant_id"], row["user_id"]), row["session"]) for row in rows]


async def lock_sessions(tx: Tx, owner: Owner, session_rows: Sequence[SessionRow] | None) -> None:
    """Whoever ingests, learns or folds here waits, or has to begin again. In order, as two must not wait in a ring."""
    await tx.execute(
        """
        select from memory_sessions
         where tenant_id = $1 and user_id = $2 and ($3::bigint[] is null or id = any ($3)) order by id for update
        """,
        owner.tenant_id, owner.user_id, None if session_rows is None else list(session_rows),
    )  # fmt: skip


async def raise_generation(tx: Tx, owner: Owner, session_rows: Sequence[SessionRow]) -> None:
    """Work that began before this is void."""
    await tx.execute(
        """
        update memory_sessions set generation = generation + 1
         where tenant_id = $1 and user_id = $2 and id = any ($3)
        """,
        owner.tenant_id, owner.user_id, list(session_rows),
    )  # fmt: skip


async def sessions_to_learn(tx: Tx, owner: Owner) -> Sequence[SessionRow]:
    """In which something was said that nobody learned from yet."""
    rows = await tx.fetch(
        "select id from memory_sessions where tenant_id = $1 and user_id = $2 and learned_to < next_seq",
        owner.tenant_id, owner.user_id,
    )  # fmt: skip
    return [row["id"] for row in rows]


async def move_learned_to(
    tx: Tx, owner: Owner, session_row: SessionRow, *, generation: int, learned_to: int, next_learned_to: int
) -> bool:
    """False: somebody learned from it already, or something of it was forgotten."""
    done = await tx.execute(
        """
        update memory_sessions set learned_to = $6
         where id = $3 and tenant_id = $1 and user_id = $2 and generation = $4 and learned_to = $5
        """,
        owner.tenant_id, owner.user_id, session_row, generation, learned_to, next_learned_to,
    )  # fmt: skip
    return bool(done == "UPDATE 1")


async def take_fold(tx: Tx, owner: Owner, session_row: SessionRow, *, now: datetime, until: datetime) -> ToFold | None:
    """None: nothing to fold, or somebody is at it, or it pauses after a failure."""
    row = await tx.fetchrow(
        """
        update memory_sessions set fold_attempts = fold_attempts + 1, fold_after = $5
         where id = $1 and tenant_id = $2 and user_id = $3 and folded_to < window_from and fold_after <= $4
        returning id as session_row, generation, rolling_summary, folded_to, window_from, fold_attempts as attempts
        """,
        session_row, owner.tenant_id, owner.user_id, now, until,
    )  # fmt: skip
    return ToFold(**row) if row else None


async def write_fold(tx: Tx, owner: Owner, taken: ToFold, *, to: int, summary: str, source: LearnedFrom | None) -> bool:
    """The summary and how far it reaches, if nothing was folded or forgotten since it was read."""
    done = await tx.execute(
        """
        update memory_sessions
           set rolling_summary = $6, summary_source = coalesce($7, summary_source), folded_to = $8,
               fold_attempts = 0, fold_after = '-infinity'
         where id = $1 and tenant_id = $2 and user_id = $3 and folded_to = $4 and generation = $5
        """,
        taken.session_row, owner.tenant_id, owner.user_id, taken.folded_to, taken.generation, summary, source, to,
    )  # fmt: skip
    return bool(done == "UPDATE 1")


async def put_off_fold(tx: Tx, owner: Owner, taken: ToFold, *, until: datetime) -> bool:
    """False: meanwhile somebody else has taken it on."""
    done = await tx.execute(
        """
        update memory_sessions set fold_after = $5
         where id = $1 and tenant_id = $2 and user_id = $3 and fold_attempts = $4
        """,
        taken.session_row, owner.tenant_id, owner.user_id, taken.attempts, until,
    )  # fmt: skip
    return bool(done == "UPDATE 1")


async def fold_again(tx: Tx, owner: Owner, session_rows: Sequence[SessionRow]) -> None:
    """What is left of these sessions is folded from the beginning."""
    await tx.execute(
        """
        update memory_sessions
           set rolling_summary = '', summary_source = 'none', folded_to = 0, fold_attempts = 0, fold_after = '-infinity'
         where tenant_id = $1 and user_id = $2 and id = any ($3)
        """,
        owner.tenant_id, owner.user_id, list(session_rows),
    )  # fmt: skip


async def sessions_like(tx: Tx, owner: Owner, patterns: Sequence[str]) -> Sequence[SessionRow]:
    """Whose rolling summary holds such a piece."""
    rows = await tx.fetch(
        """
        select id from memory_sessions
         where tenant_id = $1 and user_id = $2 and rolling_summary <> '' and memory_plain(rolling_summary) like any ($3)
        """,
        owner.tenant_id, owner.user_id, list(patterns),
    )  # fmt: skip
    return [row["id"] for row in rows]


async def emptied_sessions(tx: Tx, owner: Owner, session_rows: Sequence[SessionRow]) -> Mapping[SessionRow, str]:
    """Of these, the ones of which no turn is left."""
    rows = await tx.fetch(
        """
        select s.id, s.session_id from memory_sessions s
         where s.tenant_id = $1 and s.user_id = $2 and s.id = any ($3)
           and not exists (select from episodes e where e.session = s.id)
        """,
        owner.tenant_id, owner.user_id, list(session_rows),
    )  # fmt: skip
    return {row["id"]: row["session_id"] for row in rows}


async def delete_sessions(tx: Tx, owner: Owner, session_rows: Sequence[SessionRow]) -> None:
    await tx.execute(
        "delete from memory_sessions where id = any ($3) and tenant_id = $1 and user_id = $2",
        owner.tenant_id, owner.user_id, list(session_rows),
    )  # fmt: skip


async def restore_sessions(tx: Tx, owner: Owner, rows: Sequence[Mapping[str, Any]]) -> Sequence[int]:
    columns = """session_id text, persona_id text, is_generated boolean, stretch integer, stretch_from integer,
                 stretch_at timestamptz, next_seq integer, window_from integer, folded_to integer, learned_to integer,
                 rolling_summary text, summary_source text, first_at timestamptz, last_at timestamptz,
                 last_user_at timestamptz, opened_at timestamptz, touched_at timestamptz, closed_at timestamptz"""
    return await restore_rows(tx, owner, "memory_sessions", columns, rows)
