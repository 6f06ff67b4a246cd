"""Every attempt that was blocked is an event: who, what stood in the way, and never a word or a code of theirs."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import asyncpg
import httpx2
import orjson
import pytest

from holdfast.core.ids import OrgId, new_id
from holdfast.core.migrate import Addresses
from holdfast.orgs.parts import LIMITS
from tests.orgs.company import set_seats
from tests.scripted import ScriptedModel
from tests.serving import Person, Served, serving

pytestmark = pytest.mark.anyio


async def noted(served: Served, as_owner: asyncpg.Connection) -> list[tuple[UUID | None, str, str | None, Any]]:
    await served.parts.events.write()
    rows = await as_owner.fetch("select user_id, name, feature, detail from analytics_events order by id")
    return [(row["user_id"], row["name"], row["feature"], orjson.loads(row["detail"])) for row in rows]


async def _found(person: Person) -> str:
    made = await person.http.post("/api/organizations", json={"name": "Acme"})
    return str(made.json()["id"])


async def _code(person: Person, org: str, **wanted: Any) -> str:
    made = await person.http.post(f"/api/organizations/{org}/invites", json=wanted)
    return str(made.json()["code"])


def refused(answer: httpx2.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


async def test_a_full_organization_a_dead_code_and_a_missing_right_are_events(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with (
        serving(addresses, [ScriptedModel()]) as served,
        served.person("ada") as ada,
        served.person("bob") as bob,
        served.person("cyd") as cyd,
    ):
        org = await _found(ada)
        code = await _code(ada, org, maxUses=5)
        assert (await bob.http.post("/api/invites/accept", json={"code": code})).status_code == 200
        await set_seats(served.parts.db, OrgId(UUID(org)), 2)
        assert refused(await cyd.http.post("/api/invites/accept", json={"code": code})) == (409, "no_seats")
        assert refused(await cyd.http.post("/api/invites/look", json={"code": "ABCDEF"})) == (404, "unknown_invite")
        made = await bob.http.post(f"/api/organizations/{org}/invites", json={})
        assert refused(made) == (403, "missing_permission")
        assert refused(await bob.http.get(f"/api/organizations/{org}/audit")) == (403, "missing_permission")
        assert await noted(served, as_owner) == [
            (cyd.id, "seat_blocked", "seats", {"at": "accept"}),
            (cyd.id, "invite_blocked", "unknown_invite", {"at": "look"}),
            (bob.id, "permission_blocked", "members.invite", {"at": "invite_somebody"}),
            (bob.id, "permission_blocked", "owner", {"at": "list_organization_events"}),
        ]


async def test_whoever_comes_too_often_is_an_event_however_many_times_they_come(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person("eve") as eve:
        for _ in range(LIMITS.guess_by_account.times):
            await eve.http.post("/api/invites/look", json={"code": "ABCDEF"})
        for _ in range(30):
            assert (await eve.http.post("/api/invites/look", json={"code": "ABCDEF"})).status_code == 429
        told = [event for event in await noted(served, as_owner) if event[1] == "rate_blocked"]
        assert {event[:3] for event in told} == {(eve.id, "rate_blocked", "too_many_requests")}
        assert sum(event[3].get("times", 1) for event in told) == 30
        assert len(told) < 30, "who floods us does not fill the table"


async def test_a_stranger_who_tries_too_often_is_noted_without_a_name(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.stranger() as stranger:
        answers = [
            await stranger.post("/api/auth/login", json={"email": "ada@example.org", "password": f"wrong {new_id()}"})
            for _ in range(30)
        ]
        assert answers[-1].status_code == 429
        told = await noted(served, as_owner)
        assert {event[:2] for event in told} == {(None, "rate_blocked")}
        assert "ada@" not in str(told)
