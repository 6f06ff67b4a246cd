"""Roles and removals. The only owner can be neither removed nor made less."""

from __future__ import annotations

from uuid import UUID

import asyncpg
import pytest

from holdfast.core.db import Db
from holdfast.core.errors import AppError, Invalid
from holdfast.core.ids import UserId, new_id
from holdfast.orgs.audit import list_events
from holdfast.orgs.members import change_role, list_members, remove_member
from holdfast.orgs.orgs import find_own_org, rename_org
from holdfast.orgs.roles import Role
from holdfast.orgs.types import (
    EventPerson,
    LastMember,
    MissingPermission,
    OrgEvent,
    SoleOwner,
    UnknownMember,
    UnknownOrganization,
)
from tests.orgs.company import Told, bring_in, company, events_of, found, open_orgs, people, roles_in, someone

pytestmark = pytest.mark.anyio


async def test_ownership_is_handed_on_by_a_role_and_nobody_is_made_less_by_it(
    db: Db, as_owner: asyncpg.Connection
) -> None:
    here = await company(db)
    changed, own = await change_role(here.orgs, here.owner, here.id, here.member, "owner")
    assert (changed.user_id, changed.role, own) == (here.member, "owner", "owner")
    assert await roles_in(as_owner, here.id) == {here.owner: "owner", here.admin: "admin", here.member: "owner"}
    # Now the first may step back, by the second or by themselves.
    assert (await change_role(here.orgs, here.owner, here.id, here.owner, "member"))[1] == "member"


async def test_the_only_owner_cannot_be_made_less(db: Db, as_owner: asyncpg.Connection) -> None:
    here = await company(db)
    before = await roles_in(as_owner, here.id)
    lesser: tuple[Role, ...] = ("admin", "member")
    for role in lesser:
        with pytest.raises(SoleOwner):
            await change_role(here.orgs, here.owner, here.id, here.owner, role)
    assert await roles_in(as_owner, here.id) == before


async def test_the_only_owner_cannot_be_removed(db: Db, as_owner: asyncpg.Connection) -> None:
    here = await company(db)
    before = await roles_in(as_owner, here.id)
    with pytest.raises(MissingPermission):
        await remove_member(here.orgs, here.admin, here.id, here.owner)
    with pytest.raises(SoleOwner):
        await remove_member(here.orgs, here.owner, here.id, here.owner)
    assert await roles_in(as_owner, here.id) == before


async def test_whoever_is_alone_deletes_the_organization_instead_of_removing_themselves(db: Db) -> None:
    here = await company(db)
    with pytest.raises(LastMember):
        await remove_member(here.orgs, here.stranger, here.elsewhere, here.stranger)


async def test_only_owners_change_roles(db: Db, as_owner: asyncpg.Connection) -> None:
    here = await company(db)
    before = await roles_in(as_owner, here.id)
    for user in (here.admin, here.member):
        for target in (here.owner, here.admin, here.member):
            with pytest.raises(MissingPermission):
                await change_role(here.orgs, user, here.id, target, "owner")
    with pytest.raises(UnknownOrganization):
        await change_role(here.orgs, here.stranger, here.id, here.member, "owner")
    assert await roles_in(as_owner, here.id) == before


async def test_an_admin_removes_members_and_admins_and_a_member_nobody(db: Db, as_owner: asyncpg.Connection) -> None:
    told = Told()
    here = await company(db, on_change=told)
    second = await someone(db, "second")
    await bring_in(here.orgs, here.owner, here.id, second, "admin")
    with pytest.raises(MissingPermission):
        await remove_member(here.orgs, here.member, here.id, second)
    await remove_member(here.orgs, here.admin, here.id, second)
    await remove_member(here.orgs, here.admin, here.id, here.member)
    assert set(await roles_in(as_owner, here.id)) == {here.owner, here.admin}
    assert told.changes[-2:] == [[second], [here.member]]


async def test_somebody_elses_member_is_nobody_here(db: Db, as_owner: asyncpg.Connection) -> None:
    here = await company(db)
    for target in (here.stranger, UserId(new_id())):
        with pytest.raises(UnknownMember):
            await remove_member(here.orgs, here.owner, here.id, target)
        with pytest.raises(UnknownMember):
            await change_role(here.orgs, here.owner, here.id, target, "admin")
    # An organization of one's own in front, and a person of another behind it.
    with pytest.raises(UnknownMember):
        await remove_member(here.orgs, here.stranger, here.elsewhere, here.member)
    assert len(await roles_in(as_owner, here.id)) == 3


async def test_rights_end_with_the_role_at_the_very_next_request(db: Db) -> None:
    here = await company(db)
    await change_role(here.orgs, here.owner, here.id, here.admin, "member")
    with pytest.raises(MissingPermission):
        await rename_org(here.orgs, here.admin, here.id, "Mine")
    await remove_member(here.orgs, here.owner, here.id, here.admin)
    with pytest.raises(UnknownOrganization):
        await list_members(here.orgs, here.admin, here.id, cursor=None, limit=10)
    assert await find_own_org(db, here.admin) is None


async def test_members_come_in_pages_each_once_in_the_order_they_joined(db: Db) -> None:
    orgs, ada = open_orgs(db), await someone(db, "ada")
    org = await found(orgs, ada)
    joined = [ada]
    for user in await people(db, 12):
        await bring_in(orgs, ada, org, user)
        joined.append(user)
    seen, cursor = [], None
    for _ in range(3):
        page = await list_members(orgs, ada, org, cursor=cursor, limit=5)
        seen += [member.user_id for member in page.members]
        cursor = page.next_cursor
    assert (seen, cursor) == (joined, None)
    for wrong in ("x", "====", "bm90IGEgY3Vyc29y", "\u00e9"):
        with pytest.raises(Invalid):
            await list_members(orgs, ada, org, cursor=wrong, limit=5)


async def test_nobody_is_removed_and_nothing_noted_when_a_role_stays_the_same(
    db: Db, as_owner: asyncpg.Connection
) -> None:
    here = await company(db)
    before = await events_of(as_owner, here.id)
    await change_role(here.orgs, here.owner, here.id, here.owner, "owner")
    await change_role(here.orgs, here.owner, here.id, here.admin, "admin")
    assert await events_of(as_owner, here.id) == before


async def test_an_owner_reads_who_did_what_to_whom_and_nobody_else_does(db: Db) -> None:
    here = await company(db)
    await remove_member(here.orgs, here.admin, here.id, here.member)
    page = await list_events(db, here.owner, here.id, before=None, limit=1)
    event = page.events[0]
    assert (event.actor, event.target) == (EventPerson(here.admin, "Bob"), EventPerson(here.member, "Cyd"))
    assert (event.what, event.detail) == ("member.removed", {"role": "member"})
    for user, refusal in ((here.admin, "missing_permission"), (here.stranger, "unknown_organization")):
        with pytest.raises(AppError) as refused:
            await list_events(db, user, here.id, before=None, limit=10)
        assert refused.value.code == refusal


async def test_history_comes_in_pages_newest_first_and_a_foreign_cursor_shows_nothing(db: Db) -> None:
    here = await company(db)
    for number in range(7):
        await rename_org(here.orgs, here.owner, here.id, f"Acme {number}")
    whole = (await list_events(db, here.owner, here.id, before=None, limit=100)).events
    seen: list[OrgEvent] = []
    cursor: UUID | None = None
    while True:
        page = await list_events(db, here.owner, here.id, before=cursor, limit=4)
        seen += page.events
        cursor = page.next_cursor
        if cursor is None:
            break
    assert seen == whole
    foreign = (await list_events(db, here.stranger, here.elsewhere, before=None, limit=1)).events[0].id
    assert (await list_events(db, here.owner, here.id, before=foreign, limit=10)).events == []
