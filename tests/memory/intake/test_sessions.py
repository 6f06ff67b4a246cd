"""Sessions end: by word, by the turn that shows the gap, or because nobody came back."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import asyncpg
import pytest

from holdfast.memory.intake.ingest import ingest
from holdfast.memory.intake.ingest_session import ingest_session
from holdfast.memory.intake.sessions import close_idle_sessions, close_session
from holdfast.memory.intake.store import read_window
from holdfast.memory.parts import MemoryParts
from holdfast.memory.types import IncomingTurn, SpeakerRole
from tests.memory.conftest import ADA, BOB
from tests.memory.rows import first

pytestmark = pytest.mark.anyio

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)


def said(text: str, minute: float, role: SpeakerRole = "user") -> IncomingTurn:
    return IncomingTurn(role, text, NOON + timedelta(minutes=minute))


def at(memory: MemoryParts, minute: float) -> MemoryParts:
    return replace(memory, clock=lambda: NOON + timedelta(minutes=minute))


async def outbox(connection: asyncpg.Connection) -> list[tuple[str, int, int, int]]:
    rows = await connection.fetch("select kind, seq, from_seq, to_seq from memory_outbox order by kind desc, seq")
    return [tuple(row) for row in rows]


async def test_closing_flushes_the_window_and_owes_a_summary_in_one_step(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    for n in range(3):
        await ingest(memory, ADA, said(f"turn {n}", n), session_id="s")
    assert await close_session(memory, ADA, "s")
    assert await outbox(as_owner) == [("turn", 0, 0, 1), ("turn", 1, 1, 2), ("turn", 2, 2, 3), ("session", 1, 0, 3)]
    async with memory.db.as_owner(ADA) as tx:
        assert await read_window(tx, ADA, "s") == []
    assert not await close_session(memory, ADA, "s"), "it is closed once"
    assert len(await outbox(as_owner)) == 4


async def test_nobody_closes_what_is_not_there_or_not_theirs(memory: MemoryParts, as_owner: asyncpg.Connection) -> None:
    await ingest(memory, ADA, said("hi", 0), session_id="s")
    assert not await close_session(memory, ADA, "other")
    assert not await close_session(memory, BOB, "s")
    assert await as_owner.fetchval("select closed_at from memory_sessions") is None


@pytest.mark.parametrize(("minute", "stretch"), [(15, 1), (15.1, 2)])
async def test_the_gap_is_judged_in_the_request_from_the_last_user_message(
    memory: MemoryParts, as_owner: asyncpg.Connection, minute: float, stretch: int
) -> None:
    await ingest(memory, ADA, said("hello", 0), session_id="s")
    await ingest(memory, ADA, said("a long answer", 10, "assistant"), session_id="s")
    answer = await ingest(memory, ADA, said("and now?", minute), session_id="s")
    assert await as_owner.fetchval("select stretch from memory_sessions") == stretch
    assert (answer.buffer_size, answer.evicted) == ((3, 0) if stretch == 1 else (1, 2))
    assert ("session", 1, 0, 2) in await outbox(as_owner) or stretch == 1


async def test_a_turn_that_comes_late_but_was_said_before_closes_nothing(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    await ingest(memory, ADA, said("now", 60), session_id="s")
    await ingest(memory, ADA, said("an hour ago", 0), session_id="s")
    await ingest(memory, ADA, said("now again", 61), session_id="s")
    assert await first(as_owner, "select stretch, next_seq from memory_sessions") == (1, 3)


async def test_a_greeting_that_opens_a_stretch_does_not_make_the_reply_open_another(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    await ingest(memory, ADA, said("bye", 0), session_id="s")
    await ingest(memory, ADA, said("good morning", 900, "assistant"), session_id="s")
    await ingest(memory, ADA, said("morning", 901), session_id="s")
    assert await first(as_owner, "select stretch, stretch_from from memory_sessions") == (2, 1)


async def test_a_closed_session_goes_on_with_the_next_turn(memory: MemoryParts, as_owner: asyncpg.Connection) -> None:
    await ingest(memory, ADA, said("one", 0), session_id="s")
    await close_session(memory, ADA, "s")
    answer = await ingest(memory, ADA, said("two", 1), session_id="s")
    assert (answer.buffer_size, answer.evicted) == (1, 0)
    await close_session(memory, ADA, "s")
    assert [row for row in await outbox(as_owner) if row[0] == "session"] == [
        ("session", 1, 0, 1),
        ("session", 2, 1, 2),
    ]


async def test_sessions_nobody_came_back_to_are_closed_without_any_traffic(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    await ingest(at(memory, 0), ADA, said("one", 0), session_id="s")
    await ingest(at(memory, 10), BOB, said("two", 10), session_id="s")
    await ingest(at(memory, 14), ADA, said("an answer", 14, "assistant"), session_id="s")
    assert await close_idle_sessions(at(memory, 15)) == 0
    assert await close_idle_sessions(at(memory, 16)) == 1
    assert await as_owner.fetchval("select user_id from memory_sessions where closed_at is not null") == "ada"
    assert await close_idle_sessions(at(memory, 16)) == 0
    jobs = await as_owner.fetch(
        "select headers ->> 'user_id' as owner from jobs.pgqueuer where entrypoint = 'memory_drain'"
    )
    assert [row["owner"] for row in jobs] == ["ada"]


async def test_a_session_that_cannot_be_closed_does_not_keep_the_others_open(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    await ingest(at(memory, 0), BOB, said("two", 0), session_id="s")
    await ingest(at(memory, 1), ADA, said("one", 1), session_id="s")
    await as_owner.execute("alter table memory_outbox add check (user_id <> 'bob')")
    assert await close_idle_sessions(at(memory, 60)) == 1
    assert await as_owner.fetchval("select user_id from memory_sessions where closed_at is not null") == "ada"


async def test_an_old_transcript_is_idle_by_our_clock_not_by_its_own(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    messages = [said(f"in May {n}", n) for n in range(3)]
    await ingest_session(at(memory, 60 * 24 * 30), ADA, "s", messages)
    assert await close_idle_sessions(at(memory, 60 * 24 * 30 + 14)) == 0
    assert await close_idle_sessions(at(memory, 60 * 24 * 30 + 16)) == 1


async def test_one_that_is_being_continued_this_moment_stays_open_or_is_opened_again(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    for n in range(10):
        await ingest(at(memory, 0), ADA, said("before", 0), session_id=f"s{n}")
    later = at(memory, 16)
    turns = [ingest(later, ADA, said("after", 14), session_id=f"s{n}") for n in range(10)]
    await asyncio.gather(close_idle_sessions(later), *turns, close_idle_sessions(later))
    rows = await as_owner.fetch("select closed_at, stretch, next_seq, window_from, stretch_from from memory_sessions")
    for row in rows:
        assert (row["closed_at"], row["next_seq"]) == (None, 2)
        assert row["window_from"] == row["stretch_from"] == (0 if row["stretch"] == 1 else 1)
