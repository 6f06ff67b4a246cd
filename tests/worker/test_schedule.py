from __future__ import annotations

import asyncpg
import pytest

from holdfast.core.db import Db
from holdfast.core.jobs import Job, JobContext, JobKind, Scheduled, enqueue
from holdfast.worker.prune import prune_job_log
from tests.waiting import until
from tests.worker.conftest import StartWorker

pytestmark = pytest.mark.anyio


async def test_a_schedule_fires_once_though_two_workers_keep_it(
    effects: asyncpg.Connection, start_worker: StartWorker
) -> None:
    async def tick(context: JobContext[object]) -> None:
        async with context.db.as_nobody() as tx:
            await tx.execute("insert into effects (note) values ('tick')")

    began = await effects.fetchval("select clock_timestamp()")
    every_other_second = [Scheduled[object]("tick", "* * * * * */2", tick)]
    async with start_worker({}, schedule=every_other_second), start_worker({}, schedule=every_other_second):
        await until(lambda: _ticked(effects, 2))
        ticks = await effects.fetchrow(
            "select count(*) as count, extract(epoch from max(at) - $1) as seconds from effects", began
        )
    assert ticks is not None
    assert ticks["count"] <= ticks["seconds"] / 2 + 1


async def _ticked(effects: asyncpg.Connection, times: int) -> bool:
    return int(await effects.fetchval("select count(*) from effects")) >= times


async def test_a_schedule_that_fails_comes_round_again(start_worker: StartWorker) -> None:
    runs = 0

    async def fail(context: JobContext[object]) -> None:
        nonlocal runs
        runs += 1
        raise ValueError("what somebody said")

    async def twice() -> bool:
        return runs >= 2

    async with start_worker({}, schedule=[Scheduled[object]("failing", "* * * * * *", fail)]):
        await until(twice)


async def test_the_log_of_jobs_is_pruned_but_not_that_of_jobs_that_still_wait(
    db: Db, worker_db: Db, as_owner: asyncpg.Connection
) -> None:
    async with db.as_nobody() as tx:
        await enqueue(tx, JobKind("waits"), {})
        await enqueue(tx, JobKind("is_done"), {})
    await as_owner.execute("delete from jobs.pgqueuer where entrypoint = 'is_done'")
    await as_owner.execute("update jobs.pgqueuer_log set created = now() - interval '15 days'")
    await prune_job_log(JobContext[object](db, worker_db, object()))
    left = await as_owner.fetch("select entrypoint from jobs.pgqueuer_log")
    assert [row["entrypoint"] for row in left] == ["waits"]


async def test_a_worker_without_jobs_and_schedules_stops_when_asked(
    as_owner: asyncpg.Connection, start_worker: StartWorker
) -> None:
    async def nothing(job: Job, context: JobContext[object]) -> None:
        return

    async with start_worker({JobKind("none"): nothing}):
        await until(lambda: _listens(as_owner))


async def _listens(as_owner: asyncpg.Connection) -> bool:
    query = "select exists (select from pg_stat_activity where application_name = 'holdfast-queue')"
    return bool(await as_owner.fetchval(query))
