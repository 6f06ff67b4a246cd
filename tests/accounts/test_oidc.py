"""Signing in at a provider: the way out, the way back, and everything that must not get through in between."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import asyncpg
import httpx2
import pytest
from oidc_provider_mock import User, run_server_in_thread

from holdfast.core.crypto import hash_token
from holdfast.core.db import Db
from tests.accounts.door import Door, opened
from tests.accounts.issuer import LoopbackIssuer, issuing, new_key

pytestmark = pytest.mark.anyio

START, CALLBACK = "/api/auth/oidc/here/start", "/api/auth/oidc/here/callback"


def provider(url: str, secret: str | None) -> dict[str, Any]:
    return {"issuer": url, "client_id": "holdfast-client", "client_secret": secret, "label": "Here"}


@pytest.fixture
async def door(db: Db, issuer: LoopbackIssuer) -> AsyncIterator[Door]:
    async with opened(db, oidc={"here": provider(issuer.url, issuer.client_secret)}) as made:
        yield made


async def sign_in(client: httpx2.AsyncClient, issuer: LoopbackIssuer, **params: str) -> httpx2.Response:
    out = await client.get(START, params=params)
    assert out.status_code == 302, out.text
    return await client.get(CALLBACK, params=issuer.consent(out.headers["location"]))


def error_in(answer: httpx2.Response) -> str:
    assert answer.status_code == 302
    assert "holdfast_session=" not in answer.headers.get("set-cookie", "")
    location = urlsplit(answer.headers["location"])
    assert (location.scheme, location.netloc) == ("", "")
    return parse_qs(location.query)["error"][0]


async def test_signing_in_makes_an_account_and_returns_to_where_one_was(door: Door, issuer: LoopbackIssuer) -> None:
    issuer.claims = {"email": "ada@example.org", "email_verified": True, "name": "Ada"}
    async with door.browser() as client:
        answer = await sign_in(client, issuer, returnTo="/chat/7?x=1#y")
        assert (answer.status_code, answer.headers["location"]) == (302, "/chat/7?x=1#y")
        first = (await client.get("/api/auth/me")).json()
        assert (first["email"], first["name"], first["isAdmin"]) == ("ada@example.org", "Ada", True)
        await sign_in(client, issuer)
        assert (await client.get("/api/auth/me")).json()["id"] == first["id"]


async def test_the_way_out_carries_state_nonce_and_challenge(door: Door, issuer: LoopbackIssuer) -> None:
    async with door.browser() as client:
        out = await client.get(START)
        cookie = out.headers["set-cookie"]
    location = urlsplit(out.headers["location"])
    query = parse_qs(location.query)
    assert f"{location.scheme}://{location.netloc}{location.path}" == f"{issuer.url}/authorize"
    assert query["tenant"] == ["x"]
    assert query["response_type"] == ["code"]
    assert query["code_challenge_method"] == ["S256"]
    assert query["redirect_uri"] == [f"{door.url}{CALLBACK}"]
    assert {len(query[name][0]) for name in ("state", "nonce", "code_challenge")} == {43}
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert query["state"][0] not in cookie


async def test_the_public_address_is_where_the_provider_returns_to(db: Db, issuer: LoopbackIssuer) -> None:
    providers = {"here": provider(issuer.url, None)}
    public = "https://hold.example.org/"
    async with opened(db, public_url=public, oidc=providers) as door, door.program(host="hold.example.org") as client:
        out = await client.get(START)
    query = parse_qs(urlsplit(out.headers["location"]).query)
    assert query["redirect_uri"] == ["https://hold.example.org" + CALLBACK]
    assert out.headers["set-cookie"].startswith("__Host-holdfast_oidc=")
    assert "Secure" in out.headers["set-cookie"]


async def test_a_state_is_good_once(door: Door, issuer: LoopbackIssuer) -> None:
    async with door.browser() as client:
        out = await client.get(START)
        cookie = {"cookie": f"holdfast_oidc={client.cookies['holdfast_oidc']}"}
        back = issuer.consent(out.headers["location"])
        first = await client.get(CALLBACK, params=back, headers=cookie)
        issuer.consent(out.headers["location"], "code-2")
        again = await client.get(CALLBACK, params={**back, "code": "code-2"}, headers=cookie)
    assert first.headers["location"] == "/"
    assert error_in(again) == "sign_in_failed"


async def test_many_returns_at_once_with_one_state_are_one_sign_in(
    door: Door, issuer: LoopbackIssuer, as_owner: asyncpg.Connection
) -> None:
    async with door.browser() as client:
        out = await client.get(START)
        back = issuer.consent(out.headers["location"])
        headers = {"cookie": f"holdfast_oidc={client.cookies['holdfast_oidc']}"}
        await asyncio.gather(*(client.get(CALLBACK, params=back, headers=headers) for _ in range(20)))
    assert await as_owner.fetchval("select count(*) from sign_ins") == 1
    assert issuer.asked["token"] == 1


async def test_a_state_begun_in_another_browser_signs_nobody_in(door: Door, issuer: LoopbackIssuer) -> None:
    """An attacker's link must not sign a victim in to the attacker's account."""
    async with door.browser() as attacker, door.browser() as victim:
        back = issuer.consent((await attacker.get(START)).headers["location"])
        assert error_in(await victim.get(CALLBACK, params=back)) == "sign_in_failed"
        await victim.get(START)
        assert error_in(await victim.get(CALLBACK, params=back)) == "sign_in_failed"
        assert error_in(await attacker.get(CALLBACK, params=back)) == "sign_in_failed", "shown elsewhere, it is spent"


async def test_a_return_without_a_beginning_signs_nobody_in(door: Door) -> None:
    async with door.browser() as client:
        await client.get(START)
        back: tuple[dict[str, str], ...] = (
            {},
            {"code": "code-1"},
            {"state": "x"},
            {"code": "c", "state": "A" * 43},
            {"state": "\0", "code": "\0"},
        )
        for params in back:
            assert error_in(await client.get(CALLBACK, params=params)) == "sign_in_failed", params


async def test_an_expired_attempt_is_over(door: Door, issuer: LoopbackIssuer, as_owner: asyncpg.Connection) -> None:
    async with door.browser() as client:
        out = await client.get(START)
        await as_owner.execute("update oidc_attempts set expires_at = now() - interval '1 second'")
        assert error_in(await client.get(CALLBACK, params=issuer.consent(out.headers["location"]))) == "sign_in_failed"
        await client.get(START)
    assert await as_owner.fetchval("select count(*) from oidc_attempts") == 1, "the old one was swept"


async def test_one_providers_state_is_not_anothers(db: Db, issuer: LoopbackIssuer) -> None:
    async with issuing() as evil:
        both = {"here": provider(issuer.url, issuer.client_secret), "evil": provider(evil.url, evil.client_secret)}
        async with opened(db, oidc=both) as door, door.browser() as client:
            out = await client.get(START)
            back = issuer.consent(out.headers["location"])
            assert error_in(await client.get("/api/auth/oidc/evil/callback", params=back)) == "sign_in_failed"
            back = issuer.consent((await client.get(START)).headers["location"])
            assert error_in(await client.get(CALLBACK, params={**back, "iss": evil.url})) == "sign_in_failed"
        assert evil.asked["token"] == 0, "a code is shown only to the provider that gave it"


async def test_the_nonce_must_come_back_in_what_was_signed(door: Door, issuer: LoopbackIssuer) -> None:
    for nonce in ("another", "", None, 7, ["x"]):
        issuer.claims = {"nonce": nonce}
        async with door.browser() as client:
            assert error_in(await sign_in(client, issuer)) == "sign_in_failed", nonce


async def test_an_id_token_is_checked_like_any_token(door: Door, issuer: LoopbackIssuer) -> None:
    now = int(time.time())
    wrong: list[dict[str, Any]] = [
        {"aud": "another-client"},
        {"aud": ["holdfast-client", "another-client"]},
        {"aud": ["holdfast-client", "another-client"], "azp": "another-client"},
        {"azp": "another-client"},
        {"iss": "https://elsewhere.example"},
        {"exp": now - 120},
        {"exp": None},
        {"iat": now + 300},
        {"iat": None},
        {"sub": None},
        {"sub": "a\0b"},
    ]
    for claims in wrong:
        issuer.claims = claims
        async with door.browser() as client:
            assert error_in(await sign_in(client, issuer)) == "sign_in_failed", claims
    issuer.claims = {"aud": ["holdfast-client", "another-client"], "azp": "holdfast-client"}
    async with door.browser() as client:
        assert (await sign_in(client, issuer)).headers["location"] == "/"


async def test_a_key_that_was_never_published_signs_nobody_in(door: Door, issuer: LoopbackIssuer) -> None:
    issuer.key = new_key("first")
    issuer.published = [new_key("first")]
    async with door.browser() as client:
        assert error_in(await sign_in(client, issuer)) == "sign_in_failed"


async def test_a_stolen_code_is_worth_nothing_elsewhere(door: Door, issuer: LoopbackIssuer) -> None:
    """The code of one attempt, put into the return of another: the PKCE verifier does not fit."""
    async with door.browser() as victim, door.browser() as attacker:
        issuer.consent((await victim.get(START)).headers["location"], "stolen")
        own = parse_qs(urlsplit((await attacker.get(START)).headers["location"]).query)["state"][0]
        answer = await attacker.get(CALLBACK, params={"code": "stolen", "state": own})
        assert error_in(answer) == "sign_in_failed"


_ELSEWHERE = (
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/a\\b",
    "javascript:alert(1)",
    "evil.example",
    "",
    "/a\tb",
    "/\n/evil.example",
    "/a\r\nset-cookie: x=y",
    "/" + "a" * 1001,
)


async def test_return_addresses_are_paths_of_our_own(door: Door) -> None:
    async with door.browser() as client:
        for path in _ELSEWHERE:
            answer = await client.get(START, params={"returnTo": path})
            assert answer.status_code == 422, path
            assert "location" not in answer.headers


async def test_an_email_of_an_existing_account_joins_nothing(
    door: Door, issuer: LoopbackIssuer, as_owner: asyncpg.Connection
) -> None:
    async with door.person("ada"), door.browser() as client:
        for is_verified in (True, False):
            issuer.claims = {"email": "ADA@example.org", "email_verified": is_verified}
            answer = await sign_in(client, issuer)
            assert error_in(answer) == "link_required"
            assert answer.headers["location"].startswith("/login?")
        assert (await client.get("/api/auth/me")).status_code == 401
    assert await as_owner.fetchval("select count(*) from identities") == 0
    assert await as_owner.fetchval("select count(*) from users") == 1


async def test_an_unverified_email_is_not_taken_down(door: Door, issuer: LoopbackIssuer) -> None:
    issuer.claims = {"email": "victim@example.org", "email_verified": False}
    async with door.browser() as client:
        await sign_in(client, issuer)
        assert (await client.get("/api/auth/me")).json()["email"] is None


async def test_a_suspended_account_cannot_come_in_by_this_door(
    door: Door, issuer: LoopbackIssuer, as_owner: asyncpg.Connection
) -> None:
    async with door.browser() as client:
        await sign_in(client, issuer)
        await as_owner.execute("update users set suspended_at = now()")
        assert error_in(await sign_in(client, issuer)) == "suspended"


async def test_saying_no_at_the_provider_is_no_fault(door: Door, issuer: LoopbackIssuer) -> None:
    async with door.browser() as client:
        state = issuer.consent((await client.get(START)).headers["location"])["state"]
        answer = await client.get(CALLBACK, params={"state": state, "error": "access_denied"})
        assert error_in(answer) == "access_denied"


async def test_a_provider_that_is_away_is_told_on_the_login_page(db: Db, issuer: LoopbackIssuer) -> None:
    gone = "http://127.0.0.1:9"
    both = {"here": provider(issuer.url, issuer.client_secret), "gone": provider(gone, None)}
    async with opened(db, oidc=both) as door, door.browser() as client:
        assert error_in(await client.get("/api/auth/oidc/gone/start")) == "provider_unavailable"
        out = await client.get(START)
        issuer.is_down = True
        answer = await client.get(CALLBACK, params=issuer.consent(out.headers["location"]))
        assert error_in(answer) == "provider_unavailable"


async def test_an_unknown_provider_is_not_found(door: Door) -> None:
    async with door.browser() as client:
        for path in ("start", "callback"):
            assert (await client.get(f"/api/auth/oidc/nowhere/{path}")).status_code == 404


async def test_what_an_attempt_stores_is_useless_to_a_reader(
    door: Door, issuer: LoopbackIssuer, as_owner: asyncpg.Connection
) -> None:
    async with door.browser() as client:
        out = await client.get(START)
        state = issuer.consent(out.headers["location"])["state"]
        row = await as_owner.fetchrow("select * from oidc_attempts")
        assert row is not None
        assert row["state_hash"] == hash_token(state)
        assert row["browser_hash"] == hash_token(client.cookies["holdfast_oidc"])
        assert row["sealed_verifier"].startswith("v1.")


@pytest.fixture
def mock_provider() -> Iterator[str]:
    ada = User(sub="ada", claims={"email": "ada@example.org", "email_verified": True, "name": "Ada", "nickname": "a"})
    with run_server_in_thread(user_claims=[ada], require_nonce=True) as server:
        yield f"http://localhost:{server.server_port}"


async def test_a_provider_somebody_else_wrote_signs_people_in(db: Db, mock_provider: str) -> None:
    async with opened(db, oidc={"here": provider(mock_provider, "secret")}) as door, door.browser() as client:
        out = await client.get(START, params={"returnTo": "/chat"})
        consent = await client.post(out.headers["location"], data={"sub": "ada"})
        assert consent.headers["location"].startswith(door.url + CALLBACK)
        answer = await client.get(consent.headers["location"])
        assert (answer.status_code, answer.headers["location"]) == (302, "/chat")
        me = (await client.get("/api/auth/me")).json()
        assert (me["email"], me["name"]) == ("ada@example.org", "Ada")
        denied = await client.post((await client.get(START)).headers["location"], data={"action": "deny"})
        assert error_in(await client.get(denied.headers["location"])) in ("access_denied", "sign_in_failed")
        listed = (await client.get("/api/auth/providers")).json()["providers"]
        assert listed == [{"name": "here", "label": "Here"}]
