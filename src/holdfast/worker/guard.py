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
from typing import Generic

import orjson

from holdfast.core.ids import ProcessId
from holdfast.core.jobs import Hopeless, Job, JobContext, JobFunction, JobKind, JobLost, P, Poison
from holdfast.core.log import get_logger, where
from holdfast.core.metrics import JOB_SECONDS, JOBS
from holdfast.worker.queue import JobEnding, Queue, TakenJob

MAX_STARTS = 3

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


@dataclass(frozen=True)  # no slots: Python 3.11 cannot then build `Guard[Parts](…)`
class Guard(Generic[P]):
    kind: JobKind
    function: JobFunction[P]
    context: JobContext[P]
    suspects: Suspects

    async def run(self, delivery: TakenJob, queue: Queue) -> JobEnding:
        begun = time.monotonic()
        ending = JobEnding("interrupted")
        try:
            await self._run(delivery, queue)
            ending = JobEnding("done")
        except JobLost:
            log.warning("job_lost", kind=self.kind.name, job_id=delivery.id)
            ending = JobEnding("lost")
        except Exception as error:  # border: whatever a job does, the worker lives on
            ending = self._ending_of(error, delivery.attempt)
            log.warning(
                f"job_{ending.outcome}",
                kind=self.kind.name,
                job_id=delivery.id,
                attempt=delivery.attempt,
                exc_info=error,
            )
            if ending.outcome != "retried":  # it waits for a person now; what is tried again may yet be well
                self.context.report(error, kind=self.kind.name, outcome=ending.outcome)
        finally:
            JOBS.labels(self.kind.name, ending.outcome).inc()
            JOB_SECONDS.labels(self.kind.name).observe(time.monotonic() - begun)
        return ending

    async def _run(self, delivery: TakenJob, queue: Queue) -> None:
        starts = delivery.starts
        if starts >= MAX_STARTS:
            raise Poison
        async with self.suspects.alone() if starts else nullcontext():
            # The first start was counted when the job was taken; a suspect's, when it is its turn to be alone.
            if starts and not await queue.count_start(delivery):
                raise JobLost
            async with asyncio.timeout(self.kind.timeout_seconds):
                await self.function(_as_job(delivery, queue.holder), self.context)

    def _ending_of(self, error: Exception, attempt: int) -> JobEnding:
        wordless = f"{type(error).__name__} at {where(error)}"
        if isinstance(error, Poison):
            return JobEnding("poison", wordless)
        if isinstance(error, Hopeless) or attempt >= self.kind.tries:
            return JobEnding("dead", wordless)
        return JobEnding("retried", wordless, self.kind.pause_seconds(attempt))


def _as_job(delivery: TakenJob, holder_id: ProcessId) -> Job:
    try:
        ids = orjson.loads(delivery.payload or b"{}")
    except orjson.JSONDecodeError:
        raise Hopeless("its payload cannot be read") from None
    return Job(delivery.id, delivery.kind, delivery.owner, ids, delivery.attempt, holder_id)
