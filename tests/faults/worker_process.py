"""A worker in a process of its own, for killing: `python -m tests.faults.worker_process WORKER_DSN APP_DSN`."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys

from holdfast.core.db import DatabaseAddress, connect
from holdfast.core.jobs import Job, JobContext, JobKind, work
from holdfast.worker.pace import WorkerPace
from holdfast.worker.run import Duties, run_worker, stop_on_signals

MARK = JobKind("mark")
DEADLY = JobKind("deadly")
PACE = WorkerPace(poll_seconds=0.2, heartbeat_seconds=1.0, steady_seconds=1.0, grace_seconds=10.0)


async def mark(job: Job, context: JobContext[object]) -> None:
    await asyncio.sleep(random.uniform(0, 0.2))
    async with work(context.worker, job) as tx:
        await tx.execute("insert into effects (n, note) values ($1, $2)", job.ids["n"], str(os.getpid()))
        await asyncio.sleep(random.uniform(0, 0.1))


async def end_this_process(job: Job, context: JobContext[object]) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


async def main(worker_dsn: str, app_dsn: str) -> None:
    stop = stop_on_signals()
    db = await connect(DatabaseAddress(app_dsn), size=2)
    jobs = {MARK: mark, DEADLY: end_this_process}
    await run_worker(DatabaseAddress(worker_dsn), db, Duties(object(), jobs), stop=stop, pace=PACE)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2]))
