"""How much one person's assistants may go outside: so many a minute and an hour, a few at once. What is over is told,
and the turn goes on."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from holdfast.core.errors import RateLimited
from holdfast.core.ids import UserId
from holdfast.core.shares import Shares
from holdfast.core.throttle import Limit, Throttle
from holdfast.tools.types import ToolFailed

_AT_ONCE, _IN_LINE, _WAIT_SECONDS = 3, 6, 15.0


@dataclass(frozen=True, slots=True)
class Allowance:
    throttle: Throttle
    limits: tuple[Limit, ...]
    _shares: Shares[UserId] = field(default_factory=lambda: Shares(_AT_ONCE, in_line=_IN_LINE, seconds=_WAIT_SECONDS))

    @asynccontextmanager
    async def of(self, user_id: UserId) -> AsyncIterator[None]:
        try:
            for limit in self.limits:
                await self.throttle.take(limit, str(user_id))
            await self._shares.take(user_id)
        except RateLimited as refused:
            raise ToolFailed(f"That is too much at once for one person. {refused.message}") from None
        try:
            yield
        finally:
            self._shares.give_back(user_id)


def allowance(throttle: Throttle, name: str, *, a_minute: int, an_hour: int) -> Allowance:
    return Allowance(throttle, (Limit(f"{name}-minute", a_minute, 60), Limit(f"{name}-hour", an_hour, 3_600)))
