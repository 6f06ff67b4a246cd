"""The turns that are being answered in this process: how many of whom, and what becomes of them when it stops."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass, field

from holdfast.core.db import RETRYABLE, Db
from holdfast.core.errors import Unavailable
from holdfast.core.ids import UserId
from holdfast.core.loop_time import paid_alike
from holdfast.core.metrics import TURNS_STARTED
from holdfast.core.shares import too_many
from holdfast.stream.lifecycle import say_goodbye
from holdfast.stream.live import LiveStreams

_GOODBYE_SECONDS = 2.0
_STOPPED_SECONDS = 10.0


@dataclass(slots=True)
class RunningTurns:
    most_of_one_person: int = 32
    """Answers that may be written for one person at a time."""
    is_closing: bool = False
    _of_person: Counter[UserId] = field(default_factory=Counter)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    def check_room(self, user_id: UserId) -> None:
        if self.is_closing:
            raise Unavailable("The server is restarting; send it again in a moment.", retry_after_seconds=5)
        if self._of_person[user_id] >= self.most_of_one_person:
            raise too_many()

    def launch(self, user_id: UserId, answering: Coroutine[None, None, None]) -> None:
        """Detached: it goes on whether or not anyone is still connected."""
        TURNS_STARTED.inc()
        task = asyncio.create_task(paid_alike(answering))
        self._tasks.add(task)
        self._of_person[user_id] += 1
        task.add_done_callback(lambda ended: self._ran(ended, user_id))

    def _ran(self, task: asyncio.Task[None], user_id: UserId) -> None:
        self._tasks.discard(task)
        self._of_person[user_id] -= 1
        if not self._of_person[user_id]:
            del self._of_person[user_id]

    async def close(self, db: Db, streams: LiveStreams, grace_seconds: float) -> None:
        """Take no new ones, let these finish; let go or end the rest. Grace is given once."""
        grace_seconds = 0 if self.is_closing else grace_seconds
        self.is_closing = True
        with suppress(*RETRYABLE):  # before all else: nobody who stops with us may leave an answer to us
            async with asyncio.timeout(_GOODBYE_SECONDS):
                await say_goodbye(db, streams.process_id)
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=grace_seconds)
        for live in streams:
            live.stop("shutdown")
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=_STOPPED_SECONDS)
        streams.is_closed = True
