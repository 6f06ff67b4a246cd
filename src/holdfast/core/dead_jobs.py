"""Dead letters: jobs that failed for good, or seem to end the worker that takes them, held for a person to decide.

They tell what failed and where in the code. What the job was about, and what the error said, is not shown: both may
quote somebody. Only the worker's role may ask.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import asyncpg

from holdfast.core.db import Db
from holdfast.core.errors import Conflict, NotFound


@dataclass(frozen=True, slots=True)
class DeadJob:
    id: int
    kind: str
    tries: int
    enqueued_at: datetime
    died_at: datetime
    error: str
    """The error's type and the place in the code, like `ValueError at holdfast.memory.fold:42`."""


async def list_dead_jobs(worker: Db, *, limit: int = 100) -> Sequence[DeadJob]:
    async with worker.as_nobody() as tx:
        rows = await tx.fetch(
            """
            select job.id, job.entrypoint as kind, job.attempts + 1 as tries, job.created as enqueued_at,
                   job.updated as died_at, coalesce(last.traceback ->> 'exception_message', 'unknown') as error
              from jobs.pgqueuer job
              left join lateral (
                select traceback from jobs.pgqueuer_log
                 where job_id = job.id and status = 'failed' order by id desc limit 1
              ) last on true
             where job.status = 'failed'
             order by job.updated desc
             limit $1
            """,
            limit,
        )
    return [DeadJob(**row) for row in rows]


async def retry_dead_job(worker: Db, job_id: int) -> None:
    """Back into the queue, with all its tries before it."""
    try:
        async with worker.as_nobody() as tx:
            revived = await tx.fetchval(
                """
                with revived as (
                  update jobs.pgqueuer
                     set status = 'queued', attempts = 0, execute_after = now(), updated = now(),
                         queue_manager_id = null
                   where id = $1 and status = 'failed' returning id, entrypoint, priority
                )
                insert into jobs.pgqueuer_log (job_id, status, entrypoint, priority)
                select id, 'queued', entrypoint, priority from revived returning job_id
                """,
                job_id,
            )
    except asyncpg.UniqueViolationError:
        raise Conflict("The same work is waiting in the queue already; drop this one.", code="already_queued") from None
    if revived is None:
        raise NotFound(f"There is no dead job {job_id}.")


async def drop_dead_job(worker: Db, job_id: int) -> None:
    async with worker.as_nobody() as tx:
        dropped = await tx.fetchval(
            """
            with dropped as (
              delete from jobs.pgqueuer where id = $1 and status = 'failed' returning id, entrypoint, priority
            )
            insert into jobs.pgqueuer_log (job_id, status, entrypoint, priority)
            select id, 'deleted', entrypoint, priority from dropped returning job_id
            """,
            job_id,
        )
    if dropped is None:
        raise NotFound(f"There is no dead job {job_id}.")
