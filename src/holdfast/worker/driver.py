"""pgqueuer's way to Postgres, made to last.

pgqueuer's own driver gives up a query with the connection that carried it, and when the listening connection is
killed it never listens again: jobs then wait for the next poll for ever. Here a query is tried again through a
restart of the server, which is safe because every statement of ours names the worker it speaks for (`fence.py`) or
may be repeated; and a killed listener is replaced at once.

pgqueuer also looks whether anybody listens, by a message to itself, and sends the first before it has begun to listen:
on a busy machine nobody hears that one, and ten seconds later the worker is given up as deaf. Here a message waits
until somebody listens.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any, Self

import asyncpg
from pgqueuer.core.tm import TaskManager
from pgqueuer.ports.driver import Driver, NotifyCallback

from holdfast.core.db import RETRYABLE, execute_with_retry
from holdfast.core.log import get_logger

_RELISTEN_SECONDS = 0.3
_LISTENER_AWAITED_SECONDS = 30.0
"""After that a message is sent all the same. Unheard, it says that the listener is lost, which is then true."""

log = get_logger()


class LastingDriver(Driver):
    def __init__(self, pool: asyncpg.Pool, *, tries: int) -> None:
        self._pool = pool
        self._tries = tries
        self._shutdown = asyncio.Event()
        self._callbacks: list[tuple[str, NotifyCallback]] = []
        self._listener: Any = None
        self._is_listening = asyncio.Event()
        self._relistening: asyncio.Task[None] | None = None
        self._entered = 0

    async def fetch(self, query: str, *args: object) -> list[dict[str, object]]:
        rows = await execute_with_retry(lambda: self._pool.fetch(query, *args), tries=self._tries)
        return [dict(row) for row in rows]

    async def execute(self, query: str, *args: object) -> str:
        done: str = await execute_with_retry(lambda: self._pool.execute(query, *args), tries=self._tries)
        return done

    async def notify(self, channel: str, payload: str) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._is_listening.wait(), _LISTENER_AWAITED_SECONDS)
        await self.execute("select pg_notify($1, $2)", channel, payload)

    async def add_listener(self, channel: str, callback: NotifyCallback) -> None:
        self._callbacks.append((channel, callback))
        if self._listener is None:
            await self._listen()
        else:
            await self._listener.add_listener(channel, _only_payload(callback))

    async def _listen(self) -> None:
        connection: Any = await self._pool.acquire()
        try:
            for channel, callback in self._callbacks:
                await connection.add_listener(channel, _only_payload(callback))
            connection.add_termination_listener(self._on_killed)
        except BaseException:  # border: a connection that listens to half is let go, cancelled or failed
            connection.terminate()
            raise
        self._listener = connection
        self._is_listening.set()

    def _on_killed(self, _: object) -> None:
        self._is_listening.clear()
        if self._entered and not self._shutdown.is_set():
            self._relistening = asyncio.create_task(self._listen_again())

    async def _listen_again(self) -> None:
        while self._entered:
            try:
                await self._listen()
            except RETRYABLE:
                await asyncio.sleep(_RELISTEN_SECONDS)
            else:
                log.info("listener_replaced")
                return

    @property
    def shutdown(self) -> asyncio.Event:
        return self._shutdown

    @property
    def tm(self) -> TaskManager:
        return TaskManager()

    async def __aenter__(self) -> Self:
        self._entered += 1
        return self

    async def __aexit__(self, *_: object) -> None:
        # The queue and the schedule enter one driver; only the last to leave may stop listening.
        self._entered -= 1
        if self._entered:
            return
        if self._relistening:
            self._relistening.cancel()
        if self._listener is not None:
            listener, self._listener = self._listener, None
            listener.terminate()


def _only_payload(callback: NotifyCallback) -> Any:
    def relay(_: object, __: object, ___: object, payload: object) -> None:
        if isinstance(payload, str):
            callback(payload)

    return relay
