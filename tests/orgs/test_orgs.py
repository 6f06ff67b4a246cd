"""Create, rename, delete."""

from __future__ import annotations

import asyncpg
import pytest

from holdfast.core.db import Db
from holdfast.core.errors import Invalid, RateLimited
from holdfast.orgs.leave import leave_org
from holdfast.orgs.members import change_role
from holdfast.orgs.orgs import create_org, delete_org, find_own_org, rename_org
from holdfast.orgs.parts import LIMITS
from holdfast.orgs.types import AlreadyInOrganization, MissingPermission, UnknownOrganization
from tests.orgs.company import Told, bring_in, company, events_of, found, open_orgs, someone

pytestmark = pytest.mark.anyio


async def test_whoever_creates_an_organization_owns_it(db: Db, as_owner: asyncpg.Connection) -> None:
    orgs, ada = open_orgs(db, first_seats=7), await someone(db, "ada")
    made = await create_org(orgs, ada, "  Acme   &\u00a0Sons ")
    assert (made.name, made.role, made.plan) == ("Acme & Sons", "owner", None)
    assert (made.seats.count, made.seats.used, made.seats.pending_removal) == (7, 1, None)
    assert await find_own_org(db, ada) == made
    assert await events_of(as_owner, made.id) == ["org.created"]


async def test_one_is_in_one_organization_at_a_time(db: Db, as_owner: asyncpg.Connection) -> None:
    here = await company(db)
    for user in (here.owner, here.member, here.stranger):
        with pytest.raises(AlreadyInOrganization):
            await create_org(here.orgs, user, "Another")
    assert await as_owner.fetchval("select count(*) from orgs") == 2, "none was left behind by a refusal"


@pytest.mark.parametrize("name", ["", "   ", "x" * 101, "a\x00b", "a\nb", "a\u202eb", "\u2066x", "\x1b[31mred"])
async def test_a_name_that_cannot_be_shown_is_refused(db: Db, name: str) -> None:
    orgs, ada = open_orgs(db), await someone(db, "ada")
    with pytest.raises(Invalid):
        await create_org(orgs, ada, name)
    org = await found(orgs, ada)
    with pytest.raises(Invalid):
        await rename_org(orgs, ada, org, name)


async def test_markup_in_a_name_is_just_text(db: Db) -> None:
    orgs, ada = open_orgs(db), await someone(db, "ada")
    name = "<img src=x onerror=alert(1)> '; drop table orgs --"
    assert (await create_org(orgs, ada, name)).name == name


async def test_renaming_takes_the_right_and_is_written_down(db: Db, as_owner: asyncpg.Connection) -> None:
    here = await company(db)
    assert (await rename_org(here.orgs, here.admin, here.id, "Acme Ltd")).name == "Acme Ltd"
    await rename_org(here.orgs, here.admin, here.id, "Acme Ltd")
    with pytest.raises(MissingPermission):
        await rename_org(here.orgs, here.member, here.id, "Mine")
    with pytest.raises(UnknownOrganization):
        await rename_org(here.orgs, here.stranger, here.id, "Mine")
    assert (await events_of(as_owner, here.id)).count("org.renamed") == 1
    assert await as_owner.fetchval("select name from orgs where id = $1", here.id) == "Acme Ltd"


async def test_deleting_takes_an_owner_and_frees_everybody(db: Db, as_owner: asyncpg.Connection) -> None:
    told = Told()
    here = await company(db, on_change=told)
    for user in (here.admin, here.member):
        with pytest.raises(MissingPermission):
            await delete_org(here.orgs, user, here.id)
    with pytest.raises(UnknownOrganization):
        await delete_org(here.orgs, here.stranger, here.id)
    await delete_org(here.orgs, here.owner, here.id)
    for table in ("org_members", "org_invites", "org_events"):
        assert await as_owner.fetchval(f"select count(*) from {table} where org_id = $1", here.id) == 0
    assert set(told.changes[-1]) == {here.owner, here.admin, here.member}
    assert await find_own_org(db, here.member) is None
    assert (await create_org(here.orgs, here.member, "Next")).role == "owner"


async def test_whoever_is_affected_is_told_to_the_rooms_above(db: Db) -> None:
    told = Told()
    orgs, ada, bob = open_orgs(db, on_change=told), await someone(db, "ada"), await someone(db, "bob")
    org = await found(orgs, ada)
    await bring_in(orgs, ada, org, bob)
    await change_role(orgs, ada, org, bob, "admin")
    await leave_org(orgs, bob, org, new_owner_id=None)
    assert told.changes == [[ada], [bob], [bob]]


async def test_creating_and_deleting_for_ever_is_throttled(db: Db, as_owner: asyncpg.Connection) -> None:
    orgs, ada = open_orgs(db, limits=LIMITS), await someone(db, "ada")
    for _ in range(LIMITS.create_by_account.times):
        await delete_org(orgs, ada, await found(orgs, ada))
    with pytest.raises(RateLimited):
        await found(orgs, ada)
    assert await as_owner.fetchval("select count(*) from orgs") == 0
