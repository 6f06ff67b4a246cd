"""Whose an address is: shown by a link, followed by whoever is signed in; and what counts for nothing before."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import asyncpg
import httpx2
import pytest

from holdfast.accounts.operator import appoint
from holdfast.core.db import Db
from holdfast.core.errors import Conflict
from holdfast.core.mail_budget import TO_ONE_ADDRESS
from tests.accounts.door import Door, Person, form, opened, register
from tests.accounts.issuer import LoopbackIssuer
from tests.accounts.mailbox import MAIL, letters_to, link_in, token_in
from tests.accounts.test_links import link
from tests.accounts.test_oidc import provider, sign_in

pytestmark = pytest.mark.anyio

VERIFY, SEND = "/api/auth/email/verify", "/api/auth/email/verify/send"
ADA = "ada@example.org"


@pytest.fixture
async def door(db: Db) -> AsyncIterator[Door]:
    async with opened(db, **MAIL) as made:
        yield made


async def state(client: httpx2.AsyncClient) -> str:
    told: str = (await client.get("/api/auth/me")).json()["emailState"]
    return told


async def verify(client: httpx2.AsyncClient, token: str) -> httpx2.Response:
    return await client.post(VERIFY, json={"token": token})


async def a_minute_later(door: Door, person: Person) -> None:
    await door.accounts.throttle.forgive(door.accounts.limits.verify_by_account, str(person.id))


def told(answer: httpx2.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


async def test_who_registers_is_sent_a_link_and_the_address_waits_until_it_is_followed(
    door: Door, as_owner: asyncpg.Connection
) -> None:
    async with door.person("ada") as ada:
        assert await state(ada.http) == "waiting"
        (mail,) = await letters_to(door.accounts, as_owner, ADA)
        assert link_in(mail).startswith(f"{door.url}/verify#")
        answer = await verify(ada.http, token_in(mail))
        assert (answer.status_code, answer.json()["emailState"]) == (200, "verified")
        assert await state(ada.http) == "verified"
        assert told(await verify(ada.http, token_in(mail))) == (404, "dead_link"), "it works once"
        assert told(await ada.http.post(SEND)) == (409, "nothing_to_verify")


async def test_the_mailbox_alone_vouches_for_nobody(door: Door, as_owner: asyncpg.Connection) -> None:
    """Ada gets a link that she never asked for, because Mallory registered with her address."""
    async with door.person("ada") as mallory, door.person("bob") as ada, door.browser() as stranger:
        token = token_in((await letters_to(door.accounts, as_owner, ADA))[0])
        assert (await verify(stranger, token)).status_code == 401
        assert told(await verify(ada.http, token)) == (404, "dead_link")
        assert await state(mallory.http) == "waiting"


async def test_links_run_out_die_with_another_address_and_are_known_by_their_hash_alone(
    door: Door, as_owner: asyncpg.Connection
) -> None:
    async with door.person("ada") as ada:
        token = token_in((await letters_to(door.accounts, as_owner, ADA))[0])
        assert token not in str(await as_owner.fetch("table one_time_links")) + str(await as_owner.fetch("table mails"))
        await as_owner.execute("update users set email = 'other@example.org'")
        assert told(await verify(ada.http, token)) == (404, "dead_link")
        await as_owner.execute("update users set email = $1", ADA)
        await as_owner.execute("update one_time_links set expires_at = now()")
        assert told(await verify(ada.http, token)) == (404, "dead_link")
        for other in ("x" * 43, "", "x" * 100):
            assert told(await verify(ada.http, other)) == (404, "dead_link")


async def test_of_thirty_who_follow_one_link_one_is_told_that_it_did_it(
    door: Door, as_owner: asyncpg.Connection
) -> None:
    async with door.person("ada") as ada:
        token = token_in((await letters_to(door.accounts, as_owner, ADA))[0])
        answers = await asyncio.gather(*(verify(ada.http, token) for _ in range(30)))
        assert sorted(one.status_code for one in answers) == [200] + [404] * 29
        assert await state(ada.http) == "verified"


async def test_a_link_is_sent_again_now_and_then_and_so_often_a_day(door: Door, as_owner: asyncpg.Connection) -> None:
    async with door.person("ada") as ada:
        assert (await ada.http.post(SEND)).status_code == 202
        hasty = await ada.http.post(SEND)
        assert told(hasty) == (429, "too_many_requests")
        assert int(hasty.headers["retry-after"]) <= 60
        first, second = await letters_to(door.accounts, as_owner, ADA)
        for _ in range(TO_ONE_ADDRESS - 2):
            await a_minute_later(door, ada)
            assert (await ada.http.post(SEND)).status_code == 202
        await a_minute_later(door, ada)
        assert told(await ada.http.post(SEND)) == (429, "mail_budget")
        assert (await verify(ada.http, token_in(first))).status_code == 200, (
            "each of them works, until one was followed"
        )
        assert told(await verify(ada.http, token_in(second))) == (404, "dead_link")


async def test_when_strangers_have_used_up_the_mails_one_registers_all_the_same(
    db: Db, as_owner: asyncpg.Connection
) -> None:
    async with (
        opened(db, mail={**MAIL["mail"], "a_day_per_peer": 1}) as door,
        door.person("ada"),
        door.person("bob") as bob,
    ):
        assert await state(bob.http) == "waiting"
        assert await letters_to(door.accounts, as_owner, "bob@example.org") == []
        assert (await bob.http.post(SEND)).status_code == 202
        assert len(await letters_to(door.accounts, as_owner, "bob@example.org")) == 1


async def test_an_address_that_is_taken_is_written_nothing_by_whoever_tries_to_register_it(
    door: Door, as_owner: asyncpg.Connection
) -> None:
    async with door.person("ada"), door.browser() as other:
        for _ in range(10):
            assert (await other.post("/api/auth/register", json=form("ada"))).status_code == 409
    assert await as_owner.fetchval("select count(*) from mails") == 1


async def test_where_no_mail_is_sent_nothing_waits_and_nobody_is_asked(db: Db, as_owner: asyncpg.Connection) -> None:
    async with opened(db) as door, door.person("ada") as ada:
        assert await state(ada.http) == "unverified"
        assert told(await ada.http.post(SEND)) == (409, "no_mail")
        assert await as_owner.fetchval("select count(*) from mails") == 0


async def test_what_waited_waits_no_more_where_mail_is_no_longer_sent(db: Db) -> None:
    async with opened(db, **MAIL) as before, before.browser() as client:
        await register(client, "ada")
    async with opened(db) as door, door.browser() as client:
        await client.post("/api/auth/login", json={k: v for k, v in form("ada").items() if k != "name"})
        assert await state(client) == "unverified"


async def test_an_account_from_before_is_not_waiting_and_may_show_whose_its_address_is(
    door: Door, as_owner: asyncpg.Connection
) -> None:
    async with door.person("ada") as ada:
        await as_owner.execute("update users set email_waits = false")
        assert await state(ada.http) == "unverified"
        assert (await ada.http.post(SEND)).status_code == 202
        assert (await verify(ada.http, token_in((await letters_to(door.accounts, as_owner, ADA))[-1]))).is_success
        assert await state(ada.http) == "verified"


async def test_a_lost_password_replaced_by_mail_shows_whose_the_address_is(
    door: Door, as_owner: asyncpg.Connection
) -> None:
    async with door.person("ada"), door.browser() as client:
        await client.post("/api/auth/password/forgot", json={"email": ADA})
        token = token_in((await letters_to(door.accounts, as_owner, ADA))[-1])
        new = {"token": token, "newPassword": "another horse entirely"}
        assert (await client.post("/api/auth/password/reset", json=new)).status_code == 204
        assert await as_owner.fetchval("select email_verified and not email_waits from users")


@pytest.mark.parametrize(("claim", "address", "then"), [
    (True, "ADA@example.org", "verified"),
    (False, "ada@example.org", "waiting"),
    (True, "other@example.org", "waiting"),
])  # fmt: skip
async def test_a_provider_s_word_counts_for_the_address_it_has_verified(
    db: Db, issuer: LoopbackIssuer, claim: bool, address: str, then: str
) -> None:
    settings = {**MAIL, "oidc": {"here": provider(issuer.url, issuer.client_secret)}}
    async with opened(db, **settings) as door, door.person("ada") as ada:
        issuer.claims = {"email": address, "email_verified": claim}
        assert (await link(ada.http, issuer)).status_code == 302
        assert await state(ada.http) == then


async def test_signing_in_at_a_provider_that_has_verified_it_since_counts_too(db: Db, issuer: LoopbackIssuer) -> None:
    settings = {**MAIL, "oidc": {"here": provider(issuer.url, issuer.client_secret)}}
    async with opened(db, **settings) as door, door.person("ada") as ada, door.browser() as phone:
        issuer.claims = {"email": ADA, "email_verified": False}
        await link(ada.http, issuer)
        issuer.claims = {"email": ADA, "email_verified": True}
        await sign_in(phone, issuer)
        assert await state(phone) == "verified"


async def test_an_address_that_waits_opens_nothing_for_whoever_a_provider_vouches_for(
    db: Db, issuer: LoopbackIssuer, as_owner: asyncpg.Connection
) -> None:
    """Ada comes by her provider; somebody has registered her address. Nothing is joined, and nothing is taken away."""
    settings = {**MAIL, "oidc": {"here": provider(issuer.url, issuer.client_secret)}}
    async with opened(db, **settings) as door, door.person("ada") as mallory, door.browser() as ada:
        issuer.claims = {"email": ADA, "email_verified": True}
        answer = await sign_in(ada, issuer)
        assert "link_required" in answer.headers["location"]
        assert await state(mallory.http) == "waiting"
        assert await as_owner.fetchval("select count(*) from identities") == 0


async def test_the_operator_appoints_nobody_by_an_address_that_waits(door: Door, as_owner: asyncpg.Connection) -> None:
    async with door.person("root"), door.person("ada") as ada:
        with pytest.raises(Conflict, match="confirm it first"):
            await appoint(as_owner, "ADA@example.org", sends_mail=True)
        assert (await ada.http.get("/api/auth/me")).json()["isAdmin"] is False
        await appoint(as_owner, "ADA@example.org", sends_mail=False)
        assert (await ada.http.get("/api/auth/me")).json()["isAdmin"] is True
