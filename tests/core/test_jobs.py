"""Enqueueing and the dead letters, without a worker."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from uuid import UUID

import asyncpg
import orjson
import pytest

from holdfast.core.db import Db, Owner, connect, owner_of
from holdfast.core.dead_jobs import drop_dead_job, list_dead_jobs, retry_dead_job
from holdfast.core.errors import Conflict, NotFound
from holdfast.core.ids import UserId, new_id
from holdfast.core.jobs import JobKind, drop_jobs_of_asker, enqueue, queue_state
from holdfast.core.migrate import Addresses

pytestmark = pytest.mark.anyio

FOLD = JobKind("fold")


@pytest.fixture
async def worker_db(addresses: Addresses) -> AsyncIterator[Db]:
    database = await connect(addresses.worker, size=3)
    yield database
    await database.close()


async def _rows(connection: asyncpg.Connection) -> list[asyncpg.Record]:
    rows: list[asyncpg.Record] = await connection.fetch("select * from jobs.pgqueuer order by id")
    return rows


async def test_a_job_is_invisible_before_its_cause_is_committed(db: Db, as_owner: asyncpg.Connection) -> None:
    async with db.as_user(UserId(new_id())) as tx:
        assert await enqueue(tx, FOLD, {"session_id": new_id()})
        assert await _rows(as_owner) == []
    assert len(await _rows(as_owner)) == 1


async def test_a_job_is_gone_when_its_cause_is_rolled_back(db: Db, as_owner: asyncpg.Connection) -> None:
    async def fail_after_asking() -> None:
        async with db.as_user(UserId(new_id())) as tx:
            await enqueue(tx, FOLD, {"session_id": new_id()})
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await fail_after_asking()
    assert await _rows(as_owner) == []


async def test_the_database_writes_down_who_was_asking(db: Db, as_owner: asyncpg.Connection) -> None:
    user, session = UserId(new_id()), new_id()
    async with db.as_user(user) as tx:
        await enqueue(tx, FOLD, {"session_id": session, "count": 3})
    async with db.as_nobody() as tx:
        await enqueue(tx, FOLD, {})
    owned, systems = await _rows(as_owner)
    assert orjson.loads(owned["headers"]) == {"tenant_id": "default", "user_id": str(user)}
    assert orjson.loads(owned["payload"]) == {"session_id": str(session), "count": 3}
    assert systems["headers"] is None


async def test_text_is_no_id(db: Db) -> None:
    async with db.as_nobody() as tx:
        with pytest.raises(ValueError, match="never holds text"):
            await enqueue(tx, FOLD, {"text": "what a person said"})


async def test_the_same_key_waits_once_for_each_asker_and_kind(db: Db, as_owner: asyncpg.Connection) -> None:
    owners = [Owner("a__b", "c"), Owner("a", "b__c"), owner_of(UserId(new_id()))]
    for owner in owners * 2:
        async with db.as_owner(owner) as tx:
            await enqueue(tx, FOLD, {}, dedupe_key="k")
    async with db.as_owner(owners[0]) as tx:
        assert await enqueue(tx, JobKind("other"), {}, dedupe_key="k")
        assert not await enqueue(tx, FOLD, {}, dedupe_key="k")
        assert await enqueue(tx, FOLD, {}, dedupe_key="another")
    assert len(await _rows(as_owner)) == 5
    assert "a__b" not in "".join(row["dedupe_key"] for row in await _rows(as_owner))


async def test_asking_again_brings_a_waiting_job_forward_but_not_one_that_pauses_after_a_failure(
    db: Db, as_owner: asyncpg.Connection
) -> None:
    async def ask(delay: float) -> None:
        async with db.as_nobody() as tx:
            await enqueue(tx, FOLD, {}, dedupe_key="k", delay_seconds=delay, priority=int(100 - delay))

    async def waits() -> float:
        seconds: float = await as_owner.fetchval("select extract(epoch from execute_after - now()) from jobs.pgqueuer")
        return seconds

    await ask(60)
    await ask(10)
    assert await waits() < 11
    await as_owner.execute("update jobs.pgqueuer set attempts = 1")
    await ask(0)
    assert await waits() > 5
    assert (await _rows(as_owner))[0]["priority"] == 100_000


async def test_no_worker_takes_a_job_before_the_second_asker_has_committed(db: Db, worker_db: Db) -> None:
    """Else it would run without having seen what the second asker wrote, who was told that it need not ask."""
    take = "select id from jobs.pgqueuer where status = 'queued' for update skip locked"
    async with db.as_nobody() as tx:
        await enqueue(tx, FOLD, {}, dedupe_key="k")
    async with db.as_nobody() as tx:
        assert not await enqueue(tx, FOLD, {}, dedupe_key="k")
        async with worker_db.as_nobody() as worker:
            assert await worker.fetch(take) == []
    async with worker_db.as_nobody() as worker:
        assert len(await worker.fetch(take)) == 1


async def test_work_asked_for_while_it_runs_is_queued_again(db: Db, as_owner: asyncpg.Connection) -> None:
    async with db.as_nobody() as tx:
        await enqueue(tx, FOLD, {}, dedupe_key="k")
    await as_owner.execute("update jobs.pgqueuer set status = 'picked'")
    async with db.as_nobody() as tx:
        assert await enqueue(tx, FOLD, {}, dedupe_key="k")


async def test_many_who_ask_for_the_same_at_once_get_one_job(db: Db, as_owner: asyncpg.Connection) -> None:
    async def ask() -> bool:
        async with db.as_nobody() as tx:
            return await enqueue(tx, FOLD, {}, dedupe_key="k")

    answers = await asyncio.gather(*(ask() for _ in range(30)))
    assert answers.count(True) == 1
    assert len(await _rows(as_owner)) == 1


@pytest.mark.parametrize(
    "statement",
    [
        "select payload from jobs.pgqueuer",
        "select id from jobs.pgqueuer",
        "insert into jobs.pgqueuer (priority, status, entrypoint) values (0, 'queued', 'x')",
        "update jobs.pgqueuer set priority = 1",
        "delete from jobs.pgqueuer",
        "select traceback from jobs.pgqueuer_log",
        "select jobs.asker()",
    ],
)
async def test_the_app_may_enqueue_and_nothing_else(db: Db, statement: str) -> None:
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        async with db.as_user(UserId(new_id())) as tx:
            await tx.execute(statement)


async def test_forgetting_drops_what_is_the_askers_own(db: Db, as_owner: asyncpg.Connection) -> None:
    anna, ben = UserId(new_id()), UserId(new_id())
    for user in (anna, anna, ben):
        async with db.as_user(user) as tx:
            await enqueue(tx, FOLD, {})
    async with db.as_nobody() as tx:
        await enqueue(tx, FOLD, {})
        assert await drop_jobs_of_asker(tx) == 0
    async with db.as_user(anna) as tx:
        assert await drop_jobs_of_asker(tx) == 2
    assert [row["headers"] is None or str(ben) in row["headers"] for row in await _rows(as_owner)] == [True, True]


async def _kill(as_owner: asyncpg.Connection) -> int:
    job: int = await as_owner.fetchval("update jobs.pgqueuer set status = 'failed', attempts = 4 returning id")
    await as_owner.execute(
        "insert into jobs.pgqueuer_log (job_id, status, entrypoint, priority, traceback)"
        " values ($1, 'failed', 'fold', 0, $2)",
        job, '{"exception_message": "ValueError at holdfast.x:1"}',
    )  # fmt: skip
    return job


async def _dead(db: Db, as_owner: asyncpg.Connection, *, key: str | None = None) -> tuple[int, UUID]:
    secret = new_id()
    async with db.as_user(UserId(new_id())) as tx:
        await enqueue(tx, FOLD, {"message_id": secret}, dedupe_key=key)
    return await _kill(as_owner), secret


async def test_a_dead_job_tells_what_failed_and_where_but_not_what_it_was_about(
    db: Db, worker_db: Db, as_owner: asyncpg.Connection
) -> None:
    job, secret = await _dead(db, as_owner)
    (dead,) = await list_dead_jobs(worker_db)
    assert (dead.id, dead.kind, dead.tries, dead.error) == (job, "fold", 5, "ValueError at holdfast.x:1")
    assert str(secret) not in repr(dead)
    assert (await queue_state(db)).dead == 1


async def test_a_dead_job_can_be_tried_again_or_dropped(db: Db, worker_db: Db, as_owner: asyncpg.Connection) -> None:
    job, _ = await _dead(db, as_owner)
    await retry_dead_job(worker_db, job)
    assert [(row["status"], row["attempts"]) for row in await _rows(as_owner)] == [("queued", 0)]
    await _kill(as_owner)
    await drop_dead_job(worker_db, job)
    assert await _rows(as_owner) == []
    for decide in (retry_dead_job, drop_dead_job):
        with pytest.raises(NotFound):
            await decide(worker_db, job)


async def test_a_dead_job_whose_twin_waits_cannot_be_revived(
    db: Db, worker_db: Db, as_owner: asyncpg.Connection
) -> None:
    async with db.as_nobody() as tx:
        await enqueue(tx, FOLD, {}, dedupe_key="k")
    job = await _kill(as_owner)
    async with db.as_nobody() as tx:
        await enqueue(tx, FOLD, {}, dedupe_key="k")
    with pytest.raises(Conflict):
        await retry_dead_job(worker_db, job)


async def test_the_state_of_the_queue_counts_what_is_due(db: Db) -> None:
    async with db.as_nobody() as tx:
        await enqueue(tx, FOLD, {})
        await enqueue(tx, FOLD, {}, delay_seconds=60)
    state = await queue_state(db)
    assert (state.waiting, state.dead) == (1, 0)
    assert 0 <= state.oldest_seconds < 55
