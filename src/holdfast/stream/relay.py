"""What other processes write, for readers here: one question to Redis at a time for all of them.

Every followed stream has a mirror, which everybody who reads it here shares. A mirror is only as good as Redis: where
chunks are missing it begins anew after the hole, and its readers find the rest in Postgres (`follow.py`).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from holdfast.core.ids import StreamId
from holdfast.stream.buffer import BufferAway
from holdfast.stream.chunk_log import ChunkLog
from holdfast.stream.redis_buffer import PAUSE_SECONDS, RedisBuffer
from holdfast.stream.types import Chunk

_TOGETHER_SECONDS = 0.01
"""After news, so that those which come at nearly the same time cost one question."""
_MIRROR_BYTES = 500_000


class Mirror(ChunkLog):
    def __init__(self, stream_id: StreamId, first_seq: int) -> None:
        super().__init__(stream_id, first_seq)
        self.readers = 0
        self.is_over = False
        """Its writer says that it has ended, and Postgres knows how."""

    def take(self, chunks: Sequence[Chunk]) -> None:
        for chunk in chunks:
            if chunk.seq > self.next_seq:
                self.drop_first(len(self.chunks))
                self.first = chunk.seq
            if chunk.seq == self.next_seq:
                self.append(chunk.data)
        while self.kept_bytes > _MIRROR_BYTES and len(self.chunks) > 1:
            self.drop_first(len(self.chunks) // 2)


class Relay:
    def __init__(self, fast: RedisBuffer) -> None:
        self._fast = fast
        self._mirrors: dict[StreamId, Mirror] = {}
        self._is_wanted = asyncio.Event()

    @property
    def is_up(self) -> bool:
        return self._fast.is_up

    @asynccontextmanager
    async def mirrored(self, stream_id: StreamId, from_seq: int) -> AsyncIterator[Mirror]:
        mirror = self._mirrors.setdefault(stream_id, Mirror(stream_id, from_seq))
        if not mirror.chunks:
            # Whoever came first may wait for what comes much later, or never.
            mirror.first = min(mirror.first, from_seq)
        mirror.readers += 1
        self._is_wanted.set()
        try:
            yield mirror
        finally:
            mirror.readers -= 1
            if not mirror.readers:
                self._mirrors.pop(stream_id, None)

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            places = {mirror.id: mirror.next_seq for mirror in self._mirrors.values() if not mirror.is_over}
            if not places:
                self._is_wanted.clear()
                await self._is_wanted.wait()
                continue
            try:
                news = await self._fast.read_news(places)
            except BufferAway:
                self._tell_everybody()
                await asyncio.sleep(PAUSE_SECONDS)
                continue
            for stream_id, new in news.items():
                mirror = self._mirrors.get(stream_id)
                if mirror is not None:
                    mirror.take(new.chunks)
                    mirror.is_over = mirror.is_over or new.is_ended
                    mirror.tell()
            if news:
                await asyncio.sleep(_TOGETHER_SECONDS)

    def _tell_everybody(self) -> None:
        """Who waited for news here looks into Postgres instead."""
        for mirror in self._mirrors.values():
            mirror.tell()
