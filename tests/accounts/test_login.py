"""Guessing: unknown and wrong look and time alike, attempts are counted, and nothing secret is seen."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from dataclasses import replace

import asyncpg
import pytest
from pwdlib.hashers.argon2 import Argon2Hasher

from holdfast.accounts.devices import find_device, new_device
from holdfast.accounts.login import Login, login
from holdfast.accounts.parts import LIMITS
from holdfast.accounts.passwords import Busy, Hasher
from holdfast.accounts.types import Visitor, WrongCredentials
from holdfast.core.db import Db
from holdfast.core.errors import RateLimited
from holdfast.core.loop_time import LoopTime, paid_by
from holdfast.core.throttle import Limit
from tests.accounts.door import PASSWORD, Door, form, log_in, opened, register

pytestmark = pytest.mark.anyio

TIGHT = replace(
    LIMITS,
    login_by_account_and_peer=Limit("a", 3, 60),
    login_by_account=Limit("b", 6, 60),
    login_by_peer=Limit("c", 10, 60),
    register_by_peer=Limit("d", 2, 60),
    password_by_account=Limit("e", 3, 60),
)


async def test_unknown_email_and_wrong_password_get_the_same_words(door: Door) -> None:
    async with door.person("ada"), door.browser() as client:
        wrong = await log_in(client, "ada", "not the password")
        unknown = await log_in(client, "nobody", "not the password")
        malformed = await client.post("/api/auth/login", json={"email": "no e-mail", "password": "not the password"})
    assert wrong.status_code == unknown.status_code == malformed.status_code == 401
    assert wrong.json() == unknown.json() == malformed.json()
    assert wrong.json()["error"]["code"] == "wrong_credentials"


async def test_unknown_email_and_wrong_password_take_the_same_time(db: Db) -> None:
    slow = Hasher(Argon2Hasher(time_cost=1, memory_cost=16_384, parallelism=1))
    async with opened(db, hasher=slow, limits=replace(LIMITS, login_by_account_and_peer=Limit("a", 999, 60))) as door:
        async with door.browser() as client:
            await register(client, "ada")

        async def seconds(email: str) -> float:
            begun = time.perf_counter()
            with pytest.raises(WrongCredentials):
                await login(door.accounts, Login(email, "not the password"), Visitor("192.0.2.1"))
            return time.perf_counter() - begun

        known, unknown = [], []
        for _ in range(15):
            known.append(await seconds("ada@example.org"))
            unknown.append(await seconds("nobody@example.org"))
    ratio = min(unknown) / min(known)  # whatever else the machine does only adds to it
    assert 0.6 < ratio < 1.6, ratio


async def test_an_account_without_a_password_cannot_be_entered_with_one(
    door: Door, as_owner: asyncpg.Connection
) -> None:
    async with door.person("ada"), door.browser() as client:
        await as_owner.execute("update users set password_hash = null")
        for password in (PASSWORD, "", "None", "null"):
            assert (await log_in(client, "ada", password)).status_code == 401


async def test_guessing_is_throttled_by_account_and_peer(db: Db) -> None:
    async with opened(db, limits=TIGHT) as door, door.browser() as client:
        await register(client, "ada")
        client.cookies.clear()  # a browser that was never in
        answers = [await log_in(client, "ada", f"guess {n}") for n in range(4)]
        assert [answer.status_code for answer in answers] == [401, 401, 401, 429]
        assert 1 <= int(answers[-1].headers["retry-after"]) <= 60
        assert answers[-1].json()["error"]["retryable"] is True
        right = await log_in(client, "ada")
        assert right.status_code == 429, "the right password is no way around the limit"


async def test_attempts_at_once_cannot_all_take_the_last_place(db: Db) -> None:
    async with opened(db, limits=TIGHT) as door, door.browser() as client:
        await register(client, "ada")
        client.cookies.clear()  # a browser that was never in
        answers = await asyncio.gather(*(log_in(client, "ada", f"guess {n}") for n in range(30)))
        assert sum(answer.status_code == 401 for answer in answers) == 3


async def test_a_guesser_elsewhere_does_not_lock_the_owner_out(db: Db) -> None:
    async with opened(db, limits=TIGHT) as door:
        async with door.browser() as client:
            await register(client, "ada")
        for number in range(3):
            with pytest.raises(WrongCredentials):
                await login(door.accounts, Login("ada@example.org", f"guess {number}"), Visitor("198.51.100.7"))
        assert await login(door.accounts, Login("ada@example.org", PASSWORD), Visitor("192.0.2.1"))


async def test_a_good_login_does_not_buy_guesses_at_other_accounts(db: Db) -> None:
    async with opened(db, limits=TIGHT) as door, door.browser() as client:
        await register(client, "ada")
        statuses = []
        for number in range(8):
            statuses.append((await log_in(client, f"victim{number}", "guess")).status_code)
            statuses.append((await log_in(client, "ada")).status_code)
        assert statuses.count(429) >= 6


async def test_forged_forwarding_headers_count_for_nothing(db: Db) -> None:
    async with opened(db, limits=TIGHT) as door, door.browser() as client:
        await register(client, "ada")
        client.cookies.clear()  # a browser that was never in
        statuses = []
        for number in range(6):
            forged = {"x-forwarded-for": f"203.0.113.{number}", "forwarded": f"for=203.0.113.{number}"}
            body = {"email": "ada@example.org", "password": "guess"}
            statuses.append((await client.post("/api/auth/login", json=body, headers=forged)).status_code)
        assert statuses == [401, 401, 401, 429, 429, 429]


async def test_behind_a_trusted_proxy_each_visitor_is_counted_alone(db: Db) -> None:
    async with opened(db, limits=TIGHT, trusted_proxies=("127.0.0.1",)) as door, door.browser() as client:
        statuses = []
        for number in range(4):
            # The visitor forges the left; the proxy writes the right.
            sent = {"x-forwarded-for": f"10.9.9.{number}, 203.0.113.5"}
            statuses.append(
                (await client.post("/api/auth/register", json=form(f"a{number}"), headers=sent)).status_code
            )
        other = await client.post("/api/auth/register", json=form("bob"), headers={"x-forwarded-for": "203.0.113.6"})
        assert statuses == [201, 201, 429, 429]
        assert other.status_code == 201


async def test_asking_whether_an_email_is_taken_is_throttled(db: Db) -> None:
    async with opened(db, limits=TIGHT) as door, door.browser() as client:
        statuses = [(await client.post("/api/auth/register", json=form("ada"))).status_code for _ in range(3)]
        assert statuses == [201, 409, 429]


async def test_a_stolen_cookie_gets_few_guesses_at_the_password(db: Db) -> None:
    async with opened(db, limits=TIGHT) as door, door.person() as ada:
        body = {"currentPassword": "guess", "newPassword": "a whole new staple"}
        statuses = [(await ada.http.post("/api/auth/password", json=body)).status_code for _ in range(4)]
        leaving = await ada.http.request("DELETE", "/api/auth/me", json={"password": "guess"})
        assert [*statuses, leaving.status_code] == [403, 403, 403, 429, 429]


async def test_hashing_has_a_bounded_line_and_says_when_to_come_back() -> None:
    hasher = Hasher(Argon2Hasher(time_cost=2, memory_cost=32_768, parallelism=1), at_once=1, in_line=2)
    outcomes = await asyncio.gather(*(hasher.hash("x" * 10) for _ in range(8)), return_exceptions=True)
    refused = [outcome for outcome in outcomes if isinstance(outcome, Busy)]
    assert len(refused) == 5
    assert refused[0].retry_after_seconds
    assert (await hasher.verify("x" * 10, str(outcomes[0]))).is_right
    hasher.close()


async def test_one_password_is_hashed_at_a_time_behind_everything_else_and_paid_for() -> None:
    """Each takes 64 MB and, with its four threads, every core there is."""
    at_once = most = 0
    niceness: set[int] = set()
    lock = threading.Lock()

    class Watched(Argon2Hasher):
        def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
            nonlocal at_once, most
            with lock:
                at_once += 1
                most = max(most, at_once)
                niceness.add(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))
            made = super().hash(password, salt=salt)
            with lock:
                at_once -= 1
            return made

    hasher, account = Hasher(Watched(time_cost=1, memory_cost=1_024, parallelism=1)), LoopTime()
    await asyncio.gather(*(paid_by(account, hasher.hash("x" * 10)) for _ in range(8)))
    hasher.close()
    assert most == 1
    assert min(niceness) > os.getpriority(os.PRIO_PROCESS, 0)
    assert account.share() > 0


async def test_whoever_leaves_the_line_frees_the_place() -> None:
    hasher = Hasher(Argon2Hasher(time_cost=1, memory_cost=8, parallelism=1), at_once=1, in_line=1)
    for _ in range(5):
        tasks = [asyncio.create_task(hasher.hash("x" * 10)) for _ in range(2)]
        await asyncio.sleep(0)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    assert await hasher.hash("x" * 10)
    hasher.close()


async def test_a_marker_password_is_in_no_row_log_or_error(
    door: Door, as_owner: asyncpg.Connection, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    marker = "MARKER-6f1c-password"
    seen = ""
    async with door.browser() as client:
        for answer in (
            await client.post("/api/auth/register", json=form("ada", marker)),
            await client.post("/api/auth/register", json=form("ada", marker)),
            await client.post("/api/auth/register", json={**form("bob", marker), "extra": marker}),
            await client.post("/api/auth/register", json={**form("bob"), "email": marker, "password": marker}),
            await client.post("/api/auth/login", json={"email": marker, "password": marker}),
            await log_in(client, "ada", marker + "!"),
            await client.post("/api/auth/password", json={"currentPassword": marker + "?", "newPassword": marker}),
            await client.post("/api/auth/password", json={"currentPassword": marker, "newPassword": marker + "2"}),
            await client.post("/api/auth/password", json={"current": marker}),
        ):
            seen += answer.text + str(answer.headers)
    for table in ("users", "identities", "sign_ins", "api_keys", "oidc_attempts"):
        seen += str(await as_owner.fetch(f"select t::text from {table} t"))
    printed = capsys.readouterr()
    assert marker not in seen + printed.out + printed.err + caplog.text
    assert marker not in repr(Login("a@b.c", marker))


async def test_strangers_cannot_keep_an_owner_out_of_a_browser_that_was_in(db: Db) -> None:
    tight = replace(LIMITS, login_by_account=Limit("account", 3, 900), login_by_device=Limit("device", 3, 900))
    async with opened(db, limits=tight) as door, door.person("ada") as ada:
        for number in range(3):
            with pytest.raises(WrongCredentials):
                await login(door.accounts, Login("ada@example.org", "wrong guess"), Visitor(f"192.0.2.{number}"))
        with pytest.raises(RateLimited):
            await login(door.accounts, Login("ada@example.org", PASSWORD), Visitor("198.51.100.7"))
        assert (await log_in(ada.http, "ada")).status_code == 200, "her own browser"
        assert await login(door.accounts, Login("ada@example.org", PASSWORD), Visitor("198.51.100.7")), "forgiven"
        statuses = [(await log_in(ada.http, "ada", "wrong guess")).status_code for _ in range(4)]
        assert statuses == [401, 401, 401, 429], "a stolen mark buys few guesses"


async def test_the_mark_of_a_browser_is_of_one_account_and_cannot_be_made_up(door: Door) -> None:
    signer = door.accounts.admission.signer
    mark = new_device(signer, "Ada@example.org")
    assert find_device(signer, mark, "ada@example.org") == mark.split(".")[0]
    altered = mark[:-1] + ("1" if mark.endswith("0") else "0")
    for made_up in (None, "", ".", altered, mark.split(".")[0], f"{'A' * 43}.{mark.split('.')[1]}"):
        assert find_device(signer, made_up, "ada@example.org") is None, made_up
    assert find_device(signer, mark, "bob@example.org") is None
