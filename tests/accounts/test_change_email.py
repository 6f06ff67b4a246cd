"""Another address: nothing changes before its link is followed, and the old one takes the account back for a week."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any

import asyncpg
import httpx2
import pytest

from holdfast.accounts.email.reset_password import MIN_SECONDS
from holdfast.core.db import Db
from holdfast.core.mail import Mail
from tests.accounts.admitted import vouched_for
from tests.accounts.door import PASSWORD, Door, Person, form, log_in, opened
from tests.accounts.mailbox import MAIL, letters_to, link_in, token_in
from tests.accounts.second_factor.setting import half_in, long_ago, set_app, step

pytestmark = pytest.mark.anyio

CHANGE, FINISH, UNDO = "/api/auth/email/change", "/api/auth/email/change/finish", "/api/auth/email/undo"
OLD, NEW = "ada@example.org", "ada@elsewhere.example"
OTHER_PASSWORD = "another horse entirely"


@pytest.fixture
async def door(db: Db) -> AsyncIterator[Door]:
    async with opened(db, **MAIL) as made:
        yield made


async def ask(person: Person, email: str = NEW) -> httpx2.Response:
    return await person.http.post(CHANGE, json={"email": email})


async def asked(door: Door, as_owner: asyncpg.Connection, person: Person, email: str = NEW) -> str:
    """The token of the link to the new address."""
    answer = await ask(person, email)
    assert answer.status_code == 202, answer.text
    return token_in((await letters_to(door.accounts, as_owner, email))[-1])


async def finish(client: httpx2.AsyncClient, token: str) -> httpx2.Response:
    return await client.post(FINISH, json={"token": token})


async def changed(door: Door, as_owner: asyncpg.Connection, person: Person, email: str = NEW) -> Mail:
    """Done; what the old address was written."""
    before = (await person.http.get("/api/auth/me")).json()["email"]
    assert (await finish(person.http, await asked(door, as_owner, person, email))).status_code == 200
    return (await letters_to(door.accounts, as_owner, before))[-1]


async def undo(client: httpx2.AsyncClient, token: str, password: str | None = OTHER_PASSWORD) -> httpx2.Response:
    return await client.post(UNDO, json={"token": token, **({"newPassword": password} if password else {})})


async def has_shown(as_owner: asyncpg.Connection) -> None:
    await as_owner.execute("update users set email_verified = true, email_waits = false")


async def address(client: httpx2.AsyncClient) -> tuple[str, str]:
    me = (await client.get("/api/auth/me")).json()
    return me["email"], me["emailState"]


async def log_in_as(client: httpx2.AsyncClient, email: str, password: str = PASSWORD) -> int:
    return (await client.post("/api/auth/login", json={"email": email, "password": password})).status_code


def told(answer: httpx2.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


async def test_nothing_changes_before_the_link_to_the_new_address_is_followed(
    door: Door, as_owner: asyncpg.Connection
) -> None:
    async with door.person("ada") as ada, door.browser() as phone:
        await has_shown(as_owner)
        token = await asked(door, as_owner, ada)
        pending = (await ada.http.get(CHANGE)).json()["change"]
        assert pending["email"] == NEW
        assert await address(ada.http) == (OLD, "verified")
        assert await log_in_as(phone, NEW) == 401
        done = await finish(ada.http, token)
        assert (done.json()["email"], done.json()["emailState"]) == (NEW, "verified")
        assert (await ada.http.get(CHANGE)).json() == {"change": None}
        assert await log_in_as(phone, OLD) == 401
        assert await log_in_as(phone, NEW) == 200
        assert told(await finish(ada.http, token)) == (404, "dead_link")


async def test_it_takes_a_fresh_sign_in_and_the_second_factor_where_there_is_one(
    door: Door, as_owner: asyncpg.Connection
) -> None:
    async with door.person("ada") as ada:
        await long_ago(as_owner)
        assert told(await ask(ada)) == (403, "fresh_sign_in_required")
        assert await letters_to(door.accounts, as_owner, NEW) == []
        assert (await ada.http.post("/api/auth/confirm", json={"password": PASSWORD})).status_code == 204
        assert (await ask(ada)).status_code == 202
        phone, _ = await set_app(ada.http)
        await long_ago(as_owner)
        assert told(await ada.http.post("/api/auth/confirm", json={"password": PASSWORD}))[0] == 403
        assert told(await ask(ada)) == (403, "fresh_sign_in_required")
        assert (await ada.http.post("/api/auth/confirm", json={"code": phone.code()})).status_code == 204
        assert (await ask(ada)).status_code == 202


async def test_the_link_works_for_whoever_is_signed_in_to_the_account_and_for_nobody_else(
    door: Door, as_owner: asyncpg.Connection
) -> None:
    """A mistyped address belongs to somebody: they get a mail, and not the account."""
    async with door.person("ada") as ada, door.person("bob") as bob, door.browser() as stranger:
        token = await asked(door, as_owner, ada)
        assert (await finish(stranger, token)).status_code == 401
        assert told(await finish(bob.http, token)) == (404, "dead_link")
        assert (await finish(ada.http, token)).status_code == 200


async def test_the_last_change_that_was_asked_for_is_the_one_that_counts_and_can_be_given_up(
    door: Door, as_owner: asyncpg.Connection
) -> None:
    async with door.person("ada") as ada:
        first = await asked(door, as_owner, ada)
        second = await asked(door, as_owner, ada, "ada@third.example")
        assert told(await finish(ada.http, first)) == (404, "dead_link")
        assert (await ada.http.get(CHANGE)).json()["change"]["email"] == "ada@third.example"
        assert (await ada.http.delete(CHANGE)).status_code == 204
        assert told(await finish(ada.http, second)) == (404, "dead_link")
        assert told(await ada.http.delete(CHANGE)) == (404, "not_found")


async def test_a_change_dies_with_the_password_beside_which_it_was_asked_for(
    door: Door, as_owner: asyncpg.Connection
) -> None:
    async with door.person("ada") as ada:
        token = await asked(door, as_owner, ada)
        body = {"currentPassword": PASSWORD, "newPassword": OTHER_PASSWORD}
        assert (await ada.http.post("/api/auth/password", json=body)).status_code == 204
        assert (await ada.http.get(CHANGE)).json() == {"change": None}
        assert told(await finish(ada.http, token)) == (404, "dead_link")


async def test_a_taken_address_is_told_from_a_free_one_to_nobody_but_its_owner(
    door: Door, as_owner: asyncpg.Connection
) -> None:
    async with door.person("ada") as ada, door.person("bob"):
        answers, pending = [], []
        for email in ("bob@example.org", "free@example.org"):
            began = time.monotonic()
            answer = await ask(ada, email)
            assert time.monotonic() - began >= MIN_SECONDS
            answers.append((answer.status_code, sorted(answer.json()), sorted(answer.headers)))
            pending.append((await ada.http.get(CHANGE)).json()["change"]["email"] == email)
        assert answers[0] == answers[1]
        assert pending == [True, True]
        mail = (await letters_to(door.accounts, as_owner, "bob@example.org"))[-1]
        assert (mail.subject, "#" in mail.text) == ("This address has an account already", False)
        assert link_in((await letters_to(door.accounts, as_owner, "free@example.org"))[-1])


async def test_whoever_takes_an_address_meanwhile_keeps_it(door: Door, as_owner: asyncpg.Connection) -> None:
    async with door.person("ada") as ada, door.browser() as other:
        token = await asked(door, as_owner, ada, "new@example.org")
        assert (await other.post("/api/auth/register", json=form("new"))).status_code == 201
        assert told(await finish(ada.http, token)) == (409, "email_taken")
        assert (await address(ada.http))[0] == OLD


async def test_of_two_accounts_that_want_one_address_at_once_one_gets_it(
    door: Door, as_owner: asyncpg.Connection
) -> None:
    async with door.person("ada") as ada, door.person("bob") as bob:
        tokens = [await asked(door, as_owner, one) for one in (ada, bob)]
        both = await asyncio.gather(finish(ada.http, tokens[0]), finish(bob.http, tokens[1]))
        assert sorted(one.status_code for one in both) == [200, 409]


async def test_the_old_address_takes_the_account_back_with_a_new_password_and_whoever_was_in_is_out(
    door: Door, as_owner: asyncpg.Connection
) -> None:
    async with door.person("ada") as thief, door.browser() as owner:
        await has_shown(as_owner)
        await thief.http.post("/api/keys", json={"name": "back door", "scopes": ["chat"]})
        await as_owner.execute(
            "insert into identities (issuer, subject, user_id) select 'https://i', 's', id from users"
        )
        mail = await changed(door, as_owner, thief)
        assert link_in(mail).startswith(f"{door.url}/undo#")
        token = token_in(mail)
        seen = await owner.post(f"{UNDO}/look", json={"token": token})
        assert seen.json() == {"email": OLD, "takesPassword": True}
        assert told(await undo(owner, token, None)) == (422, "needs_password")
        assert told(await undo(owner, token, "short")) == (422, "password_too_short")
        answer = await undo(owner, token)
        assert (answer.status_code, answer.headers.get("set-cookie")) == (204, None)
        assert (await thief.http.get("/api/auth/me")).status_code == 401
        assert await log_in_as(thief.http, NEW) == 401
        assert await log_in_as(thief.http, OLD) == 401
        assert await log_in_as(owner, OLD, OTHER_PASSWORD) == 200
        assert await address(owner) == (OLD, "verified")
        assert await as_owner.fetchval("select count(*) from api_keys where revoked_at is null") == 0
        assert await as_owner.fetchval("select count(*) from identities") == 0
        assert told(await undo(owner, token)) == (404, "dead_link")
        assert told(await owner.post(f"{UNDO}/look", json={"token": token})) == (404, "dead_link")


async def test_what_was_linked_long_before_stays_and_so_does_a_second_factor(
    door: Door, as_owner: asyncpg.Connection
) -> None:
    async with door.person("ada") as ada, door.browser() as owner:
        await has_shown(as_owner)
        await as_owner.execute(
            "insert into identities (issuer, subject, user_id, created_at)"
            " select 'https://i', 's', id, now() - interval '2 days' from users"
        )
        phone, _ = await set_app(ada.http)
        token = token_in(await changed(door, as_owner, ada))
        assert (await undo(owner, token)).status_code == 204
        assert await as_owner.fetchval("select count(*) from identities") == 1
        assert (await log_in(owner, "ada", OTHER_PASSWORD)).status_code == 202
        assert (await step(owner, code=phone.code())).status_code == 200


async def test_the_first_address_takes_it_back_after_a_second_change_too_and_then_no_other_can(
    door: Door, as_owner: asyncpg.Connection
) -> None:
    async with door.person("ada") as thief, door.browser() as owner:
        await has_shown(as_owner)
        first = token_in(await changed(door, as_owner, thief))
        second = token_in(await changed(door, as_owner, thief, "ada@third.example"))
        assert (await undo(owner, first)).status_code == 204
        assert told(await undo(thief.http, second)) == (404, "dead_link")
        assert await log_in_as(owner, OLD, OTHER_PASSWORD) == 200


async def test_a_reset_by_the_new_address_does_not_end_the_way_back_but_its_week_does(
    door: Door, as_owner: asyncpg.Connection
) -> None:
    async with door.person("ada") as thief, door.browser() as owner:
        await has_shown(as_owner)
        token = token_in(await changed(door, as_owner, thief))
        await thief.http.post("/api/auth/password/forgot", json={"email": NEW})
        reset = token_in((await letters_to(door.accounts, as_owner, NEW))[-1])
        body = {"token": reset, "newPassword": "the third of them"}
        assert (await thief.http.post("/api/auth/password/reset", json=body)).status_code == 204
        assert (await owner.post(f"{UNDO}/look", json={"token": token})).status_code == 200
        await as_owner.execute("update users set suspended_at = now()")
        assert told(await undo(owner, token)) == (404, "dead_link"), "nor is a suspension undone by it"
        await as_owner.execute("update users set suspended_at = null")
        await as_owner.execute("update one_time_links set expires_at = now()")
        assert told(await undo(owner, token)) == (404, "dead_link")


async def test_nobody_else_gets_the_old_address_while_it_can_be_taken_back(
    door: Door, as_owner: asyncpg.Connection
) -> None:
    async with door.person("ada") as ada, door.person("bob") as bob, door.browser() as other:
        await has_shown(as_owner)
        await changed(door, as_owner, ada)
        assert told(await other.post("/api/auth/register", json=form("ada"))) == (409, "email_taken")
        token = await asked(door, as_owner, bob, OLD)
        assert told(await finish(bob.http, token)) == (409, "email_taken")
        await as_owner.execute("update one_time_links set expires_at = now() where purpose = 'undo'")
        assert (await finish(bob.http, token)).status_code == 200


async def test_an_address_that_waited_is_replaced_without_a_word_to_whoever_it_belongs_to(
    door: Door, as_owner: asyncpg.Connection
) -> None:
    """Mistyped at registration: its owner never asked for anything, and gets no way into somebody else's account."""
    async with door.person("ada") as ada, door.browser() as other:
        before = len(await letters_to(door.accounts, as_owner, OLD))
        assert (await finish(ada.http, await asked(door, as_owner, ada))).status_code == 200
        assert await address(ada.http) == (NEW, "verified")
        assert len(await letters_to(door.accounts, as_owner, OLD)) == before
        assert await as_owner.fetchval("select count(*) from one_time_links") == 0
        assert (await other.post("/api/auth/register", json=form("ada"))).status_code == 201


async def test_an_account_that_came_by_a_provider_gets_an_address_and_gives_it_back_without_a_password(
    door: Door, as_owner: asyncpg.Connection
) -> None:
    user = await vouched_for(door.accounts.db, "ada")
    await as_owner.execute("update users set email = $2, email_verified = true where id = $1", user, OLD)
    await as_owner.execute(
        "insert into one_time_links (token_hash, purpose, user_id, email, expires_at)"
        " values (sha256($1), 'undo', $2, $3, now() + interval '1 day')",
        ("t" * 43).encode(), user, OLD,
    )  # fmt: skip
    await as_owner.execute("update users set email = $2 where id = $1", user, NEW)
    async with door.browser() as owner:
        seen = await owner.post(f"{UNDO}/look", json={"token": "t" * 43})
        assert seen.json() == {"email": OLD, "takesPassword": False}
        assert (await undo(owner, "t" * 43, None)).status_code == 204
    assert await as_owner.fetchval("select email from users where password_hash is null") == OLD
    assert await as_owner.fetchval("select count(*) from identities") == 1, "its only way in"


@pytest.mark.parametrize("email", ["ADA@example.org", "no address", "", "a" * 300 + "@b.c"])
async def test_what_is_no_other_address_is_refused(door: Door, email: str) -> None:
    async with door.person("ada") as ada:
        assert (await ask(ada, email)).status_code == 422


async def test_where_no_mail_is_sent_no_address_changes(db: Db) -> None:
    async with opened(db) as door, door.person("ada") as ada:
        assert told(await ask(ada)) == (409, "no_mail")


async def test_a_browser_that_changed_the_address_is_known_at_the_new_one(
    door: Door, as_owner: asyncpg.Connection
) -> None:
    async with door.person("ada") as ada:
        mark = ada.http.cookies["holdfast_device"]
        await changed_cookies(door, as_owner, ada)
        assert ada.http.cookies["holdfast_device"] != mark


async def changed_cookies(door: Door, as_owner: asyncpg.Connection, person: Person) -> dict[str, Any]:
    done = await finish(person.http, await asked(door, as_owner, person))
    assert done.status_code == 200
    return dict(done.cookies)


async def test_half_a_sign_in_from_before_goes_on_after_the_change(door: Door, as_owner: asyncpg.Connection) -> None:
    async with door.person("ada") as ada, door.browser() as elsewhere:
        phone, _ = await set_app(ada.http)
        await half_in(elsewhere)
        await finish(ada.http, await asked(door, as_owner, ada))
        assert (await step(elsewhere, code=phone.code())).status_code == 200
