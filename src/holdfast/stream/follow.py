"""Read a stream from any point: live in the process that writes it, from Postgres everywhere else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from uuid import UUID

from holdfast.core.db import RETRYABLE, Db
from holdfast.stream import store
from holdfast.stream.live import KEEP_ALIVE_SECONDS, LiveStreams
from holdfast.stream.wire import ALIVE, DONE, frame

_POLL_SECONDS = 0.15
_MOST_AT_ONCE = 1000


async def follow(
    db: Db, live_streams: LiveStreams, owner: UUID, stream_id: UUID, from_seq: int
) -> AsyncGenerator[bytes, None]:
    live = live_streams.find(stream_id)
    if live:
        async with aclosing(live.read(from_seq)) as reading:
            async for frames in reading:
                yield frames
        return
    silent = 0.0
    while True:
        try:
            async with db.as_user(owner) as tx:
                # The state first: chunks written before the end are then certainly among those read after it.
                stream = await store.find_stream(tx, owner, stream_id)
                chunks = await store.chunks_from(tx, owner, stream_id, from_seq, limit=_MOST_AT_ONCE)
        except RETRYABLE:
            await asyncio.sleep(1)
            continue
        if chunks:
            yield b"".join(frame(chunk.seq, chunk.data) for chunk in chunks)
            from_seq = chunks[-1].seq + 1
            silent = 0.0
        elif stream is None or stream.status != "active":
            yield DONE
            return
        else:
            silent += _POLL_SECONDS
            if silent >= KEEP_ALIVE_SECONDS:
                yield ALIVE
                silent = 0.0
        if len(chunks) < _MOST_AT_ONCE:
            await asyncio.sleep(_POLL_SECONDS)
