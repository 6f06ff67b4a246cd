"""Organizations as an admin of the installation sees them, and what an admin sets for them."""

from __future__ import annotations

import asyncio
from uuid import UUID

import asyncpg
import httpx2
import pytest

from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from tests.accounts.second_factor.setting import set_app
from tests.web.looking_after import found, installation, join, told

pytestmark = pytest.mark.anyio


async def test_organizations_are_listed_with_members_seats_plan_and_limits(addresses: Addresses) -> None:
    async with installation(addresses) as here:
        acme, globex = await found(here.bob), await found(here.cyd, "Globex")
        page = await here.ask("organizations")
        assert [(org["id"], org["name"], org["members"]) for org in page["organizations"]] == [
            (acme, "Acme", 1),
            (globex, "Globex", 1),
        ]
        told_of = {"id", "name", "plan", "limits", "members", "hasOwner", "secondFactor", "seats", "createdAt"}
        assert set(page["organizations"][0]) == told_of
        async with here.served.person("dan") as dan:
            await join(here.bob, dan, acme)
        await set_app(here.bob.http)
        asked = {"isRequired": True, "graceDays": 7}
        assert (await here.bob.http.put(f"/api/organizations/{acme}/second-factor", json=asked)).status_code == 200
        found_there = (await here.ask("organizations"))["organizations"]
        assert [org["secondFactor"] for org in found_there] == [{"graceDays": 7, "without": 1}, None]
        first = await here.ask("organizations", limit=1)
        second = await here.ask("organizations", limit=1, cursor=first["nextCursor"])
        assert [one["name"] for one in first["organizations"] + second["organizations"]] == ["Acme", "Globex"]
        assert second["nextCursor"] is None
        assert [one["name"] for one in (await here.ask("organizations", search="GLO"))["organizations"]] == ["Globex"]
        assert (await here.ask("organizations", search="%"))["organizations"] == []


async def test_plan_limits_and_seats_change_at_once_for_every_member_and_are_told_to_owners_and_admins(
    addresses: Addresses,
) -> None:
    async with installation(addresses, default_plan="free") as here:
        org = await found(here.bob)
        await join(here.bob, here.cyd, org)
        for person in (here.bob, here.cyd):
            assert (await person.http.get("/api/usage")).json()["plan"] == "free"
        given = await here.give_plan(f"organizations/{org}", "business", {"api_requests_per_minute": 9}, seatCount=1)
        assert given.status_code == 200, given.text
        entry = given.json()
        assert (entry["plan"], entry["limits"], entry["members"]) == (
            "business",
            {"features": {"api_requests_per_minute": 9}},
            2,
        )
        assert entry["seats"] == {"count": 1, "used": 2, "pendingRemoval": 1}, "nobody is removed"
        for person in (here.bob, here.cyd):
            usage = (await person.http.get("/api/usage")).json()
            assert (usage["plan"], usage["source"], usage["features"]["api_requests_per_minute"]) == (
                "business",
                "organization",
                9,
            )
        mine = (await here.cyd.http.get("/api/organizations/mine")).json()["organization"]
        assert mine["seats"]["pendingRemoval"] == 1

        kept = (await here.give_plan(f"organizations/{org}", "business", {"api_requests_per_minute": 9})).json()
        assert kept["seats"]["count"] == 1, "without a count the seats stay"
        events = await here.events()
        assert [event["what"] for event in events] == [
            "org.seats_changed", "org.limits_changed", "org.plan_changed",
        ]  # fmt: skip
        for event in events:
            assert (event["actor"]["name"], event["organization"]) == ("Root", {"id": org, "name": "Acme"})
        assert events[0]["detail"] == {"from": 3, "to": 1}
        history = (await here.bob.http.get(f"/api/organizations/{org}/audit")).json()["events"]
        assert {(event["what"], event["actor"]["name"]) for event in history[:3]} == {
            ("org.plan_changed", "Root"), ("org.limits_changed", "Root"), ("org.seats_changed", "Root"),
        }  # fmt: skip


async def test_a_change_that_fails_in_the_middle_has_changed_nothing(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with installation(addresses) as here:
        org = await found(here.bob)
        assert told(await here.give_plan(f"organizations/{new_id()}", "pro", seatCount=2)) == (
            404,
            "unknown_organization",
        )
        await as_owner.execute("alter table orgs add constraint no_sevens check (seat_count <> 7)")
        refused = await here.give_plan(f"organizations/{org}", "pro", {"api_requests_per_minute": 1}, seatCount=7)
        assert refused.status_code == 500
        row = await as_owner.fetchrow("select plan, limits from orgs")
        assert row is not None
        assert (row["plan"], row["limits"]) == (None, "{}")
        assert await here.events() == []


async def test_joining_while_the_seats_are_taken_away_never_exceeds_them(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with installation(addresses) as here:
        org = await found(here.bob)
        made = await here.bob.http.post(f"/api/organizations/{org}/invites", json={"maxUses": 2})
        code = {"code": made.json()["code"]}
        for _ in range(5):
            await here.give_plan(f"organizations/{org}", None, seatCount=2)
            joined, given = await asyncio.gather(
                here.cyd.http.post("/api/invites/accept", json=code),
                here.give_plan(f"organizations/{org}", None, seatCount=1),
            )
            seats = (await here.ask("organizations"))["organizations"][0]["seats"]
            assert given.status_code == 200
            if joined.status_code == 200:
                assert (seats["used"], seats["pendingRemoval"]) == (2, 1)
                await as_owner.execute("delete from org_members where user_id = $1", here.cyd.id)
                await as_owner.execute("update org_invites set uses = 0")
            else:
                assert (joined.status_code, seats["used"], seats["pendingRemoval"]) == (409, 1, None)


async def test_an_owner_of_an_organization_cannot_set_its_plan(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with installation(addresses) as here:
        org = await found(here.bob)
        body = {"plan": "unlimited", "limits": {}, "seatCount": 10_000}
        assert told(await here.bob.http.put(f"/api/admin/organizations/{org}/plan", json=body)) == (403, "not_admin")
    assert await as_owner.fetchval("select plan from orgs") is None


async def test_a_limit_of_seats_sets_the_seats_and_a_count_beside_it_wins(addresses: Addresses) -> None:
    async with installation(addresses) as here:
        org = await found(here.bob)
        for limits, more, count in (
            ({"seats": 7}, {}, 7),
            ({"seats": 7}, {"seatCount": 3}, 3),
            ({}, {}, 3),
            ({"seats": 0}, {}, 1),
            ({"seats": None}, {}, 10_000),
        ):
            given = await here.give_plan(f"organizations/{org}", "business", limits, **more)
            assert (given.status_code, given.json()["seats"]["count"]) == (200, count)


async def test_an_admin_appoints_an_owner_where_the_only_one_is_suspended(addresses: Addresses) -> None:
    async with installation(addresses) as here, here.served.person("dan") as dan:
        org = await found(here.bob)
        await join(here.bob, here.cyd, org)

        async def appoint(person: UUID) -> httpx2.Response:
            return await here.root.http.put(f"/api/admin/organizations/{org}/owner", json={"userId": str(person)})

        assert told(await appoint(here.cyd.id)) == (409, "has_owner")
        await here.root.http.post(f"/api/admin/users/{here.bob.id}/suspend")
        (entry,) = (await here.ask("organizations"))["organizations"]
        assert entry["hasOwner"] is False
        assert told(await appoint(here.bob.id)) == (409, "suspended_member")
        assert told(await appoint(dan.id)) == (404, "unknown_member"), "whoever is not in it takes no seat by this door"
        assert told(await appoint(new_id())) == (404, "unknown_member")
        for _ in range(2):
            given = await appoint(here.cyd.id)
            assert (given.status_code, given.json()["hasOwner"], given.json()["members"]) == (200, True, 2)
        mine = (await here.cyd.http.get("/api/organizations/mine")).json()["organization"]
        assert mine["role"] == "owner"
        noted = [event for event in await here.events() if event["what"] == "org.owner_appointed"]
        assert [(event["target"]["name"], event["organization"]["name"]) for event in noted] == [("Cyd", "Acme")]
        kept = (await here.cyd.http.get(f"/api/organizations/{org}/audit")).json()["events"][0]
        assert (kept["what"], kept["detail"]) == ("member.role_changed", {"from": "member", "to": "owner"})
        await here.root.http.post(f"/api/admin/users/{here.bob.id}/unsuspend")
        back = (await here.bob.http.get("/api/organizations/mine")).json().get("organization")
        assert back is None or back["role"] == "owner", "nobody was made less"
        gone = await here.root.http.put(f"/api/admin/organizations/{new_id()}/owner", json={"userId": str(here.cyd.id)})
        assert told(gone) == (404, "unknown_organization")


async def test_many_admins_that_appoint_at_once_leave_one_owner_more(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with installation(addresses) as here, here.served.person("dan") as dan:
        org = await found(here.bob)
        for person in (here.cyd, dan):
            await join(here.bob, person, org)
        await here.root.http.post(f"/api/admin/users/{here.bob.id}/suspend")
        path = f"/api/admin/organizations/{org}/owner"
        asked = [
            here.root.http.put(path, json={"userId": str(person.id)}) for person in (here.cyd, dan) for _ in range(10)
        ]
        assert {answer.status_code for answer in await asyncio.gather(*asked)} <= {200, 409}
        assert await as_owner.fetchval("select count(*) from org_members where role = 'owner'") == 2
        noted = "select count(*) from admin_events where what = 'org.owner_appointed'"
        assert await as_owner.fetchval(noted) == 1
