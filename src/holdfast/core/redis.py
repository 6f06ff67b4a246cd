"""The way to Redis or Valkey, where one is configured.

Its client takes a tenth of a second to import, which whoever has no Redis does not wait for at every start.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from holdfast.core.config import Settings

if TYPE_CHECKING:
    from redis.asyncio import ConnectionPool, Redis


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


def open_redis(settings: Settings, *, patience_seconds: float) -> Redis | None:
    pool = open_redis_pool(settings, patience_seconds=patience_seconds)
    if pool is None:
        return None
    from redis.asyncio import Redis

    return Redis.from_pool(pool)
