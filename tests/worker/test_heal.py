"""The database goes away in several ways, and the worker is there when it comes back."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import asyncpg
import pytest

from holdfast.core.db import Db, connect, execute_with_retry
from holdfast.core.embedded.postgres import EmbeddedPostgres, start_postgres
from holdfast.core.jobs import Job, JobContext, JobKind, enqueue, work
from holdfast.core.metrics import WORKER_RESTARTS
from holdfast.core.migrate import Addresses, migrate, prepare_embedded
from holdfast.worker.run import Duties, run_worker
from tests.waiting import HANGS_SECONDS, takes, until
from tests.worker.conftest import QUICK, StartWorker

pytestmark = pytest.mark.anyio

RING = JobKind("ring")


async def _ask(db: Db, rung: asyncio.Event) -> None:
    """Until it rings."""
    rung.clear()

    async def ask() -> None:
        async with db.as_nobody() as tx:
            await enqueue(tx, RING, {})

    await execute_with_retry(ask, tries=6)
    await asyncio.wait_for(rung.wait(), HANGS_SECONDS)


async def test_a_killed_listener_is_replaced(db: Db, worker_db: Db, start_worker: StartWorker) -> None:
    rung = asyncio.Event()

    async def ring(job: Job, context: JobContext[object]) -> None:
        rung.set()

    # It hardly ever looks: what comes was heard, not found.
    async with start_worker({RING: ring}, pace=replace(QUICK, poll_seconds=10 * HANGS_SECONDS)):
        await _ask(db, rung)
        killed = await _listeners(worker_db)
        await worker_db.look_up(
            "select pg_terminate_backend(pid) from pg_stat_activity"
            " where application_name = 'holdfast-queue' and datname = current_database()"
        )
        await until(lambda: _has_others(worker_db, killed))
        for _ in range(3):
            await _ask(db, rung)


async def _listeners(worker_db: Db) -> set[int]:
    found = await worker_db.look_up(
        """
        select pid from pg_stat_activity
         where application_name = 'holdfast-queue' and datname = current_database() and query ilike 'listen%'
           and state = 'idle'
        """
    )
    return {row["pid"] for row in found}


async def _has_others(worker_db: Db, gone: set[int]) -> bool:
    return bool(await _listeners(worker_db) - gone)


class Restartable:
    """A Postgres of the test's own, because others still need theirs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.server: EmbeddedPostgres = start_postgres(folder, settings={"fsync": "off"})

    def stop(self) -> None:
        self.server.stop()

    def start(self) -> None:
        self.server = start_postgres(self.folder, settings={"fsync": "off"})


@pytest.fixture
def restartable(used_folder: Path) -> Iterator[Restartable]:
    restartable = Restartable(used_folder)
    yield restartable
    restartable.stop()


@pytest.fixture
async def own_addresses(restartable: Restartable) -> Addresses:
    addresses = await prepare_embedded(restartable.server)
    await migrate(addresses.owner)
    owner = await asyncpg.connect(addresses.owner.dsn)
    await owner.execute("create table effects (n int)")
    await owner.execute("grant insert, select on effects to holdfast_app")
    await owner.close()
    return addresses


@pytest.mark.parametrize("query_tries", [7, 2], ids=["waited out", "by starting again"])
async def test_a_worker_survives_a_restart_of_the_database(
    restartable: Restartable, own_addresses: Addresses, query_tries: int
) -> None:
    """Jobs that ran as it went down are finished afterwards, once each; jobs that come later run at once."""
    rung, is_back, stop = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def mark(job: Job, context: JobContext[object]) -> None:
        rung.set()
        await is_back.wait()
        async with work(context.worker, job) as tx:
            await tx.execute("insert into effects (n) values ($1)", job.id)

    restarts = WORKER_RESTARTS._value.get()
    db = await connect(own_addresses.app, size=3)
    pace = replace(QUICK, heartbeat_seconds=1.0, query_tries=query_tries)
    running = asyncio.create_task(
        run_worker(own_addresses.worker, db, Duties(object(), {RING: mark}), stop=stop, pace=pace)
    )
    await _ask(db, rung)
    restartable.stop()
    away_at = time.monotonic()
    if query_tries == 2:
        await until(lambda: WORKER_RESTARTS._value.get() > restarts)
    else:
        await takes(1)
    restartable.start()
    is_back_soon = time.monotonic() - away_at < 5
    is_back.set()
    for _ in range(2):
        await _ask(db, rung)
    assert not running.done()
    if query_tries == 2 or is_back_soon:  # a slow machine keeps it away for longer than anybody waits it out
        assert (WORKER_RESTARTS._value.get() > restarts) == (query_tries == 2)
    await until(lambda: _has_marks(db, 3))
    stop.set()
    await asyncio.wait_for(running, HANGS_SECONDS)
    assert len({row["n"] for row in await db.look_up("select n from effects")}) == 3
    await db.close()


async def _has_marks(db: Db, count: int) -> bool:
    return len(await db.look_up("select n from effects")) >= count
