"""Runs one kind of job, and lets nothing out but a wordless ending.

Jittered pauses, a number of tries, a deadline, and a held job at the end. A job that ends its worker never comes to
count its failures, so its deliveries are counted instead.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from datetime import timedelta
from typing import Generic

import orjson
from pgqueuer.core.executors import AbstractEntrypointExecutor
from pgqueuer.domain import models
from pgqueuer.domain.errors import RetryRequested

from holdfast.core.db import Owner
from holdfast.core.jobs import Hopeless, Job, JobContext, JobFunction, JobKind, Lost, P, Poison
from holdfast.core.log import get_logger, where
from holdfast.core.metrics import JOB_SECONDS, JOBS
from holdfast.worker.fence import Failed

MOST_DELIVERIES = 3

log = get_logger()


@dataclass
class Guarded(AbstractEntrypointExecutor, Generic[P]):
    kind: JobKind
    function: JobFunction[P]
    context: JobContext[P]

    async def execute(self, job: models.Job, context: models.Context) -> None:
        started = time.monotonic()
        outcome = "done"
        try:
            await self._refuse_poison(job)
            async with asyncio.timeout(self.kind.timeout_seconds):
                await self.function(_as_job(job), self.context)
        except Lost:
            outcome = "lost"
            log.warning("job_lost", kind=self.kind.name, job_id=job.id)
        except asyncio.CancelledError:
            outcome = "interrupted"
            raise
        except Exception as error:  # border: whatever a job does, the worker lives on
            outcome = self._outcome_of(error, attempt=job.attempts + 1)
            log.warning(f"job_{outcome}", kind=self.kind.name, job_id=job.id, attempt=job.attempts + 1, exc_info=error)
            raise self._as_ending(error, outcome, attempt=job.attempts + 1) from None
        finally:
            JOBS.labels(self.kind.name, outcome).inc()
            JOB_SECONDS.labels(self.kind.name).observe(time.monotonic() - started)

    def _outcome_of(self, error: Exception, *, attempt: int) -> str:
        if isinstance(error, Poison):
            return "poison"
        return "dead" if isinstance(error, Hopeless) or attempt >= self.kind.tries else "retried"

    def _as_ending(self, error: Exception, outcome: str, *, attempt: int) -> Exception:
        wordless = f"{type(error).__name__} at {where(error)}"
        if outcome == "retried":
            return RetryRequested(timedelta(seconds=self.kind.pause_seconds(attempt)), wordless)
        return Failed(wordless)

    async def _refuse_poison(self, job: models.Job) -> None:
        deliveries = await self.context.worker.look_up(_DELIVERIES, job.id)
        if deliveries[0]["count"] > MOST_DELIVERIES:
            raise Poison


def _as_job(row: models.Job) -> Job:
    owner = row.headers or {}
    try:
        ids = orjson.loads(row.payload or b"{}")
    except orjson.JSONDecodeError:
        raise Hopeless("its payload cannot be read") from None
    return Job(
        id=row.id,
        kind=row.entrypoint,
        owner=Owner(str(owner["tenant_id"]), str(owner["user_id"])) if "user_id" in owner else None,
        ids=ids,
        attempt=row.attempts + 1,
        holder=row.queue_manager_id,  # type: ignore[arg-type]  # a delivered job has one
    )


# Deliveries since the job was last put into the queue, by its caller, by a retry or by a person.
_DELIVERIES = """
select count(*) from jobs.pgqueuer_log
 where job_id = $1 and status = 'picked'
   and id > coalesce((select max(id) from jobs.pgqueuer_log where job_id = $1 and status = 'queued'), 0)
"""
