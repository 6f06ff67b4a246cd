"""What keys may besides their scopes, and what becomes of them."""

from __future__ import annotations

import asyncio
import re
from contextlib import ExitStack
from typing import Any

import openai
import pytest

from holdfast.accounts.key_options import must_come_from
from holdfast.accounts.keys import checksum, new_secret
from holdfast.accounts.types import Caller, KeyWindows
from holdfast.core.errors import Forbidden
from holdfast.core.ids import UserId, new_id
from holdfast.core.migrate import Addresses
from holdfast.models.types import Done, TextDelta, TokenUsage
from tests.scripted import ScriptedModel
from tests.serving import Person, Served, chat_body, serving
from tests.valkeys import valkey_server
from tests.web.test_completions import hello

pytestmark = pytest.mark.anyio


async def made(person: Person, **fields: Any) -> dict[str, Any]:
    body = {"name": "a program", "scopes": ["chat"], **fields}
    response = await person.http.post("/api/api-keys", json=body)
    assert response.status_code == 201, response.text
    key: dict[str, Any] = response.json()
    return key


async def asks(served: Served, key: str, path: str = "/api/v1/models") -> int:
    async with served.stranger() as client:
        return (await client.get(path, headers={"authorization": f"Bearer {key}"})).status_code


async def test_a_key_is_made_changed_given_a_new_secret_and_ended(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada, served.person("eve") as eve:
        key = await made(ada, minuteLimit=50, models=["sophie"], networks=["127.0.0.1", "2001:db8::1/128"])
        assert re.fullmatch(r"hf_[A-Za-z0-9_-]{43}[0-9A-Za-z]{6}", key["key"])
        assert key["networks"] == ["127.0.0.1/32", "2001:db8::/64"]
        assert await asks(served, key["key"]) == 200
        address = f"/api/api-keys/{key['id']}"
        changed = await ada.http.patch(address, json={"name": "renamed", "minuteLimit": None, "scopes": ["models"]})
        assert (changed.json()["name"], changed.json()["minuteLimit"], changed.json()["models"]) == (
            "renamed",
            None,
            ["sophie"],
        )
        assert await asks(served, key["key"]) == 200
        assert await asks(served, key["key"], "/api/chats") == 403
        wrongs: list[Any] = [
            {"scopes": []},
            {"networks": ["here"]},
            {"expiresAt": "2001-01-01T00:00:00Z"},
            {"name": " "},
        ]
        for wrong in wrongs:
            assert (await ada.http.patch(address, json=wrong)).status_code == 422

        rotated = (await ada.http.post(f"{address}/rotate", json={"validForSeconds": 600})).json()
        assert rotated["key"] != key["key"]
        assert [await asks(served, one["key"]) for one in (key, rotated)] == [200, 200]
        at_once = (await ada.http.post(f"{address}/rotate", json={})).json()
        assert [await asks(served, one["key"]) for one in (key, rotated, at_once)] == [401, 401, 200]
        assert (await ada.http.post(f"{address}/rotate", json={"validForSeconds": 10**9})).status_code == 422

        [listed] = (await ada.http.get("/api/api-keys")).json()["keys"]
        assert "key" not in listed
        assert listed["lastPlace"] == "127.0.0.1"
        assert [one["name"] for one in (await ada.http.get("/api/keys")).json()["keys"]] == ["renamed"]
        for path, method in ((address, "PATCH"), (address, "DELETE"), (f"{address}/rotate", "POST")):
            assert (await eve.http.request(method, path, json={})).status_code == 404
        assert (await ada.http.delete(address)).status_code == 204
        assert await asks(served, at_once["key"]) == 401
        events = (await ada.http.get(f"{address}/events")).json()["events"]
        assert [one["what"] for one in events] == ["revoked", "rotated", "rotated", "changed", "made"]
        assert (await eve.http.get(f"{address}/events")).status_code == 404


async def test_whoever_holds_a_key_can_ask_what_it_may(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada, served.stranger() as anybody:
        key = await made(ada, scopes=["memory:read"], dayLimit=7)
        told = (await anybody.get("/api/check-api-key", headers={"x-api-key": key["key"]})).json()
        assert (told["isValid"], told["key"]["scopes"], told["key"]["dayLimit"]) == (True, ["memory:read"], 7)
        mistyped = key["key"][:-1] + ("a" if key["key"][-1] != "a" else "b")
        told = (await anybody.get("/api/check-api-key", headers={"x-api-key": mistyped})).json()
        assert told == {"isValid": False, "reason": "invalid_key", "key": None}
        assert (await anybody.get("/api/check-api-key")).json()["reason"] == "no_key"


async def test_of_many_requests_at_once_exactly_as_many_are_let_in_as_a_key_may(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada, served.stranger() as client:
        key = await made(ada, dayLimit=25)
        bearer = {"authorization": f"Bearer {key['key']}"}
        answers = await asyncio.gather(*[client.get("/api/v1/models", headers=bearer) for _ in range(60)])
        assert sorted(one.status_code for one in answers) == [200] * 25 + [429] * 35
        left = {one.headers["x-ratelimit-remaining-requests"] for one in answers if one.status_code == 200}
        assert left == {str(number) for number in range(25)}
        refused = next(one for one in answers if one.status_code == 429)
        assert refused.json()["error"]["details"] == {"window": "day", "limit": 25}
        assert refused.json()["error"]["type"] == "rate_limit_error"
        assert 0 < int(refused.headers["retry-after"]) <= 86_400
        # Another way in is no way round; and one's own account is not the key's.
        assert (await client.get("/api/chats", headers=bearer)).status_code == 429
        assert (await ada.http.get("/api/v1/models")).status_code == 200


async def test_a_key_reaches_the_models_it_was_made_for_and_no_others(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada, served.stranger() as client:
        key = await made(ada, models=["sophie"])
        async with openai.AsyncOpenAI(base_url=f"{served.url}/api/v1", api_key=key["key"], max_retries=0) as own:
            assert [one.id for one in (await own.models.list()).data] == ["sophie"]
            await own.chat.completions.create(model="sophie", messages=hello("Hi"))
            for other in ("assistant", "test:scripted"):
                with pytest.raises(openai.PermissionDeniedError) as refused:
                    await own.chat.completions.create(model=other, messages=hello("Hi"))
                assert (refused.value.code, refused.value.param) == ("model_not_allowed", "model")
            with pytest.raises(openai.PermissionDeniedError):
                await own.embeddings.create(model=served.parts.memory.embedder.name, input="words")
        bearer = {"authorization": f"Bearer {key['key']}"}
        tries: list[tuple[dict[str, Any], int]] = [
            ({}, 403),
            ({"selectedPersonaId": "assistant"}, 403),
            ({"selectedPersonaId": "sophie", "selectedModel": "test:scripted"}, 403),
            ({"selectedPersonaId": "sophie"}, 200),
        ]
        for fields, status in tries:
            answer = await client.post("/api/chat", json=chat_body("Hi", **fields), headers=bearer)
            assert answer.status_code == status, answer.text


async def test_a_key_spends_no_more_than_it_may_by_whatever_door(addresses: Addresses) -> None:
    cents: Any = [TextDelta("Hello."), Done(TokenUsage(10, 2, 0.006))]
    async with (
        serving(addresses, [ScriptedModel(cents)]) as served,
        served.person() as ada,
        served.stranger() as client,
    ):
        key = await made(ada, spendLimitUsd=0.01)
        bearer = {"authorization": f"Bearer {key['key']}"}
        first = await client.post("/api/chat", json=chat_body("Hi"), headers=bearer)
        assert first.status_code == 200
        assert "x-ratelimit-limit-requests" not in first.headers, "money alone is limited"
        body = {"model": "assistant", "messages": hello("Hi"), "user": "bo"}
        assert (await client.post("/api/v1/chat/completions", json=body, headers=bearer)).status_code == 200
        [listed] = (await ada.http.get("/api/api-keys")).json()["keys"]
        assert (listed["spendLimitUsd"], listed["spentUsd"]) == (0.01, pytest.approx(0.012))
        for method, path, sent in (
            ("POST", "/api/v1/chat/completions", body),
            ("POST", "/api/chat", chat_body("Hi")),
            ("GET", "/api/chats", None),
        ):
            refused = await client.request(method, path, json=sent, headers=bearer)
            assert (refused.status_code, refused.json()["error"]["code"]) == (429, "key_spend_limit_reached")
            assert 0 < int(refused.headers["retry-after"]) <= 31 * 86_400
        assert refused.json()["error"]["details"] == {"window": "month", "limitUsd": 0.01, "spentUsd": 0.012}
        changed = await ada.http.patch(f"/api/api-keys/{key['id']}", json={"spendLimitUsd": 1})
        assert changed.json()["spendLimitUsd"] == 1
        assert (await client.get("/api/chats", headers=bearer)).status_code == 200


async def test_what_was_done_with_a_key_is_told_whichever_address_did_it(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        key = (await ada.http.post("/api/keys", json={"name": "short form", "scopes": ["chat"]})).json()
        assert (await ada.http.delete(f"/api/keys/{key['id']}")).status_code == 204
        events = (await ada.http.get(f"/api/api-keys/{key['id']}/events")).json()["events"]
        assert [(one["what"], one["place"]) for one in events] == [("revoked", "127.0.0.1"), ("made", "127.0.0.1")]


@pytest.mark.parametrize("with_valkey", [False, True], ids=["Postgres alone", "with Valkey"])
async def test_two_programs_with_one_key_keep_within_its_windows_exactly(
    addresses: Addresses, with_valkey: bool
) -> None:
    """A thousand requests, half of them to each of two servers of one installation; a third begins afterwards."""
    with ExitStack() as running:
        port = running.enter_context(valkey_server()).port if with_valkey else None
        more: dict[str, Any] = {"redis_url": f"valkey://127.0.0.1:{port}/0"} if port else {}
        async with serving(addresses, [ScriptedModel()], **more) as served, served.person() as ada:
            key = await made(ada, dayLimit=300, minuteLimit=1_000)
            async with serving(addresses, [ScriptedModel()], **more) as another:
                answers = [
                    status
                    for one in await asyncio.gather(*[_many(where, key["key"], 500) for where in (served, another)])
                    for status in one
                ]
        assert (answers.count(200), answers.count(429)) == (300, 700)
        async with serving(addresses, [ScriptedModel()], **more) as again:
            assert await asks(again, key["key"]) == 429, "a restart forgets nothing"


async def _many(served: Served, key: str, count: int) -> list[int]:
    bearer = {"authorization": f"Bearer {key}"}
    at_once = asyncio.Semaphore(20)
    async with served.stranger() as client:

        async def ask() -> int:
            async with at_once:
                return (await client.get("/api/v1/models/sophie", headers=bearer)).status_code

        return list(await asyncio.gather(*[ask() for _ in range(count)]))


async def test_narrow_scopes_open_one_address_each(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada, served.stranger() as client:
        keys = {scope: (await made(ada, scopes=[scope]))["key"] for scope in SCOPED}
        for scope, key in keys.items():
            headers = {"authorization": f"Bearer {key}"}
            for other, (method, path, body) in SCOPED.items():
                answer = await client.request(method, path, json=body, headers=headers)
                assert (answer.status_code != 403) == (other == scope), (scope, other, answer.text)
            assert (await client.get("/api/chats", headers=headers)).status_code == 403
            assert (await client.post("/memory/query", json={"query": "x"}, headers=headers)).status_code == 403


SCOPED: dict[str, tuple[str, str, Any]] = {
    "completions": ("POST", "/api/v1/chat/completions", {"model": "assistant", "messages": hello("Hi")}),
    "embeddings": ("POST", "/api/v1/embeddings", {"model": "none", "input": "x"}),
    "documents": ("POST", "/api/v1/documents/analyze", {"question": "What?"}),
    "models": ("GET", "/api/v1/models", None),
    "usage": ("GET", "/api/v1/usage", None),
}


@pytest.mark.parametrize(
    ("networks", "peer", "is_let_in"),
    [
        ((), "198.51.100.7", True),
        (("192.0.2.0/24",), "192.0.2.9", True),
        (("192.0.2.0/24",), "198.51.100.7", False),
        (("192.0.2.0/24",), "2001:db8::/64", False),
        (("198.51.100.7/32", "2001:db8::/32"), "2001:db8:1::/64", True),
        (("2001:db8::/64",), "2001:db8:0:1::/64", False),
        (("192.0.2.0/24",), "", False),
    ],
)
def test_a_key_that_is_bound_to_networks_opens_nothing_from_elsewhere(
    networks: tuple[str, ...], peer: str, is_let_in: bool
) -> None:
    caller = Caller(UserId(new_id()), "key", None, "", networks=networks)
    if is_let_in:
        must_come_from(caller, peer)
    else:
        with pytest.raises(Forbidden):
            must_come_from(caller, peer)


def test_a_checksum_shows_what_was_not_copied_whole() -> None:
    secret = new_secret()
    assert secret[-6:] == checksum(secret[:-6])
    assert checksum(secret[:-7] + "!") != secret[-6:]
    assert checksum("hf_" + "a" * 43) == checksum("hf_" + "a" * 43)


def test_of_two_windows_the_one_that_runs_out_first_is_told() -> None:
    windows = KeyWindows(True, 60, 10, 100, 90, 30, 4_000)
    assert (windows.tightest.name, windows.tightest.limit) == ("day", 100)
    assert KeyWindows(False, 60, 60, 100, 100, 30, 4_000).ran_out.name == "day"
    assert KeyWindows(False, 60, 60, 100, 90, 30, 4_000).ran_out.seconds == 30
