"""One owner's work holds a share of the pool and not the pool, and waits for nobody's lock without end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import asyncpg
import pytest

from holdfast.core.db import Db, Owner, UnsendableArgument, connect, execute_with_retry
from holdfast.core.migrate import Addresses
from tests.waiting import HANGS_SECONDS, until

pytestmark = pytest.mark.anyio

ADA, BOB = Owner("default", "ada"), Owner("default", "bob")
LOCK = "select pg_advisory_xact_lock(4711)"


@pytest.fixture
async def shared(addresses: Addresses) -> AsyncIterator[Db]:
    database = await connect(addresses.app, size=4, most_of_one_owner=2, lock_seconds=HANGS_SECONDS)
    yield database
    await database.close()


async def test_whoever_waits_for_themselves_keeps_nobody_else_waiting(shared: Db, as_owner: asyncpg.Connection) -> None:
    """Thirteen forgets of one owner held ten connections; everybody else waited seconds for one."""
    await as_owner.execute("select pg_advisory_lock(4711)")

    async def wait_for_it() -> None:
        async with shared.as_owner(ADA, first=LOCK):
            pass

    waiting = [asyncio.create_task(wait_for_it()) for _ in range(13)]
    await until(lambda: shared.pool.get_size() - shared.pool.get_idle_size() >= 2)
    async with asyncio.timeout(HANGS_SECONDS):
        async with shared.as_owner(BOB) as tx:
            assert await tx.fetchval("select 1") == 1
        await shared.look_up("select 1")
    assert not any(task.done() for task in waiting)
    await as_owner.execute("select pg_advisory_unlock(4711)")
    async with asyncio.timeout(HANGS_SECONDS):
        await asyncio.gather(*waiting)


async def test_several_who_want_much_leave_a_connection_to_whoever_holds_none(
    shared: Db, as_owner: asyncpg.Connection
) -> None:
    """Two owners with many transactions held all there were, and their next ones came before anybody's first."""
    await as_owner.execute("select pg_advisory_lock(4711)")

    async def wait_for_it(owner: Owner) -> None:
        async with shared.as_owner(owner, first=LOCK):
            pass

    waiting = [asyncio.create_task(wait_for_it(owner)) for _ in range(10) for owner in (ADA, BOB)]
    await until(lambda: shared.pool.get_size() - shared.pool.get_idle_size() >= 3)
    async with asyncio.timeout(HANGS_SECONDS):
        async with shared.as_owner(Owner("default", "cleo")) as tx:
            assert await tx.fetchval("select 1") == 1
        await shared.look_up("select 1")
    assert not any(task.done() for task in waiting)
    await as_owner.execute("select pg_advisory_unlock(4711)")
    async with asyncio.timeout(HANGS_SECONDS):
        await asyncio.gather(*waiting)


async def test_a_transaction_inside_another_does_not_wait_for_it(shared: Db) -> None:
    async def one_in_another() -> None:
        async with shared.as_owner(ADA), shared.reading(ADA) as inner:
            assert await inner.fetchval("select 1") == 1

    async with asyncio.timeout(HANGS_SECONDS):
        await asyncio.gather(one_in_another(), one_in_another())


async def test_what_breaks_or_is_cancelled_gives_its_share_back(shared: Db, as_owner: asyncpg.Connection) -> None:
    await as_owner.execute("select pg_advisory_lock(4711)")

    async def wait_for_it() -> None:
        async with shared.as_owner(ADA, first=LOCK):
            pass

    waiting = [asyncio.create_task(wait_for_it()) for _ in range(5)]
    await until(lambda: shared.pool.get_size() - shared.pool.get_idle_size() >= 2)
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    for _ in range(5):
        with pytest.raises(asyncpg.PostgresError):
            async with shared.reading(ADA) as tx:
                await tx.execute("select 1/0")
    async with asyncio.timeout(HANGS_SECONDS), shared.as_owner(ADA) as tx:
        assert await tx.fetchval("select 1") == 1
    await as_owner.execute("select pg_advisory_unlock(4711)")


async def test_a_lock_is_waited_for_only_so_long(addresses: Addresses, as_owner: asyncpg.Connection) -> None:
    database = await connect(addresses.app, size=2, lock_seconds=0.2)
    await as_owner.execute("select pg_advisory_lock(4711)")
    try:
        with pytest.raises(asyncpg.LockNotAvailableError):
            async with database.as_owner(ADA, first=LOCK):
                pass
    finally:
        await as_owner.execute("select pg_advisory_unlock(4711)")
        await database.close()


async def test_an_argument_that_does_not_fit_is_not_tried_again(db: Db) -> None:
    tries = 0

    async def ask() -> None:
        nonlocal tries
        tries += 1
        await db.look_up("select $1::int", "not a number")

    async def ask_otherwise() -> None:
        nonlocal tries
        tries += 1
        raise UnsendableArgument("out of range")

    for work in (ask, ask_otherwise):
        with pytest.raises((asyncpg.DataError, UnsendableArgument)):
            await execute_with_retry(work)
    assert tries == 2
