"""Read a stream from any point: live in the process that writes it, by the relay or from Postgres everywhere else.

A reader has a place, the seq that comes next, and takes it along from one source to another. So it hears every chunk
once, whether it falls behind what is in memory, the fast buffer loses chunks or goes away, or the stream changes hands.
Whoever is not the owner hears less (`audience.py`), with the same seqs: what is not for them leaves a gap.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack

from holdfast.core.db import RETRYABLE, Db
from holdfast.core.ids import StreamId, UserId
from holdfast.stream import store
from holdfast.stream.chunk_log import ReaderPosition
from holdfast.stream.live import LiveStream, LiveStreams
from holdfast.stream.relay import Mirror
from holdfast.stream.types import SEQS_A_WRITER, Chunk, Stream
from holdfast.stream.wire import ALIVE, DONE, frame


async def follow(
    db: Db, streams: LiveStreams, owner_id: UserId, stream_id: StreamId, from_seq: int, *, is_owner: bool
) -> AsyncGenerator[bytes, None]:
    live = streams.find(stream_id)
    place = live.place(from_seq, is_owner=is_owner) if live else ReaderPosition(from_seq, is_owner=is_owner)
    heard_at, alive_seconds = time.monotonic(), streams.pace.keep_alive_seconds
    while live is not None and not _is_elsewhere(live, place):
        if place.seq < live.first:
            first = live.first
            chunks = await _behind(db, owner_id, stream_id, place.seq)
            if chunks:
                yield _framed(chunks, place) or ALIVE
            elif live.is_ended:
                break  # what it had is gone from here; Postgres knows how it stands
            else:
                place.seq = first  # the rest of what was saved has been forgotten meanwhile
            continue
        before = place.seq
        frames = live.frames(place, live.saved if live.is_lost else None)
        if frames:
            yield frames
            heard_at = time.monotonic()
            if live.is_ended and place.seq >= live.next_seq and not live.is_lost:
                return
        elif (place.seq == before and not await live.wait(alive_seconds)) or _is_long_ago(heard_at, alive_seconds):
            yield ALIVE
            heard_at = time.monotonic()
    async for frames in _follow_elsewhere(db, streams, owner_id, stream_id, place):
        yield frames


def _is_long_ago(heard_at: float, seconds: float) -> bool:
    """Much may have come that was not for them."""
    return time.monotonic() - heard_at >= seconds


def _is_elsewhere(live: LiveStream, place: ReaderPosition) -> bool:
    """Another process has taken it over: what we showed beyond the last beat is not part of it."""
    return live.is_lost and place.seq >= live.saved


async def _behind(db: Db, owner_id: UserId, stream_id: StreamId, seq: int) -> Sequence[Chunk]:
    """For a slow reader, what is no longer in memory. It waits for the database, and for nothing else."""
    while True:
        try:
            async with db.as_user(owner_id) as tx:
                return await store.some_chunks(tx, owner_id, stream_id, seq)
        except RETRYABLE:
            await asyncio.sleep(1)


async def _follow_elsewhere(
    db: Db, streams: LiveStreams, owner_id: UserId, stream_id: StreamId, place: ReaderPosition
) -> AsyncGenerator[bytes, None]:
    heard_at, pace = time.monotonic(), streams.pace
    async with AsyncExitStack() as stack:
        mirror: Mirror | None = None
        while not streams.is_closed:
            if mirror is not None and mirror.has(place.seq):
                if frames := mirror.frames(place):
                    yield frames
                    heard_at = time.monotonic()
                continue
            has_next_writer = mirror is not None and _has_next_writer(mirror, place)
            try:
                stream, chunks = await _look(db, owner_id, stream_id, place.seq)
            except RETRYABLE:
                await _wait(mirror, pace.ask_seconds)
                continue
            if chunks:
                if frames := _framed(chunks, place):
                    yield frames
                    heard_at = time.monotonic()
                continue
            if stream is None or stream.status != "active":
                yield DONE
                return
            if mirror is not None and has_next_writer:
                place.seq = mirror.first
                continue
            if mirror is None and streams.relay is not None:
                mirror = await stack.enter_async_context(streams.relay.mirrored(stream_id, place.seq))
            if _is_long_ago(heard_at, pace.keep_alive_seconds):
                yield ALIVE
                heard_at = time.monotonic()
            # What came while Postgres was asked has told nobody, for nobody waited then.
            if mirror is None or not mirror.has(place.seq):
                await _wait(mirror, pace.ask_seconds if _will_bring_it(streams, mirror, place) else pace.poll_seconds)


async def _look(db: Db, owner_id: UserId, stream_id: StreamId, seq: int) -> tuple[Stream | None, Sequence[Chunk]]:
    async with db.as_user(owner_id) as tx:
        # The state first: chunks written before the end are then certainly among those read after it.
        stream = await store.find_stream(tx, owner_id, stream_id)
        return stream, await store.some_chunks(tx, owner_id, stream_id, seq)


def _has_next_writer(mirror: Mirror, place: ReaderPosition) -> bool:
    """Whoever took it over begins with seqs of its own, and not before the last one's chunks are all in Postgres."""
    return mirror.first > place.seq and mirror.first % SEQS_A_WRITER == 0 and bool(mirror.chunks)


def _will_bring_it(streams: LiveStreams, mirror: Mirror | None, place: ReaderPosition) -> bool:
    is_up = streams.relay is not None and streams.relay.is_up
    return is_up and mirror is not None and not mirror.is_over and mirror.first <= place.seq


async def _wait(mirror: Mirror | None, seconds: float) -> None:
    if mirror is None:
        await asyncio.sleep(seconds)
    else:
        await mirror.wait(seconds)


def _framed(chunks: Sequence[Chunk], place: ReaderPosition) -> bytes:
    place.seq = chunks[-1].seq + 1
    return b"".join([frame(chunk.seq, told) for chunk in chunks if (told := place.told(chunk.data)) is not None])
