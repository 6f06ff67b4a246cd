"""What people may use, remembered for ten minutes in this process; and when it may be believed.

The tables tell all processes whose rights have changed (`notifications.py`). A process believes what it remembers only
while it hears them, and begins with nothing when it hears them again. What others put into Redis is believed if it was
read after we began to hear, and after the last change we heard of: then a change since would have been told to us. So a
Redis that is away, slow, emptied or full of old copies makes us slower, and never wrong.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from holdfast.core.clock import Clock, utc_now
from holdfast.core.ids import UserId
from holdfast.entitlements.types import Entitlement

TTL_SECONDS = 600.0
_REMEMBER_CHANGES_SECONDS = TTL_SECONDS + 120
"""Longer than any copy lives, with the time a slow reader may have held it before."""
_MAX_KEPT = 50_000


@dataclass(frozen=True, slots=True)
class _Change:
    version: int
    heard_at: float
    believed_from: datetime | None
    """Read from Postgres by ourselves since; None: not yet, and no copy will do."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """Taken before reading: what is read is kept only if nothing changed meanwhile."""

    epoch: int
    version: int


class Cache:
    def __init__(
        self,
        *,
        ttl_seconds: float = TTL_SECONDS,
        tick: Callable[[], float] = time.monotonic,
        clock: Clock = utc_now,
    ) -> None:
        self._ttl = ttl_seconds
        self._tick = tick
        self._clock = clock
        self._kept: dict[UserId, tuple[Entitlement, float]] = {}
        self._changes: dict[UserId, _Change] = {}
        self._hears_since: datetime | None = None
        self._epoch = 0

    @property
    def is_believed(self) -> bool:
        return self._hears_since is not None

    def hears(self, since: datetime) -> None:
        """Changes are told to us from `since` on, by the clock of the database; what was before is not known."""
        self._begin_anew()
        self._hears_since = since

    def is_deaf(self) -> None:
        self._begin_anew()
        self._hears_since = None

    def _begin_anew(self) -> None:
        self._kept.clear()
        self._changes.clear()
        self._epoch += 1

    def find(self, user_id: UserId) -> Entitlement | None:
        kept = self._kept.get(user_id)
        if kept is None or not self.is_believed:
            return None
        if kept[1] <= self._tick():
            del self._kept[user_id]
            return None
        return kept[0]

    def ticket(self, user_id: UserId) -> Ticket:
        change = self._changes.get(user_id)
        return Ticket(self._epoch, change.version if change else 0)

    def keep(self, read: Entitlement, ticket: Ticket) -> None:
        """What we read from Postgres ourselves."""
        if not self.is_believed or self.ticket(read.user_id) != ticket:
            return
        change = self._changes.get(read.user_id)
        if change:
            self._changes[read.user_id] = _Change(change.version, change.heard_at, read.read_at)
        self._put(read)

    def keep_copy(self, copy: Entitlement) -> bool:
        """What another process read and shared; False where it is not to be believed."""
        change = self._changes.get(copy.user_id)
        if self._hears_since is None or copy.read_at < self._hears_since:
            return False
        if change and (change.believed_from is None or copy.read_at < change.believed_from):
            return False
        self._put(copy)
        return True

    def drop(self, people: Iterable[UserId]) -> None:
        """Their rights have changed, or may have."""
        now = self._tick()
        for user in people:
            self._kept.pop(user, None)
            change = self._changes.pop(user, None)
            self._changes[user] = _Change(change.version + 1 if change else 1, now, None)
        # The oldest stand first: each is put at the end when it is heard of again.
        while self._changes:
            first = next(iter(self._changes))
            if self._changes[first].heard_at > now - _REMEMBER_CHANGES_SECONDS:
                break
            del self._changes[first]

    def _put(self, entitlement: Entitlement) -> None:
        self._kept.pop(entitlement.user_id, None)
        while len(self._kept) >= _MAX_KEPT:
            del self._kept[next(iter(self._kept))]
        self._kept[entitlement.user_id] = (entitlement, self._tick() + self._seconds_for(entitlement))

    def _seconds_for(self, entitlement: Entitlement) -> float:
        if entitlement.holds_until is None:
            return self._ttl
        return min(self._ttl, (entitlement.holds_until - self._clock()).total_seconds())
