"""Seats: nobody joins beyond them, and nobody is removed for them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import nullcontext
from typing import Any

import asyncpg
import pytest
import structlog

from holdfast.accounts import store as accounts
from holdfast.accounts.admins import set_admin
from holdfast.core.db import Db
from holdfast.core.ids import OrgId, UserId, new_id
from holdfast.orgs.leave import leave_org
from holdfast.orgs.members import remove_member
from holdfast.orgs.orgs import find_own_org
from holdfast.orgs.parts import Orgs
from holdfast.orgs.plans import set_plan
from holdfast.orgs.seats import clamp_seats
from holdfast.orgs.types import NoSeats, UnknownOrganization
from tests.orgs.company import Told, bring_in, caller, company, events_of, found, open_orgs, people, set_seats, someone

pytestmark = pytest.mark.anyio


async def _crowd(db: Db, members: int, seats: int) -> tuple[Orgs, OrgId, Sequence[UserId]]:
    orgs, ada = open_orgs(db), await someone(db, "ada")
    org = await found(orgs, ada)
    others = list(await people(db, members - 1))
    for user in others:
        await bring_in(orgs, ada, org, user)
    await set_seats(db, org, seats)
    return orgs, org, [ada, *others]


@pytest.mark.parametrize(("members", "is_free"), [(5, False), (3, True)])
async def test_a_seat_is_free_below_capacity_and_not_at_it(db: Db, members: int, is_free: bool) -> None:
    orgs, org, (ada, *_) = await _crowd(db, members, seats=5)
    with nullcontext() if is_free else pytest.raises(NoSeats):
        await bring_in(orgs, ada, org, await someone(db, "newcomer"))
    mine = await find_own_org(db, ada)
    assert mine is not None
    assert mine.seats.used == members + is_free


async def test_fewer_seats_than_members_removes_nobody_and_says_how_many_are_too_many(
    db: Db, as_owner: asyncpg.Connection
) -> None:
    orgs, org, (ada, *others) = await _crowd(db, 8, seats=10)
    seats = await set_seats(db, org, 5)
    assert (seats.count, seats.used, seats.pending_removal) == (5, 8, 3)
    mine = await find_own_org(db, ada)
    assert mine is not None
    assert mine.seats == seats
    # Each who goes, by whatever way, makes it one less; when all fit, nothing is pending.
    await remove_member(orgs, ada, org, others[0])
    await leave_org(orgs, others[1], org, new_owner_id=None)
    async with db.as_user(others[2]) as tx:
        assert await accounts.delete_own_account(tx) == "deleted"
    row = await as_owner.fetchrow("select seat_count, pending_removal from orgs where id = $1", org)
    assert row is not None
    assert tuple(row) == (5, None)
    assert await as_owner.fetchval("select count(*) from org_members where org_id = $1", org) == 5


async def test_more_seats_clear_what_is_pending(db: Db) -> None:
    _, org, _ = await _crowd(db, 4, seats=2)
    assert (await set_seats(db, org, 3)).pending_removal == 1
    assert (await set_seats(db, org, 4)).pending_removal is None


@pytest.mark.parametrize(
    ("given", "clamped"),
    [
        (-5, 1),
        (0, 1),
        (20000, 10000),
        (math.nan, 1),
        (math.inf, 1),
        (-math.inf, 1),
        (None, 1),
        (10**30, 10000),
        pytest.param(10**400, 10000, id="more than a float holds"),
        pytest.param(-(10**400), 1, id="less than a float holds"),
        (7.9, 7),
        (1, 1),
        (10000, 10000),
        ("12", 1),
    ],
)
async def test_a_count_that_cannot_be_is_clamped_and_logged(db: Db, given: Any, clamped: int) -> None:
    assert clamp_seats(given) == clamped
    orgs, ada = open_orgs(db), await someone(db, "ada")
    org = await found(orgs, ada)
    with structlog.testing.capture_logs() as lines:
        assert (await set_seats(db, org, given)).count == clamped
    assert [line["event"] for line in lines] == (["seat_count_clamped"] if clamped != given else [])
    assert all(line["log_level"] == "error" for line in lines)


async def test_seats_and_plans_come_from_admins_and_the_installation_and_not_from_members(
    db: Db, as_owner: asyncpg.Connection
) -> None:
    told = Told()
    root = await someone(db, "root")
    here = await company(db, on_change=told)
    for user in (here.owner, here.admin, here.member, here.stranger):
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await set_seats(db, here.id, 5, asked_by=user)
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await set_plan(here.orgs, here.id, "business", {}, asked_by=user)
    before = await events_of(as_owner, here.id)
    await set_seats(db, here.id, 5, asked_by=root)
    await set_plan(here.orgs, here.id, "business", {"features": {"chats_per_day": 500}}, asked_by=root)
    assert set(told.changes[-1]) == {here.owner, here.admin, here.member}
    await set_plan(here.orgs, here.id, "business", {"features": {"chats_per_day": 500}})
    assert (await events_of(as_owner, here.id))[len(before) :] == [
        "org.seats_changed",
        "org.plan_changed",
        "org.limits_changed",
    ]
    mine = await find_own_org(db, here.member)
    assert mine is not None
    assert (mine.plan, mine.seats.count) == ("business", 5)
    await set_admin(db, caller(root), here.owner, True)
    assert (await set_seats(db, here.id, 6, asked_by=here.owner)).count == 6
    for unknown in (set_seats(db, OrgId(new_id()), 3), set_plan(here.orgs, OrgId(new_id()), None, {})):
        with pytest.raises(UnknownOrganization):
            await unknown
