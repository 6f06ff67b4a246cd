"""Runs one kind of job, and lets nothing out but a wordless ending.

Jittered pauses, a number of tries, a deadline, and a held job at the end.

A job that ends its worker never comes to count its failures, so its starts are counted before it runs, in its row. It
takes others with it that ran beside it, and a worker may also be ended by something else altogether. Therefore whoever
was started before and did not come to an end is a suspect, and is run alone, in a worker that has lived for a while:
then only the guilty one is counted again, and the innocent are not held.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
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

MOST_STARTS = 3

log = get_logger()


class Suspects:
    """One for all kinds of a worker."""

    def __init__(self, *, steady_seconds: float) -> None:
        self._steady_at = time.monotonic() + steady_seconds
        self._lock = asyncio.Lock()

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        async with self._lock:
            await asyncio.sleep(self._steady_at - time.monotonic())
            yield


@dataclass
class Guarded(AbstractEntrypointExecutor, Generic[P]):
    kind: JobKind
    function: JobFunction[P]
    context: JobContext[P]
    suspects: Suspects

    async def execute(self, job: models.Job, context: models.Context) -> None:
        begun = time.monotonic()
        outcome = "done"
        try:
            await self._run(job)
        except Lost:
            outcome = "lost"
            log.warning("job_lost", kind=self.kind.name, job_id=job.id)
        except asyncio.CancelledError:
            outcome = "interrupted"
            raise
        except Exception as error:  # border: whatever a job does, the worker lives on
            outcome = self._outcome_of(error, attempt=job.attempts + 1)
            log.warning(f"job_{outcome}", kind=self.kind.name, job_id=job.id, attempt=job.attempts + 1, exc_info=error)
            if outcome != "retried":  # it waits for a person now; what is tried again may yet be well
                self.context.report(error, kind=self.kind.name, outcome=outcome)
            raise self._as_ending(error, outcome, attempt=job.attempts + 1) from None
        finally:
            JOBS.labels(self.kind.name, outcome).inc()
            JOB_SECONDS.labels(self.kind.name).observe(time.monotonic() - begun)

    async def _run(self, job: models.Job) -> None:
        starts = int(str((job.headers or {}).get("starts", 0)))
        if starts >= MOST_STARTS:
            raise Poison
        async with self.suspects.alone() if starts else nullcontext():
            # The first start was counted when the job was taken; a suspect's, when it is its turn to be alone.
            if starts and not await self.context.worker.look_up(_COUNT_START, job.id, job.queue_manager_id, starts + 1):
                raise Lost
            async with asyncio.timeout(self.kind.timeout_seconds):
                await self.function(_as_job(job), self.context)

    def _outcome_of(self, error: Exception, *, attempt: int) -> str:
        if isinstance(error, Poison):
            return "poison"
        return "dead" if isinstance(error, Hopeless) or attempt >= self.kind.tries else "retried"

    def _as_ending(self, error: Exception, outcome: str, *, attempt: int) -> Exception:
        wordless = f"{type(error).__name__} at {where(error)}"
        if outcome == "retried":
            return RetryRequested(timedelta(seconds=self.kind.pause_seconds(attempt)), wordless)
        return Failed(wordless)


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


_COUNT_START = """
update jobs.pgqueuer set headers = coalesce(headers, '{}') || jsonb_build_object('starts', $3::integer)
 where id = $1 and queue_manager_id = $2 and status = 'picked'
returning id
"""
