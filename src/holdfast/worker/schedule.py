"""What is done again and again: each entry once at its time, however many workers keep the schedule.

The row of an entry says when it is due and who does it. A worker that is silent for half a minute has lost it to the
next. Runs that were missed are one run: what is due is done, not what would have been.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Generic

from croniter import croniter  # type: ignore[import-untyped]

from holdfast.core.db import Db, execute_with_retry
from holdfast.core.jobs import JobContext, P, Scheduled
from holdfast.core.log import get_logger
from holdfast.core.metrics import SCHEDULES

_LOOK_SECONDS = 5.0
"""How long it rests at most: an entry may be asked for before its time, and one that runs must be heard of."""
_STALE = timedelta(seconds=30)

log = get_logger()


def seconds_until(cron: str, now: datetime) -> float:
    due: datetime = croniter(cron, now).get_next(datetime)
    return (due - now).total_seconds()


class Schedule(Generic[P]):
    def __init__(
        self,
        db: Db,
        entries: Sequence[Scheduled[P]],
        context: JobContext[P],
        *,
        tries: int,
        timeout_seconds: float,
    ) -> None:
        self._db = db
        self._entries: Mapping[tuple[str, str], Scheduled[P]] = {(one.name, one.cron): one for one in entries}
        self._context = context
        self._tries = tries
        self._timeout_seconds = timeout_seconds
        self._running: dict[int, asyncio.Task[None]] = {}
        self._closing = asyncio.Event()
        self._grace_seconds = 0.0

    async def run(self) -> None:
        """Until it is closed."""
        if not self._entries:
            return
        try:
            await self._fetch(_REGISTER, *self._columns())
            while not self._closing.is_set():
                for row in await self._fetch(_TAKE_DUE, *self._columns(), _STALE):
                    self._start(row["id"], self._entries[row["entrypoint"], row["expression"]])
                await self._rest()
        finally:
            await self._drain()

    def close(self, grace_seconds: float) -> None:
        """Begin nothing more; what runs may end, for so long."""
        self._grace_seconds = grace_seconds
        self._closing.set()

    def _columns(self) -> tuple[Sequence[str], Sequence[str], Sequence[timedelta]]:
        now = datetime.now(UTC)
        delays = [timedelta(seconds=seconds_until(cron, now)) for _, cron in self._entries]
        return [name for name, _ in self._entries], [cron for _, cron in self._entries], delays

    def _start(self, row_id: int, entry: Scheduled[P]) -> None:
        if row_id not in self._running:
            self._running[row_id] = asyncio.create_task(self._run(row_id, entry))

    async def _run(self, row_id: int, entry: Scheduled[P]) -> None:
        outcome = "failed"
        try:
            async with asyncio.timeout(self._timeout_seconds):
                await entry.function(self._context)
            outcome = "done"
        except Exception as error:  # border: the next run comes all the same
            log.warning("schedule_failed", schedule=entry.name, exc_info=error)
            self._context.report(error, level="warning", schedule=entry.name)
        finally:
            SCHEDULES.labels(entry.name, outcome).inc()
            del self._running[row_id]
            await asyncio.shield(self._fetch(_RELEASE, row_id))

    async def _rest(self) -> None:
        now = datetime.now(UTC)
        # A second is the grain of a row's time: a moment before it, nothing would be due.
        until_due = 1.0 + min(seconds_until(cron, now) for _, cron in self._entries)
        try:
            await asyncio.wait_for(self._closing.wait(), min(until_due, _LOOK_SECONDS))
        except TimeoutError:
            await self._keep_alive()

    async def _keep_alive(self) -> None:
        if self._running:
            await self._fetch(_KEEP_ALIVE, list(self._running))

    async def _drain(self) -> None:
        ends_at = asyncio.get_running_loop().time() + self._grace_seconds
        while self._running and (left := ends_at - asyncio.get_running_loop().time()) > 0:
            await asyncio.wait(self._running.values(), timeout=min(left, _LOOK_SECONDS))
            await self._keep_alive()
        for task in list(self._running.values()):
            task.cancel()
        if self._running:
            await asyncio.wait(self._running.values(), timeout=5)

    async def _fetch(self, statement: str, *arguments: object) -> Sequence[Any]:
        rows: Sequence[Any] = await execute_with_retry(
            lambda: self._db.pool.fetch(statement, *arguments), tries=self._tries
        )
        return rows


_REGISTER = """
insert into jobs.pgqueuer_schedules (entrypoint, expression, next_run)
select entrypoint, expression, date_trunc('second', now() + delay)
  from unnest($1::text[], $2::text[], $3::interval[]) as entry (entrypoint, expression, delay)
on conflict (expression, entrypoint) do nothing
"""

_TAKE_DUE = """
with due as (
  select s.id, entry.delay
    from unnest($1::text[], $2::text[], $3::interval[]) as entry (entrypoint, expression, delay)
    join jobs.pgqueuer_schedules s using (entrypoint, expression)
   where s.status = 'queued' and s.next_run <= now() or s.status = 'picked' and s.heartbeat < now() - $4::interval
     for update of s skip locked
)
update jobs.pgqueuer_schedules s
   set status = 'picked', updated = now(), heartbeat = now(), next_run = date_trunc('second', now() + due.delay)
  from due where s.id = due.id
returning s.id, s.entrypoint, s.expression
"""

_KEEP_ALIVE = "update jobs.pgqueuer_schedules set heartbeat = now(), updated = now() where id = any ($1::bigint[])"

_RELEASE = """
update jobs.pgqueuer_schedules set status = 'queued', last_run = now(), updated = now() where id = $1
"""
