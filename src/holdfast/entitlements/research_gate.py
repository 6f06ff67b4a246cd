"""Research slots in Redis or Valkey: a token bucket and the runs under way, in one script.

    research:{user}:bucket   when the bucket will be full again
    research:{user}:active   slots under way, each with the time its lease ends

It refuses at once who comes too fast. Whether another run fits beside those under way, Postgres decides in the end,
and what it decides is put right here (`note`, `drop`).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from holdfast.core.ids import SlotId, UserId
from holdfast.core.redis import RedisAway, RedisBackoff

if TYPE_CHECKING:
    from redis.asyncio import Redis

_PAUSE_SECONDS = 5.0
_KEEP_MS = 3_600_000

_TAKE = """
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local slot, most, tokens = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local refill, lease, keep = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
if redis.call('ZCARD', KEYS[2]) >= most then return {1, 0} end
local full = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), now)
local wait = full - now - (tokens - 1) * refill
if wait > 0 then return {2, wait} end
redis.call('SET', KEYS[1], string.format('%d', full + refill), 'PX', keep)
redis.call('ZADD', KEYS[2], now + lease, slot)
redis.call('PEXPIRE', KEYS[2], keep)
return {0, 0}
"""
_NOTE = """
local t = redis.call('TIME')
redis.call('ZADD', KEYS[1], t[1] * 1000 + math.floor(t[2] / 1000) + ARGV[2], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1
"""
_UNDO = """
if redis.call('ZREM', KEYS[2], ARGV[1]) == 0 then return 0 end
local full = redis.call('GET', KEYS[1])
if full then redis.call('SET', KEYS[1], string.format('%d', full - ARGV[2]), 'KEEPTTL') end
return 1
"""


@dataclass(frozen=True, slots=True)
class SlotOutcome:
    outcome: Literal["taken", "full", "too_fast", "away"]
    wait_seconds: float = 0.0


class ResearchGate:
    def __init__(self, redis: Redis, *, patience_seconds: float) -> None:
        self._redis = redis
        self._backoff = RedisBackoff(
            without="research_without_redis", pause_seconds=_PAUSE_SECONDS, patience_seconds=patience_seconds
        )

    async def take(
        self, user_id: UserId, slot_id: SlotId, *, most: int, tokens: int, refill_seconds: float, lease_seconds: float
    ) -> SlotOutcome:
        answer = await self._run(
            _TAKE,
            _keys(user_id),
            str(slot_id),
            most,
            tokens,
            int(refill_seconds * 1000),
            int(lease_seconds * 1000),
            _KEEP_MS,
        )
        if answer is None:
            return SlotOutcome("away")
        outcomes: tuple[Literal["taken"], Literal["full"], Literal["too_fast"]] = ("taken", "full", "too_fast")
        return SlotOutcome(outcomes[int(answer[0])], int(answer[1]) / 1000)

    async def note(self, user_id: UserId, slot_id: SlotId, *, lease_seconds: float) -> None:
        """It is under way, whatever was thought here before; renewing a lease is the same."""
        await self._run(_NOTE, _keys(user_id)[1:], str(slot_id), int(lease_seconds * 1000), _KEEP_MS)

    async def undo(self, user_id: UserId, slot_id: SlotId, *, refill_seconds: float) -> None:
        """It was taken here and refused in Postgres: the token comes back as well."""
        await self._run(_UNDO, _keys(user_id), str(slot_id), int(refill_seconds * 1000))

    async def drop(self, user_id: UserId, slot_id: SlotId) -> None:
        await self._try(lambda: self._redis.zrem(_keys(user_id)[1], str(slot_id)))

    async def aclose(self) -> None:
        await self._redis.aclose(close_connection_pool=True)

    async def _run(self, script: str, keys: list[str], *arguments: str | int) -> Any:
        return await self._try(lambda: self._redis.eval(script, len(keys), *keys, *arguments))

    async def _try(self, question: Callable[[], Awaitable[Any]]) -> Any:
        try:
            return await self._backoff.ask(question)
        except RedisAway:
            return None


def _keys(user_id: UserId) -> list[str]:
    # In a cluster the braces keep both on one node.
    return [f"research:{{{user_id}}}:bucket", f"research:{{{user_id}}}:active"]
