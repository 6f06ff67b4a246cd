"""Who may make an account: anybody, whoever has an invite, nobody; and the first one where others can reach us."""

from __future__ import annotations

import asyncio
from typing import Any

import asyncpg
import httpx2
import pytest

from holdfast.accounts.codes import in_groups, setup_code
from holdfast.accounts.identities import Vouched, find_or_create, find_or_create_unless_email_is_taken
from holdfast.accounts.types import InviteRequired, NotOfThisDomain, RegistrationClosed, SetupCodeRequired
from holdfast.core.config import Settings
from holdfast.core.db import Db
from tests.accounts.door import Door, form, opened

pytestmark = pytest.mark.anyio

REACHABLE: dict[str, Any] = {"host": "0.0.0.0"}


async def try_register(client: httpx2.AsyncClient, name: str, code: str | None = None) -> tuple[int, str]:
    body = form(name) | ({"code": code} if code is not None else {})
    answer = await client.post("/api/auth/register", json=body)
    return answer.status_code, "" if answer.status_code == 201 else answer.json()["error"]["code"]


async def make_first(door: Door, client: httpx2.AsyncClient, name: str = "ada") -> None:
    assert await try_register(client, name, setup_code(door.accounts.admission.signer)) == (201, "")


async def ways(client: httpx2.AsyncClient) -> dict[str, Any]:
    told: dict[str, Any] = (await client.get("/api/auth/providers")).json()
    return told


async def plan_of(as_owner: asyncpg.Connection, name: str) -> str | None:
    plan: str | None = await as_owner.fetchval("select plan from users where email = $1", f"{name}@example.org")
    return plan


def vouching(subject: str, email: str | None = None, *, is_verified: bool = True) -> Vouched:
    return Vouched("https://issuer", subject, email, is_verified, "", None)


async def test_where_only_this_machine_comes_by_anybody_registers_and_no_code_is_asked_for(
    door: Door, as_owner: asyncpg.Connection
) -> None:
    async with door.browser() as ada, door.browser() as bob:
        told = await ways(ada)
        assert (told["registration"], told["needsSetupCode"]) == ("open", False)
        assert await try_register(ada, "ada") == (201, "")
        assert await try_register(bob, "bob") == (201, "")
    assert await plan_of(as_owner, "bob") is None


@pytest.mark.parametrize("place", [REACHABLE, {"public_url": "https://holdfast.example"}, {"host": "192.0.2.7"}])
async def test_where_others_come_by_the_first_account_takes_the_code(db: Db, place: dict[str, Any]) -> None:
    async with opened(db, **place) as door, door.browser() as client:
        assert (await ways(client))["needsSetupCode"] is True
        for wrong in (None, "", "ABCDEFGHJK", "no code at all"):
            assert await try_register(client, "mallory", wrong) == (403, "setup_code_required"), wrong
        right = in_groups(setup_code(door.accounts.admission.signer)).lower()
        assert await try_register(client, "ada", right) == (201, "")
        told = await ways(client)
        assert (told["hasAccounts"], told["needsSetupCode"], told["registration"]) == (True, False, "closed")


async def test_after_the_first_account_nobody_registers_not_even_with_its_code(
    db: Db, as_owner: asyncpg.Connection
) -> None:
    async with opened(db, **REACHABLE) as door, door.browser() as ada, door.browser() as bob:
        await make_first(door, ada)
        code = setup_code(door.accounts.admission.signer)
        assert await try_register(bob, "bob", code) == (403, "registration_closed")
        assert await try_register(bob, "bob") == (403, "registration_closed")
    assert await as_owner.fetchval("select count(*) from users") == 1


async def test_of_thirty_with_the_code_one_is_first_and_the_others_are_refused(
    db: Db, as_owner: asyncpg.Connection
) -> None:
    async with opened(db, **REACHABLE) as door, door.browser() as client:
        code = setup_code(door.accounts.admission.signer)
        async with asyncio.timeout(60):
            tried = await asyncio.gather(*(try_register(client, f"p{n}", code) for n in range(30)))
    assert [status for status, _ in tried].count(201) == 1
    assert {why for status, why in tried if status != 201} == {"registration_closed"}
    assert await as_owner.fetchval("select count(*) from users where is_admin") == 1


async def test_an_open_door_gives_strangers_the_smallest_plan_and_the_first_none(
    db: Db, as_owner: asyncpg.Connection
) -> None:
    async with opened(db, registration="open", **REACHABLE) as door, door.browser() as ada, door.browser() as bob:
        assert await try_register(bob, "bob") == (403, "setup_code_required"), "open to others, not to own"
        await make_first(door, ada)
        assert await try_register(bob, "bob") == (201, "")
    assert (await plan_of(as_owner, "ada"), await plan_of(as_owner, "bob")) == (None, "free")


async def test_a_plan_that_the_operator_named_is_theirs(db: Db, as_owner: asyncpg.Connection) -> None:
    async with (
        opened(db, registration="open", default_plan="pro", **REACHABLE) as door,
        door.browser() as ada,
        door.browser() as bob,
    ):
        await make_first(door, ada)
        assert await try_register(bob, "bob") == (201, "")
    assert await plan_of(as_owner, "bob") is None, "the installation's default"


async def test_when_everybody_has_left_a_reachable_installation_has_no_next_owner(
    db: Db, as_owner: asyncpg.Connection
) -> None:
    async with opened(db, **REACHABLE) as door, door.browser() as ada, door.browser() as mallory:
        await make_first(door, ada)
        left = await ada.request("DELETE", "/api/auth/me", json={"password": form("ada")["password"]})
        assert left.status_code == 204
        code = setup_code(door.accounts.admission.signer)
        assert await try_register(mallory, "mallory", code) == (403, "registration_closed")
    assert await as_owner.fetchval("select count(*) from users") == 0


async def invite(client: httpx2.AsyncClient, **wanted: Any) -> dict[str, Any]:
    made = await client.post("/api/admin/invites", json=wanted)
    assert made.status_code == 201, made.text
    told: dict[str, Any] = made.json()
    return told


async def test_an_admins_invite_lets_in_as_many_as_it_says(db: Db, as_owner: asyncpg.Connection) -> None:
    async with opened(db, registration="invite") as door, door.browser() as ada, door.browser() as bob:
        assert await try_register(ada, "ada") == (201, ""), "the first is first"
        assert await try_register(bob, "bob") == (403, "invite_required")
        assert await try_register(bob, "bob", "ABCDEFGHJK") == (403, "invite_required")
        made = await invite(ada, maxUses=2, note="the book club")
        assert made["link"] == f"{door.url}/register#{made['code']}"
        async with asyncio.timeout(60):
            tried = await asyncio.gather(*(try_register(bob, f"p{n}", made["code"]) for n in range(12)))
        assert [status for status, _ in tried].count(201) == 2
        assert (await ada.get("/api/admin/invites")).json() == {"invites": []}, "used up"
        assert await plan_of(as_owner, "p0") is None, "an invited person has the installation's plan"
        kept = await as_owner.fetch("select i::text from installation_invites i")
        assert made["code"] not in str(kept)


async def test_an_invite_ends_by_being_revoked_by_time_and_with_its_givers_rights(
    db: Db, as_owner: asyncpg.Connection
) -> None:
    async with opened(db, registration="invite") as door, door.browser() as ada, door.browser() as bob:
        assert await try_register(ada, "ada") == (201, "")
        first, second, third = [await invite(ada) for _ in range(3)]
        listed = (await ada.get("/api/admin/invites")).json()["invites"]
        assert [one["madeBy"] for one in listed] == ["Ada"] * 3
        assert (await ada.delete(f"/api/admin/invites/{first['id']}")).status_code == 204
        assert (await ada.delete(f"/api/admin/invites/{first['id']}")).status_code == 404
        assert await try_register(bob, "bob", first["code"]) == (403, "invite_required")
        await as_owner.execute("update installation_invites set expires_at = now() where id::text = $1", second["id"])
        assert await try_register(bob, "bob", second["code"]) == (403, "invite_required")
        await as_owner.execute("update users set is_admin = false")
        assert await try_register(bob, "bob", third["code"]) == (403, "invite_required")


async def test_an_invite_that_met_a_taken_address_is_not_spent(db: Db) -> None:
    async with opened(db, registration="invite") as door, door.browser() as ada, door.browser() as bob:
        assert await try_register(ada, "ada") == (201, "")
        code = (await invite(ada))["code"]
        assert await try_register(bob, "ada", code) == (409, "email_taken")
        assert await try_register(bob, "bob", code) == (201, "")


async def test_only_admins_make_invites(db: Db) -> None:
    async with opened(db) as door, door.person("ada"), door.person("bob") as bob:
        for method, path in (("GET", ""), ("POST", ""), ("DELETE", f"/{bob.id}")):
            answer = await bob.http.request(method, f"/api/admin/invites{path}", json={} if method == "POST" else None)
            assert answer.status_code == 403


async def test_a_closed_door_is_closed_on_every_way_in(db: Db) -> None:
    async with opened(db, **REACHABLE) as door, door.browser() as ada:
        admission = door.accounts.admission
        for enter in (find_or_create, find_or_create_unless_email_is_taken):
            with pytest.raises(SetupCodeRequired):
                await enter(db, admission, vouching("s1"))
        await make_first(door, ada)
        for enter in (find_or_create, find_or_create_unless_email_is_taken):
            with pytest.raises(RegistrationClosed):
                await enter(db, admission, vouching("s1"))
    async with opened(db, registration="invite") as door:
        with pytest.raises(InviteRequired):
            await find_or_create(db, door.accounts.admission, vouching("s1"))


async def test_people_of_a_named_domain_come_in_by_the_provider_and_others_do_not(db: Db) -> None:
    async with opened(db, **REACHABLE) as door, door.browser() as ada:
        await make_first(door, ada)
        admission, domains = door.accounts.admission, ["example.com"]
        known = await find_or_create(db, admission, vouching("s1", "bea@Example.COM"), domains)
        assert (await find_or_create(db, admission, vouching("s1"), domains)).user_id == known.user_id
        for stranger in (
            vouching("s2"),
            vouching("s3", "eve@example.net"),
            vouching("s4", "eve@sub.example.com"),
            vouching("s5", "eve@example.com", is_verified=False),
        ):
            with pytest.raises(NotOfThisDomain):
                await find_or_create(db, admission, stranger, domains)
        assert await find_or_create(db, admission, vouching("s6"), ["*"])


def test_what_is_reachable_is_told_by_the_address_and_by_the_public_name() -> None:
    for here in (
        {},
        {"host": "::1"},
        {"host": "localhost"},
        {"host": "127.0.0.7", "public_url": "http://localhost:8000"},
    ):
        assert not Settings.model_validate(here).is_reachable, here
    for there in (
        {"host": "0.0.0.0"},
        {"host": "::"},
        {"host": "10.0.0.4"},
        {"public_url": "https://holdfast.example"},
    ):
        assert Settings.model_validate(there).is_reachable, there
        assert Settings.model_validate(there).registration_rule == "closed"
