"""API keys, and which credential counts when a request brings several."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import asyncpg
import httpx2
import pytest
from fastapi import FastAPI
from httpx2 import ASGITransport

from holdfast.accounts.key_options import make_key
from holdfast.accounts.keys import MAX_KEYS
from holdfast.accounts.recognise import Credentials, recognise
from holdfast.accounts.types import Caller, KeyWish
from holdfast.analytics.events import Events
from holdfast.core.clock import utc_now
from holdfast.core.crypto import hash_token
from holdfast.core.errors import Unauthenticated
from holdfast.entitlements.access import Entitlements
from holdfast.web.deps import MayChat, MayReadChats, SignedIn
from holdfast.web.errors import install_errors
from holdfast.web.memory_door import MayAsk
from tests.accounts.door import PASSWORD, Door, Person, log_in

pytestmark = pytest.mark.anyio


async def make(person: Person, *scopes: str, **more: Any) -> str:
    body = {"name": "a program", "scopes": scopes or ["chat"], **more}
    answer = await person.http.post("/api/keys", json=body)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["key"])


@pytest.fixture
async def rooms(door: Door) -> AsyncIterator[httpx2.AsyncClient]:
    """Routes of every policy, behind the real doormen."""
    app = FastAPI()
    install_errors(app)
    app.state.parts = _PartsOf(door)
    app.get("/person")(_person)
    app.get("/chat")(_chat)
    app.get("/chats")(_chats)
    app.get("/memory")(_memory)
    async with httpx2.AsyncClient(transport=ASGITransport(app=app), base_url=door.url) as client:
        yield client


class _PartsOf:
    def __init__(self, door: Door) -> None:
        self.settings, self.accounts, self.db = door.settings, door.accounts, door.accounts.db
        self.entitlements, self.events = Entitlements(self.db), Events(self.db)


async def _person(caller: SignedIn) -> dict[str, str]:
    return {"who": str(caller.user_id)}


async def _chat(caller: MayChat) -> dict[str, str]:
    return {"who": str(caller.user_id), "via": caller.via}


async def _chats(caller: MayReadChats) -> dict[str, str]:
    return {"who": str(caller.user_id)}


async def _memory(asker: MayAsk) -> dict[str, str]:
    assert isinstance(asker, Caller)
    return {"who": str(asker.user_id)}


async def test_a_key_is_shown_once_and_kept_as_a_hash(door: Door, as_owner: asyncpg.Connection) -> None:
    async with door.person() as ada:
        key = await make(ada, "memory", "chat")
        assert key.startswith("hf_")
        assert len(key) == 52
        listed = (await ada.http.get("/api/keys")).json()["keys"]
        assert listed[0]["prefix"] == key[:11]
        assert listed[0]["scopes"] == ["chat", "memory"]
        assert listed[0]["lastUsedAt"] is None
        assert key not in str(listed)
    assert await as_owner.fetchval("select key_hash from api_keys") == hash_token(key)
    assert key[11:] not in str(await as_owner.fetch("select k::text from api_keys k"))


async def test_its_end_is_told_in_utc_however_it_was_sent(door: Door) -> None:
    async with door.person() as ada:
        end = (utc_now() + timedelta(days=9)).replace(hour=20, minute=30, second=0, microsecond=0)
        sent = {"name": "a program", "scopes": ["chat"], "expiresAt": f"{end:%Y-%m-%dT}20:30:00-03:30"}
        made = (await ada.http.post("/api/keys", json=sent)).json()
        assert made["expiresAt"] == f"{end + timedelta(days=1):%Y-%m-%d}T00:00:00Z"
        assert (await ada.http.get("/api/keys")).json()["keys"][0]["expiresAt"] == made["expiresAt"]


async def test_a_key_opens_what_its_scope_says_whatever_header_brings_it(door: Door, rooms: httpx2.AsyncClient) -> None:
    async with door.person() as ada:
        for scope, other in (("chat", "memory"), ("memory", "chat")):
            key = await make(ada, scope)
            for headers in (
                {"authorization": f"Bearer {key}"},
                {"x-api-key": key},
                {"authorization": f"bearer  {key}"},
            ):
                assert (await rooms.get(f"/{scope}", headers=headers)).json()["who"] == str(ada.id)
                refused = await rooms.get(f"/{other}", headers=headers)
                assert (refused.status_code, refused.json()["error"]["code"]) == (403, "missing_scope")
                refused = await rooms.get("/person", headers=headers)
                assert (refused.status_code, refused.json()["error"]["code"]) == (403, "needs_sign_in")


async def test_a_key_that_only_reads_cannot_write_and_one_for_both_can(door: Door, rooms: httpx2.AsyncClient) -> None:
    async with door.person() as ada:
        for scopes, reads, writes in (
            (["chat:read"], 200, 403),
            (["chat:write"], 403, 200),
            (["chat"], 200, 200),
            (["chat:read", "chat:write"], 200, 200),
            (["memory", "chat:read"], 200, 403),
            (["memory"], 403, 403),
        ):
            headers = {"x-api-key": await make(ada, *scopes)}
            assert (await rooms.get("/chats", headers=headers)).status_code == reads, scopes
            refused = await rooms.get("/chat", headers=headers)
            assert refused.status_code == writes, scopes
            if writes == 403:
                assert "chat:write" in refused.json()["error"]["message"]
        for wrong in ([], ["chat:delete"], ["chat:"], ["admin"], ["CHAT"], ["chat:read"] * 12):
            answer = await ada.http.post("/api/keys", json={"name": "x", "scopes": wrong})
            assert answer.status_code == 422, wrong


async def test_a_key_manages_neither_keys_nor_sign_ins_nor_the_account(door: Door) -> None:
    async with door.person() as ada, door.program() as program:
        key = await make(ada, "chat", "memory")
        for header in ({"authorization": f"Bearer {key}"}, {"x-api-key": key}):
            for method, path in (
                ("GET", "/api/keys"),
                ("POST", "/api/keys"),
                ("GET", "/api/auth/me"),
                ("DELETE", "/api/auth/me"),
                ("GET", "/api/auth/sign-ins"),
                ("POST", "/api/auth/logout-everywhere"),
                ("POST", "/api/auth/password"),
                ("GET", "/api/admin/users"),
            ):
                body = {"name": "x", "scopes": ["chat"]} if method != "GET" else None
                answer = await program.request(method, path, headers=header, json=body)
                assert answer.status_code == 403, (method, path)
        assert len((await ada.http.get("/api/keys")).json()["keys"]) == 1


async def test_a_revoked_or_expired_key_opens_nothing_from_then_on(
    door: Door, rooms: httpx2.AsyncClient, as_owner: asyncpg.Connection
) -> None:
    async with door.person() as ada:
        revoked, expiring = await make(ada), await make(ada, expiresAt=(utc_now() + timedelta(days=1)).isoformat())
        listed = (await ada.http.get("/api/keys")).json()["keys"]
        ids = {entry["prefix"]: entry["id"] for entry in listed}
        assert (await rooms.get("/chat", headers={"x-api-key": expiring})).status_code == 200
        assert (await ada.http.delete(f"/api/keys/{ids[revoked[:11]]}")).status_code == 204
        assert (await ada.http.delete(f"/api/keys/{ids[revoked[:11]]}")).status_code == 404
        await as_owner.execute(
            "update api_keys set expires_at = now() - interval '1 second' where prefix = $1", expiring[:11]
        )
        for key in (revoked, expiring):
            answer = await rooms.get("/chat", headers={"x-api-key": key})
            assert (answer.status_code, answer.json()["error"]["code"]) == (401, "invalid_key")


async def test_nobody_can_see_or_revoke_the_key_of_another(door: Door, rooms: httpx2.AsyncClient) -> None:
    async with door.person("ada") as ada, door.person("bob") as bob:
        key = await make(ada)
        key_id = (await ada.http.get("/api/keys")).json()["keys"][0]["id"]
        assert (await bob.http.get("/api/keys")).json() == {"keys": []}
        assert (await bob.http.delete(f"/api/keys/{key_id}")).status_code == 404
        assert (await rooms.get("/chat", headers={"x-api-key": key})).status_code == 200


_WRONG: tuple[dict[str, Any], ...] = (
    {"name": "x", "scopes": []},
    {"name": "x", "scopes": ["admin"]},
    {"name": "x", "scopes": ["chat"] * 12},
    {"name": "x", "scopes": "chat"},
    {"name": "x"},
    {"scopes": ["chat"]},
    {"name": "", "scopes": ["chat"]},
    {"name": "  ", "scopes": ["chat"]},
    {"name": "a\u0007", "scopes": ["chat"]},
    {"name": "x" * 101, "scopes": ["chat"]},
    {"name": "x", "scopes": ["chat"], "userId": "018f0000-0000-7000-8000-000000000000"},
    {"name": "x", "scopes": ["chat"], "key": "hf_mine"},
    {"name": "x", "scopes": ["chat"], "expiresAt": "2001-01-01T00:00:00Z"},
    {"name": "x", "scopes": ["chat"], "expiresAt": "2030-01-01T00:00:00"},
    {"name": "x", "scopes": ["chat"], "expiresAt": "9999-12-31T23:59:59Z"},
)


async def test_a_key_that_asks_for_the_wrong_things_is_not_made(door: Door) -> None:
    async with door.person() as ada:
        for body in _WRONG:
            assert (await ada.http.post("/api/keys", json=body)).status_code == 422, body
        assert (await ada.http.get("/api/keys")).json() == {"keys": []}


async def test_at_the_last_free_place_many_at_once_make_one_key(door: Door) -> None:
    async with door.person() as ada:
        caller = Caller(ada.id, "sign_in", None, "")
        for _ in range(MAX_KEYS - 1):
            await make_key(door.accounts, caller, KeyWish("x", ["chat"]), place="")
        bodies = [{"name": "x", "scopes": ["chat"]}] * 30
        answers = await asyncio.gather(*(ada.http.post("/api/keys", json=body) for body in bodies))
        assert sorted(answer.status_code for answer in answers) == [201] + [409] * 29
        assert len((await ada.http.get("/api/keys")).json()["keys"]) == MAX_KEYS


async def test_use_of_a_key_is_noted_at_most_once_a_minute(
    door: Door, rooms: httpx2.AsyncClient, as_owner: asyncpg.Connection
) -> None:
    async with door.person() as ada:
        key = await make(ada)
        await rooms.get("/chat", headers={"x-api-key": key})
        noted = await as_owner.fetchval("select last_used_at from api_keys")
        assert noted is not None
        await rooms.get("/chat", headers={"x-api-key": key})
        assert await as_owner.fetchval("select last_used_at from api_keys") == noted


async def test_what_is_no_key_is_refused(rooms: httpx2.AsyncClient) -> None:
    for key in ("hf_", "hf_" + "a" * 43, "hf_" + "a" * 42, "hf_" + "a" * 9000, "sk-other", "hf_' or 1=1 --"):
        for headers in ({"authorization": f"Bearer {key}"}, {"x-api-key": key}):
            assert (await rooms.get("/chat", headers=headers)).status_code == 401, key


async def test_what_was_sent_on_purpose_wins_over_the_cookie(door: Door, rooms: httpx2.AsyncClient) -> None:
    async with door.person("ada") as ada, door.person("bob") as bob:
        key = await make(ada)
        cookie = {"cookie": f"holdfast_session={bob.cookie}"}
        both = await rooms.get("/chat", headers={**cookie, "x-api-key": key})
        assert both.json() == {"who": str(ada.id), "via": "key"}
        bad = await rooms.get("/chat", headers={**cookie, "x-api-key": "hf_" + "a" * 43})
        assert bad.status_code == 401, "a cookie does not help a wrong key"
        person = await rooms.get("/person", headers={**cookie, "x-api-key": key})
        assert person.status_code == 403, "nor does it lend a key its rights"
        basic = await rooms.get("/chat", headers={**cookie, "authorization": "Basic eDp5"})
        assert basic.json()["who"] == str(bob.id), "a proxy's password is no credential of ours"


async def test_two_different_credentials_are_refused(door: Door, rooms: httpx2.AsyncClient) -> None:
    async with door.person("ada") as ada, door.person("bob") as bob:
        one, other = await make(ada), await make(bob)
        conflicting: list[list[tuple[str, str]]] = [
            [("authorization", f"Bearer {one}"), ("x-api-key", other)],
            [("authorization", f"Bearer {one}"), ("authorization", f"Bearer {other}")],
            [("x-api-key", one), ("x-api-key", other)],
            [("authorization", "Bearer some.other.token"), ("x-api-key", one)],
        ]
        for headers in conflicting:
            assert (await rooms.get("/chat", headers=headers)).status_code == 401
        same = [("authorization", f"Bearer {one}"), ("x-api-key", one)]
        assert (await rooms.get("/chat", headers=same)).status_code == 200


async def test_the_openapi_document_names_the_ways_in_route_by_route(rooms: httpx2.AsyncClient) -> None:
    document = (await rooms.get("/openapi.json")).json()
    ways = {
        path: {name for way in route["get"]["security"] for name in way} for path, route in document["paths"].items()
    }
    assert ways == {
        "/person": {"cookie", "bearer"},
        "/chat": {"cookie", "bearer", "apiKey"},
        "/chats": {"cookie", "bearer", "apiKey"},
        "/memory": {"cookie", "bearer", "apiKey"},
    }
    assert {kind["type"] for kind in document["components"]["securitySchemes"].values()} == {"apiKey", "http"}


async def test_a_suspension_ends_keys_for_good(door: Door) -> None:
    async with door.person("ada") as ada, door.person("bob") as bob:
        made = await bob.http.post("/api/keys", json={"name": "robot", "scopes": ["chat"]})
        for deed in ("suspend", "unsuspend"):
            assert (await ada.http.post(f"/api/admin/users/{bob.id}/{deed}")).status_code == 204
        with pytest.raises(Unauthenticated):
            await recognise(door.accounts, Credentials(keys=(made.json()["key"],)))
        assert (await log_in(bob.http, "bob")).status_code == 200, "the person is back"
        assert (await bob.http.get("/api/keys")).json()["keys"] == []


async def test_a_change_of_password_revokes_keys_where_that_is_asked_for(door: Door) -> None:
    async with door.person("ada") as ada:
        first, second = PASSWORD, "another long sentence"
        await ada.http.post("/api/keys", json={"name": "robot", "scopes": ["chat"]})
        for current, new, revokes, left in ((first, second, False, 1), (second, first, True, 0)):
            body = {"currentPassword": current, "newPassword": new, "revokesKeys": revokes}
            assert (await ada.http.post("/api/auth/password", json=body)).status_code == 204
            assert len((await ada.http.get("/api/keys")).json()["keys"]) == left
