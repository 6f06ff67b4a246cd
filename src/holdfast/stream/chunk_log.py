"""Chunks in memory, and the readers who wait for the next: of a stream that is written here, or of one that another
process writes and the relay brings."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence

from holdfast.core.ids import StreamId
from holdfast.stream.audience import for_others
from holdfast.stream.wire import DONE, frame, frame_of_transient

_MAX_FRAMES_AT_ONCE = 500
_MAX_BYTES_AT_ONCE = 64 * 1024
"""What is handed to a connection at once: a reader who takes nothing holds this much, and the socket's own buffer."""
_MAX_TRANSIENTS = 50


class ReaderPosition:
    """Where a reader is: the seq that comes next, which of the transient parts it has heard, and whether it is the
    owner, who hears everything (`audience.py`)."""

    __slots__ = ("heard", "is_owner", "seq")

    def __init__(self, seq: int, heard: int = 0, *, is_owner: bool = True) -> None:
        self.seq = seq
        self.heard = heard
        self.is_owner = is_owner

    def told(self, data: bytes) -> bytes | None:
        return data if self.is_owner else for_others(data)


class ChunkLog:
    """Chunks in memory, the first of which has the seq `first`, and readers who wait for the next."""

    def __init__(self, stream_id: StreamId, first_seq: int = 0) -> None:
        self.id = stream_id
        self.first = first_seq
        self.chunks: list[bytes] = []
        self.kept_bytes = 0
        self.is_ended = False
        self.transients_told = 0
        self._transients: deque[tuple[int, int, bytes]] = deque(maxlen=_MAX_TRANSIENTS)
        self._waiting: list[tuple[float, asyncio.Future[bool]]] = []
        self._timer: asyncio.TimerHandle | None = None

    @property
    def next_seq(self) -> int:
        return self.first + len(self.chunks)

    def append(self, data: bytes) -> None:
        self.chunks.append(data)
        self.kept_bytes += len(data)
        if self._waiting:
            self.tell()

    def tell_transient(self, data: bytes) -> None:
        self.transients_told += 1
        self._transients.append((self.transients_told, self.next_seq, data))
        self.tell()

    def since(self, seq: int) -> Sequence[bytes]:
        return self.chunks[max(seq - self.first, 0) :]

    def place(self, seq: int, *, is_owner: bool = True) -> ReaderPosition:
        """Of a reader who comes now: what was transient before is not for them."""
        return ReaderPosition(seq, self.transients_told, is_owner=is_owner)

    def has(self, seq: int) -> bool:
        return self.first <= seq < self.next_seq

    def frames(self, place: ReaderPosition, upto: int | None = None) -> bytes:
        """What is here from this place on, a mouthful at a time; moves the place. Empty: nothing new for them."""
        seq, end = place.seq, self.next_seq if upto is None else min(upto, self.next_seq)
        end = min(end, seq + _MAX_FRAMES_AT_ONCE)
        found: list[bytes] = []
        size = 0
        if place.heard < self.transients_told:
            self._hear(place, found)
        while seq < end and size < _MAX_BYTES_AT_ONCE:
            data = self.chunks[seq - self.first]
            if (told := place.told(data)) is not None:
                found.append(frame(seq, told))
            size += len(data)
            seq += 1
            place.seq = seq
            if place.heard < self.transients_told:
                self._hear(place, found)
        if self.is_ended and seq >= self.next_seq and upto is None:
            found.append(DONE)
        return b"".join(found)

    def _hear(self, place: ReaderPosition, found: list[bytes]) -> None:
        for number, seq, data in self._transients:
            if number > place.heard and seq <= place.seq:
                if (told := place.told(data)) is not None:
                    found.append(frame_of_transient(told))
                place.heard = number

    async def wait(self, seconds: float) -> bool:
        """Until there is something new; False when nothing came for so long."""
        loop = asyncio.get_running_loop()
        waiter: asyncio.Future[bool] = loop.create_future()
        due = loop.time() + seconds
        self._waiting.append((due, waiter))
        # One timer for all, and not one for every wait: chunks come far more often than nothing does.
        if self._timer is None or self._timer.when() > due:
            self._set_timer(loop, due)
        try:
            return await waiter
        finally:
            if not waiter.done() or waiter.cancelled():
                self._waiting = [waiting for waiting in self._waiting if waiting[1] is not waiter]

    def tell(self) -> None:
        waiting, self._waiting = self._waiting, []
        for _, waiter in waiting:
            if not waiter.done():
                waiter.set_result(True)

    def _set_timer(self, loop: asyncio.AbstractEventLoop, due: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = loop.call_at(due, self._look_who_waits)

    def _look_who_waits(self) -> None:
        self._timer, loop = None, asyncio.get_running_loop()
        now, waiting = loop.time(), self._waiting
        self._waiting = [one for one in waiting if one[0] > now]
        for due, waiter in waiting:
            if due <= now and not waiter.done():
                waiter.set_result(False)
        if self._waiting:
            self._set_timer(loop, min(due for due, _ in self._waiting))

    def drop_first(self, count: int) -> None:
        self.kept_bytes -= sum(map(len, self.chunks[:count]))
        del self.chunks[:count]
        self.first += count
