from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import asyncpg
import pytest

from holdfast.core.db import Db, Owner, RolledBack, connect, execute_with_retry, owner_of
from holdfast.core.first_words import GiveWay
from holdfast.core.ids import UserId, new_id
from holdfast.core.migrate import Addresses
from tests.waiting import HANGS_SECONDS, until

pytestmark = pytest.mark.anyio


async def test_the_asker_is_known_inside_a_transaction_and_forgotten_after_it(db: Db) -> None:
    user = UserId(new_id())
    async with db.as_user(user) as tx:
        assert await tx.fetchval("select current_account()") == user
    async with db.as_nobody() as tx:
        assert await tx.fetchval("select current_account()") is None
    assert (await db.look_up("select current_setting('app.user_id', true) as who"))[0]["who"] in (None, "")


async def test_an_asker_of_another_tenant_is_no_account_of_ours(db: Db) -> None:
    async with db.as_owner(Owner("acme", str(new_id()))) as tx:
        assert await tx.fetchval("select current_account()") is None


async def test_a_name_with_quotes_stays_a_name(db: Db) -> None:
    hostile = "x'; select pg_sleep(10); --\\'"
    async with db.as_owner(Owner(hostile, hostile)) as tx:
        assert await tx.fetchval("select current_setting('app.user_id')") == hostile


async def test_a_killed_backend_costs_one_retry(db: Db, as_owner: asyncpg.Connection) -> None:
    async def ask() -> int:
        async with db.as_nobody() as tx:
            pid: int = await tx.fetchval("select pg_backend_pid()")
            return pid

    first = await ask()
    async with db.as_nobody() as tx:
        await tx.execute("select 1")
    # The app's own role may end its own backends, as an operator's restart would.
    await db.look_up(
        """
        select pg_terminate_backend(pid) from pg_stat_activity
         where usename = current_user and pid <> pg_backend_pid()
        """
    )
    assert await execute_with_retry(ask) > 0
    assert first > 0


async def test_an_error_rolls_back_and_the_connection_serves_the_next(db: Db) -> None:
    with pytest.raises(asyncpg.DivisionByZeroError):
        async with db.as_nobody() as tx:
            await tx.fetchval("select 1 / 0")
    async with db.as_nobody() as tx:
        assert await tx.fetchval("select 1") == 1


async def test_an_error_that_is_swallowed_inside_a_transaction_does_not_pass_for_a_commit(db: Db) -> None:
    async def swallow() -> None:
        async with db.as_nobody() as tx:
            with contextlib.suppress(asyncpg.DivisionByZeroError):
                await tx.fetchval("select 1 / 0")

    with pytest.raises(RolledBack):
        await swallow()


async def test_only_the_first_connection_of_a_process_asks_what_an_array_of_postgres_own_is(db: Db) -> None:
    one, asked = new_id(), dict[int, list[str]]()

    async def use(number: int) -> None:
        async with db.as_nobody() as tx:
            log = asked.setdefault(number, []).append
            with tx.query_logger(lambda record: log(record.query)):
                assert await tx.fetchval("select array[$1::uuid]", one) == [one]
            if number < 2:
                await use(number + 1)  # on another connection: this one is held

    await use(0)
    assert [len(queries) for queries in (asked[1], asked[2])] == [1, 1]


async def test_what_a_database_made_itself_is_asked_of_that_database(db: Db, as_owner: asyncpg.Connection) -> None:
    await as_owner.execute("create type mood as enum ('calm', 'storm')")
    await as_owner.execute("create table moods (felt mood[])")
    await as_owner.execute("grant all on moods to holdfast_app")
    async with db.as_nobody() as tx:
        await tx.execute("insert into moods values ($1)", ["calm", "storm"])
        assert await tx.fetchval("select felt from moods") == ["calm", "storm"]


@pytest.fixture
async def onlooker(addresses: Addresses) -> AsyncIterator[asyncpg.Connection]:
    """As the same role, which may see what its own connections do."""
    connection = await asyncpg.connect(addresses.app.dsn)
    yield connection
    await connection.close()


async def are_waiting(onlooker: asyncpg.Connection, count: int, *, on: str = "PgSleep") -> None:
    """So many connections to this database wait inside a statement."""
    query = "select count(*) = $1 from pg_stat_activity where datname = current_database() and wait_event = $2"
    await until(lambda: onlooker.fetchval(query, count, on))


async def test_cancelled_work_leaves_nothing_open_and_nobody_known(db: Db, onlooker: asyncpg.Connection) -> None:
    async def slow() -> None:
        async with db.as_user(UserId(new_id())) as tx:
            await tx.execute("select pg_sleep(30)")

    tasks = [asyncio.create_task(slow()) for _ in range(20)]
    await are_waiting(onlooker, 10)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for _ in range(20):
        async with db.as_nobody() as tx:
            assert await tx.fetchval("select current_account()") is None


async def test_what_travels_with_the_begin_can_be_waited_for_in_vain_and_leaves_a_sound_connection(
    addresses: Addresses, onlooker: asyncpg.Connection
) -> None:
    holder, waiter = await asyncpg.connect(addresses.app.dsn), await connect(addresses.app, size=1)
    lock = "select pg_advisory_xact_lock(7)"
    try:
        async with holder.transaction():
            await holder.execute(lock)

            async def wait() -> None:
                async with waiter.as_user(UserId(new_id()), first=lock):
                    pytest.fail("somebody else holds it")

            for _ in range(2):
                await are_waiting(onlooker, 0, on="advisory")
                waiting = asyncio.create_task(wait())
                await are_waiting(onlooker, 1, on="advisory")
                waiting.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await waiting
        ada = UserId(new_id())
        async with waiter.as_user(ada, first=lock) as tx:
            assert await tx.fetchval("select current_account()") == ada
        (row,) = await waiter.look_up("select current_account() as asker")
        assert row["asker"] is None
    finally:
        await waiter.close()
        await holder.close()


async def test_what_only_reads_knows_its_asker_and_cannot_write(db: Db) -> None:
    user = UserId(new_id())
    async with db.reading(owner_of(user)) as tx:
        assert await tx.fetchval("select current_account()") == user
    with pytest.raises(asyncpg.ReadOnlySQLTransactionError):
        async with db.reading(owner_of(user)) as tx:
            await tx.execute("insert into users (id, name) values ($1, 'Ada')", user)


async def test_readers_leave_nothing_behind_for_the_next_on_their_connection(addresses: Addresses) -> None:
    alone = await connect(addresses.app, size=1)
    try:
        for _ in range(20):
            user = UserId(new_id())
            async with alone.reading(owner_of(user)) as tx:
                assert await tx.fetchval("select current_account()") == user
            # Its end is still on its way; whoever comes next waits for it, and is somebody else.
            async with alone.as_nobody() as tx:
                assert await tx.fetchval("select current_account()") is None
            assert (await alone.look_up("select current_setting('transaction_read_only') as is"))[0]["is"] == "off"
    finally:
        await alone.close()


async def test_a_reader_that_breaks_or_is_cancelled_gives_its_connection_back(
    addresses: Addresses, onlooker: asyncpg.Connection
) -> None:
    alone = await connect(addresses.app, size=1)
    owner = owner_of(UserId(new_id()))

    async def dawdle() -> None:
        async with alone.reading(owner) as tx:
            await tx.execute("select pg_sleep(30)")

    try:
        with pytest.raises(asyncpg.DivisionByZeroError):
            async with alone.reading(owner) as tx:
                await tx.fetchval("select 1 / 0")
        task = asyncio.create_task(dawdle())
        await are_waiting(onlooker, 1)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        async with asyncio.timeout(HANGS_SECONDS), alone.reading(owner) as tx:
            assert await tx.fetchval("select 1") == 1
    finally:
        await alone.close()


class SlowToTakeBack:
    """A pool whose server has gone silent: what is given back to it is not free yet."""

    def __init__(self, pool: asyncpg.Pool) -> None:
        self._pool = pool
        self.is_asked = asyncio.Event()
        self.answers = asyncio.Event()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._pool, name)

    async def release(self, connection: Any) -> None:
        self.is_asked.set()
        await self.answers.wait()
        await self._pool.release(connection)


async def test_nobody_waits_for_ever_behind_a_connection_that_is_still_being_given_back(addresses: Addresses) -> None:
    alone = await connect(addresses.app, size=1)
    pool: Any = SlowToTakeBack(alone.pool)
    slow = Db(pool, acquire_seconds=0.1)
    try:
        first = asyncio.create_task(slow.look_up("select 1 as one"))
        await pool.is_asked.wait()
        second = asyncio.create_task(slow.look_up("select 2 as two"))
        await asyncio.wait([second], timeout=HANGS_SECONDS)
        assert second.done(), "it would wait as long as the server is silent"
        with pytest.raises(TimeoutError):
            await second
        pool.answers.set()
        assert (await first)[0]["one"] == 1
        assert (await slow.look_up("select 3 as three"))[0]["three"] == 3
    finally:
        pool.answers.set()
        await alone.close()


async def test_whatever_ends_them_connections_are_counted_as_given_back(
    addresses: Addresses, onlooker: asyncpg.Connection
) -> None:
    """Counted as taken for good, one would hurry everybody; counted as free for good, somebody would wait for ever."""
    two = Db((await connect(addresses.app, size=2)).pool, acquire_seconds=0.1)
    owner = owner_of(UserId(new_id()))

    async def dawdle() -> None:
        async with two.reading(owner) as tx:
            await tx.execute("select pg_sleep(30)")

    gate = asyncio.Event()

    async def hold() -> None:
        async with two.as_nobody():
            await gate.wait()

    async def fail() -> None:
        async with two.as_owner(owner) as tx:
            await tx.fetchval("select 1 / 0")

    try:
        tasks = [asyncio.create_task(work()) for work in (dawdle, fail, dawdle, dawdle, fail, dawdle)]
        await are_waiting(onlooker, 2)
        await until(lambda: sum(task.done() for task in tasks) == 4)
        for task in tasks:
            task.cancel()
        outcomes = await asyncio.gather(*tasks, return_exceptions=True)
        assert {type(one) for one in outcomes} >= {TimeoutError, asyncio.CancelledError}
        for _ in range(3):
            assert len(await asyncio.gather(*(two.look_up("select pg_sleep(0.2)") for _ in range(2)))) == 2
        held = [asyncio.create_task(hold()) for _ in range(2)]
        await until(lambda: two._taken == 2)
        with pytest.raises(TimeoutError):
            await two.look_up("select 1")
        gate.set()
        await asyncio.gather(*held)
    finally:
        await two.close()


async def test_where_others_go_first_each_transaction_waits_for_its_turn(addresses: Addresses) -> None:
    waiting = [False]
    db = await connect(
        addresses.app,
        gives_way=GiveWay(lambda: waiting[0], every_seconds=3600.0),
    )
    try:
        assert [row[0] for row in await db.look_up("select 1")] == [1]
        waiting[0] = True
        asked = asyncio.create_task(db.look_up("select 2"))
        done, _ = await asyncio.wait([asked], timeout=0.2)
        assert not done
        waiting[0] = False
        assert [row[0] for row in await asked] == [2]
    finally:
        await db.close()
