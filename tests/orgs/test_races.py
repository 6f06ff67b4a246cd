"""Many at once, through the real functions and many connections: exactly the allowed number succeeds."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Iterable, Sequence
from contextlib import asynccontextmanager
from itertools import cycle

import asyncpg
import pytest

from holdfast.accounts import store as accounts
from holdfast.core.db import Db, connect
from holdfast.core.errors import AppError
from holdfast.core.ids import OrgId, UserId
from holdfast.core.migrate import Addresses
from holdfast.orgs.invites import revoke_invite
from holdfast.orgs.join import accept_invite
from holdfast.orgs.leave import leave_org
from holdfast.orgs.members import change_role, remove_member
from holdfast.orgs.orgs import create_org, delete_org
from holdfast.orgs.parts import Orgs
from tests.orgs.company import bring_in, company, found, invite, open_orgs, people, roles_in, set_seats, someone
from tests.waiting import takes

pytestmark = pytest.mark.anyio

ROUNDS = 10


@asynccontextmanager
async def offices(addresses: Addresses, *, count: int = 3, size: int = 10) -> AsyncIterator[Sequence[Orgs]]:
    """As many processes would have: a pool each."""
    pools: list[Db] = [await connect(addresses.app, size=size) for _ in range(count)]
    yield [open_orgs(pool) for pool in pools]
    for pool in pools:
        await pool.close()


async def _outcome(work: Awaitable[object]) -> str:
    try:
        await work
    except AppError as refused:
        return refused.code
    return "done"


async def at_once(*works: Awaitable[object]) -> Counter[str]:
    return Counter(await asyncio.gather(*map(_outcome, works)))


def accepting(places: Iterable[Orgs], users: Sequence[UserId], code: str) -> list[Awaitable[object]]:
    return [accept_invite(orgs, user, code, peer="office") for orgs, user in zip(cycle(places), users, strict=False)]


async def test_of_a_hundred_who_want_the_last_seat_one_gets_it(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with offices(addresses) as places:
        orgs = places[0]
        ada = await someone(orgs.db, "ada")
        org = await found(orgs, ada)
        await set_seats(orgs.db, org, 2)
        made = await invite(orgs, ada, org, max_uses=1000)
        crowd = await people(orgs.db, 100)
        assert await at_once(*accepting(places, crowd, made.code)) == {"done": 1, "no_seats": 99}
        assert len(await roles_in(as_owner, org)) == 2
        assert await as_owner.fetchval("select uses from org_invites") == 1
        assert await as_owner.fetchval("select count(*) from org_events where what = 'member.joined'") == 1


async def test_of_two_who_want_the_last_of_five_seats_one_gets_it(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with offices(addresses, count=2) as places:
        orgs = places[0]
        ada = await someone(orgs.db, "ada")
        org = await found(orgs, ada)
        crowd = await people(orgs.db, 5)
        for user in crowd[:3]:
            await bring_in(orgs, ada, org, user)
        await set_seats(orgs.db, org, 5)
        made = await invite(orgs, ada, org, max_uses=10)
        assert await at_once(*accepting(places, crowd[3:], made.code)) == {"done": 1, "no_seats": 1}


async def test_of_a_hundred_who_hold_a_code_for_one_one_gets_in(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with offices(addresses) as places:
        orgs = places[0]
        ada = await someone(orgs.db, "ada")
        org = await found(orgs, ada)
        made = await invite(orgs, ada, org)
        crowd = await people(orgs.db, 100)
        assert await at_once(*accepting(places, crowd, made.code)) == {"done": 1, "unknown_invite": 99}
        assert len(await roles_in(as_owner, org)) == 2


async def test_the_same_person_accepting_thirty_times_at_once_joins_once(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with offices(addresses) as places:
        orgs = places[0]
        ada, bob = await people(orgs.db, 2)
        org = await found(orgs, ada)
        made = await invite(orgs, ada, org, max_uses=1000)
        assert await at_once(*accepting(places, [bob] * 30, made.code)) == {"done": 30}
        assert await as_owner.fetchval("select uses from org_invites") == 1
        assert await as_owner.fetchval("select count(*) from org_events where what = 'member.joined'") == 1


async def test_whoever_accepts_many_organizations_at_once_is_in_one(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with offices(addresses) as places:
        orgs = places[0]
        *owners, bob = await people(orgs.db, 11)
        codes = [(await invite(orgs, owner, await found(orgs, owner))).code for owner in owners]
        told = await at_once(
            *(accept_invite(one, bob, code, peer="office") for one, code in zip(cycle(places), codes, strict=False)),
            create_org(orgs, bob, "My own"),
        )
        assert told == {"done": 1, "already_in_organization": 10}
        assert await as_owner.fetchval("select count(*) from org_members where user_id = $1", bob) == 1
        assert await as_owner.fetchval("select coalesce(sum(uses), 0) from org_invites") <= 1


async def test_creating_thirty_at_once_makes_one(addresses: Addresses, as_owner: asyncpg.Connection) -> None:
    async with offices(addresses) as places:
        ada = await someone(places[0].db, "ada")
        told = await at_once(
            *(create_org(orgs, ada, f"Acme {n}") for n, orgs in zip(range(30), cycle(places), strict=False))
        )
        assert told == {"done": 1, "already_in_organization": 29}
        assert await as_owner.fetchval("select count(*) from orgs") == 1


async def _two_owners(orgs: Orgs) -> tuple[OrgId, UserId, UserId, UserId]:
    ada, bob, cyd = [await someone(orgs.db, f"{name}{await _number(orgs)}") for name in ("ada", "bob", "cyd")]
    org = await found(orgs, ada)
    await bring_in(orgs, ada, org, bob, "owner")
    await bring_in(orgs, ada, org, cyd)
    return org, ada, bob, cyd


async def _number(orgs: Orgs) -> int:
    return int((await orgs.db.look_up("select floor(random() * 1e15)::bigint as number"))[0]["number"])


async def test_of_two_owners_who_remove_each_other_one_stays(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with offices(addresses, count=2) as (one, other):
        for _ in range(ROUNDS):
            org, ada, bob, _ = await _two_owners(one)
            told = await at_once(remove_member(one, ada, org, bob), remove_member(other, bob, org, ada))
            assert told == {"done": 1, "unknown_organization": 1}
            assert list((await roles_in(as_owner, org)).values()).count("owner") == 1


async def test_of_two_owners_who_make_each_other_less_one_stays_owner(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with offices(addresses, count=2) as (one, other):
        for _ in range(ROUNDS):
            org, ada, bob, _ = await _two_owners(one)
            told = await at_once(change_role(one, ada, org, bob, "member"), change_role(other, bob, org, ada, "admin"))
            assert told == {"done": 1, "missing_permission": 1}
            assert list((await roles_in(as_owner, org)).values()).count("owner") == 1


async def test_two_owners_who_leave_or_step_back_at_once_do_not_leave_it_without_one(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with offices(addresses, count=2) as (one, other):
        for _ in range(ROUNDS):
            org, ada, bob, _ = await _two_owners(one)
            told = await at_once(
                leave_org(one, ada, org, new_owner_id=None), change_role(other, bob, org, bob, "member")
            )
            assert told == {"done": 1, "sole_owner": 1}
            assert list((await roles_in(as_owner, org)).values()).count("owner") == 1


async def test_an_owner_who_leaves_while_the_other_is_made_less_finds_out(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    """The other's demotion is the leaver's own doing, in a second window."""
    async with offices(addresses, count=2) as (one, other):
        for _ in range(ROUNDS):
            org, ada, bob, _ = await _two_owners(one)
            told = await at_once(
                leave_org(one, ada, org, new_owner_id=None), change_role(other, ada, org, bob, "member")
            )
            assert told["done"] == 1
            assert set(told) - {"done"} <= {"sole_owner", "unknown_organization"}
            assert list((await roles_in(as_owner, org)).values()).count("owner") == 1


async def test_two_owners_whose_accounts_go_at_once_do_not_leave_the_others_alone(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with offices(addresses, count=2) as (one, other):
        await someone(one.db, "root")  # somebody else is the installation's admin
        for _ in range(ROUNDS):
            org, ada, bob, _ = await _two_owners(one)
            told = sorted(await asyncio.gather(_delete(one.db, ada), _delete(other.db, bob)))
            assert told == ["deleted", "sole_owner"]
            assert list((await roles_in(as_owner, org)).values()).count("owner") == 1


async def _delete(db: Db, user: UserId) -> str:
    async with db.as_user(user) as tx:
        return await accounts.delete_own_account(tx)


async def test_joining_while_it_is_deleted_ends_well_for_both(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with offices(addresses, count=2) as (one, other):
        for _ in range(ROUNDS):
            org, ada, _, _ = await _two_owners(one)
            code = (await invite(one, ada, org, max_uses=30)).code
            crowd = [await someone(one.db, f"n{await _number(one)}") for _ in range(5)]
            told = await at_once(*accepting([one, other], crowd, code), delete_org(other, ada, org))
            # Whoever was in time was in, for a moment; whoever looked for it a moment later found none.
            assert set(told) <= {"done", "unknown_invite", "unknown_organization"}
            assert await roles_in(as_owner, org) == {}
            assert await as_owner.fetchval("select count(*) from orgs where id = $1", org) == 0


async def test_a_code_that_is_revoked_or_whose_giver_goes_meanwhile_lets_in_only_those_before(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with offices(addresses, count=2) as (one, other):
        here = await company(one.db)
        for give_up in ("revoke", "demote"):
            made = await invite(one, here.admin, here.id, max_uses=30)
            before = len(await roles_in(as_owner, here.id))
            crowd = [await someone(one.db, f"n{await _number(one)}") for _ in range(20)]
            joins = accepting([one, other], crowd, made.code)
            ending = (
                revoke_invite(other, here.owner, here.id, made.id)
                if give_up == "revoke"
                else change_role(other, here.owner, here.id, here.admin, "member")
            )
            told = await at_once(*joins[:10], ending, *joins[10:])
            assert set(told) <= {"done", "unknown_invite"}
            joined = len(await roles_in(as_owner, here.id)) - before
            assert joined == told["done"] - 1
            assert await as_owner.fetchval("select uses from org_invites where id = $1", made.id) == joined


async def test_the_schema_keeps_an_owner_whatever_the_code_does(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    """Two transactions that never asked for the organization's lock, each taking one of the last two owners away."""
    async with offices(addresses, count=2) as (one, other):
        org, ada, bob, _ = await _two_owners(one)

        async def demote(orgs: Orgs, actor: UserId, target: UserId) -> str:
            try:
                async with orgs.db.as_user(actor) as tx:
                    await tx.execute("update org_members set role = 'member' where user_id = $1", target)
                    await takes(0.2)
            except asyncpg.CheckViolationError as refused:
                return str(refused.constraint_name)
            return "done"

        told = await asyncio.gather(demote(one, ada, bob), demote(other, bob, ada))
        assert sorted(told) == ["done", "org_keeps_an_owner"]
        assert list((await roles_in(as_owner, org)).values()).count("owner") == 1
