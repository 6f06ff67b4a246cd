"""Note that something happened, in passing.

`note` only puts the event into a queue of this process: it waits for nothing, fails for nothing and takes part in no
transaction, so that what was refused and rolled back is noted all the same. A task writes what has gathered. Events are
worth less than requests: while the database is away the oldest give way to the newest. The same thing again before it
was written is one row that says how many `times`, so that whoever floods us with attempts does not fill the table.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import islice
from typing import Literal, get_args

import asyncpg

from holdfast.analytics import store
from holdfast.analytics.gather import write_what_gathers
from holdfast.core.clock import Clock, utc_now
from holdfast.core.db import RETRYABLE, Db
from holdfast.core.ids import UserId
from holdfast.core.log import get_logger

EventName = Literal["quota_blocked", "rate_blocked", "seat_blocked", "invite_blocked", "permission_blocked"]
NAMES: frozenset[str] = frozenset(get_args(EventName))
Detail = Mapping[str, str | int | float | bool | None]

MAX_WAITING = 5_000
_TOGETHER = 500
_CODE = re.compile(r"[A-Za-z0-9_.:-]{1,60}")
log = get_logger()


@dataclass(frozen=True, slots=True)
class Event:
    at: datetime
    user_id: UserId | None
    name: EventName
    feature: str | None
    detail: Detail
    times: int = 1


@dataclass(slots=True)
class Events:
    """Built once in `wiring`, which also lets it `run`."""

    db: Db
    clock: Clock = utc_now
    _waiting: dict[object, Event] = field(default_factory=dict)
    """By what they say; those that came first stand first."""
    _is_wanted: asyncio.Event = field(default_factory=asyncio.Event)
    _one_writes: asyncio.Lock = field(default_factory=asyncio.Lock)

    def note(
        self,
        name: EventName,
        *,
        user_id: UserId | None = None,
        feature: str | None = None,
        detail: Detail | None = None,
    ) -> None:
        detail = detail or {}
        if name not in NAMES or not all(map(_is_code, (feature, *detail, *detail.values()))):
            # Words have no place in an event, and a mistake of ours is no reason to fail somebody's request.
            log.error("event_refused", code="not_a_code")
            return
        said = (name, user_id, feature, tuple(detail.items()))
        before = self._waiting.get(said)
        if before is None and len(self._waiting) >= MAX_WAITING:
            del self._waiting[next(iter(self._waiting))]
        first = before or Event(self.clock(), user_id, name, feature, detail, times=0)
        self._waiting[said] = replace(first, times=first.times + 1)
        self._is_wanted.set()

    async def run(self) -> None:
        """Until cancelled."""
        await write_what_gathers(self._is_wanted, self.write)

    async def write(self) -> None:
        """What has gathered, now; what cannot be written stays."""
        async with self._one_writes:
            await self._write()

    async def _write(self) -> None:
        self._is_wanted.clear()
        while self._waiting:
            batch = dict(islice(self._waiting.items(), _TOGETHER))
            try:
                await store.add_events(self.db, list(batch.values()))
            except (*RETRYABLE, asyncpg.PostgresError) as error:  # an account may go in this very moment
                log.warning("events_not_written", error=type(error).__name__, count=len(self._waiting))
                self._is_wanted.set()
                return
            for said, written in batch.items():
                self._take_out(said, written)

    def _take_out(self, said: object, written: Event) -> None:
        """What came again while it was being written is still to be told; what gave way to others is gone already."""
        now = self._waiting.pop(said, None)
        if now is not None and now.at == written.at and now.times > written.times:
            self._waiting[said] = replace(now, times=now.times - written.times)
            self._is_wanted.set()


def _is_code(value: object) -> bool:
    return (
        value is None
        or isinstance(value, bool | int | float)
        or (isinstance(value, str) and _CODE.fullmatch(value) is not None)
    )
