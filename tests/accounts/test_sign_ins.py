"""Registering, logging in and out: what a cookie is worth, and when it stops."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import asyncpg
import httpx2
import pytest

from holdfast.accounts.codes import setup_code
from holdfast.core.crypto import hash_token
from holdfast.core.db import Db
from tests.accounts.door import PASSWORD, Door, form, log_in, opened, register

pytestmark = pytest.mark.anyio


async def test_whoever_registers_is_signed_in_and_known(door: Door) -> None:
    async with door.browser() as client:
        answer = await client.post("/api/auth/register", json=form("ada"))
        me = await client.get("/api/auth/me")
    assert answer.status_code == 201
    assert me.json() == {
        "id": answer.json()["id"],
        "type": "regular",
        "email": "ada@example.org",
        "emailState": "unverified",
        "name": "Ada",
        "picture": None,
        "tenantId": "default",
        "isAdmin": True,
    }
    assert me.headers["cache-control"] == "no-store"


async def test_the_cookie_is_hidden_from_scripts_and_other_sites(door: Door) -> None:
    async with door.browser() as client:
        answer = await client.post("/api/auth/register", json=form("ada"))
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("holdfast_session=")
    for attribute in ("HttpOnly", "Path=/", "SameSite=lax"):
        assert attribute in cookie
    assert "Secure" not in cookie
    assert "Domain" not in cookie


async def test_over_https_the_cookie_is_secure_and_bound_to_the_host(db: Db) -> None:
    async with opened(db, public_url="https://hold.example.org") as door, door.program() as client:
        hosted = {"host": "hold.example.org", "origin": "https://hold.example.org"}
        code = setup_code(door.accounts.admission.signer)
        answer = await client.post("/api/auth/register", json=form("ada") | {"code": code}, headers=hosted)
        cookie = answer.headers["set-cookie"]
        name, value = cookie.split(";")[0].split("=")
        assert name == "__Host-holdfast_session"
        assert "Secure" in cookie
        planted = await client.get("/api/auth/me", headers={**hosted, "cookie": f"holdfast_session={value}"})
        real = await client.get("/api/auth/me", headers={**hosted, "cookie": f"{name}={value}"})
    assert planted.status_code == 401
    assert real.status_code == 200


async def test_only_the_hash_of_a_cookie_is_stored(door: Door, as_owner: asyncpg.Connection) -> None:
    async with door.person() as ada:
        assert await as_owner.fetchval("select token_hash from sign_ins") == hash_token(ada.cookie)
        rows = str(await as_owner.fetch("select s::text from sign_ins s"))
        assert ada.cookie not in rows


async def test_a_session_planted_before_login_is_worth_nothing_after_it(door: Door) -> None:
    planted = "A" * 43
    async with door.person(), door.browser() as client:
        client.cookies.set("holdfast_session", planted, domain="127.0.0.1")
        answer = await log_in(client, "ada")
        assert answer.status_code == 200
        given = answer.headers["set-cookie"].split(";")[0].split("=")[1]
        assert given != planted
    async with door.program(cookie=f"holdfast_session={planted}") as attacker:
        assert (await attacker.get("/api/auth/me")).status_code == 401


async def test_every_login_has_a_value_of_its_own(door: Door) -> None:
    async with door.person() as ada, door.browser() as other:
        await log_in(other, "ada")
        assert other.cookies["holdfast_session"] != ada.cookie


async def test_logging_out_ends_the_sign_in_itself_not_only_the_cookie(door: Door) -> None:
    async with door.person() as ada:
        kept = ada.cookie
        assert (await ada.http.post("/api/auth/logout")).status_code == 204
        assert "holdfast_session" not in ada.http.cookies
    async with door.program(cookie=f"holdfast_session={kept}") as thief:
        assert (await thief.get("/api/auth/me")).status_code == 401


async def test_logging_out_twice_or_as_nobody_is_no_fault(door: Door) -> None:
    async with door.browser() as client:
        assert (await client.post("/api/auth/logout")).status_code == 204


async def test_logging_out_everywhere_ends_every_browser(door: Door) -> None:
    async with door.person() as ada, door.browser() as phone:
        await log_in(phone, "ada")
        assert (await ada.http.post("/api/auth/logout-everywhere")).status_code == 204
        assert (await phone.get("/api/auth/me")).status_code == 401


@pytest.mark.parametrize(
    ("body", "told"), [(b"", 403), (b'{"revokesKeys": false}', 403), (b'{"revokesKeys": true}', 401)]
)
async def test_keys_outlive_logging_out_everywhere_unless_they_are_to_go_too(
    door: Door, body: bytes, told: int
) -> None:
    async with door.person() as ada, door.program() as script:
        key = (await ada.http.post("/api/keys", json={"name": "script", "scopes": ["chat"]})).json()["key"]
        answer = await ada.http.post(
            "/api/auth/logout-everywhere", content=body, headers={"content-type": "application/json"}
        )
        assert answer.status_code == 204
        asked = await script.get("/api/keys", headers={"x-api-key": key})
        assert asked.status_code == told, "a key that lives is told that this takes a sign-in"


async def test_one_sees_ones_sign_ins_and_can_end_one(door: Door) -> None:
    async with door.person() as ada, door.browser(**{"user-agent": "A phone\t" + "!" * 300}) as phone:
        await log_in(phone, "ada")
        listed = (await ada.http.get("/api/auth/sign-ins")).json()["signIns"]
        assert {entry["userAgent"] for entry in listed} == {"A phone" + "!" * 193, ada.http.headers["user-agent"]}
        other = next(entry for entry in listed if not entry["isCurrent"])
        assert (await ada.http.delete(f"/api/auth/sign-ins/{other['id']}")).status_code == 204
        assert (await phone.get("/api/auth/me")).status_code == 401
        assert (await ada.http.get("/api/auth/me")).status_code == 200


async def test_nobody_can_end_or_see_the_sign_in_of_another(door: Door) -> None:
    async with door.person("ada") as ada, door.person("bob") as bob:
        mine = (await ada.http.get("/api/auth/sign-ins")).json()["signIns"][0]["id"]
        assert mine not in (await bob.http.get("/api/auth/sign-ins")).text
        assert (await bob.http.delete(f"/api/auth/sign-ins/{mine}")).status_code == 404
        assert (await ada.http.get("/api/auth/me")).status_code == 200


async def test_changing_the_password_ends_all_other_sign_ins_and_the_old_password(door: Door) -> None:
    async with door.person() as ada, door.browser() as phone:
        await log_in(phone, "ada")
        body = {"currentPassword": PASSWORD, "newPassword": "a whole new staple"}
        assert (await ada.http.post("/api/auth/password", json=body)).status_code == 204
        assert (await phone.get("/api/auth/me")).status_code == 401
        assert (await ada.http.get("/api/auth/me")).status_code == 200
        assert (await log_in(phone, "ada")).status_code == 401
        assert (await log_in(phone, "ada", "a whole new staple")).status_code == 200


async def test_a_stolen_cookie_cannot_change_the_password(door: Door) -> None:
    async with door.person() as ada, door.browser() as owner:
        body = {"currentPassword": "not the password", "newPassword": "a whole new staple"}
        refused = await ada.http.post("/api/auth/password", json=body)
        assert (refused.status_code, refused.json()["error"]["code"]) == (403, "wrong_password")
        assert (await log_in(owner, "ada")).status_code == 200


async def test_a_login_that_races_a_change_of_password_is_ended_by_it(door: Door) -> None:
    """Whatever the order, afterwards nobody is in who only knew the old password."""
    async with door.person() as ada, door.browser() as other:
        body = {"currentPassword": PASSWORD, "newPassword": "a whole new staple"}
        changed, *_ = await asyncio.gather(
            ada.http.post("/api/auth/password", json=body), *(log_in(other, "ada") for _ in range(12))
        )
        assert changed.status_code == 204
        listed = (await ada.http.get("/api/auth/sign-ins")).json()["signIns"]
        assert [entry["isCurrent"] for entry in listed] == [True]


async def test_a_sign_in_lasts_thirty_days_from_when_it_was_last_used(door: Door, as_owner: asyncpg.Connection) -> None:
    async with door.person() as ada:
        await as_owner.execute(
            "update sign_ins set last_seen_at = now() - interval '20 days', expires_at = now() + interval '10 days'"
        )
        assert (await ada.http.get("/api/auth/me")).status_code == 200
        left = await as_owner.fetchval("select expires_at - now() from sign_ins")
        assert left.days >= 29
        await as_owner.execute("update sign_ins set expires_at = now() - interval '1 second'")
        assert (await ada.http.get("/api/auth/me")).status_code == 401


async def test_using_a_sign_in_writes_nothing_most_of_the_time(door: Door, as_owner: asyncpg.Connection) -> None:
    async with door.person() as ada:
        before = await as_owner.fetchval("select xmin::text from sign_ins")
        for _ in range(5):
            assert (await ada.http.get("/api/auth/me")).status_code == 200
        assert await as_owner.fetchval("select xmin::text from sign_ins") == before


async def test_twenty_logins_at_once_are_twenty_sign_ins(door: Door) -> None:
    async with door.person() as ada, door.browser() as client:
        answers = await asyncio.gather(*(log_in(client, "ada") for _ in range(20)))
        assert [answer.status_code for answer in answers] == [200] * 20
        assert len({answer.headers["set-cookie"] for answer in answers}) == 20
        assert len((await ada.http.get("/api/auth/sign-ins")).json()["signIns"]) == 21


async def test_forgotten_browsers_do_not_pile_up(door: Door, as_owner: asyncpg.Connection) -> None:
    async with door.person() as ada, door.browser() as client:
        for _ in range(60):
            assert (await log_in(client, "ada")).status_code == 200
        assert await as_owner.fetchval("select count(*) from sign_ins") == 50
        assert (await ada.http.get("/api/auth/me")).status_code == 401


async def test_no_guest_accounts_only_the_way_to_the_login(door: Door) -> None:
    async with door.program() as client:
        answer = await client.get("/api/auth/guest")
    assert (answer.status_code, answer.headers["location"]) == (302, "/login")


async def test_the_login_page_learns_the_ways_in_and_whether_anyone_is_here(door: Door) -> None:
    async with door.browser() as client:
        assert (await client.get("/api/auth/providers")).json() == {
            "providers": [],
            "hasAccounts": False,
            "registration": "open",
            "needsSetupCode": False,
            "sendsMail": False,
        }
        await register(client, "ada")
        assert (await client.get("/api/auth/providers")).json()["hasAccounts"] is True


async def test_one_may_rename_oneself_and_nothing_else(door: Door) -> None:
    async with door.person() as ada:
        assert (await ada.http.patch("/api/auth/me", json={"name": " Ada Lovelace "})).json()["name"] == "Ada Lovelace"
        for extra in ("isAdmin", "email", "type", "id", "emailVerified", "is_admin"):
            answer = await ada.http.patch("/api/auth/me", json={"name": "x", extra: True})
            assert answer.status_code == 422, extra
        assert (await ada.http.get("/api/auth/me")).json()["name"] == "Ada Lovelace"


async def test_strangers_are_turned_away_from_every_personal_route(door: Door) -> None:
    some = "018f0000-0000-7000-8000-000000000000"
    routes = [
        ("GET", "/api/auth/me"),
        ("PATCH", "/api/auth/me"),
        ("DELETE", "/api/auth/me"),
        ("POST", "/api/auth/password"),
        ("POST", "/api/auth/logout-everywhere"),
        ("GET", "/api/auth/sign-ins"),
        ("DELETE", f"/api/auth/sign-ins/{some}"),
        ("GET", "/api/keys"),
        ("POST", "/api/keys"),
        ("DELETE", f"/api/keys/{some}"),
        ("GET", "/api/admin/users"),
        ("POST", f"/api/admin/users/{some}/suspend"),
    ]
    bodies: dict[str, httpx2.Response] = {}
    async with door.browser(cookie="holdfast_session=" + "x" * 43) as client:
        for method, path in routes:
            body = {"name": "x", "password": "y"} if method in ("POST", "PATCH", "DELETE") else None
            bodies[f"{method} {path}"] = await client.request(method, path, json=body)
    assert {name: answer.status_code for name, answer in bodies.items() if answer.status_code != 401} == {}


async def test_a_sign_in_ends_after_ninety_days_however_much_it_is_used(
    door: Door, as_owner: asyncpg.Connection
) -> None:
    async with door.person() as ada:
        await as_owner.execute(
            "update sign_ins set created_at = now() - interval '80 days', last_seen_at = now() - interval '1 hour'"
        )
        assert (await ada.http.get("/api/auth/me")).status_code == 200
        left = await as_owner.fetchval("select expires_at - now() from sign_ins")
        assert timedelta(days=9) < left < timedelta(days=11)
