"""However turns, transcripts and closings follow each other: the window is bounded and every turn has one place."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import asyncpg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from holdfast.core.config import MemorySettings
from holdfast.core.crypto import Signer
from holdfast.core.ids import new_id
from holdfast.memory.forget.forget import forget
from holdfast.memory.forget.types import ForgetQuery
from holdfast.memory.intake.ingest import ingest
from holdfast.memory.intake.ingest_session import ingest_session
from holdfast.memory.intake.sessions import close_session
from holdfast.memory.intake.store import read_window
from holdfast.memory.outbox.drain import drain
from holdfast.memory.parts import MemoryParts
from holdfast.memory.types import IncomingTurn, SpeakerRole
from tests.memory.conftest import ADA
from tests.memory.outbox.recording import numbers

pytestmark = pytest.mark.anyio

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)
ROLES: list[SpeakerRole] = ["user", "assistant", "tool"]
STEPS = st.one_of(
    st.tuples(st.just("turn"), st.sampled_from(ROLES), st.integers(-5, 40)),
    st.tuples(st.just("repeat"), st.integers(0, 30), st.just(0)),
    st.tuples(st.just("transcript"), st.integers(1, 20), st.integers(0, 40)),
    st.tuples(st.just("close"), st.just(0), st.just(0)),
    st.tuples(st.just("fold"), st.just(0), st.just(0)),
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(STEPS, max_size=25), size=st.integers(2, 12))
async def test_the_window_holds(
    memory: MemoryParts, as_owner: asyncpg.Connection, steps: list[tuple[str, SpeakerRole | int, int]], size: int
) -> None:
    memory = replace(memory, settings=MemorySettings(window_messages=size))
    session_id, sent, now = str(new_id()), 0, NOON

    def say(role: SpeakerRole, minutes: int) -> IncomingTurn:
        nonlocal sent, now
        now += timedelta(minutes=minutes)
        sent += 1
        return IncomingTurn(role, f"turn {sent - 1}", now, f"m{sent - 1}")

    for what, detail, minutes in steps:
        if what == "turn":
            await ingest(memory, ADA, say(detail, minutes), session_id=session_id)  # type: ignore[arg-type]
        elif what == "repeat" and int(detail) < sent:
            again = IncomingTurn("user", "other words", now, f"m{detail}")
            assert (await ingest(memory, ADA, again, session_id=session_id)).is_repeat
        elif what == "transcript":
            messages = [say("user", minutes) for _ in range(int(detail))]
            await ingest_session(memory, ADA, session_id, messages)
        elif what == "close":
            await close_session(memory, ADA, session_id)
        elif what == "fold":
            await drain(memory, owner=ADA, fold_into=numbers)
        await _holds(memory, as_owner, session_id, sent, size)


async def _holds(memory: MemoryParts, connection: asyncpg.Connection, session_id: str, sent: int, size: int) -> None:
    row = await connection.fetchrow("select * from memory_sessions where session_id = $1", session_id)
    if row is None:
        assert sent == 0
        return
    seqs = await connection.fetchval("select array_agg(seq order by seq) from episodes where session = $1", row["id"])
    assert seqs == list(range(sent)), "numbered without gaps, each once"
    async with memory.db.as_owner(ADA) as tx:
        window = [episode.seq for episode in await read_window(tx, ADA, session_id)]
    assert window == list(range(row["window_from"], sent))
    assert len(window) <= size
    assert len(window) == 0 if row["closed_at"] else window
    left = await connection.fetch(
        "select seq, folded_at from memory_outbox where session = $1 and kind = 'turn' order by seq", row["id"]
    )
    assert [one["seq"] for one in left] == list(range(row["window_from"]))
    assert [one["seq"] for one in left if one["folded_at"]] == list(range(row["folded_to"]))
    assert row["rolling_summary"].split() == [str(n) for n in range(row["folded_to"])]
    owed = await connection.fetch(
        "select from_seq, to_seq from memory_outbox where session = $1 and kind = 'session' order by seq", row["id"]
    )
    ends = [0, *(one["to_seq"] for one in owed)]
    assert [one["from_seq"] for one in owed] == ends[:-1], "the stretches follow each other"
    assert ends[-1] == (sent if row["closed_at"] else row["stretch_from"])


async def test_what_was_forgotten_in_the_window_is_not_owed_when_its_number_leaves_it(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    memory = replace(memory, signer=Signer([b"a secret of ours"]), settings=MemorySettings(window_messages=4))

    async def say(*numbered: int) -> None:
        for n in numbered:
            text = "The pelican is at the harbour." if n == 1 else f"turn {n}"
            await ingest(memory, ADA, IncomingTurn("user", text, NOON + timedelta(seconds=n), f"m{n}"), session_id="s")

    await say(0, 1, 2, 3)
    assert (await forget(memory, ADA, ForgetQuery("pelican"))).is_verified
    await say(4, 5, 6)
    owed = "select array_agg(seq order by seq) from memory_outbox where kind = 'turn'"
    assert await as_owner.fetchval(owed) == [0, 2]
    await say(7)
    await close_session(memory, ADA, "s")
    assert await as_owner.fetchval(owed) == [0, 2, 3, 4, 5, 6, 7]
    assert (await drain(memory, fold_into=numbers)).delivered == 8, "seven turns and the session"
    folded = await as_owner.fetchrow("select rolling_summary, folded_to from memory_sessions")
    assert folded is not None
    assert tuple(folded) == ("0 2 3 4 5 6 7", 8)
