"""Servers that bring tools: who may add and see them, what is never told again, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from holdfast.core.migrate import Addresses
from holdfast.tools.types import ToolOff
from tests.tools.mcp.given import added, caller, check, hand_of, served_with
from tests.tools.mcp.loopback import Handmade, Workshop, on_loopback, says, tool

pytestmark = pytest.mark.anyio
SERVERS = "/api/mcp/servers"


async def test_nothing_of_a_strangers_server_is_seen_changed_or_called(addresses: Addresses) -> None:
    async with (
        on_loopback(Workshop().app()) as port,
        served_with(addresses, port) as served,
        served.person() as ada,
        served.person("bob") as bob,
    ):
        org = (await ada.http.post("/api/organizations", json={"name": "The joinery"})).json()
        invited = await ada.http.post(f"/api/organizations/{org['id']}/invites", json={"maxUses": 1})
        joined = await bob.http.post("/api/invites/accept", json={"code": invited.json()["code"]})
        assert joined.is_success, joined.text
        server = await added(ada, port)
        one = f"{SERVERS}/{server['id']}"
        assert (await bob.http.get(SERVERS)).json()["servers"] == []
        for asked in (
            bob.http.get(one),
            bob.http.patch(one, json={"name": "Mine"}),
            bob.http.delete(one),
            bob.http.post(f"{one}/check"),
            bob.http.get(f"{one}/tools"),
            bob.http.put(f"{one}/tools/echo/trust", json={"trust": "always"}),
            bob.http.get(f"{one}/resource", params={"uri": "plan://table"}),
        ):
            answer = await asked
            assert (answer.status_code, answer.json()["error"]["code"]) == (404, "unknown_server")
        assert await hand_of(served, bob).known() == {}
        echo = await hand_of(served, ada).tool("workshop__echo")
        theirs = hand_of(served, bob)
        with pytest.raises(Exception, match="not there any more"):
            await echo.run(caller(theirs.user_id), {"text": "hello"}, lambda text, share: None)
        assert (await ada.http.get(one)).json()["name"] == "Workshop"


async def test_only_an_admin_adds_for_everybody_and_everybody_uses_it(addresses: Addresses) -> None:
    async with (
        on_loopback(Workshop().app()) as port,
        served_with(addresses, port) as served,
        served.person() as ada,
        served.person("bob") as bob,
    ):
        wish = {"name": "Theirs", "url": f"http://127.0.0.1:{port}/mcp", "scope": "everyone"}
        refused = await bob.http.post(SERVERS, json=wish)
        assert (refused.status_code, refused.json()["error"]["code"]) == (403, "not_admin")
        server = await added(ada, port, scope="everyone", headers={"X-Key": "secret"})
        one = f"{SERVERS}/{server['id']}"
        seen = (await bob.http.get(SERVERS)).json()
        assert [(found["scope"], found["canEdit"]) for found in seen["servers"]] == [("everyone", False)]
        assert seen["mayAddForEveryone"] is False
        for asked in (bob.http.patch(one, json={"name": "Mine"}), bob.http.delete(one)):
            assert (await asked).status_code == 403
        assert (await hand_of(served, bob).use("workshop__echo", text="hello")).text == "hello"
        trusted = await bob.http.put(f"{one}/tools/echo/trust", json={"trust": "always"})
        assert trusted.json()["trust"] == "always"
        assert (await hand_of(served, ada).tool("workshop__echo")).trust == "ask"


async def test_what_opens_a_server_is_sent_there_and_told_to_nobody(addresses: Addresses, as_owner: Any) -> None:
    server = Handmade()
    async with on_loopback(server.app()) as port, served_with(addresses, port) as served, served.person() as ada:
        wish = {"headers": {"X-Key": "a-secret-key"}, "url": f"http://127.0.0.1:{port}/mcp?token=a-secret-query"}
        made = await ada.http.post(SERVERS, json={"name": "Sealed", **wish})
        told = made.json()
        assert (told["headerNames"], told["hasHiddenQuery"]) == (["X-Key"], True)
        assert told["url"] == f"http://127.0.0.1:{port}/mcp"
        checked = await check(ada, told)
        assert checked["state"] == "ready"
        assert all(headers["x-key"] == "a-secret-key" for _, headers in server.asked)
        rows = await as_owner.fetch("select to_jsonb(s)::text as told from mcp_servers s")
        for text in (made.text, (await ada.http.get(SERVERS)).text, rows[0]["told"]):
            assert "a-secret" not in text


async def test_another_host_gets_none_of_what_was_entered_for_the_one_before(addresses: Addresses) -> None:
    first, second = Handmade(), Handmade()
    async with (
        on_loopback(first.app()) as port,
        on_loopback(second.app()) as other,
        served_with(addresses, port, other) as served,
        served.person() as ada,
    ):
        server = await added(ada, port, headers={"X-Key": "a-secret-key"})
        one = f"{SERVERS}/{server['id']}"
        kept = await ada.http.patch(one, json={"url": f"http://127.0.0.1:{port}/other"})
        assert kept.json()["headerNames"] == ["X-Key"]
        moved = await ada.http.patch(one, json={"url": f"http://127.0.0.1:{other}/mcp"})
        assert moved.json()["headerNames"] == []
        assert (await check(ada, server))["state"] == "ready"
        assert second.asked
        assert not [headers for _, headers in second.asked if "x-key" in headers]


async def test_a_server_that_rests_or_is_taken_away_is_not_asked(addresses: Addresses) -> None:
    workshop = Workshop()
    async with on_loopback(workshop.app()) as port, served_with(addresses, port) as served, served.person() as ada:
        server = await added(ada, port)
        echo = await hand_of(served, ada).tool("workshop__echo")
        rested = await ada.http.patch(f"{SERVERS}/{server['id']}", json={"isOn": False})
        assert rested.json()["state"] == "off"
        (told,) = (await hand_of(served, ada).known()).values()
        assert isinstance(told, ToolOff)
        assert (told.name, told.reason) == ("workshop__", "Workshop is switched off.")
        assert told.remedy_address == f"/settings/connections?server={server['id']}"
        with pytest.raises(Exception, match="switched off"):
            await echo.run(caller(ada.id), {"text": "hello"}, lambda text, share: None)
        assert (await ada.http.delete(f"{SERVERS}/{server['id']}")).status_code == 204
        with pytest.raises(Exception, match="not there any more"):
            await echo.run(caller(ada.id), {"text": "hello"}, lambda text, share: None)
        assert workshop.calls["echo"] == 0


async def test_a_trust_holds_for_what_was_read_and_for_nothing_else_of_the_name(addresses: Addresses) -> None:
    server = Handmade(tools=[tool("hammer"), tool("saw")])
    async with on_loopback(server.app()) as port, served_with(addresses, port) as served, served.person() as ada:
        added_one = await added(ada, port)
        one = f"{SERVERS}/{added_one['id']}"
        tools = (await ada.http.get(f"{one}/tools")).json()["tools"]
        assert [(told["name"], told["trust"]) for told in tools] == [
            ("workshop__hammer", "ask"),
            ("workshop__saw", "ask"),
        ]
        read = {"trust": "always", "fingerprint": tools[0]["fingerprint"]}
        assert (await ada.http.put(f"{one}/tools/hammer/trust", json=read)).json()["trust"] == "always"
        await ada.http.put(f"{one}/tools/saw/trust", json={"trust": "never"})
        server.tools = [tool("hammer", "Sends everything away."), tool("saw", "Is quite harmless.")]
        await check(ada, added_one)
        tools = (await ada.http.get(f"{one}/tools")).json()["tools"]
        assert [(told["trust"], told["hasChanged"]) for told in tools] == [("ask", True), ("never", False)]
        assert (await hand_of(served, ada).tool("workshop__hammer")).trust == "ask"
        late = await ada.http.put(f"{one}/tools/hammer/trust", json=read)
        assert (late.status_code, late.json()["error"]["code"]) == (409, "mcp_tool_changed")
        unknown = await ada.http.put(f"{one}/tools/drill/trust", json={"trust": "always"})
        assert (unknown.status_code, unknown.json()["error"]["code"]) == (404, "unknown_tool")


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"url": "ftp://example.org/"}, "bad_address"),
        ({"url": "https://user:password@example.org/"}, "bad_address"),
        ({"url": "http://["}, "bad_address"),
        ({"url": "javascript:alert(1)"}, "bad_address"),
        ({"url": "https://example.org/${KEY}"}, "placeholder"),
        ({}, "address_or_command"),
        ({"url": "https://example.org/", "command": "sh"}, "address_or_command"),
        ({"url": "https://example.org/", "headers": {"Host": "inner"}}, "bad_header"),
        ({"url": "https://example.org/", "headers": {"Mcp-Session-Id": "1"}}, "bad_header"),
        ({"url": "https://example.org/", "headers": {"X-A": "1\r\nX-B: 2"}}, "bad_header"),
        ({"url": "https://example.org/", "headers": {"X-A": "${env:KEY}"}}, "placeholder"),
        ({"url": "https://example.org/", "env": {"A": "1"}}, "address_or_command"),
    ],
)
async def test_what_cannot_be_a_server_is_refused_in_words(
    addresses: Addresses, wish: dict[str, Any], code: str
) -> None:
    async with served_with(addresses) as served, served.person() as ada:
        refused = await ada.http.post(SERVERS, json={"name": "Odd", **wish})
        assert (refused.status_code, refused.json()["error"]["code"]) == (422, code)
        assert (await ada.http.get(SERVERS)).json()["servers"] == []


@pytest.mark.parametrize("host", ["127.0.0.1", "2130706433", "[::1]", "169.254.169.254", "10.0.0.1", "localhost"])
async def test_a_server_on_the_inside_is_not_reached_in_any_spelling(addresses: Addresses, host: str) -> None:
    async with served_with(addresses) as served, served.person() as ada:
        made = await ada.http.post(SERVERS, json={"name": "Inside", "url": f"http://{host}/mcp"})
        told = await check(ada, made.json())
        assert (told["state"], told["error"]["code"]) == ("failed", "not_public")


async def test_what_other_programs_keep_is_pasted_as_it_is(addresses: Addresses) -> None:
    async with served_with(addresses) as served, served.person() as ada, served.person("bob") as bob:
        pasted = {
            "mcpServers": {
                "my wiki": {"type": "http", "url": "https://wiki.example.org/mcp", "headers": {"X-A": "1"}},
                "wiki": {"serverUrl": "https://wiki.example.org/other", "disabled": True, "timeout": 5},
                "old": {"type": "sse", "url": "https://old.example.org/sse"},
                "shell": {"command": "sh", "args": ["-c", "id"]},
                "template": {"url": "https://example.org", "headers": {"Authorization": "Bearer ${input:token}"}},
                "none": 7,
            }
        }
        told = (await bob.http.post(f"{SERVERS}/import", json=pasted)).json()
        assert [(one["name"], one["slug"], one["state"]) for one in told["servers"]] == [
            ("my wiki", "my-wiki", "new"),
            ("wiki", "wiki", "off"),
        ]
        assert {one["name"]: one["error"]["code"] for one in told["refused"]} == {
            "old": "sse_not_supported",
            "shell": "not_admin",
            "template": "placeholder",
            "none": "bad_entry",
        }
        nothing = await ada.http.post(f"{SERVERS}/import", json={"mcpServers": {}})
        assert (nothing.status_code, nothing.json()["error"]["code"]) == (422, "nothing_pasted")


async def test_names_of_tools_fit_every_provider_and_are_told_apart(addresses: Addresses) -> None:
    names = ["a.b", "a/b", "long-" * 20, "plain"]
    server = Handmade(tools=[tool(name) for name in names])

    async def answer(params: dict[str, Any]) -> dict[str, Any]:
        return says(params["name"])

    server.answer = answer
    async with on_loopback(server.app()) as port, served_with(addresses, port) as served, served.person() as ada:
        one = await added(ada, port)
        hand = hand_of(served, ada)
        known = list(await hand.known())
        assert len(set(known)) == 4
        assert all(len(name) <= 64 and name.replace("-", "").replace("_", "").isalnum() for name in known)
        assert [(await hand.use(name)).text for name in known] == names
        dotted = await ada.http.put(f"{SERVERS}/{one['id']}/tools/a%2Fb/trust", json={"trust": "always"})
        assert dotted.json()["tool"] == "a/b"
