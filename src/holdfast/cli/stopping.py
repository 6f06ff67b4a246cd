"""Ctrl-C, SIGTERM and a closed terminal, once for a whole command.

The first lets what is running finish and everything opened be closed; the second cuts it short; the third leaves at
once. Whatever we leave behind, the kernel tells the embedded Postgres that we are gone, and it ends too.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

_LAST_SECONDS = 5.0


class Stoppable(Protocol):
    """A web server, seen from here."""

    started: bool
    should_exit: bool
    force_exit: bool


class Stopping:
    """Build inside the running loop, in the task that the second signal cancels."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._asked = 0
        self._work = asyncio.current_task()
        self._server: Stoppable | None = None
        self._drain: Callable[[], Awaitable[None]] | None = None
        self._draining: asyncio.Task[None] | None = None

    @property
    def is_asked(self) -> bool:
        return self._asked > 0

    @contextmanager
    def watches(
        self, server: Stoppable, serving: asyncio.Task[None], drain: Callable[[], Awaitable[None]] | None = None
    ) -> Iterator[None]:
        """`drain`: what is to come to its end while the server still answers."""
        self._server, outer, self._work, self._drain = server, self._work, serving, drain
        try:
            yield
        finally:
            self._server, self._work, self._drain = None, outer, None

    @contextmanager
    def on_signals(self) -> Iterator[None]:
        """Around everything a command does; being asked to stop is a good end, not a fault."""
        loop = asyncio.get_running_loop()
        wishes = {signal.SIGINT: self.ask, signal.SIGTERM: self.ask}
        if signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:  # nohup asks us to stay
            wishes[signal.SIGHUP] = self._without_terminal
        for number, act in wishes.items():
            loop.add_signal_handler(number, act)
        try:
            yield
        except asyncio.CancelledError:
            if not self.is_asked:
                raise
        finally:
            for number in wishes:
                loop.remove_signal_handler(number)

    def _without_terminal(self) -> None:
        """Nobody can read us any more, and writing to a terminal that is gone would be an error in the middle."""
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for stream in (1, 2):
            if os.isatty(stream):
                os.dup2(nowhere, stream)
        os.close(nowhere)
        self.ask()

    def ask(self) -> None:
        self._asked += 1
        if self._asked == 1:
            self._gently()
        elif self._asked == 2:
            self._at_once()
        else:
            os._exit(1)

    def _gently(self) -> None:
        if self._server and self._server.started:
            # Before anything is said: whoever was to hear it may be gone.
            self._draining = asyncio.create_task(self._drain_and_exit(self._server))
            self._say("Stopping: what is running may finish (again to stop at once).")
        else:
            if self._server:
                self._server.should_exit = True
            if self._work:
                self._work.cancel()

    async def _drain_and_exit(self, server: Stoppable) -> None:
        try:
            if self._drain:
                await self._drain()
        finally:
            server.should_exit = True

    def _at_once(self) -> None:
        if self._draining:
            self._draining.cancel()
        if self._server:
            self._server.force_exit = True
        if self._work:
            self._work.cancel()
        asyncio.get_running_loop().call_later(_LAST_SECONDS, os._exit, 1)
