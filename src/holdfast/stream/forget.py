"""What was said is taken out of the buffers as well: chunks in Postgres, their copies in Redis, half-written documents.

A Redis that is away keeps its copies until they expire, an hour later at the latest. Nobody can ask for them: a stream
that has ended is read from Postgres alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.core.db import Tx
from holdfast.core.ids import TurnId, UserId
from holdfast.core.log import get_logger
from holdfast.stream import store
from holdfast.stream.buffer import BufferAway
from holdfast.stream.live import LiveStreams

log = get_logger()


async def forget_streams(
    tx: Tx, streams: LiveStreams | None, user_id: UserId, turns: Sequence[TurnId] | None = None
) -> int:
    """Of these turns, or of all; how many chunks went. Before the rows of the streams go, so that they can be named."""
    ids, documents = await store.recent_streams(tx, user_id, turns), await store.delete_partials(tx, user_id)
    count = 0 if turns is None else await store.delete_chunks(tx, user_id, turns)
    if streams is not None and streams.fast is not None:
        try:
            await streams.fast.forget(ids)
            await streams.fast.forget_partials(user_id, documents)
        except BufferAway:
            log.warning("forgotten_without_redis", count=len(ids) + len(documents))
    return count
