"""What was tried lately, counted in this process: each attempt by its moment, so that no hour or minute which ends in
between lets one more through. An attempt that is refused is not kept, so a key holds no more than it is allowed.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

_SWEEP_FROM = 1024


class Attempts:
    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._moments: dict[str, deque[float]] = {}
        """By key, when each of its attempts ceases to count."""
        self._sweep_at = _SWEEP_FROM

    def count(self, key: str, times: int, seconds: float) -> float:
        """Zero, or the seconds to wait until there is a place again, and then nothing was counted."""
        if times < 1:
            return seconds
        now = self._clock()
        moments = self._moments.get(key)
        if moments is None:
            self._sweep(now)
            moments = self._moments[key] = deque()
        while moments and moments[0] <= now:
            moments.popleft()
        if len(moments) >= times:
            return moments[len(moments) - times] - now
        moments.append(now + seconds)
        return 0.0

    def forget(self, key: str) -> None:
        self._moments.pop(key, None)

    def __len__(self) -> int:
        return len(self._moments)

    def _sweep(self, now: float) -> None:
        """Whenever there are twice as many as were left the last time, so that each is looked at now and then only."""
        if len(self._moments) < self._sweep_at:
            return
        self._moments = {key: moments for key, moments in self._moments.items() if moments and moments[-1] > now}
        self._sweep_at = max(_SWEEP_FROM, 2 * len(self._moments))
