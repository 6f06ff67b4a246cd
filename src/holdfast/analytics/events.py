"""Note that something happened, in passing.

`note` only puts the event into a queue of this process: it waits for nothing, fails for nothing and takes part in no
transaction, so that what was refused and rolled back is noted all the same. A task writes what has gathered. Events are
worth less than requests: while the database is away the oldest give way to the newest.
"""

from __future__ import annotations

import asyncio
import re
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, get_args
from uuid import UUID

import structlog

from holdfast.analytics import store
from holdfast.core.clock import Clock, utc_now
from holdfast.core.db import RETRYABLE, Db

EventName = Literal["quota_blocked", "rate_blocked", "seat_blocked", "invite_blocked", "permission_blocked"]
NAMES: frozenset[str] = frozenset(get_args(EventName))
Detail = Mapping[str, str | int | float | bool | None]

MOST_WAITING = 5_000
_TOGETHER = 500
_GATHER_SECONDS = 0.5
_CODE = re.compile(r"[A-Za-z0-9_.:-]{1,60}")
log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Event:
    at: datetime
    user_id: UUID | None
    name: EventName
    feature: str | None
    detail: Detail


@dataclass(slots=True)
class Events:
    """Built once in `wiring`, which also lets it `run`."""

    db: Db
    clock: Clock = utc_now
    _waiting: deque[Event] = field(default_factory=lambda: deque(maxlen=MOST_WAITING))
    _is_wanted: asyncio.Event = field(default_factory=asyncio.Event)

    def note(
        self, name: EventName, *, user_id: UUID | None = None, feature: str | None = None, detail: Detail | None = None
    ) -> None:
        detail = detail or {}
        if name not in NAMES or not all(map(_is_code, (feature, *detail, *detail.values()))):
            # Words have no place in an event, and a mistake of ours is no reason to fail somebody's request.
            log.error("event_refused", code="not_a_code")
            return
        self._waiting.append(Event(self.clock(), user_id, name, feature, detail))
        self._is_wanted.set()

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            await self._is_wanted.wait()
            await asyncio.sleep(_GATHER_SECONDS)
            await self.write()

    async def write(self) -> None:
        """What has gathered, now; what cannot be written stays."""
        self._is_wanted.clear()
        while self._waiting:
            batch = list(self._waiting)[:_TOGETHER]
            try:
                await store.add_events(self.db, batch)
            except RETRYABLE as error:
                log.warning("events_not_written", error=type(error).__name__, count=len(self._waiting))
                self._is_wanted.set()
                return
            for event in batch:
                # Those that gave way to newer ones meanwhile are not there any more.
                with suppress(ValueError):
                    self._waiting.remove(event)


def _is_code(value: object) -> bool:
    return (
        value is None
        or isinstance(value, bool | int | float)
        or (isinstance(value, str) and _CODE.fullmatch(value) is not None)
    )
