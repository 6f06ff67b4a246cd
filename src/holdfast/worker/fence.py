"""The statements that end, postpone or keep alive a job, each only while the job is still this worker's.

pgqueuer's own statements name a job by id alone: a worker that was asleep for too long could finish, fail or keep alive
a job that is somebody else's by now. They also delete a job whose task was cancelled, hold one for good when the
database is away as it should be retried, and store what exceptions said. Here the holder is named, an interrupted job
goes back into the queue, and an error is its type and its place in the code.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from uuid import UUID

import asyncpg
from pgqueuer.adapters.persistence.qb import QueryBuilderEnvironment, QueryQueueBuilder, QuerySchedulerBuilder
from pgqueuer.adapters.persistence.queries import Queries
from pgqueuer.domain.errors import RetryRequested
from pgqueuer.domain.models import Job, TracebackRecord
from pgqueuer.domain.settings import DBSettings
from pgqueuer.domain.types import JOB_STATUS, JobId, QueueEntrypoint, QueueManagerId
from pgqueuer.ports.driver import Driver
from pgqueuer.ports.repository import EntrypointExecutionParameter

from holdfast.core.errors import DatabaseUnavailable
from holdfast.core.log import get_logger
from holdfast.worker.take import TAKE, Turns

log = get_logger()

# Every name is given: pgqueuer also reads them from the environment, where `CHANNEL` or `TRIGGER` may mean anything.
SETTINGS = DBSettings(
    prefix="",
    db_schema="jobs",
    channel="ch_pgqueuer",
    function="fn_pgqueuer_changed",
    statistics_table="pgqueuer_statistics",
    queue_status_type="pgqueuer_status",
    queue_table="pgqueuer",
    queue_table_log="pgqueuer_log",
    trigger="tg_pgqueuer_changed",
    schedules_table="pgqueuer_schedules",
)


class Failed(Exception):
    """A job's own error, without its words: `ValueError at holdfast.memory.fold:42`."""


class FencedQueries(Queries):
    """The statements that take a job, and end, postpone or keep it alive only while it is still this worker's."""

    def __init__(self, driver: Driver, turns: Turns) -> None:
        super().__init__(
            driver,
            QueryBuilderEnvironment(SETTINGS),
            QueryQueueBuilder(SETTINGS),
            QuerySchedulerBuilder(SETTINGS),
        )
        self._turns = turns
        self.holder: UUID | None = None
        """The queue manager these statements speak for; it is known once the queue is built."""

    async def dequeue(
        self,
        batch_size: int,
        entrypoints: Mapping[QueueEntrypoint, EntrypointExecutionParameter],
        queue_manager_id: QueueManagerId,
        global_concurrency_limit: int | None,
        heartbeat_timeout: timedelta,
    ) -> list[Job]:
        about = self._turns.arguments(
            list(entrypoints), queue_manager_id, heartbeat_timeout, batch=batch_size, slots=global_concurrency_limit
        )
        try:
            rows = await self.driver.fetch(TAKE, *about)
        except asyncpg.UniqueViolationError:
            return []  # another worker took the last seat of a kind this very moment
        self._turns.has_looked(took=len(rows))
        return [Job.model_validate(row) for row in rows]

    async def eligible_queued_work(self, entrypoints: list[QueueEntrypoint]) -> int:
        """Asked after a look that took nothing: what is due then has no slot, or its owner's turn is another's. One
        that ends says so, and is heard; to look again ten times a second would find the same."""
        return 0

    async def queued_work(self, entrypoints: list[QueueEntrypoint]) -> int:
        return 0

    async def next_deferred_eta(self, entrypoints: list[QueueEntrypoint]) -> timedelta | None:
        """One that came due since the look counts as due now."""
        (row,) = await self.driver.fetch(_NEXT_DUE, entrypoints)
        eta = row["eta"]
        return eta if isinstance(eta, timedelta) else None

    async def log_jobs(self, job_status: list[tuple[Job, JOB_STATUS, TracebackRecord | None]]) -> None:
        await self.driver.execute(
            _END,
            [job.id for job, _, _ in job_status],
            [job.queue_manager_id for job, _, _ in job_status],
            [status for _, status, _ in job_status],
            [_stored(record) for _, _, record in job_status],
        )

    async def retry_job(self, job: Job, delay: timedelta, traceback_record: TracebackRecord | None) -> None:
        record = _stored(traceback_record)
        for _ in range(2):
            try:
                await self.driver.execute(_POSTPONE, job.id, job.queue_manager_id, delay, record)
                return
            except asyncpg.UniqueViolationError:
                continue  # its twin was enqueued this very moment; the second look sees it
            except DatabaseUnavailable:
                # pgqueuer would hold the job for good. Left alone it goes stale, and is delivered again.
                log.warning("retry_not_written", job_id=job.id)
                return

    async def update_heartbeat(self, job_ids: list[JobId]) -> None:
        await self.driver.execute(_KEEP_ALIVE, list(set(job_ids)), self.holder)


def _stored(record: TracebackRecord | None) -> str | None:
    """pgqueuer's shape without pgqueuer's contents: the traceback repeats the message."""
    if record is None:
        return None
    is_ours = record.exception_type in (Failed.__name__, RetryRequested.__name__)
    message = record.exception_message if is_ours else record.exception_type
    return record.model_copy(
        update={"exception_message": message, "traceback": "", "additional_context": None}
    ).model_dump_json()


_NEXT_DUE = """
select min(execute_after) - now() as eta from jobs.pgqueuer
 where status = 'queued' and entrypoint = any ($1) and execute_after > now() - interval '0.25 seconds'
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
  select * from unnest($1::bigint[], $2::uuid[], $3::jobs.pgqueuer_status[], $4::jsonb[])
    as t (id, holder, status, traceback)
), mine as (
  select job.id, job.entrypoint, job.priority, told.traceback,
         case when told.status in ('failed', 'exception') then 'failed'
              when told.status <> 'canceled' then told.status
              when exists (select from jobs.pgqueuer twin
                            where twin.dedupe_key = job.dedupe_key and twin.status = 'queued') then 'deleted'
              else 'queued' end as status
    from told join jobs.pgqueuer job on job.id = told.id and job.queue_manager_id = told.holder
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
