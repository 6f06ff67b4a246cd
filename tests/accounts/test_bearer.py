"""Bearer tokens of a configured issuer: what is accepted, every trick that is not, and keys that change."""

from __future__ import annotations

import asyncio
import base64
import json
import re
import time
from collections.abc import AsyncIterator
from typing import Any

import asyncpg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from joserfc.jwk import ECKey, OctKey, RSAKey

from holdfast.accounts.issuers import FetchPace
from holdfast.accounts.types import BadToken
from holdfast.core.db import Db
from tests.accounts.door import Door, opened
from tests.accounts.issuer import AUDIENCE, LoopbackIssuer, issuing, new_key

pytestmark = pytest.mark.anyio


@pytest.fixture
async def door(db: Db, issuer: LoopbackIssuer) -> AsyncIterator[Door]:
    bearer = {"here": {"issuer": issuer.url, "audience": AUDIENCE}}
    async with opened(db, bearer=bearer, patience=FetchPace(pause_seconds=0)) as made:
        yield made


async def me(door: Door, token: str) -> tuple[int, dict[str, Any]]:
    async with door.program(authorization=f"Bearer {token}") as client:
        answer = await client.get("/api/auth/me")
        return answer.status_code, answer.json()


async def test_a_token_makes_an_account_on_first_sight_and_finds_it_afterwards(
    door: Door, issuer: LoopbackIssuer
) -> None:
    said: dict[str, Any] = {
        "email": "ada@example.org",
        "email_verified": True,
        "name": "Ada",
        "picture": "https://x.example/a.png",
    }
    status, first = await me(door, issuer.token(**said))
    assert status == 200
    assert first["email"] == "ada@example.org"
    assert first["name"] == "Ada"
    assert first["picture"] == "https://x.example/a.png"
    assert first["isAdmin"] is True, "it is the first account, whichever way it came"
    _, second = await me(door, issuer.token(name="Renamed elsewhere"))
    assert second["id"] == first["id"]


async def test_another_subject_is_another_account(door: Door, issuer: LoopbackIssuer) -> None:
    assert (await me(door, issuer.token(sub="a")))[1]["id"] != (await me(door, issuer.token(sub="b")))[1]["id"]


@pytest.mark.parametrize("verified", [False, None, "true", 1])
async def test_an_email_that_is_not_verified_is_not_taken_down(
    door: Door, issuer: LoopbackIssuer, verified: object
) -> None:
    _, account = await me(door, issuer.token(email="ada@example.org", email_verified=verified))
    assert account["email"] is None


async def test_a_stated_email_never_opens_the_account_that_has_it(door: Door, issuer: LoopbackIssuer) -> None:
    async with door.person("ada") as ada:
        status, account = await me(door, issuer.token(email="ADA@example.org", email_verified=True))
        assert status == 200
        assert account["id"] != str(ada.id)
        assert account["email"] is None


async def test_suspension_counts_at_the_next_request_although_the_token_was_verified(
    door: Door, issuer: LoopbackIssuer, as_owner: asyncpg.Connection
) -> None:
    token = issuer.token()
    assert (await me(door, token))[0] == 200
    await as_owner.execute("update users set suspended_at = now()")
    assert (await me(door, token))[0] == 401


async def test_a_verified_token_is_not_verified_again_for_a_while(door: Door, issuer: LoopbackIssuer) -> None:
    token = issuer.token()
    assert (await me(door, token))[0] == 200
    issuer.is_down = True
    for _ in range(3):
        assert (await me(door, token))[0] == 200
    assert issuer.asked == {"discovery": 1, "keys": 1}


def _unsigned(header: dict[str, Any], claims: dict[str, Any], signature: str = "") -> str:
    parts = (base64.urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=").decode() for part in (header, claims))
    return ".".join([*parts, signature])


def _tricks(issuer: LoopbackIssuer) -> dict[str, str]:
    now = int(time.time())
    stranger = new_key("first")
    good = {"iss": issuer.url, "aud": AUDIENCE, "sub": "s", "iat": now, "exp": now + 60}
    public = json.dumps(issuer.key.as_dict(private=False)).encode()
    own_key = {"jwk": stranger.as_dict(private=False), "kid": "mine"}
    pieces = issuer.token().split(".")
    return {
        "unsigned": _unsigned({"alg": "none"}, good),
        "unsigned, in capitals": _unsigned({"alg": "NONE", "kid": "first"}, good),
        "signed with the public key as a shared secret": issuer.token({"alg": "HS256"}, OctKey.import_key(public)),
        "a stranger's key under a known name": issuer.token(key=stranger),
        "its own key in the header": issuer.token(own_key, stranger),
        "a key address in the header": issuer.token({"jku": "http://127.0.0.1:9/keys", "kid": "mine"}, stranger),
        "a certificate address in the header": issuer.token({"x5u": "http://127.0.0.1:9/c", "kid": "mine"}, stranger),
        "an unknown critical header": _unsigned({"alg": "ES256", "crit": ["x"], "x": 1}, good, "AA"),
        "another issuer": issuer.token(iss="http://127.0.0.1:9"),
        "an issuer that only begins like ours": issuer.token(iss=issuer.url + ".evil.example"),
        "no issuer": issuer.token(iss=None),
        "an issuer that is a list": issuer.token(iss=[issuer.url]),
        "another audience": issuer.token(aud="somebody else"),
        "no audience": issuer.token(aud=None),
        "an empty audience": issuer.token(aud=[]),
        "an audience that is an object": issuer.token(aud={AUDIENCE: True}),
        "expired": issuer.token(exp=now - 120),
        "no expiry": issuer.token(exp=None),
        "an expiry in words": issuer.token(exp="tomorrow"),
        "not yet": issuer.token(nbf=now + 300),
        "issued in the future": issuer.token(iat=now + 300),
        "no subject": issuer.token(sub=None),
        "an empty subject": issuer.token(sub=""),
        "a subject that is a number": issuer.token(sub=7),
        "a subject with NUL": issuer.token(sub="a\0b"),
        "a subject that is half a character": issuer.token(sub="a\ud800"),
        "a subject without end": issuer.token(sub="s" * 300),
        "oversized": issuer.token(padding="x" * 9000),
        "a logout token": issuer.token({"typ": "logout+jwt"}),
        "changed after signing": ".".join([pieces[0], pieces[1][:-2] + "AA", pieces[2]]),
        "without its signature": ".".join([*pieces[:2], ""]),
        "two pieces": ".".join(pieces[:2]),
        "four pieces": ".".join([*pieces, "x"]),
        "dots": "..",
        "nested without end": ".".join(["W1tb" * 1000, "W1tb" * 1000, "x"]),
        "a word": "token",
        "a key's beginning": "hf_",
    }


async def test_no_trick_with_a_token_works(issuer: LoopbackIssuer, door: Door, as_owner: asyncpg.Connection) -> None:
    assert (await me(door, issuer.token()))[0] == 200
    answers = {name: await me(door, token) for name, token in _tricks(issuer).items()}
    assert {name: answer for name, answer in answers.items() if answer[0] != 401} == {}
    assert await as_owner.fetchval("select count(*) from users") == 1


async def test_a_few_seconds_between_clocks_are_forgiven(door: Door, issuer: LoopbackIssuer) -> None:
    now = int(time.time())
    for off in ({"exp": now - 30}, {"nbf": now + 30}, {"iat": now + 30}, {"exp": 10**40}, {"exp": now + 60.5}):
        assert (await me(door, issuer.token(**off)))[0] == 200, off


async def test_an_algorithm_the_issuer_does_not_list_is_refused(db: Db, issuer: LoopbackIssuer) -> None:
    issuer.discovery = {"id_token_signing_alg_values_supported": ["RS256", "HS256"]}
    async with opened(db, bearer={"x": {"issuer": issuer.url, "audience": AUDIENCE}}) as door:
        assert (await me(door, issuer.token()))[0] == 401  # it is signed with ES256


async def test_an_issuer_with_only_shared_secrets_verifies_nothing(db: Db, issuer: LoopbackIssuer) -> None:
    issuer.discovery = {"id_token_signing_alg_values_supported": ["HS256", "none"]}
    async with opened(db, bearer={"x": {"issuer": issuer.url, "audience": AUDIENCE}}) as door:
        assert (await me(door, issuer.token()))[0] == 401


async def test_a_shared_secret_among_published_keys_is_ignored(db: Db, issuer: LoopbackIssuer) -> None:
    secret = OctKey.generate_key(256, {"kid": "oct"})
    issuer.published = [issuer.key, secret]
    async with opened(db, bearer={"x": {"issuer": issuer.url, "audience": AUDIENCE}}) as door:
        assert (await me(door, issuer.token({"alg": "HS256", "kid": "oct"}, secret)))[0] == 401
        assert (await me(door, issuer.token()))[0] == 200


@pytest.mark.parametrize("kind", [RSAKey, ECKey])
async def test_keys_may_change_and_old_ones_stop_counting(
    door: Door, issuer: LoopbackIssuer, kind: type[RSAKey] | type[ECKey]
) -> None:
    assert (await me(door, issuer.token()))[0] == 200
    old = issuer.key
    issuer.key = new_key("second", kind)
    issuer.published = [old, issuer.key]
    assert (await me(door, issuer.token(sub="both are published")))[0] == 200
    issuer.published = [issuer.key]
    assert (await me(door, issuer.token({"kid": "third"}, new_key("third"))))[0] == 401  # makes us look again
    assert (await me(door, issuer.token({"kid": "first"}, old, sub="the old one")))[0] == 401


async def test_invented_key_names_do_not_make_us_fetch_again_and_again(db: Db, issuer: LoopbackIssuer) -> None:
    async with opened(db, bearer={"x": {"issuer": issuer.url, "audience": AUDIENCE}}) as door:
        stranger = new_key("x")
        for number in range(20):
            assert (await me(door, issuer.token({"kid": f"invented-{number}"}, stranger)))[0] == 401
    assert issuer.asked["keys"] == 1


async def test_thirty_first_requests_at_once_fetch_the_keys_once(door: Door, issuer: LoopbackIssuer) -> None:
    async with asyncio.timeout(30):
        answers = await asyncio.gather(*(me(door, issuer.token(sub=f"s{number}")) for number in range(30)))
    assert {status for status, _ in answers} == {200}
    assert issuer.asked["discovery"] == 1
    assert issuer.asked["keys"] == 1


async def test_an_issuer_that_is_away_is_a_503_and_costs_one_fetch(db: Db, issuer: LoopbackIssuer) -> None:
    issuer.is_down = True
    async with opened(db, bearer={"x": {"issuer": issuer.url, "audience": AUDIENCE}}) as door:
        for _ in range(5):
            status, body = await me(door, issuer.token())
            assert (status, body["error"]["code"]) == (503, "provider_unavailable")
            assert "down for a moment" not in str(body)
    assert issuer.asked["discovery"] == 1


async def test_known_keys_serve_through_an_outage(db: Db, issuer: LoopbackIssuer) -> None:
    always_stale = FetchPace(fresh_seconds=0, pause_seconds=0)
    async with opened(db, bearer={"x": {"issuer": issuer.url, "audience": AUDIENCE}}, patience=always_stale) as door:
        assert (await me(door, issuer.token(sub="before")))[0] == 200
        issuer.is_down = True
        assert (await me(door, issuer.token(sub="during")))[0] == 200


@pytest.mark.parametrize(
    "discovery",
    [{"issuer": "https://elsewhere.example"}, {"jwks_uri": 7}, {"jwks_uri": "file:///etc/passwd"}, {"jwks_uri": ""}],
)
async def test_an_issuer_that_publishes_nonsense_is_unavailable(
    db: Db, issuer: LoopbackIssuer, discovery: dict[str, Any]
) -> None:
    issuer.discovery = discovery
    async with opened(db, bearer={"x": {"issuer": issuer.url, "audience": AUDIENCE}}) as door:
        assert (await me(door, issuer.token()))[0] == 503


async def test_without_a_configured_issuer_no_token_counts(db: Db, issuer: LoopbackIssuer) -> None:
    async with opened(db) as door:
        assert (await me(door, issuer.token()))[0] == 401
    assert issuer.asked == {}


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
_names = st.sampled_from(["alg", "kid", "typ", "crit", "jwk", "b64", "iss", "aud", "exp", "sub", "x"])


async def test_no_header_or_payload_of_any_shape_is_a_fault(door: Door, issuer: LoopbackIssuer) -> None:
    """Thousands of shapes before the signature is looked at: each is a refusal, none an error of another kind."""
    shapes: list[str] = []

    @settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.dictionaries(_names, _json, max_size=5), st.dictionaries(_names, _json, max_size=4), st.booleans())
    def collect(header: dict[str, Any], claims: dict[str, Any], is_near: bool) -> None:
        if is_near:  # close enough to get past the first doors
            header = {"alg": "ES256", "kid": "first", **header}
            claims = {**claims, "iss": issuer.url}
        shapes.append(_unsigned(header, claims, "AAAA"))

    await asyncio.to_thread(collect)
    assert len(shapes) > 100
    for token in shapes:
        with pytest.raises(BadToken) as refused:
            await door.accounts.bearer.recognise(door.accounts.db, door.accounts.admission, token)
        assert re.fullmatch(r"[a-z0-9_]+", refused.value.reason), "the log would hold it back"


async def test_two_audiences_of_one_issuer_both_count(db: Db) -> None:
    async with issuing() as issuer:
        both = {name: {"issuer": issuer.url + "/", "audience": name} for name in ("web", "phone")}
        async with opened(db, bearer=both) as door:
            assert (await me(door, issuer.token(aud="web")))[0] == 200
            assert (await me(door, issuer.token(aud=["x", "phone"])))[0] == 200
            assert (await me(door, issuer.token(aud="tv")))[0] == 401
