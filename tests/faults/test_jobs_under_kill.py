"""Workers are killed without warning; every job takes effect once."""

from __future__ import annotations

import asyncio
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import asyncpg
import pytest

from holdfast.core.db import Db, connect
from holdfast.core.dead_jobs import list_dead_jobs
from holdfast.core.jobs import enqueue
from holdfast.core.migrate import Addresses
from tests import warm
from tests.faults.worker_process import DEADLY, MARK
from tests.waiting import a_moment, until

pytestmark = [pytest.mark.anyio, pytest.mark.faults]

Start = Callable[[], subprocess.Popen[bytes]]


@pytest.fixture
def start(addresses: Addresses) -> Iterator[Start]:
    started: list[subprocess.Popen[bytes]] = []

    def one() -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "tests.faults.worker_process", addresses.worker.dsn, addresses.app.dsn]
        started.append(warm.start(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        return started[-1]

    yield one
    for process in started:
        process.kill()
        process.wait()


@pytest.fixture
async def effects(as_owner: asyncpg.Connection) -> asyncpg.Connection:
    await as_owner.execute("create table effects (n int, note text)")
    await as_owner.execute("grant select, insert on effects to holdfast_app")
    return as_owner


async def _until(connection: asyncpg.Connection, condition: str, seconds: float = 60) -> None:
    await until(lambda: connection.fetchval(f"select {condition}"), seconds=seconds)


async def test_every_job_takes_effect_once_though_workers_are_killed_at_random(
    db: Db, effects: asyncpg.Connection, start: Start
) -> None:
    seed = random.randrange(1_000_000)
    print(f"seed {seed}")
    dice = random.Random(seed)
    async with db.as_nobody() as tx:
        for n in range(150):
            await enqueue(tx, MARK, {"n": n})
    kills = 0
    while kills < 4 and await effects.fetchval("select count(*) from jobs.pgqueuer"):
        before = await effects.fetchval("select count(*) from effects")
        worker = start()
        await _until(effects, f"(select count(*) from effects) > {before}")
        await a_moment(dice, 0.3)
        worker.kill()
        worker.wait()
        kills += 1
    assert kills == 4, "all was done before it could be killed four times"
    start()
    await _until(effects, "not exists (select from jobs.pgqueuer where status <> 'failed')")
    assert [row["n"] for row in await effects.fetch("select n from effects order by n")] == list(range(150))


async def test_a_killed_workers_job_is_handed_to_another(db: Db, effects: asyncpg.Connection, start: Start) -> None:
    first = start()
    async with effects.transaction():
        # Nobody can write an effect while we hold this, so the first worker is killed in the middle of its work.
        await effects.execute("lock table effects in share mode")
        async with db.as_nobody() as tx:
            await enqueue(tx, MARK, {"n": 0})
        await _until(effects, "exists (select from pg_locks where relation = 'effects'::regclass and not granted)")
        first.kill()
        first.wait()
    assert await effects.fetchval("select status from jobs.pgqueuer") == "picked"
    started = time.monotonic()
    second = start()
    await _until(effects, "exists (select from effects)")
    assert time.monotonic() - started < 15
    assert await effects.fetchval("select note from effects") == str(second.pid)


async def test_a_job_that_ends_its_workers_is_held_after_three_and_the_innocent_are_not(
    db: Db, addresses: Addresses, effects: asyncpg.Connection, start: Start
) -> None:
    async with db.as_nobody() as tx:
        await enqueue(tx, DEADLY, {})
        for n in range(8):
            await enqueue(tx, MARK, {"n": n})
    for _ in range(3):
        worker = start()
        assert await asyncio.to_thread(worker.wait, 15) == -signal.SIGKILL
    last = start()
    await _until(effects, "exists (select from jobs.pgqueuer where status = 'failed')")
    await _until(effects, "(select count(*) from effects) = 8")
    assert last.poll() is None
    worker_db = await connect(addresses.worker, size=2)
    (dead,) = await list_dead_jobs(worker_db)
    assert dead.error.startswith("Poison at holdfast.worker.guard")
    await worker_db.close()


async def test_a_worker_that_is_asked_to_stop_finishes_what_it_has(
    db: Db, effects: asyncpg.Connection, start: Start
) -> None:
    worker = start()
    async with db.as_nobody() as tx:
        for n in range(10):
            await enqueue(tx, MARK, {"n": n})
    await _until(effects, "exists (select from jobs.pgqueuer where status = 'picked')")
    worker.send_signal(signal.SIGTERM)
    assert await asyncio.to_thread(worker.wait, 15) == 0
    left = await effects.fetchval("select count(*) from jobs.pgqueuer where status <> 'queued'")
    done = await effects.fetchval("select count(*) from effects")
    waiting = await effects.fetchval("select count(*) from jobs.pgqueuer where status = 'queued'")
    assert (left, done + waiting) == (0, 10)
    assert done > 0
