"""A drain that somebody waits for takes on a part, and leaves the rest as it was."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import asyncpg
import pytest

from holdfast.core.db import Owner
from holdfast.memory.intake.ingest_session import ingest_session
from holdfast.memory.intake.sessions import close_session
from holdfast.memory.outbox.bounds import after, at_most
from holdfast.memory.outbox.drain import drain, is_anything_due
from holdfast.memory.outbox.types import DrainPace, DrainResult
from holdfast.memory.parts import MemoryParts
from holdfast.memory.types import Episode, IncomingTurn, LearnedFrom
from tests.memory.conftest import ADA, BOB
from tests.memory.outbox.recording import numbers, told

pytestmark = pytest.mark.anyio

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)
SMALL_STEPS = DrainPace(fold_turns=5)


async def closed(memory: MemoryParts, owner: Owner, session_id: str, *, turns: int) -> None:
    await ingest_session(memory, owner, session_id, [IncomingTurn("user", f"turn {n}", NOON) for n in range(turns)])
    await close_session(memory, owner, session_id)


async def test_it_stops_at_the_number_of_rows_and_the_next_call_goes_on(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    for session_id in ("a", "b", "c"):
        await closed(memory, ADA, session_id, turns=10)
    calls = []
    while await is_anything_due(memory):
        bound = at_most(rows=10, seconds=60)
        calls.append(await drain(memory, fold_into=numbers, summarise=told, pace=SMALL_STEPS, may_go_on=bound))
    assert [done.folded for done in calls] == [10, 10, 10, 0]
    assert sum(calls, DrainResult()) == DrainResult(folded=30, delivered=33)
    assert await as_owner.fetchval("select array_agg(distinct rolling_summary) from memory_sessions") == [
        " ".join(map(str, range(10)))
    ]


async def test_after_its_time_no_further_step_is_begun(memory: MemoryParts) -> None:
    await closed(memory, ADA, "a", turns=20)
    await closed(memory, BOB, "b", turns=20)
    bound = at_most(rows=1_000, seconds=0.2)

    async def until_the_time_is_over(
        memory: MemoryParts, old_summary: str, turns: Sequence[Episode], *, may_wait: bool = False
    ) -> tuple[str, LearnedFrom]:
        while bound(DrainResult()):
            pass
        return await numbers(memory, old_summary, turns)

    done = await drain(memory, fold_into=until_the_time_is_over, summarise=told, pace=SMALL_STEPS, may_go_on=bound)
    assert done == DrainResult(folded=5, delivered=5), (
        "the step it was in is written, and the other session not touched"
    )
    assert await is_anything_due(memory)


async def test_what_waits_for_its_next_try_is_not_due(memory: MemoryParts) -> None:
    async def broken(
        memory: MemoryParts, old_summary: str, turns: Sequence[Episode], *, may_wait: bool = False
    ) -> tuple[str, LearnedFrom]:
        raise TimeoutError

    assert not await is_anything_due(memory)
    await closed(memory, ADA, "a", turns=2)
    assert await is_anything_due(memory)
    await drain(memory, fold_into=broken, summarise=told)
    assert not await is_anything_due(memory)


@pytest.mark.parametrize(
    ("done", "may"),
    [
        (DrainResult(), True),
        (DrainResult(folded=9, delivered=9), True),
        (DrainResult(folded=9, delivered=10), False),
        (DrainResult(folded=8, rescheduled=1, dead_lettered=1), False),
    ],
)
def test_a_row_counts_once_though_it_is_folded_and_delivered(done: DrainResult, may: bool) -> None:
    assert at_most(rows=10, seconds=60)(done) is may


def test_whoever_goes_on_counts_from_nothing_under_the_same_bound() -> None:
    rest = after(DrainResult(folded=6), at_most(rows=10, seconds=60))
    assert rest(DrainResult(folded=3))
    assert not rest(DrainResult(folded=4))
