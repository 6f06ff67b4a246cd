"""A share for each: of one person only so many are served at once, and a few more wait in line.

Whoever waits holds nothing meanwhile but a place in the line. So it stands in front of what is scarce (database
connections, memory for recordings), and one person's many requests are that person's to wait for.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from holdfast.core.errors import AppError, RateLimited

Whose = TypeVar("Whose", bound=Hashable)


def too_many() -> AppError:
    return RateLimited(
        "You are asking for a great deal at once; wait for some of it, and try again in a moment.",
        code="too_many_at_once",
        retry_after_seconds=2,
    )


@dataclass(slots=True)
class _Counter:
    served: int = 0
    waiting: deque[asyncio.Future[None]] = field(default_factory=deque)


class Shares(Generic[Whose]):
    def __init__(
        self, at_once: int, *, in_line: int, seconds: float = 10.0, refusal: Callable[[], AppError] = too_many
    ) -> None:
        self._at_once, self._in_line, self._seconds = at_once, in_line, seconds
        self._refusal = refusal
        self._counters: dict[Whose, _Counter] = {}

    @asynccontextmanager
    async def of(self, whose: Whose) -> AsyncIterator[None]:
        await self.take(whose)
        try:
            yield
        finally:
            self.give_back(whose)

    async def take(self, whose: Whose) -> None:
        """At once where something of the share is free; else in line, for a while."""
        counter = self._counters.setdefault(whose, _Counter())
        if counter.served < self._at_once:
            counter.served += 1
            return
        if len(counter.waiting) >= self._in_line:
            raise self._refusal()
        turn = asyncio.get_running_loop().create_future()
        counter.waiting.append(turn)
        try:
            async with asyncio.timeout(self._seconds):
                await turn
        except BaseException as ended:  # border: whoever leaves the line, cancelled too, hands on what they were given
            if turn.done() and not turn.cancelled():
                self.give_back(whose)
            elif turn in counter.waiting:
                counter.waiting.remove(turn)
            if isinstance(ended, TimeoutError):
                raise self._refusal() from None
            raise

    def give_back(self, whose: Whose) -> None:
        counter = self._counters[whose]
        while counter.waiting:
            turn = counter.waiting.popleft()
            if not turn.done():
                turn.set_result(None)  # the place goes straight to whoever is first
                return
        counter.served -= 1
        if not counter.served:
            del self._counters[whose]
