"""The answer in the process that writes it.

Chunks are kept as a list of encoded parts. Readers hold an index into it, so a slow reader costs its index and never
slows the writer; the beat takes what the database does not have yet.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Literal
from uuid import UUID

from holdfast.core.ids import new_id
from holdfast.stream.wire import ALIVE, DONE, frame

StopReason = Literal["stopped", "shutdown", "lost"]
KEEP_ALIVE_SECONDS = 3.0
"""A reader hears something at least this often: proxies keep the line, and the door can ask again who reads."""
_MOST_FRAMES_AT_ONCE = 500


class Stopped(Exception):
    """The answer was asked to end here."""


class LiveStream:
    def __init__(self, stream_id: UUID) -> None:
        self.id = stream_id
        self.chunks: list[bytes] = []
        self.saved = 0
        """How many chunks the database has."""
        self.is_ended = False
        self.stop_reason: StopReason | None = None
        self._stoppable: asyncio.Task[object] | None = None
        self._news = asyncio.Event()

    def append(self, data: bytes) -> None:
        self.chunks.append(data)
        self._tell()

    def end(self) -> None:
        self.is_ended = True
        self._tell()

    def stop(self, reason: StopReason) -> None:
        """Ask the writer to end here; the first reason stands."""
        if self.stop_reason is None and not self.is_ended:
            self.stop_reason = reason
            if self._stoppable:
                self._stoppable.cancel()

    @asynccontextmanager
    async def stoppable(self) -> AsyncIterator[None]:
        """The stretch of the writing task that a stop may cut short; what comes before and after is never cut.

        Raises `Stopped` where a stop was asked for, before or during it.
        """
        if self.stop_reason:
            raise Stopped
        task = asyncio.current_task()
        assert task is not None
        self._stoppable = task
        try:
            yield
            self._stoppable = None
            if task.cancelling():
                await asyncio.sleep(0)  # asked for in the very last moment: take it here, not while saving
        except asyncio.CancelledError:
            if self.stop_reason is None:
                raise
            task.uncancel()
            raise Stopped from None
        finally:
            self._stoppable = None

    async def read(self, from_seq: int = 0) -> AsyncGenerator[bytes, None]:
        """Frames from `from_seq` on, everything there is at once and then as it comes, to the end."""
        seq = from_seq
        while True:
            news = self._news
            if seq < len(self.chunks):
                upto = min(len(self.chunks), seq + _MOST_FRAMES_AT_ONCE)
                frames = b"".join(frame(i, self.chunks[i]) for i in range(seq, upto))
                seq = upto
                if self.is_ended and seq == len(self.chunks):
                    yield frames + DONE
                    return
                yield frames
            elif self.is_ended:
                yield DONE
                return
            else:
                try:
                    async with asyncio.timeout(KEEP_ALIVE_SECONDS):
                        await news.wait()
                except TimeoutError:
                    yield ALIVE

    async def wait_until_ended(self) -> None:
        while not self.is_ended:
            await self._news.wait()

    def _tell(self) -> None:
        self._news.set()
        self._news = asyncio.Event()


class LiveStreams:
    """The streams this process writes, under the name by which the database knows this process."""

    def __init__(self) -> None:
        self.process_id = new_id()
        self._live: dict[UUID, LiveStream] = {}

    def __iter__(self) -> Iterator[LiveStream]:
        return iter(list(self._live.values()))

    def __len__(self) -> int:
        return len(self._live)

    def open(self, stream_id: UUID) -> LiveStream:
        self._live[stream_id] = live = LiveStream(stream_id)
        return live

    def find(self, stream_id: UUID) -> LiveStream | None:
        return self._live.get(stream_id)

    def forget(self, stream_id: UUID) -> None:
        self._live.pop(stream_id, None)
