"""A deadline whose time stands still while somebody else is waited for."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Self


class PausableTimeout:
    """`asyncio.timeout`, and `paused` for the stretches that do not count."""

    def __init__(self, seconds: float) -> None:
        self._left = seconds
        self._timeout: asyncio.Timeout | None = None
        self._pauses = 0
        self._has_expired = False

    async def __aenter__(self) -> Self:
        self._timeout = asyncio.timeout(self._left)
        await self._timeout.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._timeout is not None
        timeout, self._timeout = self._timeout, None
        self._has_expired = timeout.expired()
        await timeout.__aexit__(kind, error, trace)

    def expired(self) -> bool:
        return self._has_expired

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Any number at once; the time goes on with the end of the last."""
        self._pauses += 1
        if self._pauses == 1:
            self._stop()
        try:
            yield
        finally:
            self._pauses -= 1
            if not self._pauses:
                self._go_on()

    def _stop(self) -> None:
        if self._timeout is not None and not self._timeout.expired() and (at := self._timeout.when()) is not None:
            self._left = at - asyncio.get_running_loop().time()
            self._timeout.reschedule(None)

    def _go_on(self) -> None:
        if self._timeout is not None and not self._timeout.expired():
            self._timeout.reschedule(asyncio.get_running_loop().time() + self._left)
