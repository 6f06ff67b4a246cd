"""One driver an owner's graph, closed when nobody has used it for a while.

A driver that several groups share has written one tenant's episode into another's graph. So each group has its own,
with its own connections, and of these only so many stay open.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from holdfast.memory.graph.library import FalkorDB, FalkorDriver

MAX_OPEN = 32
IDLE_SECONDS = 300.0
_SOCKET_SECONDS = 10.0


class _Connected(FalkorDB):  # type: ignore[misc]  # it comes without types
    """FalkorDB's own constructor asks the server a question and blocks the whole process until it answers."""

    def __init__(self, connection: Redis) -> None:
        self.connection = connection
        self.flushdb = connection.flushdb
        self.execute_command = connection.execute_command


class _Driver(FalkorDriver):
    """Graphiti's own begins to build indices in a task that nobody awaits; ours builds them when something is kept."""

    async def build_indices_and_constraints(self, delete_existing: bool = False) -> None:
        return None

    async def build_indices(self) -> None:
        await super().build_indices_and_constraints()  # type: ignore[no-untyped-call]


@dataclass(slots=True)
class OpenGraph:
    """An owner's graph while it is held. One at a time writes: two extractions at once would not see each other."""

    group: str
    driver: _Driver
    writing: asyncio.Lock = field(default_factory=asyncio.Lock)
    is_ready: bool = False
    """Its indices stand, and its vectors are the present embedder's."""
    holders: int = 0
    used_at: float = 0.0

    @property
    def connection(self) -> Redis:
        connection: Redis = self.driver.client.connection
        return connection

    async def exists(self) -> bool:
        return bool(await self.connection.exists(self.group))

    async def close(self) -> None:
        with suppress(RedisError, OSError):
            await self.driver.close()


class Drivers:
    def __init__(
        self,
        url: str,
        *,
        most_open: int = MAX_OPEN,
        idle_seconds: float = IDLE_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._url = url.replace("falkors://", "rediss://", 1).replace("falkor://", "redis://", 1)
        self._most_open = most_open
        self._idle_seconds = idle_seconds
        self._clock = clock
        self._open: OrderedDict[str, OpenGraph] = OrderedDict()

    def __len__(self) -> int:
        return len(self._open)

    @asynccontextmanager
    async def hold(self, group: str) -> AsyncIterator[OpenGraph]:
        graph = self._open.get(group) or self._connect(group)
        self._open[group] = graph
        self._open.move_to_end(group)
        graph.holders += 1
        try:
            yield graph
        finally:
            graph.holders -= 1
            graph.used_at = self._clock()
            await self._close_some()

    async def aclose(self) -> None:
        while self._open:
            await self._open.popitem()[1].close()

    def _connect(self, group: str) -> OpenGraph:
        connection = Redis.from_url(
            self._url,
            decode_responses=True,
            protocol=2,
            socket_timeout=_SOCKET_SECONDS,
            socket_connect_timeout=_SOCKET_SECONDS,
            # Once more at once, because a kept connection may have died with the server that was restarted since.
            retry=Retry(NoBackoff(), 1),
        )
        return OpenGraph(group, _Driver(falkor_db=_Connected(connection), database=group))

    async def _close_some(self) -> None:
        idle_since = self._clock() - self._idle_seconds
        for group, graph in list(self._open.items()):
            is_one_too_many = len(self._open) > self._most_open
            if graph.holders == 0 and (is_one_too_many or graph.used_at < idle_since):
                del self._open[group]
                await graph.close()
