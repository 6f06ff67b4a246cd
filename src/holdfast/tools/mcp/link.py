"""One connection, kept open. A single task owns it and does nothing else, because the library cancels the task that
opened a connection when that breaks; whoever calls is never that task.

It opens when somebody wants it, and opens again when it has ended, after a moment that grows and is never quite the
same, so that a server which comes back is not met by everybody at once. When nobody wants it for a while it closes.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, suppress
from typing import TypeVar

from holdfast.core.log import get_logger
from holdfast.core.pause import doubling_pause
from holdfast.tools.mcp.session import McpSession
from holdfast.tools.mcp.types import McpFailed, McpFault

log = get_logger()

IDLE_SECONDS = 300.0
OPEN_SECONDS = 20.0
_CLOSE_SECONDS = 10.0
_FIRST_PAUSE_SECONDS = 0.2
_MAX_PAUSE_SECONDS = 30.0
_SHORT_SECONDS = 5.0
"""A connection that lived no longer is opened more slowly each time."""
_MANY_TIMEOUTS = 3
"""One after another, and the connection is opened anew."""
_LISTEN_AGAIN_SECONDS = 5.0

T = TypeVar("T")
Open = Callable[[Callable[[], None]], AbstractAsyncContextManager[McpSession]]
"""Takes what is to be called when the other side has ended the connection."""


class McpLink:
    def __init__(self, open_it: Open, on_change: Callable[[], None], *, idle_seconds: float = IDLE_SECONDS) -> None:
        self._open = open_it
        self._on_change = on_change
        self._idle_seconds = idle_seconds
        self._session: McpSession | None = None
        self._news = asyncio.Event()
        """Set whenever one of the words below has changed."""
        self._is_broken = False
        self._failure: McpFault | None = None
        self._in_a_row = 0
        """Times that it could not be opened, or ended at once."""
        self._again_at = 0.0
        self._timeouts = 0
        self._users = 0
        self._owner: asyncio.Task[None] | None = None
        self.used_at = time.monotonic()

    @property
    def is_in_use(self) -> bool:
        return self._users > 0

    @property
    def is_open(self) -> bool:
        return self._owner is not None and not self._owner.done()

    async def use(self, work: Callable[[McpSession], Awaitable[T]]) -> T:
        """One piece of work, beside those of others. `McpFailed` says why there is no answer."""
        self._users += 1
        try:
            session = await self._opened()
            try:
                answer = await work(session)
            except McpFailed as failed:
                self._learn_from(failed.fault, session)
                raise
            self._timeouts = 0
            return answer
        finally:
            self._users -= 1
            self.used_at = time.monotonic()
            self._news.set()

    def forget_failure(self) -> None:
        """Somebody wants to know whether it works now."""
        self._failure, self._again_at, self._in_a_row = None, 0.0, 0

    def _learn_from(self, fault: McpFault, session: McpSession) -> None:
        self._timeouts = self._timeouts + 1 if fault.code == "timeout" else 0
        if session is self._session and (fault.code == "ended" or self._timeouts >= _MANY_TIMEOUTS):
            self._break()

    def _break(self) -> None:
        self._timeouts, self._session, self._is_broken = 0, None, True
        self._news.set()

    async def _opened(self) -> McpSession:
        try:
            async with asyncio.timeout(OPEN_SECONDS):
                while self._session is None:
                    if self._failure is not None and time.monotonic() < self._again_at:
                        raise McpFailed(self._failure)
                    if not self.is_open:
                        self._failure = None
                        self._owner = asyncio.create_task(self._own())
                    self._news.clear()
                    await self._news.wait()
                return self._session
        except TimeoutError:
            raise McpFailed(McpFault("timeout", "The server did not answer in time.")) from None

    async def _own(self) -> None:
        if self._in_a_row:
            pause = doubling_pause(min(self._in_a_row, 8), first_seconds=_FIRST_PAUSE_SECONDS)
            await asyncio.sleep(min(pause, _MAX_PAUSE_SECONDS))
        self._is_broken, opened_at = False, time.monotonic()
        try:
            async with self._open(self._break) as session:
                self._session = session
                self._news.set()
                await self._live(session)
        except McpFailed as failed:
            self._note_failure(failed.fault)
        except Exception as error:  # noqa: BLE001 — border: what breaks a connection comes in groups of the library's own
            log.info("mcp_ended", error=type(error).__name__)
            self._is_broken = True
        finally:
            is_short = self._is_broken and time.monotonic() - opened_at < _SHORT_SECONDS
            self._in_a_row = self._in_a_row + 1 if is_short or self._failure else int(self._is_broken)
            self._session = None
            self._news.set()

    async def _live(self, session: McpSession) -> None:
        listening = asyncio.create_task(self._listen(session))
        try:
            while not self._is_broken:
                left = self._idle_seconds - (time.monotonic() - self.used_at)
                if not self._users and left <= 0:
                    return
                self._news.clear()
                with suppress(TimeoutError):
                    async with asyncio.timeout(None if self._users else left):
                        await self._news.wait()
        finally:
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)

    async def _listen(self, session: McpSession) -> None:
        while await session.hear_of_changes(self._on_change):  # noqa: ASYNC110 — it is not a state that is looked at
            await asyncio.sleep(doubling_pause(1, first_seconds=_LISTEN_AGAIN_SECONDS))

    def _note_failure(self, fault: McpFault) -> None:
        self._failure = fault
        pause = doubling_pause(min(self._in_a_row + 1, 8), first_seconds=_FIRST_PAUSE_SECONDS)
        self._again_at = time.monotonic() + min(pause, _MAX_PAUSE_SECONDS)

    async def aclose(self) -> None:
        if self._owner is None:
            return
        self._owner.cancel()
        with suppress(TimeoutError):
            async with asyncio.timeout(_CLOSE_SECONDS):
                await asyncio.gather(self._owner, return_exceptions=True)
