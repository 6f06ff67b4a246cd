"""A person's memory with something in every table of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, timedelta

from holdfast.core.db import Owner
from holdfast.core.ids import SessionRow
from holdfast.memory.intake.ingest_session import ingest_session
from holdfast.memory.intake.sessions import close_session
from holdfast.memory.learning.echoes import note_recalled
from holdfast.memory.learning.learn import learn
from holdfast.memory.outbox.drain import drain, drain_one
from holdfast.memory.parts import MemoryParts
from holdfast.memory.profile.days import analyse_day
from holdfast.memory.profile.refresh import refresh
from holdfast.memory.recall.vectors.embed import embed_waiting
from holdfast.memory.types import IncomingTurn

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)


def said(text: str, minute: float = 0, *, role: str = "user", external_id: str | None = None) -> IncomingTurn:
    return IncomingTurn(role, text, NOON + timedelta(minutes=minute), external_id)  # type: ignore[arg-type]


def talk(*texts: str, start: int = 0, prefix: str | None = None) -> list[IncomingTurn]:
    """The person and the assistant in turn."""
    return [
        said(text, start + n, role="user" if n % 2 == 0 else "assistant", external_id=prefix and f"{prefix}{n}")
        for n, text in enumerate(texts)
    ]


async def row_of(memory: MemoryParts, owner: Owner, session_id: str) -> SessionRow | None:
    async with memory.db.as_owner(owner) as tx:
        found: SessionRow | None = await tx.fetchval("select id from memory_sessions where session_id = $1", session_id)
    return found


async def live(
    memory: MemoryParts, owner: Owner, sessions: Mapping[str, Sequence[IncomingTurn]], *, close: bool = True
) -> None:
    """Said, learned, closed, folded, summarised, embedded, analysed, recalled."""
    for session_id, turns in sessions.items():
        await ingest_session(memory, owner, session_id, turns)
        if close:
            await close_session(memory, owner, session_id)
        session = await row_of(memory, owner, session_id)
        assert session is not None
        await learn(memory, owner, session)
    await drain(memory, owner=owner)
    await embed_waiting(memory, owner)
    await refresh(memory, owner)
    await analyse_day(memory, owner, date(2026, 5, 4))
    await note_recalled(memory, owner, [turn.text for turns in sessions.values() for turn in turns])


async def catch_up(memory: MemoryParts, owner: Owner) -> None:
    """What the jobs after a forget would do."""
    async with memory.db.as_owner(owner) as tx:
        sessions = [row["id"] for row in await tx.fetch("select id from memory_sessions")]
    for session in sessions:
        await learn(memory, owner, session)
        await drain_one(memory, owner, session)
    await embed_waiting(memory, owner)
    await refresh(memory, owner)
    await analyse_day(memory, owner, date(2026, 5, 4))


async def add_fact(
    memory: MemoryParts, owner: Owner, text: str, evidence: Sequence[int], *, lineage: int | None = None,
    source: str = "rules", object: str = "thing", retired: bool = False,
) -> int:  # fmt: skip
    async with memory.db.as_owner(owner) as tx:
        fact: int = await tx.fetchval(
            """
            insert into facts (tenant_id, user_id, lineage, subject, predicate, object, text, confidence, source,
                               learned_at, retired_at, retired_because)
            values ($1, $2, $3, 'user', 'says', $4, $5, 0.8, $6, $7, case when $8 then $7::timestamptz end,
                    case when $8 then 'superseded' end)
            returning id
            """,
            owner.tenant_id, owner.user_id, lineage, object, text, source, NOON, retired,
        )  # fmt: skip
        for episode in evidence:
            await tx.execute(
                "insert into fact_evidence values ($1, $2, $3, $4)", owner.tenant_id, owner.user_id, fact, episode
            )
    return fact


async def add_loop(memory: MemoryParts, owner: Owner, text: str, evidence: Sequence[int]) -> int:
    async with memory.db.as_owner(owner) as tx:
        loop: int = await tx.fetchval(
            """
            insert into loops (tenant_id, user_id, kind, text, signature, confidence, salience, source, opened_at)
            values ($1, $2, 'commitment', $3, md5($3), 0.8, 0.5, 'rules', $4) returning id
            """,
            owner.tenant_id, owner.user_id, text, NOON,
        )  # fmt: skip
        for episode in evidence:
            await tx.execute(
                "insert into loop_evidence values ($1, $2, $3, $4, 'opened')",
                owner.tenant_id, owner.user_id, loop, episode,
            )  # fmt: skip
    return loop


async def episodes_of(memory: MemoryParts, owner: Owner, session_id: str) -> list[int]:
    async with memory.db.as_owner(owner) as tx:
        rows = await tx.fetch(
            """
            select e.id from episodes e join memory_sessions s on s.id = e.session
             where s.session_id = $1 order by e.seq
            """,
            session_id,
        )
    return [row["id"] for row in rows]


async def ids(memory: MemoryParts, owner: Owner, table: str) -> list[int]:
    async with memory.db.as_owner(owner) as tx:
        return [row["id"] for row in await tx.fetch(f"select id from {table} order by id")]
