"""What there is of a stream at this moment, wherever it is: in memory, in the fast buffer, in Postgres."""

from __future__ import annotations

import math
from collections.abc import Sequence

from holdfast.core.db import Db
from holdfast.core.ids import StreamId, UserId
from holdfast.stream import store
from holdfast.stream.audience import for_others
from holdfast.stream.buffer import BufferAway
from holdfast.stream.live import LiveStreams
from holdfast.stream.redis_buffer import RedisBuffer
from holdfast.stream.types import Chunk

_MAX_BYTES = 4_000_000
"""Of what is not in memory, with one question."""
_PAGE, _PAGE_BYTES = 2_000, 1_000_000


async def read_chunks(
    db: Db, streams: LiveStreams, owner_id: UserId, stream_id: StreamId, from_seq: int, *, is_owner: bool
) -> Sequence[Chunk]:
    """From this seq on, in order. Of a long answer not all: whoever asks again from the next seq gets the rest.

    Whoever is not the owner is told what is for everybody.
    """
    found = await _read(db, streams, owner_id, stream_id, from_seq)
    if is_owner:
        return found
    return [Chunk(chunk.seq, told) for chunk in found if (told := for_others(chunk.data)) is not None]


async def _read(db: Db, streams: LiveStreams, owner_id: UserId, stream_id: StreamId, from_seq: int) -> Sequence[Chunk]:
    found: list[Chunk] = []
    seq, size = from_seq, 0
    while True:
        live = streams.find(stream_id)
        if live is not None and live.first <= seq and not live.is_lost:
            return [*found, *(Chunk(at, data) for at, data in enumerate(live.since(seq), start=seq))]
        async with db.as_user(owner_id) as tx:
            kept = await store.some_chunks(tx, owner_id, stream_id, seq, most=_PAGE, most_bytes=_PAGE_BYTES)
        if not kept:
            return [*found, *await read_beyond(streams.fast, stream_id, seq, _MAX_BYTES)] if live is None else found
        found += kept
        seq, size = kept[-1].seq + 1, size + sum(len(chunk.data) for chunk in kept)
        if size >= _MAX_BYTES:
            return found


async def read_beyond(
    fast: RedisBuffer | None, stream_id: StreamId, seq: int, most_bytes: float = math.inf
) -> Sequence[Chunk]:
    """What the fast buffer has from exactly this seq on: what Postgres would have had with the next beat."""
    found: list[Chunk] = []
    size = 0
    try:
        while fast and size < most_bytes and (page := await fast.read(stream_id, seq, limit=_PAGE // 10)):
            for chunk in page:
                if chunk.seq != seq:
                    return found
                found.append(chunk)
                seq, size = seq + 1, size + len(chunk.data)
    except BufferAway:
        pass  # then what Postgres has is all there is
    return found
