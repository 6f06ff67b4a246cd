"""What one takes of the house, and how many of theirs are served or wait: the book that `fair_line` is kept by."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from holdfast.core.loop_time import LoopTime


class TimeAccount:
    """Of one, or of a group of them, whose account this is `within`."""

    __slots__ = ("_is_greedy", "served", "taken", "waiting", "within")

    def __init__(self, within: TimeAccount | None = None) -> None:
        self.within = within
        self.taken: LoopTime = LoopTime(within.taken if within else None)
        self.served = 0
        self.waiting: deque[asyncio.Future[FairPlace]] = deque()
        self._is_greedy = False

    @property
    def is_greedy(self) -> bool:
        return self._is_greedy or (self.within is not None and self.within.is_greedy)

    def standing(self) -> tuple[float, float]:
        """Whoever has the least goes first. Of a group one is as good as another group, and first within their own."""
        return (self.within.taken.share() if self.within else self.taken.share()), self.taken.share()

    def is_served(self, more: int) -> None:
        self.served += more
        if self.within is not None:
            self.within.is_served(more)

    def has_too_many(self, most: int) -> bool:
        return self.served >= most or (self.within is not None and self.within.has_too_many(most))

    def weigh(self, share: float, much: float, waiting: int) -> None:
        if share > much:
            self._is_greedy = True
        elif share < much / 2 and not waiting:
            self._is_greedy = False  # not before: to have waited for a while makes nobody modest


class FairPlace:
    """Of one who is served. Left once, however often that is told."""

    __slots__ = ("_leave", "account", "is_greedy")

    def __init__(self, account: TimeAccount, is_greedy: bool, leave: Callable[[FairPlace], None]) -> None:
        self.account, self.is_greedy = account, is_greedy
        self._leave: Callable[[FairPlace], None] | None = leave

    def leave(self) -> None:
        if self._leave is not None:
            leave, self._leave = self._leave, None
            leave(self)
