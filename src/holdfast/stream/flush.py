"""What this process writes goes to the fast buffer every few milliseconds: all streams with one question.

Nothing waits for it. What could not be sent is sent again with the next, from the first chunk that is not known to be
there; sent twice, it is there once. A process that may have lost a stream while it slept sends nothing of it until a
beat has said whose it is.
"""

from __future__ import annotations

import asyncio

from holdfast.stream.buffer import BufferAway
from holdfast.stream.live import LiveStream, LiveStreams
from holdfast.stream.redis_buffer import RedisBuffer

FLUSH_SECONDS = 0.03


class Flush:
    def __init__(self, fast: RedisBuffer, live: LiveStreams) -> None:
        self._fast = fast
        self._live = live

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            await asyncio.sleep(FLUSH_SECONDS)
            if self._fast.is_up:
                await self.flush()

    async def flush(self) -> None:
        leaving, self._live.leaving = self._live.leaving, []
        fresh = [live for live in (*self._live, *leaving) if live.next_seq > live.flushed and _is_ours(live)]
        try:
            if fresh:
                await self._send(fresh)
            for live in leaving:
                if live.ending:
                    await self._fast.mark(live.id, live.ending)
        except BufferAway:
            return  # those that ended are whole in Postgres; the others come with the next

    async def _send(self, fresh: list[LiveStream]) -> None:
        upto = {live.id: live.next_seq for live in fresh}
        begins = frozenset(live.id for live in fresh if not live.is_flushed)
        chunks = []
        for live in fresh:
            first = max(live.flushed, live.first)
            chunks += [(live.id, seq, data) for seq, data in enumerate(live.since(first), start=first)]
        await self._fast.append_held(chunks, begins)
        for live in fresh:
            live.flushed = upto[live.id]
            live.is_flushed = True


def _is_ours(live: LiveStream) -> bool:
    return not live.is_lost and (live.is_held or live.ending is not None)
