"""What a lost process had written: what Postgres has, and what only the fast buffer has.

Postgres may be up to two seconds behind where a fast buffer is configured. What follows there without a gap is part of
the answer too; a fast buffer that is away or empty takes nothing from what Postgres has.
"""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.core.db import Db, Tx
from holdfast.core.ids import StreamId, UserId
from holdfast.stream import store
from holdfast.stream.buffer import BufferAway
from holdfast.stream.live import LiveStreams
from holdfast.stream.read import read_beyond
from holdfast.stream.types import Chunk, Ending

_MAX_CHUNKS = 1_000_000


async def read_fast(db: Db, streams: LiveStreams, user_id: UserId, stream_id: StreamId) -> Sequence[Chunk]:
    """Before the transaction that takes the stream over: no row stays locked while a slow buffer is asked.

    Only what Postgres does not have. The whole of a long answer would take longer than anybody waits for the buffer.
    """
    if streams.fast is None:
        return ()
    async with db.as_user(user_id) as tx:
        next_seq = await store.find_next_seq(tx, user_id, stream_id)
    return await read_beyond(streams.fast, stream_id, next_seq)


async def salvage(tx: Tx, user_id: UserId, stream_id: StreamId, fast: Sequence[Chunk]) -> Sequence[Chunk]:
    """All of it, in order, and all of it in Postgres now."""
    saved = list(await store.chunks_from(tx, user_id, stream_id, 0, limit=_MAX_CHUNKS))
    late = _following(saved[-1].seq + 1 if saved else 0, fast)
    if late:
        await store.add_chunks(tx, user_id, stream_id, late[0].seq, [chunk.data for chunk in late])
    return [*saved, *late]


async def tell_fast(streams: LiveStreams, stream_id: StreamId, ending: Ending) -> None:
    """Readers who are served from the fast buffer hear that it is over; without it they ask Postgres anyway."""
    if streams.fast is not None:
        try:
            await streams.fast.mark(stream_id, ending)
        except BufferAway:
            return


def _following(seq: int, chunks: Sequence[Chunk]) -> list[Chunk]:
    found: list[Chunk] = []
    for chunk in chunks:
        if chunk.seq == seq:
            found.append(chunk)
            seq += 1
    return found
