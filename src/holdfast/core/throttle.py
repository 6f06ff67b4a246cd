"""How often something may be tried, and who "someone" is on the network.

Every attempt is counted in this process, and with Redis configured in Redis too. So a Redis that is away or was
emptied never opens the door: this process still knows what it saw. Without Redis, what guards against guessing is
counted in Postgres (`Limit.is_kept`), so that a restart forgets nothing and several processes count together. Counting
comes before the costly step, in one operation; thirty attempts at once cannot all see the last free place.

Attempts are counted by their moments: at most so many in any hour, and not in every hour by the clock on the wall.
"""

from __future__ import annotations

import asyncio
import hashlib
import ipaddress
import math
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from limits import RateLimitItem, RateLimitItemPerSecond
from limits.aio.storage import RedisStorage
from limits.aio.strategies import MovingWindowRateLimiter

from holdfast.core.attempts import Attempts
from holdfast.core.config import Settings
from holdfast.core.db import Db
from holdfast.core.errors import RateLimited, Setup
from holdfast.core.log import get_logger
from holdfast.core.redis import open_redis_pool

if TYPE_CHECKING:
    from redis.asyncio import ConnectionPool

log = get_logger()

REDIS_SECONDS = 1.0
_REDIS_PAUSE_SECONDS = 5.0
_SWEPT_AT_ONCE = 5000
IpNetwork = ipaddress.IPv4Network | ipaddress.IPv6Network


@dataclass(frozen=True, slots=True)
class Limit:
    """At most `times` in `seconds`, for each one it is taken for."""

    name: str
    times: int
    seconds: int
    is_kept: bool = False
    """Counted in Postgres where there is no Redis: for what people do now and then, not with every request."""

    @property
    def item(self) -> RateLimitItem:
        return RateLimitItemPerSecond(self.times, self.seconds, namespace=self.name)


class Throttle:
    def __init__(
        self,
        redis: ConnectionPool | None = None,
        db: Db | None = None,
        clock: Callable[[], float] = time.monotonic,
        *,
        redis_seconds: float = REDIS_SECONDS,
    ) -> None:
        self._db = db if redis is None else None
        self._here = Attempts(clock)
        self._redis = redis
        self._redis_seconds = redis_seconds
        self._shared = MovingWindowRateLimiter(_storage(redis)) if redis else None
        self._away = _ways_to_be_away() if redis else ()
        self._shared_again_at = 0.0

    async def take(self, limit: Limit, *whose: str) -> None:
        """Count one attempt, or refuse it with `RateLimited`."""
        key = _key(whose)
        if wait := self._here.count(f"{limit.name}:{key}", limit.times, limit.seconds):
            raise _refusal(math.ceil(wait))
        kept = self._db if limit.is_kept else None
        if kept is not None and (seconds := await seconds_to_wait(kept, limit, *whose)):
            raise _refusal(seconds)
        shared = self._reachable()
        if shared is None:
            return
        try:
            async with asyncio.timeout(self._redis_seconds):
                is_free = await shared.hit(limit.item, key)
                if not is_free:
                    raise await _refused_there(shared, limit, key)
        except self._away as error:
            self._pause(error)

    async def take_near(self, limit: Limit, peer: str, *whose: str) -> None:
        """By the place it comes from, and by the wider ones around it: who rents a /56 has 256 households."""
        await self.take(limit, *whose, peer)
        for bits, more, network in wider(peer):
            wide = replace(limit, name=f"{limit.name}-{bits}", times=limit.times * more)
            await self.take(wide, *whose, network)

    async def forgive(self, limit: Limit, *whose: str) -> None:
        """Forget the attempts: it was the right person after all."""
        key = _key(whose)
        self._here.forget(f"{limit.name}:{key}")
        if limit.is_kept and self._db is not None:
            await self._db.look_up("select forget_attempts($1)", f"{limit.name}:{key}")
        if shared := self._reachable():
            try:
                async with asyncio.timeout(self._redis_seconds):
                    await shared.clear(limit.item, key)
            except self._away as error:
                self._pause(error)

    def _reachable(self) -> MovingWindowRateLimiter | None:
        return self._shared if time.monotonic() >= self._shared_again_at else None

    def _pause(self, error: BaseException) -> None:
        # A dead Redis would cost every sign-in its timeout; for a few seconds our own counts serve alone.
        self._shared_again_at = time.monotonic() + _REDIS_PAUSE_SECONDS
        log.warning("throttle_without_redis", error=type(error).__name__)

    async def check(self) -> str:
        """One word for `/readyz`. Without Redis limits hold for each process alone, so that is no reason to be down."""
        if self._redis is None:
            return "off"
        from redis.asyncio import Redis

        try:
            async with asyncio.timeout(self._redis_seconds):
                await Redis(connection_pool=self._redis).ping()
        except self._away:
            return "degraded"
        return "ok"

    async def aclose(self) -> None:
        if self._redis is not None:
            await self._redis.aclose()


def open_throttle(settings: Settings, db: Db | None = None, *, redis_seconds: float = REDIS_SECONDS) -> Throttle:
    return Throttle(open_redis_pool(settings, patience_seconds=redis_seconds), db, redis_seconds=redis_seconds)


async def drop_old_attempts(db: Db) -> None:
    while (await db.look_up("select drop_old_attempts($1) as gone", _SWEPT_AT_ONCE))[0]["gone"] == _SWEPT_AT_ONCE:
        pass


async def seconds_to_wait(db: Db, limit: Limit, *whose: str) -> int:
    """Counted in Postgres, with Redis as without: 0, or how long to wait, and then nothing was counted."""
    rows = await db.look_up(
        "select count_attempt($1, $2, $3) as wait", f"{limit.name}:{_key(whose)}", limit.times, limit.seconds
    )
    return int(rows[0]["wait"])


async def _refused_there(shared: MovingWindowRateLimiter, limit: Limit, key: str) -> RateLimited:
    stats = await shared.get_window_stats(limit.item, key)
    return _refusal(min(max(1, math.ceil(stats.reset_time - time.time())), limit.seconds))


def _refusal(wait: int) -> RateLimited:
    return RateLimited(f"Too many attempts; try again in {wait} seconds.", retry_after_seconds=wait)


def _storage(redis: ConnectionPool) -> RedisStorage:
    given: dict[str, Any] = {"connection_pool": redis}
    return RedisStorage("async+redis://", implementation="redispy", key_prefix="holdfast:throttle", **given)


def _ways_to_be_away() -> tuple[type[Exception], ...]:
    from redis.exceptions import RedisError

    return (RedisError, OSError, TimeoutError)


def _key(whose: Sequence[str]) -> str:
    # `limits` joins names with a slash, so ("a/b", "c") would be ("a", "b/c"). A hash of the parts with their lengths
    # is unambiguous, of one size, and keeps e-mail addresses out of Redis.
    whole = hashlib.sha256()
    for part in whose:
        raw = part.encode("utf-8", "surrogatepass")
        whole.update(len(raw).to_bytes(8, "big") + raw)
    return whole.hexdigest()[:40]


def networks(entries: Iterable[str]) -> Sequence[IpNetwork]:
    """The proxies an operator trusts: addresses or networks."""
    try:
        return [ipaddress.ip_network(entry.strip(), strict=False) for entry in entries if entry.strip()]
    except ValueError as error:
        raise Setup(f"HOLDFAST_TRUSTED_PROXIES must hold addresses or networks: {error}.") from None


def true_peer(socket_address: str, forwarded_for: str, trusted: Sequence[IpNetwork]) -> str:
    """Who is really there: from the right of X-Forwarded-For, the first address that is none of our own proxies.

    Everything left of that address was written by a stranger and counts for nothing.
    """
    peer = _address(socket_address)
    for hop in reversed(forwarded_for.split(",") if forwarded_for else []):
        if peer is None or not any(peer in network for network in trusted):
            break
        stated = _address(hop)
        if stated is None:
            break
        peer = stated
    return _household(peer) if peer else socket_address


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        parsed = ipaddress.ip_address(text)
    except ValueError:
        return None
    return parsed.ipv4_mapped or parsed if isinstance(parsed, ipaddress.IPv6Address) else parsed


def wider(peer: str) -> Sequence[tuple[int, int, str]]:
    """Of a household on IPv6 (as `true_peer` tells it) the networks it lies in: bits, how many times its share they
    have, and their names. An IPv4 address is one place."""
    if not peer.endswith("/64"):
        return ()
    address = peer.removesuffix("/64")
    return [
        (bits, more, str(ipaddress.ip_network((address, bits), strict=False))) for bits, more in ((56, 4), (48, 16))
    ]


def _household(peer: ipaddress.IPv4Address | ipaddress.IPv6Address) -> str:
    # A household gets a whole /64 of IPv6 addresses; counting each alone would count nothing.
    if isinstance(peer, ipaddress.IPv6Address) and not peer.is_loopback:
        return str(ipaddress.ip_network((peer, 64), strict=False))
    return str(peer)
