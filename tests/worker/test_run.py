"""Jobs through a real worker: how they end."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import asyncpg
import pytest

from holdfast.core.db import Db, owner_of
from holdfast.core.dead_jobs import list_dead_jobs, retry_dead_job
from holdfast.core.ids import UserId, new_id
from holdfast.core.jobs import Hopeless, Job, JobContext, JobKind, JobLost, drop_jobs_of_asker, enqueue, work
from tests.waiting import HANGS_SECONDS, never, takes, until
from tests.worker.conftest import QUICK, StartWorker

pytestmark = pytest.mark.anyio

MARK = JobKind("mark", tries=3, first_pause_seconds=0.05)
MARKER = "what-Anna-said-about-her-sister"


async def _mark(job: Job, context: JobContext[object]) -> None:
    async with work(context.worker, job) as tx:
        await tx.execute("insert into effects (n, note) values ($1, current_account()::text)", job.ids["n"])


async def _marks(effects: asyncpg.Connection) -> list[int]:
    return [row["n"] for row in await effects.fetch("select n from effects order by at")]


async def _statuses(connection: asyncpg.Connection) -> list[str]:
    return [row["status"] for row in await connection.fetch("select status from jobs.pgqueuer order by id")]


async def test_a_job_takes_effect_as_the_one_who_asked(
    db: Db, effects: asyncpg.Connection, start_worker: StartWorker
) -> None:
    user = UserId(new_id())
    async with start_worker({MARK: _mark}):
        async with db.as_user(user) as tx:
            await enqueue(tx, MARK, {"n": 1})
        await until(lambda: _has(effects, 1))
    assert await effects.fetchval("select note from effects") == str(user)
    assert await _statuses(effects) == []
    log = await effects.fetch("select status::text from jobs.pgqueuer_log order by id")
    assert [row["status"] for row in log] == ["queued", "picked", "successful"]


async def _has(effects: asyncpg.Connection, count: int) -> bool:
    return len(await _marks(effects)) >= count


async def test_a_job_that_needs_no_transaction_of_its_own_is_acknowledged_when_it_returns(
    db: Db, as_owner: asyncpg.Connection, start_worker: StartWorker
) -> None:
    ran = asyncio.Event()

    async def ring(job: Job, context: JobContext[object]) -> None:
        ran.set()

    async with start_worker({MARK: ring}):
        async with db.as_nobody() as tx:
            await enqueue(tx, MARK, {})
        await asyncio.wait_for(ran.wait(), HANGS_SECONDS)

    assert await _statuses(as_owner) == []


async def test_a_failing_job_is_tried_again_and_then_held_without_its_words(
    db: Db, worker_db: Db, as_owner: asyncpg.Connection, start_worker: StartWorker, capsys: pytest.CaptureFixture[str]
) -> None:
    attempts: list[int] = []

    async def fail(job: Job, context: JobContext[object]) -> None:
        attempts.append(job.attempt)
        raise ValueError(MARKER)

    async with start_worker({MARK: fail}):
        async with db.as_user(UserId(new_id())) as tx:
            await enqueue(tx, MARK, {})
        await until(lambda: _is_held(as_owner))
    assert attempts == [1, 2, 3]
    (dead,) = await list_dead_jobs(worker_db)
    assert dead.error.startswith("ValueError at holdfast.worker.guard:")
    everything = await as_owner.fetch(
        "select j::text from jobs.pgqueuer j union all select l::text from jobs.pgqueuer_log l"
    )
    printed = capsys.readouterr()
    assert MARKER not in str(everything) + printed.out + printed.err
    assert "job_dead" in printed.err


async def _is_held(connection: asyncpg.Connection) -> bool:
    return await _statuses(connection) == ["failed"]


async def test_a_failed_try_leaves_no_effect(db: Db, effects: asyncpg.Connection, start_worker: StartWorker) -> None:
    async def fail_once(job: Job, context: JobContext[object]) -> None:
        async with work(context.worker, job) as tx:
            await tx.execute("insert into effects (n) values ($1)", job.attempt)
            if job.attempt == 1:
                raise ValueError

    async with start_worker({MARK: fail_once}):
        async with db.as_nobody() as tx:
            await enqueue(tx, MARK, {})
        await until(lambda: _has(effects, 1))
    assert await _marks(effects) == [2]


async def test_a_hopeless_job_is_held_at_once_and_can_be_revived(
    db: Db, worker_db: Db, as_owner: asyncpg.Connection, start_worker: StartWorker
) -> None:
    runs: list[int] = []

    async def give_up_once(job: Job, context: JobContext[object]) -> None:
        runs.append(job.attempt)
        if len(runs) == 1:
            raise Hopeless

    async with start_worker({MARK: give_up_once}):
        async with db.as_nobody() as tx:
            await enqueue(tx, MARK, {})
        await until(lambda: _is_held(as_owner))
        await retry_dead_job(worker_db, (await list_dead_jobs(worker_db))[0].id)
        await until(lambda: _is_empty(as_owner))
    assert runs == [1, 1]


async def _is_empty(connection: asyncpg.Connection) -> bool:
    return await _statuses(connection) == []


async def test_a_job_that_takes_too_long_has_failed(
    db: Db, as_owner: asyncpg.Connection, worker_db: Db, start_worker: StartWorker
) -> None:
    async def hang(job: Job, context: JobContext[object]) -> None:
        await never()

    slow = JobKind("slow", tries=1, timeout_seconds=0.1)
    async with start_worker({slow: hang}):
        async with db.as_nobody() as tx:
            await enqueue(tx, slow, {})
        await until(lambda: _is_held(as_owner))
    assert (await list_dead_jobs(worker_db))[0].error.startswith("TimeoutError")


async def test_a_failed_job_joins_its_twin_that_was_asked_for_meanwhile(
    db: Db, effects: asyncpg.Connection, start_worker: StartWorker
) -> None:
    runs: list[int] = []

    async def fail_first(job: Job, context: JobContext[object]) -> None:
        runs.append(job.attempt)
        if len(runs) == 1:
            async with context.db.as_nobody() as tx:
                assert await enqueue(tx, MARK, {}, dedupe_key="k", delay_seconds=30)
            raise ValueError
        async with work(context.worker, job):
            pass

    async with start_worker({MARK: fail_first}):
        async with db.as_nobody() as tx:
            await enqueue(tx, MARK, {}, dedupe_key="k")
        await until(lambda: _joined(effects))
        await effects.execute("update jobs.pgqueuer set execute_after = now()")
        await until(lambda: _is_empty(effects))
    assert runs == [1, 2]


async def _joined(connection: asyncpg.Connection) -> bool:
    rows = await connection.fetch("select status::text, attempts from jobs.pgqueuer")
    return [tuple(row) for row in rows] == [("queued", 1)]


async def test_a_stopped_worker_waits_for_the_job_it_has(
    db: Db, effects: asyncpg.Connection, start_worker: StartWorker
) -> None:
    begun, asked = asyncio.Event(), asyncio.Event()

    async def slow(job: Job, context: JobContext[object]) -> None:
        begun.set()
        await asked.wait()
        await _mark(job, context)

    async with start_worker({MARK: slow}, stop=asked):
        async with db.as_nobody() as tx:
            await enqueue(tx, MARK, {"n": 1})
        await asyncio.wait_for(begun.wait(), HANGS_SECONDS)
    assert await _marks(effects) == [1]


async def test_a_job_that_outlasts_the_grace_goes_back_into_the_queue(
    db: Db, effects: asyncpg.Connection, start_worker: StartWorker
) -> None:
    begun = asyncio.Event()

    async def endless(job: Job, context: JobContext[object]) -> None:
        async with work(context.worker, job) as tx:
            await tx.execute("insert into effects (n) values (1)")
            begun.set()
            await never()

    async with start_worker({MARK: endless}, pace=replace(QUICK, grace_seconds=0.1)):
        async with db.as_nobody() as tx:
            await enqueue(tx, MARK, {})
        await asyncio.wait_for(begun.wait(), HANGS_SECONDS)
    assert await _marks(effects) == []
    assert await _statuses(effects) == ["queued"]


async def test_a_worker_that_was_asleep_too_long_is_refused(
    db: Db, effects: asyncpg.Connection, start_worker: StartWorker
) -> None:
    """Its job was handed to another meanwhile: one effect, and the sleeper neither ends nor fails the other's job."""
    refused: list[bool] = []
    handed_over = asyncio.Event()

    async def sleeper(job: Job, context: JobContext[object]) -> None:
        if handed_over.is_set():
            await _mark(job, context)
            return
        # What a blocked event loop looks like from outside: no heartbeat, then another holder.
        await context.worker.look_up(
            "update jobs.pgqueuer set queue_manager_id = $1, heartbeat = now() - interval '1 hour'", new_id()
        )
        handed_over.set()
        try:
            await _mark(job, context)
        except JobLost:
            (row,) = await context.worker.look_up("select status::text from jobs.pgqueuer")
            refused.append(row["status"] == "picked")
            raise

    async with start_worker({MARK: sleeper}):
        async with db.as_nobody() as tx:
            await enqueue(tx, MARK, {"n": 7})
        await until(lambda: _has(effects, 1))
        await until(lambda: _is_empty(effects))
    assert refused == [True]
    assert await _marks(effects) == [7]


async def test_a_lost_job_that_ends_without_a_transaction_does_not_end_the_others_run(
    db: Db, as_owner: asyncpg.Connection, start_worker: StartWorker
) -> None:
    taken = asyncio.Event()

    async def lose(job: Job, context: JobContext[object]) -> None:
        await context.worker.look_up(
            "update jobs.pgqueuer set queue_manager_id = $1, heartbeat = now() + '1 hour'", new_id()
        )
        taken.set()
        if job.id % 2:
            raise ValueError

    async with start_worker({MARK: lose}):
        for _ in range(2):
            taken.clear()
            async with db.as_nobody() as tx:
                await enqueue(tx, MARK, {})
            await asyncio.wait_for(taken.wait(), HANGS_SECONDS)
    assert await _statuses(as_owner) == ["picked", "picked"]


async def test_a_forgotten_job_undoes_itself(db: Db, effects: asyncpg.Connection, start_worker: StartWorker) -> None:
    user = UserId(new_id())

    async def forgotten_midway(job: Job, context: JobContext[object]) -> None:
        async with context.db.as_owner(owner_of(user)) as tx:
            await drop_jobs_of_asker(tx)
        await _mark(job, context)

    async with start_worker({MARK: forgotten_midway}):
        async with db.as_user(user) as tx:
            await enqueue(tx, MARK, {"n": 1})
        await until(lambda: _is_empty(effects))
    assert await _marks(effects) == []


async def test_a_long_transaction_of_one_job_does_not_cost_the_others_their_jobs(
    db: Db, effects: asyncpg.Connection, start_worker: StartWorker
) -> None:
    """The row of a job inside `work` is locked; heartbeats of the others must not queue up behind it."""
    pace = replace(QUICK, heartbeat_seconds=3.0)
    others_lasted = asyncio.Event()

    async def hold(job: Job, context: JobContext[object]) -> None:
        if job.ids["n"] == 0:
            async with work(context.worker, job):
                await until(lambda: _have_lasted(context.worker, pace.heartbeat_seconds))
                others_lasted.set()
        else:
            await others_lasted.wait()
            await _mark(job, context)

    async with start_worker({MARK: hold}, pace=pace), start_worker({MARK: hold}, pace=pace):
        async with db.as_nobody() as tx:
            for n in range(4):
                await enqueue(tx, MARK, {"n": n})
        await until(lambda: _is_empty(effects))
    assert sorted(await _marks(effects)) == [1, 2, 3]
    assert await effects.fetchval("select count(*) from jobs.pgqueuer_log where status = 'picked'") == 4


async def _have_lasted(worker: Db, seconds: float) -> bool:
    """Three have told that they are alive for longer than anybody waits for a silent one."""
    lasting = "select count(*) = 3 as have from jobs.pgqueuer where heartbeat > updated + make_interval(secs => $1)"
    (row,) = await worker.look_up(lasting, seconds)
    return bool(row["have"])


async def test_the_number_at_once_holds_over_all_workers(
    db: Db, as_owner: asyncpg.Connection, start_worker: StartWorker
) -> None:
    running, most = 0, 0

    async def count(job: Job, context: JobContext[object]) -> None:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await takes(0.02)
        running -= 1

    single = JobKind("single", at_once=1)
    async with start_worker({single: count}), start_worker({single: count}):
        async with db.as_nobody() as tx:
            for _ in range(6):
                await enqueue(tx, single, {})
        await until(lambda: _is_empty(as_owner))
    assert most == 1
