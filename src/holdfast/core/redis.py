"""The way to Redis or Valkey, where one is configured.

Its client takes a tenth of a second to import, which whoever has no Redis does not wait for at every start.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

from holdfast.core.config import Settings
from holdfast.core.log import get_logger

if TYPE_CHECKING:
    from redis.asyncio import ConnectionPool, Redis

T = TypeVar("T")
log = get_logger()


def open_redis_pool(settings: Settings, *, patience_seconds: float) -> ConnectionPool | None:
    """Short of patience, and without retries: what Redis does for us, something else does a little slower."""
    if settings.redis_url is None:
        return None
    from redis.asyncio import ConnectionPool
    from redis.asyncio.retry import Retry
    from redis.backoff import NoBackoff

    url = settings.redis_url.get_secret_value()
    if url.startswith("valkey"):  # the same protocol; the client only knows the older name
        url = "redis" + url.removeprefix("valkey")
    return ConnectionPool.from_url(
        url,
        max_connections=100,
        socket_timeout=patience_seconds,
        socket_connect_timeout=patience_seconds,
        retry=Retry(NoBackoff(), 0),
    )


def open_redis(settings: Settings) -> Redis | None:
    pool = open_redis_pool(settings, patience_seconds=settings.redis_patience_seconds)
    if pool is None:
        return None
    from redis.asyncio import Redis

    return Redis.from_pool(pool)


class RedisAway(Exception):
    """It did not answer in time, or lately did not."""


class RedisBackoff:
    """Asks briefly, and leaves a Redis that failed or was slow alone for a while: nothing waits for it again and again.

    `without`: what the log calls going on without it.
    """

    def __init__(self, *, without: str, pause_seconds: float, patience_seconds: float) -> None:
        from redis.exceptions import RedisError

        self._without = without
        self._pause_seconds = pause_seconds
        self.patience_seconds = patience_seconds
        self._away = (RedisError, OSError, TimeoutError)
        self._again_at = 0.0

    @property
    def is_up(self) -> bool:
        return time.monotonic() >= self._again_at

    async def ask(self, question: Callable[[], Awaitable[T]]) -> T:
        """Its answer, or `RedisAway`."""
        if not self.is_up:
            raise RedisAway
        try:
            async with asyncio.timeout(self.patience_seconds):
                return await _uncut(question)
        except self._away as error:
            if self.is_up:  # of many who asked at once, one tells
                log.warning(self._without, error=type(error).__name__)
            self._again_at = time.monotonic() + self._pause_seconds
            raise RedisAway from error


async def _uncut(question: Callable[[], Awaitable[T]]) -> T:
    """A cancellation that comes while the client gives up a connection is lost in it (seen with redis-py 8.1), and
    whoever runs for ever would not end: it is taken up again here."""
    task = asyncio.current_task()
    before = task.cancelling() if task else 0
    try:
        return await question()
    finally:
        if task and task.cancelling() > before:
            raise asyncio.CancelledError
