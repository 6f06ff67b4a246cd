"""A key of an organization: it acts as whoever made it, its admins see it and end it, and it ends with its maker."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import asyncpg
import pytest

from holdfast.accounts.keys import MAX_KEYS
from holdfast.core.db import Db
from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from tests.accounts.second_factor.setting import set_app
from tests.scripted import ScriptedModel, says
from tests.serving import PASSWORD, Person, Served, serving

pytestmark = pytest.mark.anyio

OWN_KEY = {"name": "my own", "scopes": ["chat"]}
Whose = tuple[UUID | None, UUID | None, UUID | None]
"""A person's, an organization's, and who made it."""


@dataclass(frozen=True, slots=True)
class Company:
    served: Served
    id: str
    root: Person
    """The installation's admin, who is in no organization."""
    owner: Person
    admin: Person
    member: Person
    stranger: Person
    """In an organization of their own."""

    @property
    def keys(self) -> str:
        return f"/api/organizations/{self.id}/keys"

    async def make(self, person: Person, *scopes: str, name: str = "a program") -> Mapping[str, Any]:
        made = await person.http.post(self.keys, json={"name": name, "scopes": scopes or ["chat"]})
        assert made.status_code == 201, made.text
        found: Mapping[str, Any] = made.json()
        return found

    async def names(self, person: Person) -> list[str]:
        found = await person.http.get(self.keys)
        assert found.status_code == 200, found.text
        return sorted(one["name"] for one in found.json()["keys"])

    async def resting(self, person: Person) -> list[str]:
        found = (await person.http.get(self.keys)).json()["keys"]
        return [one["name"] for one in found if one["isResting"]]

    async def opens(self, made: Mapping[str, Any], address: str = "/api/chats") -> int:
        async with self.served.stranger() as program:
            return (await program.get(address, headers={"x-api-key": made["key"]})).status_code


@asynccontextmanager
async def company(addresses: Addresses) -> AsyncIterator[Company]:
    async with AsyncExitStack() as stack:
        served = await stack.enter_async_context(serving(addresses, [ScriptedModel(says("Yes."))]))
        names = ("root", "ada", "bob", "cyd", "eve")
        root, ada, bob, cyd, eve = [await stack.enter_async_context(served.person(name)) for name in names]
        org = (await ada.http.post("/api/organizations", json={"name": "Acme"})).json()["id"]
        for person in (bob, cyd):
            code = (await ada.http.post(f"/api/organizations/{org}/invites", json={})).json()["code"]
            assert (await person.http.post("/api/invites/accept", json={"code": code})).status_code == 200
        await ada.http.patch(f"/api/organizations/{org}/members/{bob.id}", json={"role": "admin"})
        assert (await eve.http.post("/api/organizations", json={"name": "Globex"})).status_code == 201
        yield Company(served, org, root, ada, bob, cyd, eve)


async def test_it_has_limits_of_its_own_that_whoever_may_end_it_sees(addresses: Addresses) -> None:
    async with company(addresses) as here:
        limits = {"dayLimit": 2, "models": ["sophie"], "networks": ["127.0.0.0/8"], "spendLimitUsd": 5}
        wish = {"name": "limited", "scopes": ["models"], **limits, "networks": ["127.0.0.1"]}
        made = (await here.member.http.post(here.keys, json=wish)).json()
        assert [await here.opens(made, "/api/v1/models") for _ in range(3)] == [200, 200, 429]
        [listed] = (await here.admin.http.get(here.keys)).json()["keys"]
        assert {name: listed[name] for name in limits} == {**limits, "networks": ["127.0.0.1/32"]}
        assert (listed["lastPlace"], listed["spentUsd"]) == ("127.0.0.1", 0)
        elsewhere = await here.member.http.post(here.keys, json={**wish, "networks": ["192.0.2.0/24"]})
        assert await here.opens(elsewhere.json(), "/api/v1/models") == 403


async def test_it_acts_as_whoever_made_it_and_within_its_scopes(addresses: Addresses) -> None:
    async with company(addresses) as here:
        chat = new_id()
        await here.member.say("Hello", chat=chat)
        made = await here.make(here.member, "chat:read")
        async with here.served.stranger() as program:
            program.headers["x-api-key"] = made["key"]
            chats = (await program.get("/api/chats")).json()["chats"]
            assert [one["id"] for one in chats] == [str(chat)]
            assert (await program.delete(f"/api/chats/{chat}")).json()["error"]["code"] == "missing_scope"
            # A key makes no keys, for nobody.
            refused = await program.post(here.keys, json={"name": "another", "scopes": ["chat"]})
            assert refused.json()["error"]["code"] == "needs_sign_in"
        assert made["madeBy"] == {"id": str(here.member.id), "name": "Cyd"}


async def test_those_who_may_end_it_see_it_the_others_their_own_and_nobody_the_key_itself(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with company(addresses) as here:
        made = await here.make(here.member, name="the shop's bot")
        await here.make(here.owner, name="a backup")
        assert await here.opens(made) == 200
        assert await here.names(here.owner) == await here.names(here.admin) == ["a backup", "the shop's bot"]
        assert await here.names(here.member) == ["the shop's bot"]
        listed = (await here.admin.http.get(here.keys)).json()["keys"]
        theirs = next(one for one in listed if one["id"] == made["id"])
        assert theirs["lastUsedAt"] is not None
        assert (theirs["madeBy"]["name"], theirs["isYours"]) == ("Cyd", False)
        assert made["key"] not in str(listed)
        assert (await here.member.http.get("/api/keys")).json()["keys"] == [], "it is not the person's own"
        kept = await as_owner.fetch("select t::text as row from api_keys t")
        assert all(made["key"] not in row["row"] for row in kept)


async def test_an_admin_ends_anybodys_a_member_their_own_and_the_history_tells_it(addresses: Addresses) -> None:
    async with company(addresses) as here:
        one, other, hers = [await here.make(here.member, name=name) for name in ("one", "other", "hers")]
        owners = await here.make(here.owner, name="the owner's")
        refused = await here.member.http.delete(f"{here.keys}/{owners['id']}")
        assert (refused.status_code, refused.json()["error"]["code"]) == (403, "missing_permission")
        assert (await here.admin.http.delete(f"{here.keys}/{one['id']}")).status_code == 204
        assert (await here.member.http.delete(f"{here.keys}/{other['id']}")).status_code == 204
        assert (await here.admin.http.delete(f"{here.keys}/{one['id']}")).status_code == 404
        assert [await here.opens(key) for key in (one, other, hers, owners)] == [401, 401, 200, 200]
        told = (await here.owner.http.get(f"/api/organizations/{here.id}/audit")).json()["events"]
        keys = [
            (event["what"], event["actor"]["name"], event["detail"]["name"])
            for event in told
            if "key." in event["what"]
        ]
        assert keys[:2] == [("key.revoked", "Cyd", "other"), ("key.revoked", "Bob", "one")]
        assert {what for what, *_ in keys[2:]} == {"key.made"}


async def test_outside_of_the_organization_there_is_no_such_thing(addresses: Addresses) -> None:
    async with company(addresses) as here:
        made = await here.make(here.owner)
        for person in (here.stranger, here.root):
            for answer in (
                await person.http.get(here.keys),
                await person.http.post(here.keys, json={"name": "mine", "scopes": ["chat"]}),
                await person.http.delete(f"{here.keys}/{made['id']}"),
            ):
                assert (answer.status_code, answer.json()["error"]["code"]) == (404, "unknown_organization")
        assert await here.opens(made) == 200


async def _leaves(here: Company) -> None:
    assert (await here.member.http.post(f"/api/organizations/{here.id}/leave", json={})).status_code == 204


async def _is_removed(here: Company) -> None:
    gone = await here.owner.http.delete(f"/api/organizations/{here.id}/members/{here.member.id}")
    assert gone.status_code == 204, gone.text


async def _goes_for_good(here: Company) -> None:
    gone = await here.member.http.request("DELETE", "/api/auth/me", json={"password": PASSWORD})
    assert gone.status_code == 204, gone.text


async def _is_suspended_and_back(here: Company) -> None:
    for does in ("suspend", "unsuspend"):
        done = await here.root.http.post(f"/api/admin/users/{here.member.id}/{does}")
        assert done.status_code == 204, done.text


async def _ends_all_keys(here: Company) -> None:
    done = await here.member.http.post("/api/auth/logout-everywhere", json={"revokesKeys": True})
    assert done.status_code == 204, done.text


async def _is_over(here: Company) -> None:
    assert (await here.owner.http.delete(f"/api/organizations/{here.id}")).status_code == 204


ENDS: Mapping[str, Callable[[Company], Awaitable[None]]] = {
    "leaves": _leaves,
    "is removed": _is_removed,
    "goes for good": _goes_for_good,
    "is suspended, and back": _is_suspended_and_back,
    "ends all their keys": _ends_all_keys,
    "is in one that is deleted": _is_over,
}


@pytest.mark.parametrize("does", ENDS)
async def test_it_ends_when_whoever_made_it(does: str, addresses: Addresses) -> None:
    async with company(addresses) as here:
        made = await here.make(here.member)
        assert await here.opens(made) == 200
        await ENDS[does](here)
        assert await here.opens(made) == 401
        if does in ("leaves", "is removed"):
            code = (await here.owner.http.post(f"/api/organizations/{here.id}/invites", json={})).json()["code"]
            assert (await here.member.http.post("/api/invites/accept", json={"code": code})).status_code == 200
            assert await here.opens(made) == 401, "and does not come back with them"


async def test_a_role_that_is_taken_away_takes_no_key_because_anybody_in_it_may_make_one(addresses: Addresses) -> None:
    async with company(addresses) as here:
        made = await here.make(here.admin)
        changed = await here.owner.http.patch(
            f"/api/organizations/{here.id}/members/{here.admin.id}", json={"role": "member"}
        )
        assert changed.status_code == 200, changed.text
        assert await here.opens(made) == 200


async def test_it_rests_while_its_maker_lacks_the_second_factor_that_is_asked_for(addresses: Addresses) -> None:
    async with company(addresses) as here:
        made, own = await here.make(here.member), await here.member.http.post("/api/keys", json=OWN_KEY)
        await set_app(here.owner.http)
        path = f"/api/organizations/{here.id}/second-factor"
        asked = await here.owner.http.put(path, json={"isRequired": True, "graceDays": 0})
        assert asked.status_code == 200, asked.text
        assert await here.opens(made) == 401
        assert await here.opens(own.json()) == 200, "what is their own is not the organization's to close"
        theirs = await here.make(here.owner, name="another")
        assert (made["isResting"], theirs["isResting"]) == (False, False)
        assert await here.resting(here.owner) == ["a program"]
        await set_app(here.member.http)
        assert await here.opens(made) == 200
        assert await here.resting(here.owner) == []


async def test_whoever_is_kept_out_can_still_end_all_that_acts_as_them(addresses: Addresses) -> None:
    async with company(addresses) as here:
        made = await here.make(here.member)
        await set_app(here.owner.http)
        path = f"/api/organizations/{here.id}/second-factor"
        await here.owner.http.put(path, json={"isRequired": True, "graceDays": 0})
        await _ends_all_keys(here)
        off = await here.owner.http.put(path, json={"isRequired": False})
        assert off.status_code == 200, off.text
        assert await here.opens(made) == 401


async def test_bad_wishes_are_refused_and_there_are_only_so_many(addresses: Addresses) -> None:
    async with company(addresses) as here:
        for wish in (
            {"name": " ", "scopes": ["chat"]},
            {"name": "x", "scopes": []},
            {"name": "x", "scopes": ["everything"]},
            {"name": "x", "scopes": ["chat"], "expiresAt": "2001-01-01T00:00:00Z"},
            {"name": "x", "scopes": ["chat"], "orgId": here.id},
        ):
            assert (await here.member.http.post(here.keys, json=wish)).status_code == 422, wish
        for number in range(MAX_KEYS):
            await here.make((here.owner, here.admin, here.member)[number % 3])
        full = await here.member.http.post(here.keys, json={"name": "one more", "scopes": ["chat"]})
        assert (full.status_code, full.json()["error"]["code"]) == (409, "too_many_keys")
        assert (
            await here.member.http.post("/api/keys", json={"name": "my own", "scopes": ["chat"]})
        ).status_code == 201


async def test_the_database_itself_refuses_a_key_of_two_of_nobody_or_of_somebody_who_is_not_in_it(
    addresses: Addresses, db: Db, as_owner: asyncpg.Connection
) -> None:
    put = """
    insert into api_keys (id, user_id, org_id, made_by, name, prefix, key_hash, scopes)
    values (gen_random_uuid(), $1, $2, $3, 'planted', 'hf_', sha256($4), '{chat}')
    """
    async with company(addresses) as here:
        member, stranger, org = here.member.id, here.stranger.id, UUID(here.id)
        of_two_or_nobody: list[Whose] = [
            (member, org, member), (None, None, None), (member, None, member), (None, org, None)
        ]  # fmt: skip
        for whose in of_two_or_nobody:
            with pytest.raises(asyncpg.CheckViolationError):
                await as_owner.execute(put, *whose, new_id().bytes)
        with pytest.raises(asyncpg.ForeignKeyViolationError):
            await as_owner.execute(put, None, org, stranger, new_id().bytes)
        planted: list[Whose] = [(None, org, member), (None, org, stranger), (member, None, None)]
        for whose in planted:
            with pytest.raises((asyncpg.InsufficientPrivilegeError, asyncpg.ForeignKeyViolationError)):
                async with db.as_user(stranger) as tx:
                    await tx.execute(put, *whose, new_id().bytes)
        await here.make(here.member)
        async with db.as_user(stranger) as tx:
            assert await tx.fetch("select id from api_keys") == []
            assert await tx.execute("update api_keys set revoked_at = now()") == "UPDATE 0"
