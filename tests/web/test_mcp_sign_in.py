"""A person signs in at a server that wants it: the whole way round, and whatever could go astray on it."""

from __future__ import annotations

import asyncio
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from holdfast.core.migrate import Addresses
from holdfast.tools.types import ToolFailed
from tests.serving import Person
from tests.tools.mcp.given import BACK, add, begin_sign_in, check, hand_of, served_with, sign_in
from tests.tools.mcp.loopback import Handmade, on_loopback
from tests.tools.mcp.provider import Provider, providing

pytestmark = pytest.mark.anyio


async def test_somebody_signs_in_and_uses_the_server(addresses: Addresses) -> None:
    async with providing() as (provider, port), served_with(addresses, port) as served, served.person() as ada:
        server = await check(ada, await add(ada, port))
        assert (server["state"], server["error"]["code"], server["isSignedIn"]) == ("sign_in", "sign_in_again", False)
        (off,) = [one for one in (await ada.http.get("/api/tools")).json()["tools"] if one["name"] == "workshop__"]
        assert (off["state"], off["reason"]) == ("off", "Workshop wants you to sign in.")
        assert off["remedyAddress"] == f"/settings/connections?server={server['id']}"
        address = await begin_sign_in(ada, server)
        asked = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
        assert asked["code_challenge_method"] == "S256"
        assert asked["resource"] == f"{provider.url}/mcp"
        assert asked["redirect_uri"] == f"{served.url}{BACK}"
        back = await ada.http.get(BACK, params=provider.consent(address))
        assert back.headers["location"] == f"/settings/connections?connected={server['id']}"
        server = await check(ada, server)
        assert (server["state"], server["isSignedIn"], server["tools"]) == ("ready", True, 1)
        assert (await hand_of(served, ada).use("workshop__hammer")).text == "nailed"


async def test_a_token_that_runs_out_is_renewed_once_however_many_calls_want_it(addresses: Addresses) -> None:
    async with providing() as (provider, port), served_with(addresses, port) as served, served.person() as ada:
        server = await add(ada, port)
        provider.seconds = 1  # over as soon as it is given: there are thirty seconds of grace
        await sign_in(ada, server, provider)
        provider.seconds = 3600
        await check(ada, server)
        assert provider.asked["token"] == 2
        provider.access.clear()
        answers = await asyncio.gather(*(hand_of(served, ada).use("workshop__hammer") for _ in range(10)))
        assert {answer.text for answer in answers} == {"nailed"}
        assert provider.asked["token"] == 3


async def test_a_sign_in_that_the_server_ended_asks_for_another(addresses: Addresses) -> None:
    async with providing() as (provider, port), served_with(addresses, port) as served, served.person() as ada:
        server = await add(ada, port)
        await sign_in(ada, server, provider)
        await check(ada, server)
        provider.access.clear()
        provider.refresh.clear()
        with pytest.raises(ToolFailed, match="sign in"):
            await hand_of(served, ada).use("workshop__hammer")
        assert (await check(ada, server))["state"] == "sign_in"


async def test_who_signed_in_may_forget_it_again(addresses: Addresses) -> None:
    async with providing() as (provider, port), served_with(addresses, port) as served, served.person() as ada:
        server = await add(ada, port)
        await sign_in(ada, server, provider)
        await check(ada, server)
        ended = await ada.http.delete(f"/api/mcp/servers/{server['id']}/connect")
        assert (ended.status_code, ended.json()["isSignedIn"]) == (200, False)
        assert (await check(ada, server))["state"] == "sign_in"


async def test_a_sign_in_is_good_once_for_the_browser_and_the_person_that_began_it(addresses: Addresses) -> None:
    async with (
        providing() as (provider, port),
        served_with(addresses, port) as served,
        served.person() as ada,
        served.person("bob") as bob,
    ):
        server = await add(ada, port)
        words = provider.consent(await begin_sign_in(ada, server))
        cookie = ada.http.cookies.get("holdfast_mcp")
        assert cookie

        async with served.stranger() as stranger:
            lost = await stranger.get(BACK, params=words)
        assert lost.headers["location"] == "/settings/connections?error=sign_in_failed"
        taken = await bob.http.get(BACK, params=words, headers={"cookie": f"holdfast_mcp={cookie}; {_session(bob)}"})
        assert "error=sign_in_failed" in taken.headers["location"]
        assert provider.asked["token"] == 0

        ada.http.cookies.delete("holdfast_mcp")
        without = await ada.http.get(BACK, params=words)
        assert "error=sign_in_failed" in without.headers["location"]
        ada.http.cookies.set("holdfast_mcp", cookie)
        assert "connected=" in (await ada.http.get(BACK, params=words)).headers["location"]
        ada.http.cookies.set("holdfast_mcp", cookie)
        again = await ada.http.get(BACK, params=words)
        assert "error=sign_in_failed" in again.headers["location"]
        assert provider.asked["token"] == 1


async def test_another_providers_answer_does_not_count(addresses: Addresses) -> None:
    async with providing() as (provider, port), served_with(addresses, port) as served, served.person() as ada:
        server = await add(ada, port)
        words = provider.consent(await begin_sign_in(ada, server))
        for told in ({"iss": "https://elsewhere.example.org"}, {"iss": None}):
            said = {name: value for name, value in {**words, **told}.items() if value}
            back = await ada.http.get(BACK, params=said)
            assert "error=sign_in_failed" in back.headers["location"]
            words = provider.consent(await begin_sign_in(ada, server))
        assert provider.asked["token"] == 0


@pytest.mark.parametrize(
    ("metadata", "resource"),
    [
        ({"issuer": "https://elsewhere.example.org"}, {}),
        ({"code_challenge_methods_supported": ["plain"]}, {}),
        ({"authorization_endpoint": "https://user:password@example.org/authorize"}, {}),
        ({"registration_endpoint": "http://10.0.0.1/register"}, {}),
        ({}, {"resource": "https://elsewhere.example.org/mcp"}),
        ({}, {"authorization_servers": ["http://169.254.169.254"]}),
        ({}, {"authorization_servers": ["http://localhost:9"]}),
    ],
)
async def test_odd_sign_in_addresses_are_refused_before_anybody_is_sent_there(
    addresses: Addresses, metadata: dict[str, Any], resource: dict[str, Any]
) -> None:
    async with providing() as (provider, port), served_with(addresses, port) as served, served.person() as ada:
        server = await add(ada, port)
        provider.metadata, provider.resource = metadata, resource
        begun = await ada.http.post(f"/api/mcp/servers/{server['id']}/connect", json={})
        assert (begun.status_code, begun.json()["error"]["code"]) == (503, "mcp_unreachable")
        assert "10.0.0.1" not in begun.text


async def test_return_addresses_are_our_own_paths(addresses: Addresses) -> None:
    async with providing() as (provider, port), served_with(addresses, port) as served, served.person() as ada:
        server = await add(ada, port)
        where = await sign_in_with(ada, server, provider, "/settings/connections?tab=1")
        assert where == f"/settings/connections?tab=1&connected={server['id']}"
        for path in ("https://example.org", "//example.org", "/\\example.org"):
            begun = await ada.http.post(f"/api/mcp/servers/{server['id']}/connect", json={"returnTo": path})
            assert begun.status_code == 422, path


def _session(person: Person) -> str:
    return f"holdfast_session={person.http.cookies['holdfast_session']}"


async def sign_in_with(person: Person, server: dict[str, Any], provider: Provider, path: str) -> str:
    words = provider.consent(await begin_sign_in(person, server, returnTo=path))
    return str((await person.http.get(BACK, params=words)).headers["location"])


async def test_tokens_go_to_their_own_host_only_and_everybodys_server_knows_each_person_apart(
    addresses: Addresses,
) -> None:
    other = Handmade()
    async with (
        providing() as (provider, port),
        on_loopback(other.app()) as elsewhere,
        served_with(addresses, port, elsewhere) as served,
        served.person() as ada,
        served.person("bob") as bob,
    ):
        server = await add(ada, port, scope="everyone")
        await sign_in(ada, server, provider)
        assert (await check(ada, server))["state"] == "ready"
        theirs = (await bob.http.get(f"/api/mcp/servers/{server['id']}")).json()
        assert (theirs["isSignedIn"], theirs["tools"], theirs["canEdit"]) == (False, 0, False)
        assert (await check(bob, server))["state"] == "sign_in"
        with pytest.raises(KeyError):
            await hand_of(served, bob).use("workshop__hammer")
        assert (await hand_of(served, ada).use("workshop__hammer")).text == "nailed"

        moved = await ada.http.patch(
            f"/api/mcp/servers/{server['id']}", json={"url": f"http://127.0.0.1:{elsewhere}/mcp"}
        )
        assert moved.json()["isSignedIn"] is False
        await check(ada, server)
        assert other.asked
        assert not [headers for _, headers in other.asked if "authorization" in headers]


async def test_a_registration_by_hand_is_used_instead_of_making_one(addresses: Addresses) -> None:
    async with providing() as (provider, port), served_with(addresses, port) as served, served.person() as ada:
        registered = {"clientId": "by-hand", "clientSecret": "a secret", "scope": "tools more"}
        server = await add(ada, port, auth=registered)
        assert server["auth"] == {"clientId": "by-hand", "hasClientSecret": True, "scope": "tools more"}
        address = await begin_sign_in(ada, server)
        assert "client_id=by-hand" in address
        assert "scope=tools+more" in address
        assert provider.asked["register"] == 0
        assert "a secret" not in (await ada.http.get("/api/mcp/servers")).text


async def test_nothing_of_a_sign_in_is_kept_in_the_open(addresses: Addresses, as_owner: Any) -> None:
    async with providing() as (provider, port), served_with(addresses, port) as served, served.person() as ada:
        server = await added_after_sign_in(ada, port, provider)
        rows = await as_owner.fetch("select to_jsonb(a)::text as told from mcp_accounts a")
        assert len(rows) == 1
        for word in (*provider.access, *provider.refresh):
            assert word not in rows[0]["told"]
            assert word not in (await ada.http.get(f"/api/mcp/servers/{server['id']}")).text


async def added_after_sign_in(person: Person, port: int, provider: Provider) -> dict[str, Any]:
    server = await add(person, port)
    await sign_in(person, server, provider)
    return await check(person, server)
