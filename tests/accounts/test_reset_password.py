"""A lost password: a link works once, for its account, for its time, and nobody learns who has an account."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any
from uuid import uuid4

import asyncpg
import httpx2
import pytest

from holdfast.accounts.email.reset_password import MIN_SECONDS, make_reset_link_as_operator
from holdfast.core.db import Db
from holdfast.core.errors import NotFound
from holdfast.core.mail_budget import TO_ONE_ADDRESS
from tests.accounts.admitted import vouched_for
from tests.accounts.door import PASSWORD, Door, form, log_in, opened, register
from tests.accounts.mailbox import MAIL, letters_to, link_in, token_in

pytestmark = pytest.mark.anyio

NEW = "another horse entirely"
FORGOT, RESET = "/api/auth/password/forgot", "/api/auth/password/reset"


@pytest.fixture
async def door(db: Db) -> AsyncIterator[Door]:
    async with opened(db, **MAIL) as made:
        yield made


async def ask(client: httpx2.AsyncClient, name: str = "ada") -> httpx2.Response:
    return await client.post(FORGOT, json={"email": f"{name}@example.org"})


async def token_for(door: Door, as_owner: asyncpg.Connection, client: httpx2.AsyncClient, name: str = "ada") -> str:
    assert (await ask(client, name)).status_code == 202
    return token_in((await letters_to(door.accounts, as_owner, f"{name}@example.org"))[-1])


async def spend(client: httpx2.AsyncClient, token: str, password: str = NEW, **more: Any) -> httpx2.Response:
    return await client.post(RESET, json={"token": token, "newPassword": password, **more})


def told(answer: httpx2.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


async def test_a_link_by_mail_sets_a_new_password_ends_every_sign_in_and_signs_nobody_in(
    door: Door, as_owner: asyncpg.Connection
) -> None:
    async with door.person("ada") as ada, door.browser() as client:
        token = await token_for(door, as_owner, client)
        answer = await spend(client, token)
        assert (answer.status_code, answer.headers.get("set-cookie")) == (204, None)
        assert (await ada.http.get("/api/auth/me")).status_code == 401
        assert (await log_in(client, "ada")).status_code == 401
        assert (await log_in(client, "ada", NEW)).status_code == 200
        mail = (await letters_to(door.accounts, as_owner, "ada@example.org"))[-1]
        assert mail.subject == "Your password was changed"


async def test_the_link_stands_behind_the_hash_and_only_its_own_hash_is_kept(
    door: Door, as_owner: asyncpg.Connection
) -> None:
    async with door.person("ada"), door.browser() as client:
        await ask(client)
        link = link_in((await letters_to(door.accounts, as_owner, "ada@example.org"))[-1])
        assert link.startswith(f"{door.url}/reset#")
        kept = str(await as_owner.fetch("select * from one_time_links")) + str(await as_owner.fetch("table mails"))
        assert link.partition("#")[2] not in kept


async def test_an_unknown_address_and_a_known_one_get_the_same_answer_in_no_less_time(
    door: Door, as_owner: asyncpg.Connection
) -> None:
    async with door.person("ada"), door.browser() as client:
        answers = []
        for name in ("ada", "nobody"):
            began = time.monotonic()
            answers.append(await ask(client, name))
            assert time.monotonic() - began >= MIN_SECONDS
        known, unknown = ((one.status_code, one.content, sorted(one.headers)) for one in answers)
        assert known == unknown
        assert known[0] == 202
    assert await as_owner.fetchval("select count(*) from mails where kind = 'reset'") == 1


async def test_of_thirty_who_come_with_one_link_one_sets_the_password(door: Door, as_owner: asyncpg.Connection) -> None:
    async with door.person("ada"), door.browser() as client:
        token = await token_for(door, as_owner, client)
        start = asyncio.Barrier(30)

        async def attempt(number: int) -> int:
            await start.wait()
            return (await spend(client, token, f"{NEW} {number}")).status_code

        async with asyncio.timeout(60):
            statuses = await asyncio.gather(*(attempt(number) for number in range(30)))
        assert sorted(statuses) == [204] + [404] * 29
        winner = statuses.index(204)
        assert (await log_in(client, "ada", f"{NEW} {winner}")).status_code == 200


async def test_a_link_is_dead_once_used_run_out_or_never_ours(door: Door, as_owner: asyncpg.Connection) -> None:
    async with door.person("ada"), door.browser() as client:
        used, late = await token_for(door, as_owner, client), await token_for(door, as_owner, client)
        newest = "(select max(created_at) from one_time_links)"
        await as_owner.execute(f"update one_time_links set expires_at = now() where created_at = {newest}")
        assert told(await spend(client, late)) == (404, "dead_link")
        assert (await spend(client, used)).status_code == 204
        for token in (used, late, "x" * 43, "", "x" * 100):
            assert told(await spend(client, token)) == (404, "dead_link")
        assert (await spend(client, "x" * 101)).status_code == 422


async def test_a_link_dies_with_the_password_it_was_made_beside(door: Door, as_owner: asyncpg.Connection) -> None:
    async with door.person("ada") as ada, door.browser() as client:
        token = await token_for(door, as_owner, client)
        changed = {"currentPassword": PASSWORD, "newPassword": "the third of them"}
        assert (await ada.http.post("/api/auth/password", json=changed)).status_code == 204
        assert told(await spend(client, token)) == (404, "dead_link")
        assert (await log_in(client, "ada", "the third of them")).status_code == 200


async def test_one_reset_ends_the_other_links_too(door: Door, as_owner: asyncpg.Connection) -> None:
    async with door.person("ada"), door.browser() as client:
        first, second = await token_for(door, as_owner, client), await token_for(door, as_owner, client)
        assert (await spend(client, second)).status_code == 204
        assert told(await spend(client, first)) == (404, "dead_link")


async def test_a_link_opens_its_own_account_and_no_other(door: Door, as_owner: asyncpg.Connection) -> None:
    async with door.person("ada"), door.person("bob"), door.browser() as client:
        assert (await spend(client, await token_for(door, as_owner, client, "bob"))).status_code == 204
        assert (await log_in(client, "ada")).status_code == 200
        assert (await log_in(client, "bob", NEW)).status_code == 200


async def test_a_suspended_account_is_written_nothing_and_its_links_are_dead(
    door: Door, as_owner: asyncpg.Connection
) -> None:
    async with door.person("ada"), door.browser() as client:
        token = await token_for(door, as_owner, client)
        await as_owner.execute("update users set suspended_at = now()")
        assert told(await spend(client, token)) == (404, "dead_link")
        before = await as_owner.fetchval("select count(*) from mails")
        assert (await ask(client)).status_code == 202
        assert await as_owner.fetchval("select count(*) from mails") == before


async def test_a_bad_password_is_refused_and_the_link_still_works(door: Door, as_owner: asyncpg.Connection) -> None:
    async with door.person("ada"), door.browser() as client:
        token = await token_for(door, as_owner, client)
        assert told(await spend(client, token, "short")) == (422, "password_too_short")
        assert told(await spend(client, token, "ada@example.org")) == (422, "password_is_email")
        assert (await spend(client, token)).status_code == 204


async def keys_of(as_owner: asyncpg.Connection) -> int:
    count: int = await as_owner.fetchval("select count(*) from api_keys where revoked_at is null")
    return count


async def test_keys_are_kept_or_revoked_as_asked_once_the_address_is_known_to_be_theirs(
    door: Door, as_owner: asyncpg.Connection
) -> None:
    async with door.person("ada") as ada, door.browser() as client:
        await ada.http.post("/api/keys", json={"name": "script", "scopes": ["chat"]})
        await as_owner.execute("update users set email_verified = true, email_waits = false")
        await spend(client, await token_for(door, as_owner, client))
        assert await keys_of(as_owner) == 1
        await spend(client, await token_for(door, as_owner, client), revokesKeys=True)
        assert await keys_of(as_owner) == 0


async def test_whoever_registered_anothers_address_keeps_no_way_in_once_its_owner_resets(
    door: Door, as_owner: asyncpg.Connection
) -> None:
    async with door.person("ada") as mallory, door.browser() as owner:
        await mallory.http.post("/api/keys", json={"name": "back door", "scopes": ["chat"]})
        await as_owner.execute("insert into calendar_feeds (user_id, token_hash) select id, 'its hash' from users")
        await as_owner.execute(
            "insert into identities (issuer, subject, user_id) select 'https://i', 's', id from users"
        )
        assert (await spend(owner, await token_for(door, as_owner, owner))).status_code == 204
        assert await keys_of(as_owner) == 0
        assert await as_owner.fetchval("select count(*) from calendar_feeds") == 0
        assert await as_owner.fetchval("select count(*) from identities") == 0
        assert (await mallory.http.get("/api/auth/me")).status_code == 401
        assert await as_owner.fetchval("select email_verified from users") is True


async def test_an_account_without_a_password_is_told_how_it_signs_in(door: Door, as_owner: asyncpg.Connection) -> None:
    user = await vouched_for(door.accounts.db, "ada")
    await as_owner.execute("update users set email = 'ada@example.org', email_verified = true where id = $1", user)
    async with door.browser() as client:
        assert (await ask(client)).status_code == 202
    (mail,) = await letters_to(door.accounts, as_owner, "ada@example.org")
    assert (mail.subject, "#" in mail.text) == ("Your account has no password", False)


async def test_one_address_is_written_so_often_whether_or_not_it_has_an_account_and_its_owners_browser_is_counted_apart(
    door: Door,
) -> None:
    async with door.person("ada") as ada, door.browser() as stranger:
        for name in ("ada", "nobody"):
            for _ in range(TO_ONE_ADDRESS):
                assert (await ask(stranger, name)).status_code == 202
            refused = await ask(stranger, name.upper())
            assert told(refused) == (429, "mail_budget")
            assert int(refused.headers["retry-after"]) > 0
            assert "the next can go in" in refused.json()["error"]["message"]
        assert (await ask(ada.http, "ada")).status_code == 202


async def test_where_no_mail_is_sent_nobody_is_promised_one(db: Db) -> None:
    async with opened(db) as door, door.person("ada"), door.browser() as client:
        assert told(await ask(client)) == (409, "no_mail")
        assert (await client.get("/api/auth/providers")).json()["sendsMail"] is False


async def test_an_admin_hands_a_link_on_where_there_is_no_mail_and_it_is_written_down(
    db: Db, as_owner: asyncpg.Connection
) -> None:
    async with opened(db) as door, door.person("ada") as root, door.person("bob") as bob, door.browser() as client:
        made = await root.http.post(f"/api/admin/users/{bob.id}/reset-link")
        assert made.status_code == 201, made.text
        first = made.json()["link"].partition("#")[2]
        again = (await root.http.post(f"/api/admin/users/{bob.id}/reset-link")).json()["link"].partition("#")[2]
        assert told(await spend(client, first)) == (404, "dead_link"), "the newest is the one that works"
        assert (await spend(client, again)).status_code == 204
        assert (await bob.http.get("/api/auth/me")).status_code == 401
        assert (await log_in(client, "bob", NEW)).status_code == 200
        noted = await as_owner.fetch("select actor_id, target_id from admin_events where what = 'user.reset_link_made'")
        assert {(row["actor_id"], row["target_id"]) for row in noted} == {(root.id, bob.id)}
        assert told(await root.http.post(f"/api/admin/users/{uuid4()}/reset-link")) == (404, "not_found")
        assert told(await client.post(f"/api/admin/users/{root.id}/reset-link")) == (403, "not_admin")
    assert await as_owner.fetchval("select email_verified from users where id = $1", bob.id) is False


async def test_where_mail_is_sent_no_admin_can_take_somebodys_place(door: Door) -> None:
    async with door.person("ada") as root:
        assert told(await root.http.post(f"/api/admin/users/{root.id}/reset-link")) == (409, "by_mail")


async def test_the_operator_makes_a_link_with_mail_as_without(door: Door, as_owner: asyncpg.Connection) -> None:
    async with door.browser() as client:
        await register(client, "ada")
        link = await make_reset_link_as_operator(as_owner, "ADA@example.org", site=door.url)
        assert (await spend(client, link.partition("#")[2])).status_code == 204
        with pytest.raises(NotFound):
            await make_reset_link_as_operator(as_owner, "nobody@example.org", site=door.url)


async def test_an_account_without_an_address_gets_no_link_because_a_password_would_not_open_it(db: Db) -> None:
    async with opened(db) as door, door.person("ada") as root:
        user = await vouched_for(door.accounts.db, "eve")
        assert told(await root.http.post(f"/api/admin/users/{user}/reset-link")) == (409, "no_address")


async def test_nothing_that_is_no_address_is_looked_for(door: Door) -> None:
    async with door.browser() as client:
        assert (await client.post(FORGOT, json={"email": "no address"})).status_code == 422
        assert (await client.post(FORGOT, json={**form("ada")})).status_code == 422
