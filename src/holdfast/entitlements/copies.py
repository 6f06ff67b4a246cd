"""Copies in Redis or Valkey, for the other processes: `entitlements:{user}:{PLAN_VERSION}`, for ten minutes.

A copy is signed with the installation's key, for one person: what anybody else wrote there gives nobody a plan, and a
copy that was true once is no longer looked at when it is older than copies get. Whether a true one may be believed,
`cache.py` decides. A Redis that fails or is slow is left alone for a few seconds.
"""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Any, TypeVar

import orjson

from holdfast.core.clock import Clock, find_zone, utc_now
from holdfast.core.crypto import Signer
from holdfast.core.ids import UserId
from holdfast.core.log import get_logger
from holdfast.core.redis import RedisAway, RedisBackoff
from holdfast.entitlements.cache import TTL_SECONDS
from holdfast.entitlements.periods import UsageCalendar
from holdfast.entitlements.plans import PLAN_VERSION, Features, Plan
from holdfast.entitlements.types import Entitlement

if TYPE_CHECKING:
    from redis.asyncio import Redis

_PAUSE_SECONDS = 5.0
_SIGNATURE_BYTES = 32
_MAX_AGE = timedelta(seconds=TTL_SECONDS + 60)
"""With what the clocks of two machines may differ."""
T = TypeVar("T")
log = get_logger()


class Copies:
    def __init__(
        self,
        redis: Redis,
        default_plan: Plan,
        signer: Signer,
        *,
        patience_seconds: float,
        clock: Clock = utc_now,
    ) -> None:
        self._redis = redis
        self._default_plan = default_plan
        self._signer = signer
        self._clock = clock
        self._backoff = RedisBackoff(
            without="entitlements_without_redis", pause_seconds=_PAUSE_SECONDS, patience_seconds=patience_seconds
        )

    async def find(self, user_id: UserId) -> Entitlement | None:
        raw = await self._try(lambda: self._redis.get(key_of(user_id)))
        return self._read(user_id, raw) if raw else None

    async def keep(self, entitlements: Sequence[Entitlement]) -> None:
        batch = self._redis.pipeline(transaction=False)
        for one in entitlements:
            batch.set(key_of(one.user_id), self._written(one), ex=int(TTL_SECONDS))
        await self._try(batch.execute)

    async def drop(self, people: Sequence[UserId]) -> None:
        if people:
            await self._try(lambda: self._redis.delete(*map(key_of, people)))

    async def aclose(self) -> None:
        await self._redis.aclose(close_connection_pool=True)

    async def _try(self, question: Callable[[], Awaitable[T]]) -> T | None:
        """None when Redis did not answer in time, or lately did not."""
        try:
            return await self._backoff.ask(question)
        except RedisAway:
            return None

    def _written(self, one: Entitlement) -> bytes:
        calendar = one.calendar
        told = orjson.dumps(
            {
                "plan": one.plan,
                "source": one.source,
                "features": asdict(one.features),
                "zone": calendar.zone.key,
                "heldDate": calendar.held_date,
                "heldFrom": calendar.held_from,
                "heldUntil": calendar.held_until,
                "readAt": one.read_at,
                "holdsUntil": one.holds_until,
                "defaultPlan": self._default_plan,
            }
        )
        return self._signature(one.user_id, told) + told

    def _signature(self, user_id: UserId, told: bytes) -> bytes:
        return self._signer.keyed_hash(key_of(user_id).encode() + b"\n" + told)

    def _read(self, user_id: UserId, raw: Any) -> Entitlement | None:
        """None for what somebody else wrote, or wrote long ago or under another setting."""
        signature, written = bytes(raw)[:_SIGNATURE_BYTES], bytes(raw)[_SIGNATURE_BYTES:]
        if not hmac.compare_digest(signature, self._signature(user_id, written)):
            log.warning("entitlements_copy_unsigned")
            return None
        try:
            told = orjson.loads(written)
            zone = find_zone(told["zone"])
            if zone is None or told["defaultPlan"] != self._default_plan:
                return None
            held_date = told["heldDate"]
            calendar = UsageCalendar(
                zone,
                date.fromisoformat(held_date) if held_date else None,
                _moment(told["heldFrom"]),
                _moment(told["heldUntil"]),
            )
            read_at = datetime.fromisoformat(told["readAt"])
            holds_until = _moment(told["holdsUntil"])
            if read_at < self._clock() - _MAX_AGE or (holds_until and holds_until <= self._clock()):
                return None
            features = Features(**told["features"])
            return Entitlement(user_id, told["plan"], told["source"], features, calendar, read_at, holds_until)
        except (orjson.JSONDecodeError, KeyError, TypeError, ValueError):
            log.warning("entitlements_copy_unreadable")
            return None


def _moment(told: str | None) -> datetime | None:
    return datetime.fromisoformat(told) if told else None


def key_of(user_id: UserId) -> str:
    return f"entitlements:{user_id}:{PLAN_VERSION}"
