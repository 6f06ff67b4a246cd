"""A worker's life, through restarts of the database.

A life opens its own connections, takes jobs until it is asked to stop, and waits for those that run. When the database
stays away longer than the driver is willing to wait, the life ends and the next begins; nothing gets out of
`run_worker`.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from holdfast.core.db import RETRYABLE, Db, connect
from holdfast.core.errors import DatabaseUnavailable
from holdfast.core.jobs import JobContext, JobFunction, JobKind, P, Scheduled
from holdfast.core.log import get_logger
from holdfast.core.metrics import SCHEDULES, WORKER_RESTARTS
from holdfast.core.migrate import Address

if TYPE_CHECKING:  # pgqueuer is imported by the first life: a web process without a worker does without
    from pgqueuer.core.applications import PgQueuer

log = get_logger()


@dataclass(frozen=True, slots=True)
class Pace:
    poll_seconds: float = 1.0
    """Retries and jobs that went stale are found by looking; only new ones announce themselves."""
    heartbeat_seconds: float = 30.0
    """A job whose worker was silent for so long is handed to another."""
    steady_seconds: float = 5.0
    """How long a worker has lived before it runs a job that did not come to an end in another."""
    batch: int = 10
    at_once: int = 20
    """Slots. A kind with none of them running has one more of its own (`take.py`)."""
    query_tries: int = 7
    """With pauses of 0.1 s, doubling: a server that is back within six seconds costs a worker nothing but the wait."""
    restart_seconds: float = 1.0
    grace_seconds: float = 20.0
    """How long running jobs may take to end when we are asked to stop; after that they go back into the queue."""
    schedule_timeout_seconds: float = 600.0


async def run_worker(
    address: Address,
    db: Db,
    parts: P,
    *,
    jobs: Mapping[JobKind, JobFunction[P]],
    schedule: Sequence[Scheduled[P]],
    stop: asyncio.Event,
    pace: Pace = Pace(),
    report: Callable[..., None] = lambda error, **tags: None,
) -> None:
    """Take jobs until `stop` is set. `address` is the worker role's; `db` is the app's, passed on to the jobs.

    `report` hears of jobs that failed for good, of scheduled runs that failed, and of faults of the worker itself.
    """
    while not stop.is_set():
        try:
            async with _ways_in(address) as (queue_db, worker):
                queue = _open_queue(queue_db, JobContext(db, worker, parts, report), jobs, schedule, pace)
                log.info("worker_started")
                await _live(queue, stop, pace)
        except Exception as error:  # border: the worker starts again, whatever ended it
            WORKER_RESTARTS.inc()
            log.warning("worker_restarts", exc_info=error)
            if not isinstance(error, (DatabaseUnavailable, *RETRYABLE)):  # a database that restarts is no fault of ours
                report(error, level="warning", part="worker")
            with suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), pace.restart_seconds)
    log.info("worker_stopped")


@asynccontextmanager
async def _ways_in(address: Address) -> AsyncIterator[tuple[Db, Db]]:
    """The queue has connections of its own: jobs that hold all the others must not silence its heartbeats."""
    async with AsyncExitStack() as stack:
        opened = []
        for size, name in ((3, "holdfast-queue"), (8, "holdfast-worker")):
            opened.append(await connect(address.dsn, size=size, role=address.role, name=name))
            stack.push_async_callback(opened[-1].close)
        yield opened[0], opened[1]


def _open_queue(
    queue_db: Db,
    context: JobContext[P],
    jobs: Mapping[JobKind, JobFunction[P]],
    schedule: Sequence[Scheduled[P]],
    pace: Pace,
) -> PgQueuer:
    from pgqueuer.core.applications import PgQueuer
    from pgqueuer.core.executors import EntrypointExecutorParameters

    from holdfast.worker.driver import LastingDriver
    from holdfast.worker.fence import SETTINGS, FencedQueries
    from holdfast.worker.guard import Guarded, Suspects
    from holdfast.worker.take import Turns

    driver = LastingDriver(queue_db.pool, tries=pace.query_tries)
    queries = FencedQueries(driver, Turns({kind.name: kind for kind in jobs}))
    queue = PgQueuer(driver, channel=SETTINGS.channel, queries=queries)
    queries.holder = queue.qm.queue_manager_id
    suspects = Suspects(steady_seconds=pace.steady_seconds)
    for kind, function in jobs.items():
        parameters = EntrypointExecutorParameters(kind.at_once, _unused, accepts_context=True, on_failure="hold")
        queue.qm.register_executor(kind.name, Guarded(parameters, kind, function, context, suspects))
    for entry in schedule:
        queue.schedule(entry.name, entry.cron, accepts_context=False)(_scheduled(entry, context, pace))
    return queue


async def _unused(*_: object) -> None:
    raise AssertionError("the guard calls the job's function itself")


def _scheduled(entry: Scheduled[P], context: JobContext[P], pace: Pace) -> Callable[[object], Awaitable[None]]:
    async def run(_: object) -> None:
        outcome = "failed"
        try:
            async with asyncio.timeout(pace.schedule_timeout_seconds):
                await entry.function(context)
            outcome = "done"
        except Exception as error:  # border: the next run comes all the same
            log.warning("schedule_failed", schedule=entry.name, exc_info=error)
            context.report(error, level="warning", schedule=entry.name)
        finally:
            SCHEDULES.labels(entry.name, outcome).inc()

    return run


async def _live(queue: PgQueuer, stop: asyncio.Event, pace: Pace) -> None:
    running = asyncio.create_task(
        queue.run(
            dequeue_timeout=timedelta(seconds=pace.poll_seconds),
            heartbeat_timeout=timedelta(seconds=pace.heartbeat_seconds),
            batch_size=pace.batch,
            max_concurrent_tasks=max(pace.at_once, 2 * pace.batch),
            shutdown_on_listener_failure=True,
        )
    )
    asked = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait({running, asked}, return_when=asyncio.FIRST_COMPLETED)
        if not running.done():
            queue.shutdown.set()
            await asyncio.wait({running}, timeout=pace.grace_seconds)
    finally:
        asked.cancel()
        if not running.done():
            running.cancel()
            await asyncio.wait({running}, timeout=5)
    if not running.cancelled() and running.done():
        running.result()


def stop_on_signals() -> asyncio.Event:
    """For a process that is nothing but a worker: SIGTERM and Ctrl-C ask it to stop."""
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    return stop
