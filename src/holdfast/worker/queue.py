"""One worker's side of the queue: jobs are taken, kept alive, ended and postponed.

Every statement names the worker it speaks for. One that was asleep for too long can neither finish, fail nor keep alive
a job that is somebody else's by now, and may ask again when the database went away under it. An error is stored as its
type and its place in the code, never with its words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Literal

import asyncpg
import orjson

from holdfast.core.db import Db, Owner, execute_with_retry
from holdfast.core.errors import DatabaseUnavailable
from holdfast.core.ids import ProcessId, new_id
from holdfast.core.jobs import JobKind
from holdfast.core.log import get_logger
from holdfast.worker.take import TAKE, Turns

CHANNEL = "ch_pgqueuer"
"""The tables keep the names that pgqueuer gave them (decision 39); what changes there is told on this channel."""

log = get_logger()


@dataclass(frozen=True, slots=True)
class TakenJob:
    """A job as it was taken, before anybody has looked at what it asks for."""

    id: int
    kind: str
    payload: bytes | None
    owner: Owner | None
    attempt: int
    """1 at first, and one more after each failure."""
    starts: int
    """How often it was started before without coming to an end."""


@dataclass(frozen=True, slots=True)
class JobEnding:
    outcome: Literal["done", "lost", "interrupted", "retried", "dead", "poison"]
    error: str | None = None
    """Wordless: `ValueError at holdfast.memory.fold:42`."""
    pause_seconds: float = 0.0
    """Before it is tried again."""


_STATUS = {"done": "successful", "lost": "successful", "interrupted": "canceled", "dead": "failed", "poison": "failed"}


class Queue:
    def __init__(self, db: Db, kinds: Mapping[str, JobKind], *, tries: int) -> None:
        self._db = db
        self._kinds = list(kinds)
        self._turns = Turns(kinds)
        self._tries = tries
        self.holder = ProcessId(new_id())

    async def take(
        self, *, batch: int, slots: int, stale_seconds: float, running: Sequence[int] = ()
    ) -> Sequence[TakenJob]:
        """What is this worker's from now on. `stale_seconds`: whoever was silent for so long has lost theirs."""
        stale = timedelta(seconds=stale_seconds)
        about = self._turns.arguments(self.holder, stale, batch=batch, slots=slots, running=running)
        try:
            rows = await self._fetch(TAKE, *about)
        except asyncpg.UniqueViolationError:
            return []  # another worker took the last seat of a kind this very moment
        self._turns.has_looked(took=len(rows))
        return [_as_delivery(row) for row in rows]

    async def seconds_until_due(self) -> float | None:
        """Until the next job that waits for its time; one that came due since the last look counts as due now."""
        (row,) = await self._fetch(_NEXT_DUE, self._kinds)
        return row["seconds"]  # type: ignore[no-any-return]

    async def count_start(self, job: TakenJob) -> bool:
        """One more, written before it runs: one that ends its worker never comes to count. False: it is not ours."""
        return bool(await self._fetch(_COUNT_START, job.id, self.holder, job.starts + 1))

    async def keep_alive(self, job_ids: Sequence[int]) -> None:
        await self._fetch(_KEEP_ALIVE, job_ids, self.holder)

    async def end(self, endings: Sequence[tuple[TakenJob, JobEnding]]) -> None:
        """As told. What was interrupted goes back into the queue."""
        await self._fetch(
            _END,
            [job.id for job, _ in endings],
            self.holder,
            [_STATUS[ending.outcome] for _, ending in endings],
            [_stored(ending.error) for _, ending in endings],
        )

    async def postpone(self, job: TakenJob, ending: JobEnding) -> None:
        pause = timedelta(seconds=ending.pause_seconds)
        for _ in range(2):
            try:
                await self._fetch(_POSTPONE, job.id, self.holder, pause, _stored(ending.error))
                return
            except asyncpg.UniqueViolationError:
                continue  # its twin was enqueued this very moment; the second look sees it
            except DatabaseUnavailable:
                # Left alone it goes stale, and is delivered again.
                log.warning("retry_not_written", job_id=job.id)
                return

    async def _fetch(self, statement: str, *arguments: object) -> Sequence[Any]:
        rows: Sequence[Any] = await execute_with_retry(
            lambda: self._db.pool.fetch(statement, *arguments), tries=self._tries
        )
        return rows


def _as_delivery(row: Mapping[str, Any]) -> TakenJob:
    headers = orjson.loads(row["headers"] or b"{}")
    has_owner = "user_id" in headers
    return TakenJob(
        id=row["id"],
        kind=row["entrypoint"],
        payload=row["payload"],
        owner=Owner(str(headers["tenant_id"]), str(headers["user_id"])) if has_owner else None,
        attempt=row["attempts"] + 1,
        starts=int(headers.get("starts", 0)),
    )


def _stored(error: str | None) -> str | None:
    return None if error is None else orjson.dumps({"exception_message": error}).decode()


_NEXT_DUE = """
select extract(epoch from min(execute_after) - now())::double precision as seconds from jobs.pgqueuer
 where status = 'queued' and entrypoint = any ($1) and execute_after > now() - interval '0.25 seconds'
"""

_COUNT_START = """
update jobs.pgqueuer set headers = coalesce(headers, '{}') || jsonb_build_object('starts', $3::integer)
 where id = $1 and queue_manager_id = $2 and status = 'picked'
returning id
"""

# A row that is locked is inside somebody's `work`: waiting for it would starve the heartbeats of all the others.
_KEEP_ALIVE = """
update jobs.pgqueuer set heartbeat = now()
 where id in (
   select id from jobs.pgqueuer where id = any ($1::bigint[]) and queue_manager_id = $2 and status = 'picked'
      for update skip locked)
"""

# Put back, a job meets a twin with its key that was enqueued while it ran: the twin does the work, and inherits the
# count of failures and the pause, so that twins cannot try for ever.
_POSTPONE = """
with mine as (
  select id, entrypoint, priority, dedupe_key, attempts from jobs.pgqueuer
   where id = $1 and queue_manager_id = $2 and status = 'picked' for update
), twin as (
  update jobs.pgqueuer waiting
     set attempts = greatest(waiting.attempts, mine.attempts + 1),
         execute_after = greatest(waiting.execute_after, now() + $3::interval)
    from mine where waiting.dedupe_key = mine.dedupe_key and waiting.status = 'queued'
  returning mine.id
), merged as (
  delete from jobs.pgqueuer where id in (select id from twin) returning id
), postponed as (
  update jobs.pgqueuer job
     set status = 'queued', execute_after = now() + $3::interval, attempts = job.attempts + 1, updated = now(),
         headers = job.headers - 'starts', queue_manager_id = null, slot = null
    from mine where job.id = mine.id and not exists (select from twin) returning job.id
)
insert into jobs.pgqueuer_log (job_id, status, entrypoint, priority, traceback)
select mine.id, (case when exists (select from postponed) then 'queued' else 'deleted' end)::jobs.pgqueuer_status,
       mine.entrypoint, mine.priority, $4::jsonb
  from mine
"""

_END = """
with told as (
  select * from unnest($1::bigint[], $3::jobs.pgqueuer_status[], $4::jsonb[]) as t (id, status, traceback)
), mine as (
  select job.id, job.entrypoint, job.priority, told.traceback,
         case when told.status <> 'canceled' then told.status
              when exists (select from jobs.pgqueuer twin
                            where twin.dedupe_key = job.dedupe_key and twin.status = 'queued') then 'deleted'
              else 'queued' end as status
    from told join jobs.pgqueuer job on job.id = told.id and job.queue_manager_id = $2
   where job.status = 'picked'
     for update of job
), gone as (
  delete from jobs.pgqueuer where id in (select id from mine where status not in ('failed', 'queued'))
), kept as (
  update jobs.pgqueuer job
     set status = mine.status, updated = now(), headers = job.headers - 'starts', queue_manager_id = null, slot = null
    from mine where job.id = mine.id and mine.status in ('failed', 'queued')
)
insert into jobs.pgqueuer_log (job_id, status, entrypoint, priority, traceback)
select id, status, entrypoint, priority, traceback from mine
"""
