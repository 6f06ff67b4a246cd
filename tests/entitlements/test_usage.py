"""Counters on a real Postgres: exact under races, one for each day of each person."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import timedelta

import asyncpg
import pytest

from holdfast.core.db import Db
from holdfast.entitlements.plans import PLANS
from holdfast.entitlements.types import AccessContext, QuotaExhausted
from holdfast.entitlements.usage import VOICE, give_back, prune, reserve
from tests.entitlements.people import NOON, access_of, add_person

pytestmark = pytest.mark.anyio
DAY = "2026-11-16"


async def used(as_owner: asyncpg.Connection, access: AccessContext) -> Sequence[tuple[str, int]]:
    rows = await as_owner.fetch(
        "select period, used from usage_counters where user_id = $1 order by feature, period", access.user_id
    )
    return [(row["period"], row["used"]) for row in rows]


async def test_a_thousand_units_taken_at_once_are_a_thousand(db: Db, as_owner: asyncpg.Connection) -> None:
    access = access_of(await add_person(as_owner), "unlimited")
    # Of a thousand who queue for ten connections the last may wait for longer than a connection is waited for.
    turnstile = asyncio.Semaphore(db.pool.get_max_size())

    async def take() -> str:
        async with turnstile, db.as_user(access.user_id) as tx:
            return await reserve(tx, access, "chats_per_day", NOON)

    assert set(await asyncio.gather(*(take() for _ in range(1000)))) == {DAY}
    assert await used(as_owner, access) == [(DAY, 1000)]


async def test_of_thirty_who_want_the_last_unit_exactly_one_gets_it(db: Db, as_owner: asyncpg.Connection) -> None:
    access = access_of(await add_person(as_owner))
    async with db.as_user(access.user_id) as tx:
        await reserve(tx, access, "chats_per_day", NOON, count=19)
    barrier = asyncio.Barrier(30)

    async def take() -> bool:
        await barrier.wait()
        try:
            async with db.as_user(access.user_id) as tx:
                await reserve(tx, access, "chats_per_day", NOON)
        except QuotaExhausted:
            return False
        return True

    assert sum(await asyncio.gather(*(take() for _ in range(30)))) == 1
    assert await used(as_owner, access) == [(DAY, 20)]


async def test_the_refusal_says_what_ran_out_how_much_until_when_and_what_would_help(
    db: Db, as_owner: asyncpg.Connection
) -> None:
    access = access_of(await add_person(as_owner), zone="Europe/Berlin")
    async with db.as_user(access.user_id) as tx:
        await reserve(tx, access, "chats_per_day", NOON, count=20)
    with pytest.raises(QuotaExhausted) as refused:
        async with db.as_user(access.user_id) as tx:
            await reserve(tx, access, "chats_per_day", NOON)
    assert refused.value.details == {
        "feature": "chats_per_day",
        "used": 20,
        "limit": 20,
        "resetsAt": "2026-11-16T23:00:00Z",
        "plan": "free",
        "wouldHelp": "pro",
    }
    assert refused.value.retry_after_seconds == 11 * 3600
    assert refused.value.message == (
        "You have used all your 20 messages for today; they come back on 17 November at 00:00 (Europe/Berlin). "
        "The plan pro has more of them."
    )


async def test_what_is_more_than_is_left_is_refused_whole_and_less_still_fits(
    db: Db, as_owner: asyncpg.Connection
) -> None:
    access = access_of(await add_person(as_owner), chats_per_day=3)
    async with db.as_user(access.user_id) as tx:
        await reserve(tx, access, "chats_per_day", NOON, count=2)
    for count, fits in ((2, False), (1, True), (1, False)):
        try:
            async with db.as_user(access.user_id) as tx:
                await reserve(tx, access, "chats_per_day", NOON, count=count)
        except QuotaExhausted:
            assert not fits
        else:
            assert fits
    nothing = access_of(await add_person(as_owner), chats_per_day=0)
    with pytest.raises(QuotaExhausted):
        async with db.as_user(nothing.user_id) as tx:
            await reserve(tx, nothing, "chats_per_day", NOON)
    assert await used(as_owner, nothing) == []


async def test_the_next_day_and_the_next_person_have_counters_of_their_own(
    db: Db, as_owner: asyncpg.Connection
) -> None:
    ada, bob = access_of(await add_person(as_owner), chats_per_day=1), access_of(await add_person(as_owner))
    for access, now in ((ada, NOON), (ada, NOON + timedelta(days=1)), (bob, NOON)):
        async with db.as_user(access.user_id) as tx:
            await reserve(tx, access, "chats_per_day", now)
    assert await used(as_owner, ada) == [(DAY, 1), ("2026-11-17", 1)]
    assert await used(as_owner, bob) == [(DAY, 1)]


async def test_a_plan_without_limit_is_counted_too_so_that_one_who_is_demoted_at_noon_has_had_the_morning(
    db: Db, as_owner: asyncpg.Connection
) -> None:
    user = await add_person(as_owner)
    for _ in range(25):
        async with db.as_user(user) as tx:
            await reserve(tx, access_of(user, "unlimited"), "chats_per_day", NOON)
    with pytest.raises(QuotaExhausted) as refused:
        async with db.as_user(user) as tx:
            await reserve(tx, access_of(user, "free"), "chats_per_day", NOON)
    assert (refused.value.used, refused.value.limit) == (25, 20)


async def test_what_is_given_back_can_be_used_again_and_never_more_than_was_taken(
    db: Db, as_owner: asyncpg.Connection
) -> None:
    access = access_of(await add_person(as_owner), chats_per_day=1)
    async with db.as_user(access.user_id) as tx:
        period = await reserve(tx, access, "chats_per_day", NOON)
        await give_back(tx, access.user_id, "chats_per_day", period)
        await give_back(tx, access.user_id, "chats_per_day", period)
        await reserve(tx, access, "chats_per_day", NOON)
    assert await used(as_owner, access) == [(DAY, 1)]


async def test_what_rolls_back_was_never_counted(db: Db, as_owner: asyncpg.Connection) -> None:
    access = access_of(await add_person(as_owner))

    async def break_off() -> None:
        async with db.as_user(access.user_id) as tx:
            await reserve(tx, access, "chats_per_day", NOON)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await break_off()
    assert await used(as_owner, access) == []


async def test_voice_is_counted_in_seconds_and_told_in_minutes(db: Db, as_owner: asyncpg.Connection) -> None:
    access = access_of(await add_person(as_owner))
    async with db.as_user(access.user_id) as tx:
        await reserve(tx, access, VOICE, NOON, count=30 * 60 - 10)
    with pytest.raises(QuotaExhausted) as refused:
        async with db.as_user(access.user_id) as tx:
            await reserve(tx, access, VOICE, NOON, count=11)
    assert (refused.value.used, refused.value.limit) == (30, PLANS["free"].voice_minutes_per_month)
    async with db.as_user(access.user_id) as tx:
        assert await reserve(tx, access, VOICE, NOON, count=10) == "2026-11"


async def test_pruning_takes_what_nobody_can_count_in_any_more_however_late_or_often_it_runs(
    db: Db, as_owner: asyncpg.Connection
) -> None:
    user = await add_person(as_owner)
    await as_owner.execute(
        """
        insert into usage_counters (user_id, feature, period, used)
        select $1::uuid, 'chats_per_day', to_char(now() - make_interval(days => n), 'YYYY-MM-DD'), 1
          from unnest(array[0, 1, 39, 42, 100]) n
        union all
        select $1::uuid, 'voice_minutes_per_month', to_char(now() - make_interval(days => n), 'YYYY-MM'), 1
          from unnest(array[0, 40, 365, 440, 800]) n
        """,
        user,
    )
    gone = await asyncio.gather(*(prune(db, most=1) for _ in range(3)))
    assert sum(gone) == 4
    assert len(await used(as_owner, access_of(user))) == 6
    assert await prune(db) == 0


async def test_what_a_plan_has_none_of_does_not_come_back_by_waiting(db: Db, as_owner: asyncpg.Connection) -> None:
    access = access_of(await add_person(as_owner), chats_per_day=0)
    with pytest.raises(QuotaExhausted) as refused:
        async with db.as_user(access.user_id) as tx:
            await reserve(tx, access, "chats_per_day", NOON)
    assert (refused.value.retry_after_seconds, refused.value.details["resetsAt"]) == (None, None)
    assert refused.value.message == "You have no messages a day. The plan pro has more of them."
