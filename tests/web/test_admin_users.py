"""Accounts as an admin sees them, and the plans an admin gives."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import asyncpg
import httpx2
import pytest

from holdfast.core.ids import UserId, new_id
from holdfast.core.migrate import Addresses
from holdfast.entitlements.plans import FEATURES
from holdfast.models.types import TextDelta
from holdfast.web.admin_shapes import FeatureLimits
from tests.scripted import ScriptedModel, says
from tests.serving import chat_body
from tests.waiting import HANGS_SECONDS, until
from tests.web.looking_after import Installation, found, installation, join, told

pytestmark = pytest.mark.anyio

WRONG_BODIES: Sequence[Mapping[str, Any]] = (
    {"plan": "gold", "limits": {}},
    {"plan": "pro"},
    {"limits": {}},
    {"plan": "pro", "limits": None},
    {"plan": "pro", "limits": {"chats_per_day": 1}},
    {"plan": "pro", "limits": {"features": []}},
    {"plan": "pro", "limits": {}, "isAdmin": True},
)


def names(page: dict[str, Any]) -> list[str]:
    return [user["name"] for user in page["users"]]


async def test_an_account_is_listed_with_its_plan_its_organization_and_when_it_was_seen(addresses: Addresses) -> None:
    async with installation(addresses, default_plan="free") as here:
        org = await found(here.bob)
        await join(here.bob, here.cyd, org)
        page = await here.ask("users")
        assert (names(page), page["defaultPlan"], page["nextCursor"]) == (["Root", "Bob", "Cyd"], "free", None)
        root, bob, cyd = page["users"]
        assert (root["isAdmin"], bob["isAdmin"], root["organization"]) == (True, False, None)
        assert bob["organization"] == {"id": org, "name": "Acme", "role": "owner", "plan": None}
        assert cyd["organization"]["role"] == "member"
        assert (bob["plan"], bob["limits"], bob["suspendedAt"]) == (None, {"features": {}}, None)
        assert bob["lastSeenAt"] > bob["createdAt"]


async def test_people_are_found_by_how_their_email_or_name_begins_and_by_their_organization(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with installation(addresses) as here:
        await as_owner.execute("update users set name = 'Robert %_ Öz' where id = $1", here.bob.id)
        assert names(await here.ask("users", search="CYD@exam")) == ["Cyd"]
        assert names(await here.ask("users", search="robert %_ ö")) == ["Robert %_ Öz"]
        assert names(await here.ask("users", search="example.org")) == [], "a beginning, not a middle"
        for pattern in ("%", "_", "r%", "\\", "'; drop table users; --"):
            assert names(await here.ask("users", search=pattern)) == []
        org = await found(here.cyd)
        assert names(await here.ask("users", organizationId=org)) == ["Cyd"]
        assert names(await here.ask("users", organizationId=str(new_id()))) == []
        first = await here.ask("users", limit=2)
        assert names(await here.ask("users", limit=2, cursor=first["nextCursor"])) == ["Cyd"]
        for wrong in ({"search": "x" * 300}, {"search": "a\x00"}, {"organizationId": "x"}, {"limit": 0}):
            assert (await here.root.http.get("/api/admin/users", params=wrong)).status_code == 422


async def test_a_plan_holds_from_the_next_request_on_and_is_taken_away_again(addresses: Addresses) -> None:
    async with installation(addresses, [ScriptedModel(says("Yes."))]) as here:
        assert (await here.bob.say("Hello.")).status == 200
        given = await here.give_plan(f"users/{here.bob.id}", "free", {"chats_per_day": 1, "storage_bytes": None})
        assert given.status_code == 200, given.text
        entry = given.json()
        assert (entry["id"], entry["plan"]) == (str(here.bob.id), "free")
        assert entry["limits"] == {"features": {"chats_per_day": 1, "storage_bytes": None}}
        mine = (await here.bob.http.get("/api/usage")).json()
        assert (mine["plan"], mine["source"]) == ("free", "user")
        assert (mine["features"]["chats_per_day"], mine["features"]["storage_bytes"]) == (1, None)
        refused = await here.bob.http.post("/api/chat", json=chat_body("One more?"))
        assert told(refused) == (429, "quota_exhausted"), "the chat of before counts"
        assert (await here.give_plan(f"users/{here.bob.id}", None)).json()["plan"] is None
        assert (await here.bob.say("One more?")).status == 200
        assert (await here.bob.http.get("/api/usage")).json()["source"] == "installation"


async def test_limits_that_are_none_are_refused_by_name_and_change_nothing(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with installation(addresses) as here:
        org = await found(here.bob)
        for what in (f"users/{here.bob.id}", f"organizations/{org}"):
            for name, value in (
                ("chats_per_moon", 1), ("chats_per_day", -1), ("chats_per_day", "20"), ("chats_per_day", 2.5),
                ("chats_per_day", True), ("seats", 2**53 + 1), ("personas", [1]), ("chatsPerDay", 1),
            ):  # fmt: skip
                refused = await here.give_plan(what, "pro", {name: value})
                assert refused.status_code == 422, (name, value)
                assert f"body.limits.features.{name}" in refused.text, refused.text
            for body in WRONG_BODIES:
                refused = await here.root.http.put(f"/api/admin/{what}/plan", json=body)
                assert refused.status_code == 422, (body, refused.text)
        for count in (0, 10_001, -3, 2.5, "7", True):
            refused = await here.give_plan(f"organizations/{org}", "pro", seatCount=count)
            assert (refused.status_code, "body.seatCount" in refused.text) == (422, True)
        assert (await here.give_plan(f"users/{new_id()}", "pro")).status_code == 404
    assert await as_owner.fetchval("select count(*) from users where plan is not null or limits <> '{}'") == 0
    assert await as_owner.fetchval("select count(*) from orgs where plan is not null or limits <> '{}'") == 0
    assert await as_owner.fetchval("select count(*) from admin_events") == 0


def test_every_feature_of_the_plans_can_be_limited() -> None:
    assert set(FeatureLimits.model_fields) == set(FEATURES)


async def test_every_change_leaves_an_event_with_who_did_what_to_whom_and_none_where_nothing_changed(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with installation(addresses) as here:
        bob = f"users/{here.bob.id}"
        for _ in range(2):
            await here.give_plan(bob, "pro", {"api_requests_per_minute": 7})
            for verb in ("appoint", "dismiss", "suspend", "suspend", "unsuspend", "unsuspend"):
                assert (await here.root.http.post(f"/api/admin/{bob}/{verb}")).status_code == 204
        told_events = await here.events()
        assert [event["what"] for event in reversed(told_events)] == [
            "user.plan_changed", "user.limits_changed",
            *("admin.appointed", "admin.dismissed", "user.suspended", "user.unsuspended") * 2,
        ]  # fmt: skip
        for event in told_events:
            assert event["actor"] == {"id": str(here.root.id), "name": "Root"}
            assert event["target"] == {"id": str(here.bob.id), "name": "Bob"}
            assert event["organization"] is None
        assert told_events[-1]["detail"] == {"from": None, "to": "pro"}
        assert told_events[-2]["detail"] == {"from": {}, "to": {"features": {"api_requests_per_minute": 7}}}
        first = await here.ask("events", limit=7)
        second = await here.ask("events", limit=7, cursor=first["nextCursor"])
        assert first["events"] + second["events"] == told_events
        assert second["nextCursor"] is None

        await as_owner.execute("update users set plan = 'free' where id = $1", here.cyd.id)
        by_hand = (await here.events())[0]
        assert (by_hand["actor"], by_hand["target"]["name"]) == (None, "Cyd")
        await here.cyd.http.request("DELETE", "/api/auth/me", json={"password": "correct horse battery"})
        assert (await here.events())[0]["target"] is None, "nobody is named after they left"


async def test_the_schema_itself_refuses_whoever_is_no_admin_any_more(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    """The door is passed, and the right is lost before the function asks: as between two statements."""
    functions = await as_owner.fetch(
        """
        select p.proname as name, p.pronargs as arguments, p.prorettype::regtype::text as returned from pg_proc p
         where p.pronamespace = 'public'::regnamespace
           and (p.proname like 'admin\\_%' or p.proname in ('list_admin_events', 'list_mails', 'retry_dead_letter',
                                                           'drop_dead_letter'))
        """
    )
    assert len(functions) == 15
    async with installation(addresses) as here:
        for function in functions:
            call = f"select * from {function['name']}({', '.join(['null'] * function['arguments'])})"
            for asker in (here.bob.id, UserId(new_id())):
                with pytest.raises(asyncpg.InsufficientPrivilegeError):
                    async with here.served.parts.db.as_user(asker) as tx:
                        await tx.fetch(call)
            with pytest.raises(asyncpg.InsufficientPrivilegeError):
                await here.served.parts.db.look_up(call)


async def test_of_many_admins_at_once_the_last_plan_stands_and_each_change_is_told(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with installation(addresses) as here:

        async def change(number: int) -> httpx2.Response:
            return await here.give_plan(f"users/{here.bob.id}", None, {"chats_per_day": number})

        answers = await asyncio.gather(*(change(number) for number in range(30)))
        assert {answer.status_code for answer in answers} == {200}
        rows = await as_owner.fetch(
            "select detail ->> 'from' as was, detail ->> 'to' as is from admin_events order by seq"
        )
        assert len(rows) == 30
        assert all(before["is"] == after["was"] for before, after in pairwise(rows)), "one chain"
        limit = (await here.bob.http.get("/api/usage")).json()["features"]["chats_per_day"]
        assert f'"chats_per_day": {limit}}}' in rows[-1]["is"], "and what holds is the end of it"


async def test_a_suspended_persons_open_answer_ends_within_seconds_for_browser_and_key(addresses: Addresses) -> None:
    model = ScriptedModel([TextDelta("half"), asyncio.Event()])
    async with installation(addresses, [model]) as here, here.served.stranger() as by_key:
        key = (await here.bob.http.post("/api/keys", json={"name": "x", "scopes": ["chat"]})).json()["key"]
        by_key.headers["x-api-key"] = key
        reading = [
            asyncio.create_task(here.bob.say("go")),
            asyncio.create_task(by_key.post("/api/chat", json=chat_body("go"))),
        ]
        await _streams_open(here, 2)
        assert (await here.root.http.post(f"/api/admin/users/{here.bob.id}/suspend")).status_code == 204
        assert (await here.bob.http.get("/api/chats")).status_code == 401
        assert (await by_key.get("/api/chats")).status_code == 401
        async with asyncio.timeout(HANGS_SECONDS):
            await asyncio.gather(*reading)
        await _streams_open(here, 0)
        assert model.was_closed_early, "and the model is no longer asked either"
        users = (await here.ask("users", search="bob"))["users"]
        assert users[0]["suspendedAt"] is not None


async def _streams_open(here: Installation, count: int) -> None:
    async def are_open() -> bool:
        return bool((await here.ask("health"))["streams"]["everywhere"] == count)

    await until(are_open)
