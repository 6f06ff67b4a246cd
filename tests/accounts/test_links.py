"""Linking a provider to one's account: who may begin it, what it takes, and how it ends."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from uuid import UUID

import asyncpg
import httpx2
import pytest

from holdfast.core.db import Db
from tests.accounts.door import PASSWORD, Door, log_in, opened
from tests.accounts.issuer import LoopbackIssuer, issuing
from tests.accounts.mailbox import MAIL, letters_to
from tests.accounts.second_factor.setting import is_in, long_ago, set_app, step
from tests.accounts.test_oidc import CALLBACK, START, error_in, provider, sign_in

pytestmark = pytest.mark.anyio

LINK, IDENTITIES = "/api/auth/oidc/here/link", "/api/auth/identities"


@pytest.fixture
async def door(db: Db, issuer: LoopbackIssuer) -> AsyncIterator[Door]:
    async with opened(db, oidc={"here": provider(issuer.url, issuer.client_secret)}) as made:
        yield made


async def link(client: httpx2.AsyncClient, issuer: LoopbackIssuer, **body: str) -> httpx2.Response:
    begun = await client.post(LINK, json=body)
    assert begun.status_code == 200, begun.text
    return await client.get(CALLBACK, params=issuer.consent(begun.json()["location"]))


async def identities(client: httpx2.AsyncClient) -> list[dict[str, object]]:
    found: list[dict[str, object]] = (await client.get(IDENTITIES)).json()["identities"]
    return found


async def test_whoever_is_signed_in_may_link_a_provider_and_then_sign_in_with_it(
    door: Door, issuer: LoopbackIssuer
) -> None:
    issuer.claims = {"email": "ada@example.org", "email_verified": True}
    async with door.person("ada") as ada, door.browser() as phone:
        assert await identities(ada.http) == []
        linked = await link(ada.http, issuer, returnTo="/settings")
        assert linked.headers["location"] == "/settings"
        assert (await ada.http.get("/api/auth/me")).json()["id"] == str(ada.id)
        await sign_in(phone, issuer)
        assert (await phone.get("/api/auth/me")).json()["id"] == str(ada.id)
        [listed] = await identities(ada.http)
        assert (listed["provider"], listed["label"], listed["isLastWayIn"]) == ("here", "Here", False)


async def test_its_owner_is_written_that_a_provider_opens_the_account_now(
    db: Db, issuer: LoopbackIssuer, as_owner: asyncpg.Connection
) -> None:
    issuer.claims = {}
    async with (
        opened(db, oidc={"here": provider(issuer.url, issuer.client_secret)}, **MAIL) as door,
        door.person("ada") as ada,
        door.person("bob") as bob,
    ):
        await as_owner.execute("update users set email_verified = true, email_waits = false where id = $1", ada.id)
        await link(ada.http, issuer)
        written = [one for one in await letters_to(door.accounts, as_owner, "ada@example.org") if one.kind == "linked"]
        assert ["signing in at Here opens" in one.text for one in written] == [True]
        assert f"{door.url}/settings/security" in written[0].text
        [listed] = await identities(ada.http)
        assert (await ada.http.delete(f"{IDENTITIES}/{listed['id']}")).status_code == 204
        await link(bob.http, issuer)
        assert await identities(bob.http)
        to_bob = await letters_to(door.accounts, as_owner, "bob@example.org")
        assert [one.kind for one in to_bob if one.kind == "linked"] == [], "whose address is not known to be theirs"


async def test_a_plain_visit_links_nothing(door: Door, as_owner: asyncpg.Connection) -> None:
    """A page elsewhere can make a browser visit an address; browsers on plain HTTP do not say who sent them."""
    async with door.person("ada") as ada, door.program(cookie=f"holdfast_session={ada.cookie}") as unsaid:
        for client in (ada.http, unsaid):
            answer = await client.get(START, params={"link": "1"})
            assert (answer.status_code, answer.json()["error"]["code"]) == (403, "link_by_post")
        assert (await ada.http.get(LINK)).status_code == 405
    assert await as_owner.fetchval("select count(*) from oidc_attempts") == 0


async def test_only_a_page_of_ours_can_begin_a_link(door: Door, as_owner: asyncpg.Connection) -> None:
    async with door.person("ada") as ada:
        cookie = {"cookie": f"holdfast_session={ada.cookie}"}
        for said in (
            {},
            {"sec-fetch-site": "cross-site"},
            {"sec-fetch-site": "same-site", "origin": door.url},
            {"sec-fetch-site": "none"},
            {"origin": "http://evil.example"},
            {"origin": "null"},
            {"referer": f"{door.url}/settings"},
        ):
            async with door.program(**cookie, **said) as client:
                answer = await client.post(LINK, json={})
                assert (answer.status_code, answer.json()["error"]["code"]) == (403, "cross_site"), said
        assert await as_owner.fetchval("select count(*) from oidc_attempts") == 0
        async with door.program(**cookie, origin=door.url) as plain_http:
            assert (await plain_http.post(LINK, json={})).status_code == 200


async def test_linking_takes_a_fresh_sign_in(door: Door, issuer: LoopbackIssuer, as_owner: asyncpg.Connection) -> None:
    async with door.person("ada") as ada:
        await long_ago(as_owner)
        answer = await ada.http.post(LINK, json={})
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "fresh_sign_in_required")
        assert (await ada.http.post("/api/auth/confirm", json={"password": PASSWORD})).status_code == 204
        assert (await link(ada.http, issuer)).headers["location"] == "/"


async def test_linking_needs_somebody_signed_in_when_it_begins_and_when_it_ends(
    door: Door, issuer: LoopbackIssuer, as_owner: asyncpg.Connection
) -> None:
    async with door.person("ada") as ada, door.person("bob"), door.browser() as stranger:
        assert (await stranger.post(LINK, json={})).status_code == 401
        out = await ada.http.post(LINK, json={})
        await log_in(ada.http, "bob")  # somebody else signs in in this very browser
        answer = await ada.http.get(CALLBACK, params=issuer.consent(out.json()["location"]))
        assert error_in(answer) == "sign_in_failed"
    assert await as_owner.fetchval("select count(*) from identities") == 0


async def test_an_identity_opens_one_account_only(door: Door, issuer: LoopbackIssuer) -> None:
    async with door.person("ada") as ada, door.person("bob") as bob:
        assert (await link(ada.http, issuer)).headers["location"] == "/"
        assert (await link(ada.http, issuer)).headers["location"] == "/", "linking again changes nothing"
        assert len(await identities(ada.http)) == 1
        taken = await link(bob.http, issuer)
        assert taken.headers["location"] == "/settings?error=identity_taken"


async def test_unlinked_it_opens_the_account_no_more(door: Door, issuer: LoopbackIssuer) -> None:
    issuer.claims = {"email": "ada@example.org", "email_verified": True}
    async with door.person("ada") as ada, door.person("bob") as bob, door.browser() as phone:
        await link(ada.http, issuer)
        [listed] = await identities(ada.http)
        path = f"{IDENTITIES}/{listed['id']}"
        assert (await bob.http.delete(path)).status_code == 404
        assert await identities(bob.http) == []
        assert (await ada.http.delete(path)).status_code == 204
        assert (await ada.http.delete(path)).status_code == 404
        assert error_in(await sign_in(phone, issuer)) == "link_required"


async def test_unlinking_takes_a_fresh_sign_in(
    door: Door, issuer: LoopbackIssuer, as_owner: asyncpg.Connection
) -> None:
    async with door.person("ada") as ada:
        await link(ada.http, issuer)
        [listed] = await identities(ada.http)
        await long_ago(as_owner)
        assert (await ada.http.delete(f"{IDENTITIES}/{listed['id']}")).status_code == 403
        assert len(await identities(ada.http)) == 1


async def test_the_last_way_in_stays(door: Door, issuer: LoopbackIssuer) -> None:
    async with door.browser() as client:
        await sign_in(client, issuer)
        [listed] = await identities(client)
        assert listed["isLastWayIn"] is True
        answer = await client.delete(f"{IDENTITIES}/{listed['id']}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "last_way_in")


async def test_of_two_ways_taken_away_at_once_one_stays(db: Db, issuer: LoopbackIssuer) -> None:
    async with issuing() as second:
        both = {"here": provider(issuer.url, issuer.client_secret), "there": provider(second.url, second.client_secret)}
        async with opened(db, oidc=both) as door, door.browser() as client:
            await sign_in(client, issuer)
            begun = (await client.post("/api/auth/oidc/there/link", json={})).json()
            await client.get("/api/auth/oidc/there/callback", params=second.consent(begun["location"]))
            found = await identities(client)
            assert [one["isLastWayIn"] for one in found] == [False, False]
            answers = await asyncio.gather(*(client.delete(f"{IDENTITIES}/{one['id']}") for one in found))
            assert sorted(answer.status_code for answer in answers) == [204, 409]


async def test_a_provider_that_is_no_longer_offered_is_no_way_in(db: Db, issuer: LoopbackIssuer) -> None:
    async with issuing() as gone:
        both = {"here": provider(issuer.url, issuer.client_secret), "gone": provider(gone.url, gone.client_secret)}
        async with opened(db, oidc=both) as before, before.browser() as client:
            await sign_in(client, issuer)
            begun = (await client.post("/api/auth/oidc/gone/link", json={})).json()
            await client.get("/api/auth/oidc/gone/callback", params=gone.consent(begun["location"]))
        async with opened(db, oidc={"here": both["here"]}) as door, door.browser() as client:
            await sign_in(client, issuer)
            here, stale = await identities(client)
            assert (stale["provider"], stale["label"], stale["isLastWayIn"]) == (None, "127.0.0.1", False)
            assert (await client.delete(f"{IDENTITIES}/{here['id']}")).status_code == 409
            assert (await client.delete(f"{IDENTITIES}/{stale['id']}")).status_code == 204


async def test_who_signs_in_at_a_provider_shows_the_second_factor_here_too(door: Door, issuer: LoopbackIssuer) -> None:
    async with door.person("ada") as ada, door.browser() as browser:
        await link(ada.http, issuer)
        phone, _ = await set_app(ada.http)
        back = await sign_in(browser, issuer, returnTo="/chat/7?x=1")
        assert back.headers["location"] == "/login?step=second&returnTo=%2Fchat%2F7%3Fx%3D1"
        assert "holdfast_session" not in browser.cookies
        assert not await is_in(browser)
        assert (await step(browser, code=phone.code())).status_code == 200
        assert (await browser.get("/api/auth/me")).json()["id"] == str(UUID(str(ada.id)))
