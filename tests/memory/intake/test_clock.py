"""Where the speaker's clock stands is told with what is said, and kept when it changes."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import asyncpg
import pytest

from holdfast.memory.intake.ingest import ingest
from holdfast.memory.intake.ingest_session import ingest_session
from holdfast.memory.parts import MemoryParts
from holdfast.memory.profile.identity import identity
from holdfast.memory.types import IncomingTurn
from tests.memory.conftest import ADA, BOB

pytestmark = pytest.mark.anyio

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)
TOKYO, LISBON = "Asia/Tokyo", "Europe/Lisbon"
_FORGETTING = """
select pg_advisory_xact_lock(hashtextextended(jsonb_build_array('memory', 'acme'::text, 'ada'::text)::text, 0))
"""


async def say(memory: MemoryParts, zone: str | None, *, number: int = 0) -> None:
    said = IncomingTurn(
        "user", f"It is me, number {number}.", NOON + timedelta(minutes=number), external_id=f"m{number}"
    )
    await ingest(memory, ADA, said, session_id="s", timezone=zone)


async def clock(memory: MemoryParts) -> str | None:
    return (await identity(memory, ADA)).clock_zone


async def test_it_is_kept_and_changes_when_they_travel(memory: MemoryParts) -> None:
    assert await clock(memory) is None
    await say(memory, TOKYO)
    assert await clock(memory) == TOKYO
    await say(memory, LISBON, number=1)
    assert await clock(memory) == LISBON
    assert (await identity(memory, BOB)).clock_zone is None


async def test_a_turn_that_tells_none_leaves_it(memory: MemoryParts) -> None:
    await say(memory, TOKYO)
    await say(memory, None, number=1)
    assert await clock(memory) == TOKYO


@pytest.mark.parametrize(
    "name", ["Mars/Base", "", "../../etc/passwd", "/etc/localtime", "Europe", "a\0b", "\ud800", "x" * 5_000]
)
async def test_a_zone_nobody_knows_loses_nothing(memory: MemoryParts, as_owner: asyncpg.Connection, name: str) -> None:
    await say(memory, TOKYO)
    await say(memory, name, number=1)
    await ingest_session(memory, ADA, "t", [IncomingTurn("user", "A transcript.", NOON)], timezone=name)
    assert await as_owner.fetchval("select count(*) from episodes") == 3
    assert await clock(memory) == TOKYO


async def test_what_is_sent_again_moves_nobody_back(memory: MemoryParts) -> None:
    await say(memory, TOKYO)
    await say(memory, LISBON, number=1)
    await say(memory, TOKYO)
    assert await clock(memory) == LISBON
    transcript = [IncomingTurn("user", "A transcript.", NOON, external_id="t0")]
    for zone in (TOKYO, LISBON):
        await ingest_session(memory, ADA, "t", transcript, timezone=zone)
    assert await clock(memory) == TOKYO


async def test_who_stays_where_they_are_waits_for_nobody_who_holds_the_person(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    await say(memory, TOKYO)
    async with as_owner.transaction():
        await as_owner.execute("select from memory_people for update")
        async with asyncio.timeout(5):
            await say(memory, TOKYO, number=1)
            await ingest_session(memory, ADA, "t", [IncomingTurn("user", "A transcript.", NOON)], timezone=TOKYO)
    assert await as_owner.fetchval("select count(*) from episodes") == 3


async def test_nobody_waits_for_a_forget_that_could_be_waiting_for_them(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    await say(memory, TOKYO)
    async with as_owner.transaction():
        await as_owner.execute(_FORGETTING)
        await as_owner.execute("select from memory_people for update")
        async with asyncio.timeout(5):
            await say(memory, LISBON, number=1)
    assert await clock(memory) == TOKYO
    await say(memory, LISBON, number=2)
    assert await clock(memory) == LISBON


async def test_two_who_speak_at_once_for_the_first_time_are_both_heard(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    said = [IncomingTurn("user", f"Number {n}.", NOON, external_id=f"m{n}") for n in range(8)]
    await asyncio.gather(
        *(ingest(memory, ADA, one, session_id=f"s{n}", timezone=TOKYO) for n, one in enumerate(said)),
    )
    assert await as_owner.fetchval("select count(*) from episodes") == 8
    assert await clock(memory) == TOKYO
