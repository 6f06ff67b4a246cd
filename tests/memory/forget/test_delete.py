"""A summary of another session that holds a piece goes too, is owed anew, and sinks are told."""

from __future__ import annotations

from dataclasses import replace

import asyncpg
import pytest

from holdfast.memory.forget.forget import forget
from holdfast.memory.forget.types import ForgetSessions
from holdfast.memory.outbox.drain import drain_one
from holdfast.memory.parts import MemoryParts
from tests.memory.conftest import ADA
from tests.memory.forget.living import live, row_of, talk
from tests.memory.outbox.recording import RecordingSink

pytestmark = pytest.mark.anyio

SECRET = talk("The treasure lies under the crooked oak behind the mill.", "I will keep it.", prefix="s")
PLAIN = talk("I live in Hamburg with my sister.", "A fine town.", "I will call her tomorrow.", "Good.", prefix="p")
HELD = " Before, they said that the treasure lies under the crooked oak behind the mill."


async def test_it_is_made_again_and_the_sink_forgets_the_old_one(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    sink = RecordingSink()
    memory = replace(memory, sinks=[sink])
    await live(memory, ADA, {"secret": SECRET, "plain": PLAIN})
    plain = await row_of(memory, ADA, "plain")
    await as_owner.execute("update session_summaries set text = text || $1 where session = $2", HELD, plain)
    old = await as_owner.fetchval("select name from session_summaries where session = $1", plain)
    assert (ADA, old) in sink.taken
    assert await forget(memory, ADA, ForgetSessions(["secret"]))
    assert (ADA, old) not in sink.taken
    owed = await as_owner.fetchrow(
        "select status, name from memory_outbox where session = $1 and kind = 'session'", plain
    )
    assert owed is not None
    assert (owed["status"], owed["name"] != old) == ("pending", True)
    assert await as_owner.fetchval(
        "select count(*) from jobs.pgqueuer where entrypoint = 'memory_refold' and convert_from(payload, 'UTF8') = $1",
        f'{{"session": {plain}}}',
    )
    assert plain is not None
    await drain_one(memory, ADA, plain)
    made = await as_owner.fetchval("select text from session_summaries where session = $1", plain)
    assert "Hamburg" in made
    assert "oak" not in made


async def test_a_rolling_summary_that_holds_a_piece_is_folded_again_from_the_beginning(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    await live(memory, ADA, {"secret": SECRET, "plain": PLAIN})
    plain = await row_of(memory, ADA, "plain")
    await as_owner.execute(
        "update memory_sessions set rolling_summary = rolling_summary || $1 where id = $2", HELD, plain
    )
    before = await as_owner.fetchval("select count(*) from session_summaries where session = $1", plain)
    await forget(memory, ADA, ForgetSessions(["secret"]))
    assert await as_owner.fetchval("select rolling_summary from memory_sessions where id = $1", plain) == ""
    assert plain is not None
    await drain_one(memory, ADA, plain)
    folded = await as_owner.fetchval("select rolling_summary from memory_sessions where id = $1", plain)
    assert "Hamburg" in folded
    assert "oak" not in folded
    assert await as_owner.fetchval("select count(*) from session_summaries where session = $1", plain) == before
