"""A few of something that many need for moments, the connections of a pool: the next one goes to whoever holds fewest.

In the order in which all came, those who came with forty requests would be forty times before whoever came with one. So
each has a line of their own, and a few are kept for such as hold none: to be known, to begin an answer, takes a few
milliseconds of one, and should not wait for the long work of others.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from holdfast.core.errors import AppError
from holdfast.core.shares import too_many

Whose = TypeVar("Whose", bound=Hashable)


class FairPool(Generic[Whose]):
    def __init__(
        self, size: int, *, most_of_one: int, in_line: int, seconds: float, refusal: Callable[[], AppError] = too_many
    ) -> None:
        self._free = size
        self._kept = size // 3
        self._most_of_one, self._in_line, self._seconds = most_of_one, in_line, seconds
        self._refusal = refusal
        self._held: Counter[Whose | None] = Counter()
        self._waiting: dict[Whose | None, deque[asyncio.Future[None]]] = {}
        """In the order in which the first of each came."""

    async def take(self, whose: Whose | None) -> None:
        """At once, or as soon as it is one's turn. `None`: nobody's, as the question who somebody is; it is always as
        if they held none. `TimeoutError` where those who hold none have waited too long: something is not moving."""
        if whose not in self._waiting and self._may_take(whose):
            self.take_anyway(whose)
            return
        line = self._waiting.setdefault(whose, deque())
        if whose is not None and len(line) >= self._in_line:
            raise self._refusal()
        turn = asyncio.get_running_loop().create_future()
        line.append(turn)
        try:
            async with asyncio.timeout(self._seconds):
                await turn
        except BaseException as ended:  # border: whoever leaves the line, cancelled too, hands on what they were given
            if turn.done() and not turn.cancelled():
                self.give_back(whose)
            else:
                self._leave_line(whose, turn)
            if isinstance(ended, TimeoutError) and self._held[whose]:
                raise self._refusal() from None
            raise

    def take_anyway(self, whose: Whose | None) -> None:
        """Without a look at the line: for whoever would wait for themselves."""
        self._free -= 1
        if whose is not None:
            self._held[whose] += 1

    def give_back(self, whose: Whose | None) -> None:
        self._free += 1
        if whose is not None:
            self._held[whose] -= 1
            if not self._held[whose]:
                del self._held[whose]
        self._hand_out()

    def _may_take(self, whose: Whose | None) -> bool:
        held = self._held[whose]
        return self._free > (self._kept if held else 0) and held < self._most_of_one

    def _hand_out(self) -> None:
        while self._free > 0 and self._waiting:
            whose = min(self._waiting, key=lambda one: self._held[one])
            if not self._may_take(whose):
                return  # nor may anybody who holds more
            turn = self._waiting[whose][0]
            self._leave_line(whose, turn)
            if not turn.done():
                self.take_anyway(whose)
                turn.set_result(None)

    def _leave_line(self, whose: Whose | None, turn: asyncio.Future[None]) -> None:
        line = self._waiting.get(whose)
        if line and turn in line:
            line.remove(turn)
            if not line:
                del self._waiting[whose]
