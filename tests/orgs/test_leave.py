"""Going: the organization keeps an owner, and the person keeps what is theirs."""

from __future__ import annotations

import asyncpg
import pytest

from holdfast.core.db import Db
from holdfast.core.errors import Conflict
from holdfast.core.ids import UserId, new_id
from holdfast.core.migrate import Addresses
from holdfast.orgs.leave import leave_org
from holdfast.orgs.members import change_role
from holdfast.orgs.orgs import create_org
from holdfast.orgs.types import LastMember, MissingPermission, SoleOwner, UnknownMember, UnknownOrganization
from tests.architecture.belongings import live_a_little
from tests.architecture.catalogue import rows_of, rows_of_a_talker
from tests.orgs.company import company, events_of, roles_in
from tests.scripted import ScriptedModel, says
from tests.serving import PASSWORD, Person, serving

pytestmark = pytest.mark.anyio


async def test_the_only_owner_cannot_just_go(db: Db, as_owner: asyncpg.Connection) -> None:
    here = await company(db)
    with pytest.raises(SoleOwner):
        await leave_org(here.orgs, here.owner, here.id, new_owner_id=None)
    assert here.owner in await roles_in(as_owner, here.id)


async def test_the_only_owner_names_the_next_and_goes_in_one_step(db: Db, as_owner: asyncpg.Connection) -> None:
    here = await company(db)
    await leave_org(here.orgs, here.owner, here.id, new_owner_id=here.member)
    assert await roles_in(as_owner, here.id) == {here.admin: "admin", here.member: "owner"}
    assert (await events_of(as_owner, here.id))[-2:] == ["member.role_changed", "member.left"]


async def test_a_new_owner_must_be_another_member(db: Db, as_owner: asyncpg.Connection) -> None:
    here = await company(db)
    before = await roles_in(as_owner, here.id)
    for nobody in (here.stranger, UserId(new_id())):
        with pytest.raises(UnknownMember):
            await leave_org(here.orgs, here.owner, here.id, new_owner_id=nobody)
    with pytest.raises(Conflict) as refused:
        await leave_org(here.orgs, here.owner, here.id, new_owner_id=here.owner)
    assert refused.value.code == "oneself"
    assert await roles_in(as_owner, here.id) == before


async def test_whoever_may_not_change_roles_names_no_owner_on_the_way_out(db: Db, as_owner: asyncpg.Connection) -> None:
    here = await company(db)
    for user in (here.admin, here.member):
        with pytest.raises(MissingPermission):
            await leave_org(here.orgs, user, here.id, new_owner_id=here.member)
    assert (await roles_in(as_owner, here.id))[here.member] == "member"


async def test_an_owner_may_go_when_another_owner_stays(db: Db, as_owner: asyncpg.Connection) -> None:
    here = await company(db)
    await change_role(here.orgs, here.owner, here.id, here.admin, "owner")
    await leave_org(here.orgs, here.owner, here.id, new_owner_id=None)
    assert await roles_in(as_owner, here.id) == {here.admin: "owner", here.member: "member"}
    assert (await create_org(here.orgs, here.owner, "Next")).role == "owner"


async def test_the_last_one_deletes_it_instead_and_a_stranger_cannot_leave(db: Db) -> None:
    here = await company(db)
    with pytest.raises(LastMember):
        await leave_org(here.orgs, here.stranger, here.elsewhere, new_owner_id=None)
    with pytest.raises(UnknownOrganization):
        await leave_org(here.orgs, here.stranger, here.id, new_owner_id=None)


async def _join(owner: Person, newcomer: Person, org: str) -> None:
    made = await owner.http.post(f"/api/organizations/{org}/invites", json={})
    joined = await newcomer.http.post("/api/invites/accept", json={"code": made.json()["code"]})
    assert joined.status_code == 200, joined.text


async def test_leaving_moves_nothing_of_ones_own(addresses: Addresses, as_owner: asyncpg.Connection) -> None:
    async with (
        serving(addresses, [ScriptedModel(says("Nothing yet."))]) as served,
        served.person("ada") as ada,
        served.person("bob") as bob,
    ):
        org = (await ada.http.post("/api/organizations", json={"name": "Acme"})).json()["id"]
        his = await live_a_little(served, bob)
        assert (await bob.http.delete(f"/api/organizations/{his.org}")).status_code == 204
        await _join(ada, bob, org)
        before = dict(await rows_of_a_talker(as_owner, bob.id))
        assert before.pop("org_members")
        assert (await bob.http.post(f"/api/organizations/{org}/leave", json={})).status_code == 204
        after = dict(await rows_of(as_owner, bob.id))
        assert after.pop("org_members") == []
        assert after == before
        assert (await bob.http.get("/api/chats/messages", params={"chatId": str(his.chat)})).status_code == 200
        assert (await bob.http.get(f"/api/files/{his.file}")).status_code == 200
        assert len((await bob.http.get("/memory/facts")).json()["facts"]) > 0


async def test_an_account_that_owns_an_organization_alone_stays_until_somebody_else_does(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with (
        serving(addresses, [ScriptedModel()]) as served,
        served.person("root"),
        served.person("ada") as ada,
        served.person("bob") as bob,
    ):
        org = (await ada.http.post("/api/organizations", json={"name": "Acme"})).json()["id"]
        await _join(ada, bob, org)
        password = {"password": PASSWORD}
        refused = await ada.http.request("DELETE", "/api/auth/me", json=password)
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "sole_owner")
        assert (await ada.http.get("/api/auth/me")).status_code == 200
        owner = await ada.http.patch(f"/api/organizations/{org}/members/{bob.id}", json={"role": "owner"})
        assert owner.status_code == 200, owner.text
        assert (await ada.http.request("DELETE", "/api/auth/me", json=password)).status_code == 204
        assert await as_owner.fetchval("select count(*) from org_members") == 1
        events = (await bob.http.get(f"/api/organizations/{org}/audit")).json()["events"]
        assert events[0]["what"] == "member.left"
        assert (events[0]["actor"], events[0]["detail"]) == (None, {"accountDeleted": True})
        assert any(event["what"] == "org.created" and event["actor"] is None for event in events)
        # The last member takes the organization along.
        assert (await bob.http.request("DELETE", "/api/auth/me", json=password)).status_code == 204
    assert await as_owner.fetchval("select count(*) from orgs") == 0
