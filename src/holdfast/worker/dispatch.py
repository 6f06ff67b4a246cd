"""Jobs are taken while there is room, run side by side, and their endings told.

It looks when something was told, when a job has ended, when one that waits for its time is due, and now and then: jobs
that went stale are found by looking alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from holdfast.worker.guard import Guard
from holdfast.worker.pace import WorkerPace
from holdfast.worker.queue import JobEnding, Queue, TakenJob

_MIN_REST_SECONDS = 0.05
_CANCELLED_SECONDS = 5.0


@dataclass(slots=True)
class Dispatcher:
    queue: Queue
    guards: Mapping[str, Guard[Any]]
    pace: WorkerPace
    woken: asyncio.Event = field(default_factory=asyncio.Event)
    _running: dict[int, asyncio.Task[None]] = field(default_factory=dict)
    _ended: list[tuple[TakenJob, JobEnding]] = field(default_factory=list)
    _closes_in: float | None = None

    async def run(self) -> None:
        """Until it is closed. Where the database stays away nothing that runs can take effect, so it is interrupted."""
        try:
            while self._closes_in is None:
                self.woken.clear()
                await self._tell_endings()
                if not await self._take():
                    await self._rest()
        finally:
            await self._drain(self._closes_in or 0.0)

    def close(self, grace_seconds: float) -> None:
        """Take nothing more; what runs may end, for so long."""
        self._closes_in = grace_seconds
        self.woken.set()

    async def keep_alive(self) -> None:
        """Until cancelled: whoever is silent for too long loses its jobs."""
        while True:
            await asyncio.sleep(self.pace.heartbeat_seconds / 4)
            if self._running:
                await self.queue.keep_alive(list(self._running))

    async def _take(self) -> int:
        pace = self.pace
        taken = await self.queue.take(
            batch=pace.batch,
            slots=pace.at_once,
            stale_seconds=pace.heartbeat_seconds,
            running=list(self._running),
        )
        for job in taken:
            self._running[job.id] = asyncio.create_task(self._do(job))
        return len(taken)

    async def _do(self, job: TakenJob) -> None:
        ending = JobEnding("interrupted")
        try:
            ending = await self.guards[job.kind].run(job, self.queue)
        finally:
            del self._running[job.id]  # first: put back, it may be taken again at once
            if ending.outcome != "retried":
                self._ended.append((job, ending))
            self.woken.set()
        if ending.outcome == "retried":
            await self.queue.postpone(job, ending)
            self.woken.set()

    async def _tell_endings(self) -> None:
        if not self._ended:
            return
        told, self._ended = self._ended, []
        try:
            await self.queue.end(told)
        except BaseException:  # border: whatever came between, they are told with the next
            self._ended[:0] = told
            raise

    async def _rest(self) -> None:
        until_due = await self.queue.seconds_until_due()
        poll = self.pace.poll_seconds
        seconds = poll if until_due is None else min(poll, max(until_due, _MIN_REST_SECONDS))
        with suppress(TimeoutError):
            await asyncio.wait_for(self.woken.wait(), seconds)

    async def _drain(self, grace_seconds: float) -> None:
        """Those that run may end; the rest is interrupted, and goes back into the queue."""
        if self._running:
            await asyncio.wait(self._running.values(), timeout=grace_seconds)
        for task in list(self._running.values()):
            task.cancel()
        if self._running:
            await asyncio.wait(self._running.values(), timeout=_CANCELLED_SECONDS)
        await self._tell_endings()
