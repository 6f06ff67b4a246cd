"""The answer in the process that writes it.

Chunks are kept as encoded parts under their seq. Readers hold a place, so a slow reader costs its place and never slows
the writer; the beat takes what Postgres does not have yet. What Postgres has is kept only as a tail of bounded size: a
reader further behind is served from the buffer (`follow.py`).

A transient part is told to whoever reads here now. It has no seq, is buffered nowhere and never replayed.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Literal

from holdfast.core.ids import ProcessId, StreamId, new_id
from holdfast.stream.chunk_log import ChunkLog
from holdfast.stream.types import LEASE_SECONDS, Ending, FollowPace

if TYPE_CHECKING:
    from holdfast.stream.redis_buffer import RedisBuffer
    from holdfast.stream.relay import Relay

StopReason = Literal["stopped", "shutdown", "lost"]
TAIL_BYTES = 2_000_000
"""How much of what is safely buffered stays here for readers who are nearly up to date."""
RELEASE_SECONDS = 5.0
"""After its end a stream gives its memory back: a reader who has not read it by then reads it from Postgres."""


class StopRequested(Exception):
    """The answer was asked to end here."""


class LiveStream(ChunkLog):
    """One that this process writes."""

    def __init__(self, stream_id: StreamId, first_seq: int = 0) -> None:
        super().__init__(stream_id, first_seq)
        self.begins_at = first_seq
        self.saved = first_seq
        """The first seq that Postgres does not have."""
        self.flushed = first_seq
        """The first seq that the fast buffer does not have, where there is one."""
        self.is_flushed = False
        """The fast buffer knows that we write it."""
        self.unsaved_bytes = 0
        self.ending: Ending | None = None
        """How it ended, once that is stored."""
        self.renewed_at = time.monotonic()
        self.stop_reason: StopReason | None = None
        self._stoppable: asyncio.Task[object] | None = None

    @property
    def is_lost(self) -> bool:
        """Another process has it: what we wrote after the last beat never was part of it."""
        return self.stop_reason == "lost"

    @property
    def is_held(self) -> bool:
        """Nobody can have taken it over yet. After a long pause only a beat knows whether it is still ours."""
        return time.monotonic() - self.renewed_at < LEASE_SECONDS

    def append(self, data: bytes) -> None:
        self.unsaved_bytes += len(data)
        super().append(data)

    def mark_saved(self, upto: int) -> None:
        if upto <= self.saved:
            return
        self.unsaved_bytes -= sum(map(len, self.chunks[self.saved - self.first : upto - self.first]))
        self.saved = upto
        if self.kept_bytes > TAIL_BYTES:
            self.drop_first(self._spare())

    def _spare(self) -> int:
        """How many of the oldest chunks can go: as few as keep the bound, and never one that only we have."""
        left = self.kept_bytes
        for count, data in enumerate(self.chunks):
            if left <= TAIL_BYTES or self.first + count >= self.saved:
                return count
            left -= len(data)
        return len(self.chunks)

    def end(self) -> None:
        if not self.is_ended:
            self.is_ended = True
            asyncio.get_running_loop().call_later(RELEASE_SECONDS, self.release)
        self.tell()

    def leave(self) -> None:
        """Another process goes on with it: readers here hear no end, and follow it there."""
        self.stop_reason = "lost"
        self.tell()

    def release(self) -> None:
        self.drop_first(len(self.chunks))
        self.tell()

    def stop(self, reason: StopReason) -> None:
        """Ask the writer to end here; the first reason stands."""
        if self.stop_reason is None and not self.is_ended:
            self.stop_reason = reason
            if self._stoppable:
                self._stoppable.cancel()

    @asynccontextmanager
    async def stoppable(self) -> AsyncIterator[None]:
        """The stretch of the writing task that a stop may cut short; what comes before and after is never cut.

        Raises `StopRequested` where a stop was asked for, before or during it.
        """
        if self.stop_reason:
            raise StopRequested
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
            raise StopRequested from None
        finally:
            self._stoppable = None

    async def wait_until_ended(self) -> None:
        while not self.is_ended:
            await self.wait(60)


class LiveStreams:
    """The streams this process writes, under the name by which the database knows this process.

    Beside Postgres there may be a fast buffer, and a relay that brings from it what other processes write.
    """

    def __init__(self) -> None:
        self.process_id = ProcessId(new_id())
        self.fast: RedisBuffer | None = None
        self.relay: Relay | None = None
        self.leaving: list[LiveStream] = []
        """Ended, and not yet told so in the fast buffer."""
        self.pace = FollowPace()
        self.is_closed = False
        """This process ends: whoever still reads here is sent away without an end, to come back elsewhere."""
        self._live: dict[StreamId, LiveStream] = {}

    @property
    def is_fast_buffer_up(self) -> bool:
        return self.fast is not None and self.fast.is_up

    def __iter__(self) -> Iterator[LiveStream]:
        return iter(list(self._live.values()))

    def __len__(self) -> int:
        return len(self._live)

    def open(self, stream_id: StreamId, first_seq: int = 0) -> LiveStream:
        """`first_seq`: where an answer that is written again goes on in its stream."""
        self._live[stream_id] = live = LiveStream(stream_id, first_seq)
        return live

    def find(self, stream_id: StreamId) -> LiveStream | None:
        return self._live.get(stream_id)

    def hang_up(self, live: LiveStream, ending: Ending | None) -> None:
        """Its readers hear the end. Where it was not ours to end, they hear nothing, and follow it where it goes on."""
        if ending is None and not live.is_ended:
            live.leave()
        live.end()
        self.forget(live.id)

    def forget(self, stream_id: StreamId) -> None:
        live = self._live.pop(stream_id, None)
        if live is not None and self.fast is not None:
            self.leaving.append(live)
