"""Evicted turns into the rolling summary, exactly once."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import asyncpg
import pytest

from holdfast.core.config import GraphSettings, MemorySettings
from holdfast.memory.intake.ingest import ingest
from holdfast.memory.intake.ingest_session import ingest_session
from holdfast.memory.outbox.drain import drain, drain_one
from holdfast.memory.outbox.types import DrainPace, DrainResult
from holdfast.memory.parts import MemoryParts
from holdfast.memory.types import Episode, IncomingTurn, LearnedFrom
from holdfast.models.chain import Chain
from holdfast.models.failures import failed
from holdfast.models.types import Failure
from tests.memory.conftest import ADA, BOB
from tests.memory.outbox.recording import RecordingSink, no_summary, numbers
from tests.memory.rows import first
from tests.scripted import ScriptedModel, says

pytestmark = pytest.mark.anyio

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)


async def tell(memory: MemoryParts, count: int, *, session_id: str = "s", first: int = 0) -> None:
    messages = [IncomingTurn("user", f"turn {n}", NOON + timedelta(seconds=n)) for n in range(first, first + count)]
    await ingest_session(memory, ADA, session_id, messages)


async def summary(connection: asyncpg.Connection) -> tuple[Any, ...]:
    return await first(connection, "select rolling_summary, summary_source, folded_to from memory_sessions")


async def test_what_left_the_window_is_folded_once_in_order(memory: MemoryParts, as_owner: asyncpg.Connection) -> None:
    await tell(memory, 20)
    assert await drain(memory, fold_into=numbers) == DrainResult(folded=8, delivered=8)
    assert await drain(memory, fold_into=numbers) == DrainResult()
    await tell(memory, 3, first=20)
    assert (await drain(memory, owner=ADA, fold_into=numbers)).folded == 3
    assert await summary(as_owner) == (" ".join(map(str, range(11))), "rules", 11)
    assert await as_owner.fetchval("select count(*) from memory_outbox where folded_at is null") == 0


async def test_it_tells_the_day_by_the_clock_they_spoke_by(memory: MemoryParts, as_owner: asyncpg.Connection) -> None:
    evening = datetime(2026, 5, 5, 1, tzinfo=UTC)
    messages = [IncomingTurn("user", f"We painted boat number {n}.", evening) for n in range(13)]
    await ingest_session(memory, ADA, "s", messages, timezone="America/Los_Angeles")
    await drain(memory, owner=ADA)
    assert (await summary(as_owner))[0] == "- 4 May, the person: We painted boat number 0."


async def test_a_long_transcript_is_folded_in_parts(memory: MemoryParts, as_owner: asyncpg.Connection) -> None:
    await tell(memory, 100)
    assert (await drain(memory, fold_into=numbers, pace=DrainPace(fold_turns=7))).folded == 88
    assert (await summary(as_owner))[0] == " ".join(map(str, range(88)))
    await ingest_session(memory, ADA, "long", [IncomingTurn("user", f"turn {n} " + "x" * 900, NOON) for n in range(50)])
    sizes: list[int] = []

    async def fold(
        memory: MemoryParts, old_summary: str, turns: Sequence[Episode], *, may_wait: bool = False
    ) -> tuple[str, LearnedFrom]:
        sizes.append(len(turns))
        return await numbers(memory, old_summary, turns)

    assert (await drain(memory, fold_into=fold, pace=DrainPace(fold_characters=5_000))).folded == 38
    assert max(sizes) == 5


async def test_two_who_fold_at_once_fold_once(memory: MemoryParts, as_owner: asyncpg.Connection) -> None:
    await tell(memory, 40)
    barrier = asyncio.Barrier(2)

    async def slow(
        memory: MemoryParts, old_summary: str, turns: Sequence[Episode], *, may_wait: bool = False
    ) -> tuple[str, LearnedFrom]:
        await barrier.wait()  # both have read before either writes
        return await numbers(memory, old_summary, turns)

    no_lease = DrainPace(lease_seconds=-60)  # as if the first had paused past its lease
    async with asyncio.timeout(20):
        done = await asyncio.gather(*(drain(memory, fold_into=slow, pace=no_lease) for _ in range(2)))
    assert sorted(one.folded for one in done) == [0, 28]
    assert (await summary(as_owner))[0] == " ".join(map(str, range(28)))


async def test_what_one_has_taken_on_another_leaves_alone(memory: MemoryParts, as_owner: asyncpg.Connection) -> None:
    await tell(memory, 20)
    begun, resume_abandoned = asyncio.Event(), asyncio.Event()

    async def slow(
        memory: MemoryParts, old_summary: str, turns: Sequence[Episode], *, may_wait: bool = False
    ) -> tuple[str, LearnedFrom]:
        begun.set()
        await resume_abandoned.wait()
        return await numbers(memory, old_summary, turns)

    first = asyncio.create_task(drain(memory, fold_into=slow))
    await begun.wait()
    assert await drain(memory, fold_into=numbers) == DrainResult()
    resume_abandoned.set()
    assert (await first).folded == 8


async def test_a_turn_goes_on_into_the_session_while_it_is_folded(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    await tell(memory, 20)

    async def meanwhile(
        memory: MemoryParts, old_summary: str, turns: Sequence[Episode], *, may_wait: bool = False
    ) -> tuple[str, LearnedFrom]:
        if not old_summary:
            await tell(memory, 5, first=20)
        return await numbers(memory, old_summary, turns)

    assert (await drain(memory, fold_into=meanwhile)).folded == 13
    assert (await summary(as_owner))[0] == " ".join(map(str, range(13)))


async def test_a_fold_begun_before_a_forget_is_void(memory: MemoryParts, as_owner: asyncpg.Connection) -> None:
    await tell(memory, 20)

    async def forgotten(
        memory: MemoryParts, old_summary: str, turns: Sequence[Episode], *, may_wait: bool = False
    ) -> tuple[str, LearnedFrom]:
        await as_owner.execute("delete from episodes where seq < 4")
        await as_owner.execute("update memory_sessions set generation = generation + 1")
        return await numbers(memory, old_summary, turns)

    assert await drain(memory, fold_into=forgotten) == DrainResult()
    assert (await summary(as_owner))[0] == ""
    later = replace(memory, clock=lambda: datetime.now(UTC) + timedelta(hours=1))
    assert (await drain(later, fold_into=numbers)).folded == 8
    assert (await summary(as_owner))[0] == "4 5 6 7"


async def test_after_a_forget_what_is_left_is_folded_again(memory: MemoryParts, as_owner: asyncpg.Connection) -> None:
    await tell(memory, 20)
    await drain(memory, fold_into=numbers)
    await as_owner.execute("delete from episodes where seq in (1, 7)")
    await as_owner.execute("update memory_sessions set generation = 1, folded_to = 0, rolling_summary = ''")
    assert (await drain(memory, fold_into=numbers)).folded == 8
    assert await summary(as_owner) == ("0 2 3 4 5 6", "rules", 8)


async def test_the_model_folds_when_there_is_one(memory: MemoryParts, as_owner: asyncpg.Connection) -> None:
    model = ScriptedModel(says("Ada counts ", "her turns."))
    await tell(memory, 14)
    assert (await drain(replace(memory, chain=Chain([model])))).folded == 2
    assert await summary(as_owner) == ("Ada counts her turns.", "model", 2)
    (instructions, asked), _, _ = model.calls[0]
    assert "turn 1" in str(asked.content)
    assert "turn 1" not in str(instructions.content)


async def test_with_the_model_down_folding_waits_and_then_the_rules_fold_and_say_so(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    model = ScriptedModel([failed(Failure.SERVER_ERROR)])
    now = datetime.now(UTC)
    for n in range(14):
        await ingest(memory, ADA, IncomingTurn("user", f"I have said thing number {n}", NOON), session_id="s")
    outcomes = []
    for hour in range(3):
        later = replace(memory, chain=Chain([model]), clock=lambda hour=hour: now + timedelta(hours=hour))  # type: ignore[misc]
        outcomes.append(await drain(later))
        assert await drain(later) == DrainResult(), "it pauses"
        if hour < 2:
            assert await summary(as_owner) == ("", "none", 0)
            row = await first(as_owner, "select attempts, last_error, status from memory_outbox limit 1")
            assert row == (hour + 1, "model_server_error", "pending")
    assert outcomes == [DrainResult(rescheduled=1), DrainResult(rescheduled=1), DrainResult(folded=2, delivered=2)]
    text, source, folded_to = await summary(as_owner)
    assert (source, folded_to) == ("rules", 2)
    assert "thing number 1" in text


async def test_a_fold_that_fails_in_any_way_keeps_the_turns_place(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    await tell(memory, 14)

    async def broken(
        memory: MemoryParts, old_summary: str, turns: Sequence[Episode], *, may_wait: bool = False
    ) -> tuple[str, LearnedFrom]:
        raise ValueError(turns[0].text)

    assert await drain(memory, fold_into=broken) == DrainResult(rescheduled=1)
    assert await as_owner.fetchval("select last_error from memory_outbox limit 1") == "ValueError"
    later = replace(memory, clock=lambda: datetime.now(UTC) + timedelta(hours=1))
    assert (await drain(later, fold_into=numbers)).folded == 2


async def test_folded_turns_go_to_the_sinks_one_by_one_only_when_asked(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    sink = RecordingSink()
    await tell(memory, 14)
    await drain(replace(memory, sinks=[sink]), fold_into=numbers, summarise=no_summary)
    assert sink.taken == {}
    await tell(memory, 2, first=14)
    per_turn = replace(memory, sinks=[sink], settings=MemorySettings(graph=GraphSettings(per_turn=True)))
    assert await drain(per_turn, fold_into=numbers, summarise=no_summary) == DrainResult(folded=2, delivered=2)
    session = await as_owner.fetchval("select id from memory_sessions")
    assert [delivery.text for delivery in sink.taken.values()] == ["turn 2", "turn 3"]
    assert [name for _, name in sink.taken] == [f"turn:{session}:2", f"turn:{session}:3"]


async def test_owners_are_drained_apart(memory: MemoryParts, as_owner: asyncpg.Connection) -> None:
    await tell(memory, 14)
    await ingest_session(memory, BOB, "s", [IncomingTurn("user", f"turn {n}", NOON) for n in range(100, 115)])
    bobs = await as_owner.fetchval("select id from memory_sessions where user_id = 'bob'")
    assert await drain_one(memory, ADA, bobs, fold_into=numbers) == DrainResult()
    assert (await drain(memory, fold_into=numbers)).folded == 5
    rows = await as_owner.fetch("select user_id, rolling_summary from memory_sessions order by 1")
    assert [tuple(row) for row in rows] == [("ada", "0 1"), ("bob", "100 101 102")]
