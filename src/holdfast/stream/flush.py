"""What this process writes goes to the fast buffer every few milliseconds: all streams with one question.

Nothing waits for it. What could not be sent is sent again with the next, from the first chunk that is not known to be
there; sent twice, it is there once. A question has a bounded size, and of what gathered while the fast buffer was away
it brings only what Postgres does not have: else the first ones after a long absence would take too long to be answered,
and the next ones longer. A process that may have lost a stream while it slept sends nothing of it until a beat has said
whose it is.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from holdfast.stream.buffer import BufferAway
from holdfast.stream.live import LiveStream, LiveStreams
from holdfast.stream.redis_buffer import RedisBuffer

FLUSH_SECONDS = 0.03
_MAX_CHUNKS = 2_000
_MAX_BYTES = 2_000_000


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
        # Of what ended and could not be stored, the last words were for those who read here.
        writing = (*self._live, *(live for live in leaving if live.ending))
        fresh = [live for live in writing if live.next_seq > live.flushed and _is_ours(live)]
        try:
            if fresh:
                await self._send(fresh)
            for live in leaving:
                if live.ending:
                    await self._fast.mark(live.id, live.ending)
        except BufferAway:
            return  # those that ended are whole in Postgres; the others come with the next

    async def _send(self, fresh: list[LiveStream]) -> None:
        batches = _batches(fresh)
        chunks = [(live.id, seq, data) for live, first, datas in batches for seq, data in enumerate(datas, start=first)]
        begins = frozenset(live.id for live, _, _ in batches if not live.is_flushed)
        refused = await self._fast.append_held(chunks, begins)
        for live, first, datas in batches:
            # Refused although it is ours, it is taken for another's there: the next says that we write it.
            live.is_flushed = live.id not in refused
            if live.is_flushed:
                live.flushed = first + len(datas)


def _batches(fresh: list[LiveStream]) -> list[tuple[LiveStream, int, Sequence[bytes]]]:
    """(stream, seq of the first, chunks), as much as one question may bring; the rest comes with the next."""
    found: list[tuple[LiveStream, int, Sequence[bytes]]] = []
    room, bytes_left = _MAX_CHUNKS, _MAX_BYTES
    for live in fresh:
        if room <= 0 or bytes_left <= 0:
            break
        first = _first_to_send(live)
        datas = live.since(first)[:room]
        while len(datas) > 1 and sum(map(len, datas)) > bytes_left:
            datas = datas[: len(datas) // 2]
        found.append((live, first, datas))
        room, bytes_left = room - len(datas), bytes_left - sum(map(len, datas))
    return found


def _first_to_send(live: LiveStream) -> int:
    first = max(live.flushed, live.first)
    return first if live.next_seq - first <= _MAX_CHUNKS // 4 else max(first, live.saved)


def _is_ours(live: LiveStream) -> bool:
    return not live.is_lost and (live.is_held or live.ending is not None)
