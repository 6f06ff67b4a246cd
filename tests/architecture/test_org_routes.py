"""Every route of an organization, asked by each role, by somebody of another organization and by somebody of none."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

import asyncpg
import httpx2
import pytest

from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from holdfast.orgs.roles import Permission, Role, allows
from tests.accounts.second_factor.setting import set_app
from tests.architecture.policy import POLICY
from tests.scripted import ScriptedModel
from tests.serving import Person, Served, serving

pytestmark = pytest.mark.anyio

TABLES = ("orgs", "org_members", "org_invites", "org_events", "mails", "api_keys")
ROUTES = {route: rule.org for route, rule in POLICY.items() if rule.org is not None}
BODIES: Mapping[str, Mapping[str, Any]] = {
    "PATCH /api/organizations/{org_id}": {"name": "Renamed"},
    "PATCH /api/organizations/{org_id}/members/{user_id}": {"role": "admin"},
    "PUT /api/organizations/{org_id}/second-factor": {"isRequired": True, "graceDays": 30},
    "POST /api/organizations/{org_id}/leave": {},
    "POST /api/organizations/{org_id}/invites": {"email": "somebody@example.org"},
    "POST /api/organizations/{org_id}/keys": {"name": "a program", "scopes": ["chat:read"]},
}


@dataclass(frozen=True, slots=True)
class Town:
    """An organization with each role in it, and people outside."""

    served: Served
    stack: AsyncExitStack
    org: str
    members: Mapping[Role, Person]
    outside: Sequence[Person]
    """One with an organization of their own, one with none."""
    faults: list[str] = field(default_factory=list)

    async def newcomer(self) -> Person:
        person = await self.stack.enter_async_context(self.served.person(f"n{new_id().hex}"))
        await _join(self.members["owner"], person, self.org)
        return person

    async def ask(self, client: httpx2.AsyncClient, route: str, target: Person, its: Belongings) -> httpx2.Response:
        method, template = route.split(" ")
        path = template.format(org_id=self.org, user_id=target.id, invite_id=its.invite, key_id=its.key)
        return await client.request(method, path, json=BODIES.get(route))

    async def expect(self, who: str, response: httpx2.Response, route: str, code: str | None) -> None:
        told = response.json()["error"]["code"] if response.status_code >= 400 else None
        if told != code:
            self.faults.append(f"{who}: {route}: {response.status_code} {told}, not {code}")


@dataclass(frozen=True, slots=True)
class Belongings:
    """What the organization has, by id."""

    invite: str = ""
    key: str = ""


async def _belongings(owner: Person, org: str) -> Belongings:
    route = "POST /api/organizations/{org_id}/keys"
    made = await owner.http.post(f"/api/organizations/{org}/keys", json=BODIES[route])
    assert made.status_code == 201, made.text
    return Belongings((await _invite(owner, org))["id"], made.json()["id"])


async def _invite(owner: Person, org: str) -> dict[str, Any]:
    made = await owner.http.post(f"/api/organizations/{org}/invites", json={})
    assert made.status_code == 201, made.text
    found: dict[str, Any] = made.json()
    return found


async def _join(owner: Person, person: Person, org: str) -> None:
    code = (await _invite(owner, org))["code"]
    joined = await person.http.post("/api/invites/accept", json={"code": code})
    assert joined.status_code == 200, joined.text


@asynccontextmanager
async def town(addresses: Addresses) -> AsyncIterator[Town]:
    async with AsyncExitStack() as stack:
        served = await stack.enter_async_context(serving(addresses, [ScriptedModel()]))
        names = ("root", "ada", "bob", "cyd", "eve", "dan")
        _, ada, bob, cyd, eve, dan = [await stack.enter_async_context(served.person(name)) for name in names]
        org = (await ada.http.post("/api/organizations", json={"name": "Acme"})).json()["id"]
        for person in (bob, cyd):
            await _join(ada, person, org)
        await ada.http.patch(f"/api/organizations/{org}/members/{bob.id}", json={"role": "admin"})
        await set_app(ada.http)  # an owner asks of nobody what they have not themselves
        assert (await eve.http.post("/api/organizations", json={"name": "Globex"})).status_code == 201
        yield Town(served, stack, org, {"owner": ada, "admin": bob, "member": cyd}, [eve, dan])


async def _everything(connection: asyncpg.Connection) -> Sequence[str]:
    return [
        row["line"]
        for table in TABLES
        for row in await connection.fetch(f"select t::text as line from {table} t order by 1")
    ]


def _may(role: Role, needs: Permission | Literal["any", "owner"]) -> bool:
    if needs == "any":
        return True
    return role == "owner" if needs == "owner" else allows(role, needs)


async def test_whoever_lacks_the_right_is_told_so_outsiders_that_there_is_nothing_and_nothing_changes(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with town(addresses) as here:
        its = await _belongings(here.members["owner"], here.org)
        before = await _everything(as_owner)
        target = here.members["member"]
        for route, needs in ROUTES.items():
            for person in here.outside:
                answer = await here.ask(person.http, route, target, its)
                await here.expect("an outsider", answer, route, "unknown_organization")
            for role in get_args(Role):
                # Removing oneself is leaving, so somebody else is the target.
                other = here.members["admin" if role == "member" else "member"]
                if not _may(role, needs):
                    answer = await here.ask(here.members[role].http, route, other, its)
                    await here.expect(role, answer, route, "missing_permission")
                    if needs not in ("any", "owner"):
                        assert answer.json()["error"]["details"] == {"permission": needs}
        assert here.faults == []
        assert await _everything(as_owner) == before


async def test_whoever_has_the_right_succeeds(addresses: Addresses) -> None:
    async with town(addresses) as here:
        owner = here.members["owner"]
        for route, needs in sorted(ROUTES.items(), key=lambda pair: pair[0].startswith("DELETE")):
            if route == "DELETE /api/organizations/{org_id}":
                continue
            for role in get_args(Role):
                if not _may(role, needs):
                    continue
                target, its = await here.newcomer(), await _belongings(owner, here.org)
                person = target if needs == "any" else here.members[role]
                await here.expect(role, await here.ask(person.http, route, target, its), route, None)
        await here.expect(
            "owner",
            await here.ask(owner.http, "DELETE /api/organizations/{org_id}", owner, Belongings()),
            "DELETE",
            None,
        )
        assert here.faults == []
        for person in here.members.values():
            assert (await person.http.get("/api/organizations/mine")).json() == {"organization": None}


async def test_whoever_is_kept_out_for_want_of_a_second_factor_may_leave_and_nothing_else(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with town(addresses) as here:
        its = await _belongings(here.members["owner"], here.org)
        asked = {"isRequired": True, "graceDays": 0}
        path = f"/api/organizations/{here.org}/second-factor"
        assert (await here.members["owner"].http.put(path, json=asked)).status_code == 200
        await as_owner.execute("delete from totp_secrets")
        before = await _everything(as_owner)
        for route, needs in ROUTES.items():
            for role in get_args(Role):
                other = here.members["admin" if role == "member" else "member"]
                if needs != "any" and _may(role, needs):
                    answer = await here.ask(here.members[role].http, route, other, its)
                    await here.expect(role, answer, route, "second_factor_required")
        assert here.faults == []
        assert await _everything(as_owner) == before
        for person in (here.members["admin"], here.members["member"]):
            mine = (await person.http.get("/api/organizations/mine")).json()["organization"]
            assert (mine["permissions"], mine["secondFactor"]["isKeptOut"]) == ([], True)
            leave = await person.http.post(f"/api/organizations/{here.org}/leave", json={})
            assert leave.status_code == 204
        assert (await here.members["owner"].http.delete(f"/api/organizations/{here.org}")).status_code == 204
