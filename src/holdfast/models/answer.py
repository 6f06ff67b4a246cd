"""The bytes of an answer as they come, every wait bounded: for the first byte, for the next one, for the whole."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from holdfast.models.connection import Connection, ConnectionLost
from holdfast.models.failures import failed
from holdfast.models.types import Failure, ModelFailed

# Once an answer is complete only usage and an end mark can follow; nobody waits long for those.
_AFTER_COMPLETE_SECONDS = 5.0
# A body read to its very end leaves its connection usable. The end usually arrives with the last event.
_FOR_THE_END_SECONDS = 0.05


@dataclass(frozen=True, slots=True)
class Timeouts:
    first_byte_seconds: float = 60.0
    """From asking to the first byte of the answer's body."""
    between_bytes_seconds: float = 60.0
    whole_seconds: float = 900.0
    """A provider that sends signs of life for ever must come to an end too."""


class _Watch:
    """Ends the connection when `until` has passed.

    A timer for each read would cost a fifth of the read. This one looks from time to time whether it is due.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._until: float | None = None
        self.has_expired = False

    @property
    def until(self) -> float | None:
        return self._until

    @until.setter
    def until(self, moment: float | None) -> None:
        self._until = moment
        if moment is not None and (self._timer is None or self._timer.when() > moment):
            self.close()
            self._timer = self._loop.call_at(moment, self._look)

    def _look(self) -> None:
        self._timer = None
        if self._until is None:
            return
        if self._loop.time() < self._until:
            self._timer = self._loop.call_at(self._until, self._look)
        else:
            self.has_expired = True
            self._connection.abort()

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()


class AnswerBody:
    """The body of a 200, read piece by piece."""

    def __init__(self, connection: Connection, timeouts: Timeouts, asked_at: float) -> None:
        self.is_json = b"json" in connection.headers.get(b"content-type", b"")
        self._connection = connection
        self._gap = timeouts.between_bytes_seconds
        self._watch = _Watch(connection)
        self._clock = asyncio.get_running_loop().time
        self._first_byte_until: float | None = asked_at + timeouts.first_byte_seconds
        self._until = asked_at + timeouts.whole_seconds

    async def next(self, *, is_complete: bool = False) -> bytes | None:
        """The next bytes, or None at the end. `is_complete`: nothing is lost if no more come."""
        gap = _AFTER_COMPLETE_SECONDS if is_complete else self._gap
        until = self._clock() + gap if self._first_byte_until is None else self._first_byte_until
        self._watch.until = min(self._until, until)
        try:
            data = await self._connection.read()
        except ConnectionLost as end:
            if is_complete:
                return None
            raise self._failure(end) from None
        finally:
            self._watch.until = None
        self._first_byte_until = None
        return data or None

    def _failure(self, end: Exception) -> ModelFailed:
        if not self._watch.has_expired:
            return failed(Failure.CUT_OFF, upstream=type(end).__name__)
        if self._first_byte_until is not None:
            return failed(Failure.SLOW_FIRST_BYTE)
        return failed(Failure.CUT_OFF if self._clock() >= self._until else Failure.STALLED)

    async def read_all(self, max_bytes: int) -> bytes:
        whole = bytearray()
        while (data := await self.next()) is not None:
            whole += data
            if len(whole) > max_bytes:
                raise failed(Failure.MALFORMED, upstream="endless document")
        return bytes(whole)

    async def read_to_the_end(self) -> None:
        try:
            async with asyncio.timeout(_FOR_THE_END_SECONDS):
                while await self._connection.read():
                    pass
        except (TimeoutError, ConnectionLost):
            pass  # the answer is complete; only its connection is lost

    def close(self) -> None:
        self._watch.close()
