"""A worker's life, through restarts of the database.

A life opens its own connections, takes jobs until it is asked to stop, and waits for those that run. When the database
stays away longer than the queue is willing to wait, the life ends and the next begins; nothing gets out of
`run_worker`.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any, Generic

from holdfast.core.db import RETRYABLE, DatabaseAddress, Db, connect
from holdfast.core.errors import DatabaseUnavailable
from holdfast.core.jobs import JobContext, JobFunction, JobKind, P, Scheduled
from holdfast.core.log import get_logger
from holdfast.core.metrics import WORKER_RESTARTS
from holdfast.worker.dispatch import Dispatcher
from holdfast.worker.guard import Guard, Suspects
from holdfast.worker.listen import keep_listening
from holdfast.worker.pace import WorkerPace
from holdfast.worker.queue import CHANNEL, Queue
from holdfast.worker.schedule import Schedule

log = get_logger()


@dataclass(frozen=True, slots=True)
class Duties(Generic[P]):
    """What a worker does: each kind of job by its function, what is done again and again, and with which parts."""

    parts: P
    jobs: Mapping[JobKind, JobFunction[P]]
    schedule: Sequence[Scheduled[P]] = ()


async def run_worker(
    address: DatabaseAddress,
    db: Db,
    duties: Duties[P],
    *,
    stop: asyncio.Event,
    pace: WorkerPace = WorkerPace(),
    report: Callable[..., None] = lambda error, **tags: None,
) -> None:
    """Take jobs until `stop` is set. `address` is the worker role's; `db` is the app's, passed on to the jobs.

    `report` hears of jobs that failed for good, of scheduled runs that failed, and of faults of the worker itself.
    """
    while not stop.is_set():
        try:
            async with _ways_in(address) as (queue_db, worker):
                log.info("worker_started")
                await _live(queue_db, JobContext(db, worker, duties.parts, report), duties, stop, pace)
        except Exception as error:  # border: the worker starts again, whatever ended it
            WORKER_RESTARTS.inc()
            log.warning("worker_restarts", exc_info=error)
            if not isinstance(error, (DatabaseUnavailable, *RETRYABLE)):  # a database that restarts is no fault of ours
                report(error, level="warning", part="worker")
            with suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), pace.restart_seconds)
    log.info("worker_stopped")


@asynccontextmanager
async def _ways_in(address: DatabaseAddress) -> AsyncIterator[tuple[Db, Db]]:
    """The queue has connections of its own: jobs that hold all the others must not silence its heartbeats."""
    async with AsyncExitStack() as stack:
        opened = []
        for size, name in ((3, "holdfast-queue"), (8, "holdfast-worker")):
            opened.append(await connect(address, size=size, name=name))
            stack.push_async_callback(opened[-1].close)
        yield opened[0], opened[1]


async def _live(
    queue_db: Db,
    context: JobContext[P],
    duties: Duties[P],
    stop: asyncio.Event,
    pace: WorkerPace,
) -> None:
    """Until it is asked to stop, or the first of its parts fails; what runs then may end."""
    suspects = Suspects(steady_seconds=pace.steady_seconds)
    guards = {kind.name: Guard(kind, function, context, suspects) for kind, function in duties.jobs.items()}
    queue = Queue(queue_db, {kind.name: kind for kind in duties.jobs}, tries=pace.query_tries)
    dispatcher = Dispatcher(queue, guards, pace)
    clock = Schedule(
        queue_db, duties.schedule, context, tries=pace.query_tries, timeout_seconds=pace.schedule_timeout_seconds
    )
    working = [asyncio.create_task(dispatcher.run()), asyncio.create_task(clock.run())]
    beside = [
        asyncio.create_task(dispatcher.keep_alive()),
        asyncio.create_task(keep_listening(queue_db.pool, CHANNEL, dispatcher.woken)),
    ]
    try:
        await _until_asked_or_failed([*working, *beside], stop)
    finally:
        for part in (dispatcher, clock):
            part.close(pace.grace_seconds if stop.is_set() else 0.0)
        await asyncio.wait(working)
        for task in beside:
            task.cancel()
        await asyncio.wait(beside)
    for task in (*working, *beside):
        if not task.cancelled():
            task.result()


async def _until_asked_or_failed(tasks: Sequence[asyncio.Task[None]], stop: asyncio.Event) -> None:
    """A part that has nothing to do may end before."""
    asked = asyncio.create_task(stop.wait())
    waiting: set[asyncio.Task[Any]] = {*tasks, asked}
    try:
        while asked in waiting:
            done, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            if any(task.cancelled() or task.exception() for task in done):
                return
    finally:
        asked.cancel()


def stop_on_signals() -> asyncio.Event:
    """For a process that is nothing but a worker: SIGTERM and Ctrl-C ask it to stop."""
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    return stop
