"""New accounts: the first is admin, an e-mail is taken once, and no odd word gets in."""

from __future__ import annotations

import asyncio
import time

import asyncpg
import pytest

from holdfast.accounts import store
from holdfast.accounts.identities import Vouched, find_or_create
from holdfast.accounts.login import Login, login
from holdfast.accounts.register import Registering, register
from holdfast.accounts.types import EmailTaken, Visitor
from holdfast.core.db import Db
from tests.accounts.admitted import ANYBODY
from tests.accounts.door import PASSWORD, Door, form, log_in

pytestmark = pytest.mark.anyio


async def test_of_thirty_first_accounts_at_once_exactly_one_is_admin(door: Door, as_owner: asyncpg.Connection) -> None:
    start = asyncio.Barrier(30)

    async def by_password(number: int) -> None:
        await start.wait()
        await register(
            door.accounts, Registering(f"p{number}@example.org", PASSWORD), Visitor("192.0.2.1"), site=door.url
        )

    async def by_identity(number: int) -> None:
        await start.wait()
        await find_or_create(door.accounts.db, ANYBODY, Vouched("https://issuer", f"s{number}", None, False, "", None))

    async with asyncio.timeout(60):
        await asyncio.gather(*(by_password(n) for n in range(15)), *(by_identity(n) for n in range(15)))
    assert await as_owner.fetchval("select count(*) from users") == 30
    assert await as_owner.fetchval("select count(*) from users where is_admin") == 1


async def test_of_thirty_registrations_with_one_email_one_succeeds(door: Door, as_owner: asyncpg.Connection) -> None:
    start = asyncio.Barrier(30)

    async def attempt(number: int) -> bool:
        await start.wait()
        spelling = "Ada@Example.org" if number % 2 else "ada@example.ORG"
        try:
            await register(door.accounts, Registering(spelling, PASSWORD), Visitor("192.0.2.1"), site=door.url)
        except EmailTaken:
            return False
        return True

    async with asyncio.timeout(60):
        made = await asyncio.gather(*(attempt(n) for n in range(30)))
    assert sum(made) == 1
    assert await as_owner.fetchval("select count(*) from users") == 1


async def test_one_identity_seen_thirty_times_at_once_is_one_account(db: Db, as_owner: asyncpg.Connection) -> None:
    who = Vouched("https://issuer", "subject", "ada@example.org", True, "Ada", None)
    found = await asyncio.gather(*(find_or_create(db, ANYBODY, who) for _ in range(30)))
    assert len({one.user_id for one in found}) == 1
    assert await as_owner.fetchval("select count(*) from users") == 1


async def test_a_taken_email_is_refused_however_it_is_spelt(door: Door) -> None:
    async with door.person("ada"), door.browser() as client:
        for spelling in ("ada@example.org", "ADA@example.org", "  Ada@Example.Org "):
            answer = await client.post("/api/auth/register", json={"email": spelling, "password": PASSWORD})
            assert (answer.status_code, answer.json()["error"]["code"]) == (409, "email_taken"), spelling
            assert "set-cookie" not in answer.headers


async def test_composed_and_decomposed_letters_are_the_same_email(door: Door) -> None:
    async with door.browser() as client:
        composed = await client.post("/api/auth/register", json=form("ad\u00e9"))
        decomposed = await client.post("/api/auth/register", json=form("ade\u0301"))
    assert (composed.status_code, decomposed.status_code) == (201, 409)


_NO_EMAILS = (
    "",
    "ada",
    "ada@",
    "@example.org",
    "a b@example.org",
    "a@b@example.org",
    "ada@exam ple.org",
    "ada@-example.org",
    "ada@example..org",
    "<ada@example.org>",
    "ada\u200b@example.org",
    "ada\u202e@example.org",
    "ada\n@example.org",
    "ada@example.org\r\nbcc: x@y.z",
    "a" * 65 + "@example.org",
    "ada@" + "a" * 250 + ".org",
)


async def test_what_is_no_email_is_refused(door: Door) -> None:
    async with door.browser() as client:
        for email in _NO_EMAILS:
            answer = await client.post("/api/auth/register", json={**form("ada"), "email": email})
            assert answer.status_code == 422, email


async def test_passwords_have_few_rules_and_those_hold(door: Door) -> None:
    async with door.browser() as client:
        for password, code in (
            ("", "password_too_short"),
            ("1234567", "password_too_short"),
            ("é" * 600, "password_too_long"),
            ("ada@example.org", "password_is_email"),
            ("ADA@example.org", "password_is_email"),
        ):
            answer = await client.post("/api/auth/register", json=form("ada", password))
            assert (answer.status_code, answer.json()["error"]["code"]) == (422, code)


async def test_any_other_text_is_a_password_and_taken_as_it_is(door: Door) -> None:
    async with door.browser() as client:
        for number, password in enumerate(("éàü€ 密码 🔐 pass", "        ", "x" * 1024, "a\tb\nc\u0001defgh")):
            name = f"ada{number}"
            assert (await client.post("/api/auth/register", json=form(name, password))).status_code == 201
            assert (await log_in(client, name, password + " ")).status_code in (401, 422)
            assert (await log_in(client, name, password)).status_code == 200


async def test_names_that_cannot_be_shown_are_refused(door: Door) -> None:
    async with door.browser() as client:
        for name in ("x" * 101, "a\u0000b", "a\u0007b", "a\nb", "Ada\u202egro.elpmaxe"):
            answer = await client.post("/api/auth/register", json={**form("ada"), "name": name})
            assert answer.status_code in (400, 422), name


async def test_a_name_may_be_missing_and_may_hold_any_script(door: Door) -> None:
    async with door.browser() as client:
        bare = {"email": "ada@example.org", "password": PASSWORD}
        assert (await client.post("/api/auth/register", json=bare)).json()["name"] == ""
        assert (await client.patch("/api/auth/me", json={"name": "Zoë 👩‍👩‍👧 王"})).json()["name"] == "Zoë 👩‍👩‍👧 王"


async def test_rights_come_from_the_server_only(door: Door, as_owner: asyncpg.Connection) -> None:
    extras = ("isAdmin", "is_admin", "role", "emailVerified", "type", "id", "createdAt", "tenantId", "plan")
    async with door.browser() as client:
        for extra in extras:
            for path in ("/api/auth/register", "/api/auth/login"):
                assert (await client.post(path, json={**form("ada"), extra: True})).status_code == 422, extra
    assert await as_owner.fetchval("select count(*) from users") == 0


_ODD = (
    b"",
    b"null",
    b"[]",
    b'"text"',
    b"{",
    b'{"email": "a@b.c", "email": "d@e.f", "password": "x12345678"}',
    b'{"email": ["a@b.c"], "password": "x12345678"}',
    b'{"email": {"$ne": null}, "password": "x12345678"}',
    b'{"email": "a@b.c", "password": null}',
    b'{"email": "a@b.c", "password": 12345678}',
    b'{"email": "a@b.c", "password": NaN}',
    b'{"email": "a@b.c", "password": 1e999999}',
    b'{"email": "a@b.c", "password": "x12345678\\ud800"}',
    b'{"email": "a\\u0000@b.c", "password": "x12345678"}',
    b'{"email": "a@b.c", "password": ' + b"9" * 5000 + b"}",
    b"[" * 5000 + b"]" * 5000,
    b"\xff\xfe",
)


async def test_odd_shapes_are_refused_quickly_and_echo_nothing(door: Door) -> None:
    async with door.browser(**{"content-type": "application/json"}) as client:
        for path in ("/api/auth/register", "/api/auth/login"):
            for body in _ODD:
                began = time.process_time()
                answer = await client.post(path, content=body)
                assert time.process_time() - began < 1, body[:80]
                assert 400 <= answer.status_code < 500, (body[:80], answer.text)
                assert set(answer.json()["error"]) == {
                    "code",
                    "message",
                    "category",
                    "severity",
                    "retryable",
                    "details",
                }
                assert "x12345678" not in answer.text


async def test_only_json_is_a_login(door: Door) -> None:
    """A form of another site can send three content types, and none of them may sign anyone in."""
    body = b'{"email": "ada@example.org", "password": "correct horse battery"}'
    async with door.person("ada"), door.program() as client:
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""):
            headers = {"content-type": kind} if kind else {}
            answer = await client.post("/api/auth/login", content=body, headers=headers)
            assert 400 <= answer.status_code < 500, kind
            assert "set-cookie" not in answer.headers


async def test_a_password_is_hashed_again_when_our_parameters_grow(door: Door, as_owner: asyncpg.Connection) -> None:
    from pwdlib.hashers.argon2 import Argon2Hasher

    weaker = Argon2Hasher(time_cost=1, memory_cost=16, parallelism=1).hash(PASSWORD)
    async with door.person("ada") as ada:
        await as_owner.execute("update users set password_hash = $1", weaker)
        assert await login(door.accounts, Login("ada@example.org", PASSWORD), Visitor("192.0.2.1"))
        stored = await as_owner.fetchval("select password_hash from users")
        assert "m=8,t=1,p=1" in stored
        assert (await ada.http.get("/api/auth/me")).status_code == 200
    assert (await store.find_account_for_login(door.accounts.db, "ADA@example.org")) is not None
