"""Closed sessions and folded turns reach their sinks once in effect, or lie visibly dead."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import asyncpg
import pytest

from holdfast.core.config import MemorySettings
from holdfast.core.db import Owner
from holdfast.memory.intake.ingest import ingest
from holdfast.memory.intake.sessions import close_session
from holdfast.memory.outbox.dead_letters import dead_letters, drop_dead_letters, retry_dead_letters
from holdfast.memory.outbox.drain import drain
from holdfast.memory.outbox.failures import is_permanent, name_of, pause_seconds
from holdfast.memory.outbox.state import outbox_state
from holdfast.memory.outbox.types import DrainPace, DrainResult, OutboxState
from holdfast.memory.parts import MemoryParts
from holdfast.memory.types import Delivery, IncomingTurn, SinkRefused, SinkUnavailable
from holdfast.models.failures import failed
from holdfast.models.types import Failure
from tests.memory.conftest import ADA, BOB
from tests.memory.outbox.recording import RecordingSink, Told, no_summary, numbers, told
from tests.memory.rows import first

pytestmark = pytest.mark.anyio

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)


async def closed(memory: MemoryParts, owner: Owner = ADA, *, session_id: str = "s", turns: int = 3) -> None:
    for n in range(turns):
        said = IncomingTurn("user", f"turn {n}: Ashley wants a garden", NOON + timedelta(minutes=n))
        await ingest(memory, owner, said, session_id=session_id)
    await close_session(memory, owner, session_id)


def hours_on(memory: MemoryParts, hours: float) -> MemoryParts:
    later = datetime.now(UTC) + timedelta(hours=hours)
    return replace(memory, clock=lambda: later)


async def test_a_closed_session_is_folded_summarised_and_sent_under_its_name(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    sink = RecordingSink()
    await closed(memory)
    assert await drain(replace(memory, sinks=[sink])) == DrainResult(folded=3, delivered=4)
    session = await as_owner.fetchval("select id from memory_sessions")
    ((key, delivery),) = sink.taken.items()
    assert key == (ADA, f"session:{session}:1")
    assert delivery.what == "session"
    assert delivery.text == await as_owner.fetchval("select text from session_summaries")
    assert await drain(replace(memory, sinks=[sink])) == DrainResult()
    jobs = await as_owner.fetchval("select count(*) from jobs.pgqueuer where entrypoint = 'memory_refresh'")
    assert jobs == 1, "the person's profile is looked at again"


async def test_without_sinks_a_session_is_delivered_by_being_summarised(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    await closed(memory)
    assert await drain(memory, owner=ADA) == DrainResult(folded=3, delivered=4)
    assert await as_owner.fetchval("select count(*) from session_summaries") == 1


async def test_a_sink_that_is_down_is_tried_again_later_and_later(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    sink = RecordingSink(*[SinkUnavailable("down")] * 3)
    await closed(memory)
    pauses = []
    for attempt in range(1, 4):
        memory = hours_on(replace(memory, sinks=[sink]), attempt)
        assert (await drain(memory, summarise=told)).rescheduled == 1
        *row, next_at = await first(
            as_owner, "select attempts, status, last_error, next_attempt_at from memory_outbox where kind = 'session'"
        )
        assert row == [attempt, "pending", "SinkUnavailable"]
        pauses.append((next_at - memory.clock()).total_seconds())
        assert await drain(memory, summarise=told) == DrainResult(), "it pauses"
    for pause, doubled in zip(pauses, (5, 10, 20), strict=True):
        assert doubled * 0.5 <= pause <= doubled * 1.5
    assert (await drain(hours_on(memory, 5), summarise=told)).delivered == 1
    assert len(sink.taken) == 1


async def test_what_a_sink_refuses_is_dead_at_once_and_the_rest_goes_on(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    sink = RecordingSink(SinkRefused("it quotes Ashley"))
    await closed(memory, session_id="a")
    await closed(memory, session_id="b")
    done = await drain(replace(memory, sinks=[sink]), summarise=told)
    assert (done.dead_lettered, done.delivered) == (1, 7)
    (letter,) = await dead_letters(memory)
    assert (letter.kind, letter.attempts, letter.last_error) == ("session", 1, "SinkRefused")
    assert "Ashley" not in repr(letter)


async def test_after_its_last_try_it_is_dead(memory: MemoryParts) -> None:
    sink = RecordingSink(*[SinkUnavailable()] * 9)
    memory = replace(memory, sinks=[sink], settings=MemorySettings(most_attempts=2))
    await closed(memory)
    assert (await drain(memory, summarise=told)).rescheduled == 1
    assert (await drain(hours_on(memory, 1), summarise=told)).dead_lettered == 1
    assert await drain(hours_on(memory, 2), summarise=told) == DrainResult()
    assert [letter.last_error for letter in await dead_letters(memory)] == ["SinkUnavailable"]


async def test_an_operator_tries_dead_letters_again_or_drops_them(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    sink = RecordingSink(SinkRefused(), SinkRefused(), SinkRefused())
    memory = replace(memory, sinks=[sink])
    for session_id in "abc":
        await closed(memory, session_id=session_id)
    assert (await drain(memory, summarise=told)).dead_lettered == 3
    ids = [letter.id for letter in await dead_letters(memory)]
    assert await retry_dead_letters(memory, ids[:1]) == ids[:1]
    assert await drop_dead_letters(memory, ids[1:2]) == ids[1:2]
    assert await retry_dead_letters(memory, ids[1:2]) == []
    assert (await drain(memory, summarise=told)).delivered == 1
    assert await retry_dead_letters(memory) == ids[2:]
    assert (await drain(memory, summarise=told)).delivered == 1
    assert await dead_letters(memory) == []
    assert await as_owner.fetchval("select count(*) from episodes") == 9, "no turn went with them"


async def test_the_state_counts_everybody_and_names_nobody(memory: MemoryParts) -> None:
    sink = RecordingSink(SinkRefused())
    await closed(memory)
    await closed(memory, BOB, turns=2)
    now = datetime.now(UTC)
    state = await outbox_state(memory)
    assert (state.pending, state.folded, state.delivered, state.dead_lettered) == (7, 0, 0, 0)
    assert 0 <= state.oldest_pending_seconds < 60
    assert state.pending_embeddings == 5
    await drain(replace(memory, sinks=[sink]), summarise=told)
    later = await outbox_state(replace(memory, clock=lambda: now))
    assert later == OutboxState(0, 5, 6, 1, 0.0, 5)


async def test_two_drainers_at_once_double_nothing(memory: MemoryParts, as_owner: asyncpg.Connection) -> None:
    sink = RecordingSink()
    for n in range(5):
        await closed(memory, session_id=f"s{n}")
    draining = replace(memory, sinks=[sink])
    done = await asyncio.gather(*(drain(draining, fold_into=numbers, summarise=told) for _ in range(8)))
    total = sum(done, DrainResult())
    assert total == DrainResult(folded=15, delivered=20)
    assert len(sink.times) == len(set(sink.times)) == 5
    assert await as_owner.fetchval("select array_agg(distinct rolling_summary) from memory_sessions") == ["0 1 2"]


async def test_a_drainer_that_slept_past_its_lease_is_refused_when_it_wakes(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    resume_abandoned, begun = asyncio.Event(), asyncio.Event()

    class SlowSink(RecordingSink):
        async def deliver(self, owner: Owner, delivery: Delivery) -> None:
            if not begun.is_set():
                begun.set()
                await resume_abandoned.wait()
                raise SinkRefused  # its late verdict must not bury what another has delivered
            await super().deliver(owner, delivery)

    await closed(memory)
    memory = replace(memory, sinks=[SlowSink()])
    sleeper = asyncio.create_task(drain(memory, summarise=told))
    async with asyncio.timeout(20):
        await begun.wait()
        assert (await drain(hours_on(memory, 1), summarise=told)).delivered == 1
        resume_abandoned.set()
        assert (await sleeper).dead_lettered == 0
    assert await as_owner.fetchval("select array_agg(distinct status) from memory_outbox") == ["delivered"]


async def test_what_was_forgotten_on_its_way_is_taken_out_of_the_sinks_again(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    sink = RecordingSink()
    await closed(memory)

    async def forgotten_meanwhile(memory: MemoryParts, owner: Owner, session_row: int, stretch: int) -> Told:
        await as_owner.execute("update memory_sessions set generation = generation + 1")
        return Told("what should be gone")

    done = await drain(replace(memory, sinks=[sink]), summarise=forgotten_meanwhile)
    assert (done.rescheduled, sink.times != [], sink.taken) == (1, True, {})
    assert (await drain(hours_on(replace(memory, sinks=[sink]), 1), summarise=told)).delivered == 1
    assert [delivery.text for delivery in sink.taken.values()] == ["stretch 1"]


async def test_a_session_of_which_nothing_is_left_is_owed_to_nobody(memory: MemoryParts) -> None:
    sink = RecordingSink()
    await closed(memory)
    assert (await drain(replace(memory, sinks=[sink]), summarise=no_summary)).delivered == 4
    assert sink.times == []


async def test_with_the_model_down_the_summary_waits(memory: MemoryParts, as_owner: asyncpg.Connection) -> None:
    async def down(memory: MemoryParts, owner: Owner, session_row: int, stretch: int) -> Told:
        raise failed(Failure.UNREACHABLE)

    await closed(memory)
    assert (await drain(memory, summarise=down)).rescheduled == 1
    assert await as_owner.fetchval("select last_error from memory_outbox where kind = 'session'") == "model_unreachable"


@pytest.mark.parametrize(
    ("error", "is_final", "name"),
    [
        (SinkRefused("Ashley"), True, "SinkRefused"),
        (SinkUnavailable("Ashley"), False, "SinkUnavailable"),
        (TimeoutError("Ashley"), False, "TimeoutError"),
        (ConnectionResetError("Ashley"), False, "ConnectionResetError"),
        (ValueError("Ashley"), False, "ValueError"),
        (failed(Failure.RATE_LIMITED), False, "model_rate_limited"),
    ],
)
def test_errors_are_sorted_by_whether_another_try_can_help_and_named_without_words(
    error: Exception, is_final: bool, name: str
) -> None:
    assert (is_permanent(error), name_of(error)) == (is_final, name)


def test_pauses_double_up_to_a_bound_and_never_agree() -> None:
    pace = DrainPace(first_pause_seconds=4, longest_pause_seconds=60)
    for attempt, middle in ((1, 4), (2, 8), (4, 32), (5, 60), (5000, 60)):
        pauses = {pause_seconds(attempt, pace) for _ in range(50)}
        assert len(pauses) > 40
        assert middle * 0.5 <= min(pauses) <= max(pauses) <= middle * 1.5
