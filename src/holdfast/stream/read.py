"""What there is of a stream at this moment, wherever it is: in memory, in the fast buffer, in Postgres."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from holdfast.core.db import Db
from holdfast.stream import store
from holdfast.stream.buffer import BufferAway
from holdfast.stream.live import LiveStreams
from holdfast.stream.redis_buffer import RedisBuffer
from holdfast.stream.types import Chunk


async def read_chunks(
    db: Db, streams: LiveStreams, owner: UUID, stream_id: UUID, from_seq: int, *, most: int = 10_000
) -> Sequence[Chunk]:
    """From this seq on, in order; `most` of what is not in memory, so that a reader asks again for the rest."""
    found: list[Chunk] = []
    seq = from_seq
    while True:
        live = streams.find(stream_id)
        if live is not None and live.first <= seq and not live.is_lost:
            return [*found, *(Chunk(at, data) for at, data in enumerate(live.since(seq), start=seq))]
        async with db.as_user(owner) as tx:
            kept = await store.chunks_from(tx, owner, stream_id, seq, limit=most)
        found += kept
        seq = found[-1].seq + 1 if found else from_seq
        if live is None or live.is_lost or not kept or len(kept) == most:
            return [*found, *await read_beyond(streams.fast, stream_id, seq)] if live is None else found


async def read_beyond(fast: RedisBuffer | None, stream_id: UUID, seq: int) -> Sequence[Chunk]:
    """What the fast buffer has from exactly this seq on: what Postgres would have had with the next beat."""
    if fast is None:
        return []
    found: list[Chunk] = []
    try:
        while page := await fast.read(stream_id, seq):
            for chunk in page:
                if chunk.seq != seq:
                    return found
                found.append(chunk)
                seq += 1
    except BufferAway:
        pass  # then what Postgres has is all there is
    return found
