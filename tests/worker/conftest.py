"""Real workers at a quick pace, on the test's own database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import asyncpg
import pytest

from holdfast.core.db import Db, connect
from holdfast.core.jobs import JobFunction, JobKind, Scheduled
from holdfast.core.migrate import Addresses
from holdfast.worker.pace import WorkerPace
from holdfast.worker.run import Duties, run_worker
from tests.waiting import HANGS_SECONDS

QUICK = WorkerPace(poll_seconds=0.2, steady_seconds=0.2, restart_seconds=0.1, grace_seconds=HANGS_SECONDS)
"""But for one thing: beside a load a worker may be silent for a while, and its job is not handed to another."""

StartWorker = Callable[..., AbstractAsyncContextManager[asyncio.Event]]


@pytest.fixture
async def worker_db(addresses: Addresses) -> AsyncIterator[Db]:
    database = await connect(addresses.worker, size=4)
    yield database
    await database.close()


@pytest.fixture
async def effects(as_owner: asyncpg.Connection) -> asyncpg.Connection:
    """Where jobs of these tests leave their marks; nothing stops a mark from being made twice."""
    await as_owner.execute("create table effects (n int, note text, at timestamptz default clock_timestamp())")
    await as_owner.execute("grant select, insert on effects to holdfast_app")
    return as_owner


@pytest.fixture
def start_worker(addresses: Addresses, db: Db) -> StartWorker:
    @asynccontextmanager
    async def start(
        jobs: Mapping[JobKind, JobFunction[object]],
        *,
        schedule: Sequence[Scheduled[object]] = (),
        pace: WorkerPace = QUICK,
        report: Callable[..., None] = lambda error, **tags: None,
        stop: asyncio.Event | None = None,
    ) -> AsyncIterator[asyncio.Event]:
        stop = stop or asyncio.Event()
        running = asyncio.create_task(
            run_worker(addresses.worker, db, Duties(object(), jobs, schedule), stop=stop, pace=pace, report=report)
        )
        try:
            yield stop
        finally:
            stop.set()
            await asyncio.wait_for(running, HANGS_SECONDS)

    return start
