"""How near the house's own passages were to the last questions, for five minutes.

What everybody reads everybody asks the same things of: the first words of a chat, the button of a pack. Numbers alone
are kept, never a text: what is told is read anew, as whoever asks may see it. A space that has changed since is asked
for by another version.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

MAX_KEPT = 100
KEPT_SECONDS = 300.0
K = TypeVar("K")
V = TypeVar("V")


@dataclass
class KeptScores(Generic[K, V]):
    clock: Callable[[], float] = time.monotonic
    _kept: OrderedDict[K, tuple[float, V]] = field(default_factory=OrderedDict)

    def find(self, key: K) -> V | None:
        found = self._kept.get(key)
        if found is None or found[0] < self.clock():
            return None
        self._kept.move_to_end(key)
        return found[1]

    def keep(self, key: K, value: V) -> None:
        """What has had its time goes first, then what was not asked for the longest."""
        now = self.clock()
        for old in [old for old, (until, _) in self._kept.items() if until < now]:
            del self._kept[old]
        self._kept[key] = (now + KEPT_SECONDS, value)
        self._kept.move_to_end(key)
        while len(self._kept) > MAX_KEPT:
            self._kept.popitem(last=False)
