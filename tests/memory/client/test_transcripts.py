"""A whole session is told by the chat runtime, to either kind of memory."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import asyncpg
import pytest

from holdfast.core.migrate import Addresses
from holdfast.memory.client.remote import RemoteMemory
from holdfast.memory.client.types import MemoryUnavailable
from holdfast.memory.types import IncomingTurn
from tests.loopback.fixed_answer import answering
from tests.memory.client.memories import ADA, KEY, a_memory

pytestmark = pytest.mark.anyio

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
SAID = [
    IncomingTurn("user", "My cat is called Pixel.", NOON, external_id="m0"),
    IncomingTurn("assistant", "A fine name.", NOON + timedelta(minutes=1), external_id="m1"),
]


@pytest.mark.parametrize("kind", ["local", "remote"])
async def test_a_transcript_is_kept_once_also_what_came_by_turns_before(
    kind: str, addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with a_memory(kind, addresses) as (client, _):
        await client.ingest(ADA, SAID[0], session_id="monday")
        for _again in range(2):
            assert await client.ingest_session(ADA, "monday", SAID) == 2
        assert await client.close_session(ADA, "monday")
    rows = await as_owner.fetch("select external_id, role, text, said_at from episodes order by seq")
    assert [tuple(row) for row in rows] == [(one.external_id, one.role, one.text, one.said_at) for one in SAID]


@pytest.mark.parametrize("kind", ["local", "remote"])
async def test_where_the_speakers_clock_stands_is_told_with_a_turn_and_with_a_transcript(
    kind: str, addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    zone = "select clock_zone from memory_people"
    async with a_memory(kind, addresses) as (client, _):
        await client.ingest(ADA, SAID[0], session_id="monday", timezone="Asia/Tokyo")
        assert await as_owner.fetchval(zone) == "Asia/Tokyo"
        await client.ingest_session(ADA, "monday", SAID, timezone="Europe/Lisbon")
        assert await as_owner.fetchval(zone) == "Europe/Lisbon"


@pytest.mark.parametrize("kind", ["local", "remote"])
async def test_whom_it_was_said_to_is_told_with_a_turn_and_with_a_transcript(
    kind: str, addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with a_memory(kind, addresses) as (client, _):
        await client.ingest(ADA, SAID[0], session_id="monday", persona_id="sophie")
        await client.ingest_session(ADA, "tuesday", SAID, persona_id="incident")
    held = await as_owner.fetch("select session_id, persona_id from memory_sessions order by 1")
    assert [tuple(row) for row in held] == [("monday", "sophie"), ("tuesday", "incident")]
    assert await as_owner.fetchval("select count(persona_id) from episodes") == 0, "what was said is the person's"


@pytest.mark.parametrize("body", [b"{}", b'{"accepted": "many"}', b"[]", b"no"])
async def test_a_memory_that_does_not_say_what_it_took_has_not_answered(body: bytes) -> None:
    async with answering(200, body) as url:
        remote = RemoteMemory(url, KEY)
        with pytest.raises(MemoryUnavailable):
            await remote.ingest_session(ADA, "monday", SAID)
        await remote.aclose()
