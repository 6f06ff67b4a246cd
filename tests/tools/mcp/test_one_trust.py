"""What a person decided about a server's tool stands in one place: said at any door, it is heard at every other."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any
from uuid import UUID

import asyncpg
import orjson
import pytest
from alembic import command
from alembic.config import Config

from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses, known_revisions
from holdfast.models.types import Done, TextDelta, TokenUsage, ToolCall
from holdfast.tools.types import ToolOff, fingerprint_of
from tests.scripted import Line, ScriptedModel, says
from tests.serving import Person, Served
from tests.tools.mcp.given import added, check, hand_of, served_with
from tests.tools.mcp.loopback import Handmade, on_loopback, tool
from tests.waiting import until

pytestmark = pytest.mark.anyio
MIGRATIONS = Path(__file__).parents[3] / "migrations"
HAMMER: list[Line] = [TextDelta("Let me. "), ToolCall("1", "workshop__hammer", "{}"), Done(TokenUsage(1, 1))]
DONE = says("Done.")


async def asks(person: Person, chat: UUID) -> bool:
    answer = await person.say("Drive the nail.", chat=chat)
    return "tool-approval-request" in answer.kinds


async def allow(served: Served, person: Person, remember: str) -> None:
    (waiting,) = (await person.http.get("/api/approvals")).json()["approvals"]
    word = {"decision": "approve", "remember": remember}
    assert (await person.http.post(f"/api/approvals/{waiting['id']}", json=word)).status_code == 200
    await until(lambda: not list(served.parts.streams))


async def trusts(person: Person) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await person.http.get("/api/tools/trusts")).json()["trusts"]
    return found


async def shown(person: Person, server: dict[str, Any], name: str = "hammer") -> dict[str, Any]:
    tools = (await person.http.get(f"/api/mcp/servers/{server['id']}/tools")).json()["tools"]
    found: dict[str, Any] = next(one for one in tools if one["tool"] == name)
    return found


async def decide(person: Person, server: dict[str, Any], trust: str, name: str = "hammer") -> None:
    told = await person.http.put(f"/api/mcp/servers/{server['id']}/tools/{name}/trust", json={"trust": trust})
    assert (told.status_code, told.json()["trust"]) == (200, trust)


async def test_what_was_said_on_a_card_stands_on_the_servers_page_and_is_taken_back_there(addresses: Addresses) -> None:
    model = ScriptedModel(HAMMER, DONE, HAMMER, DONE, HAMMER)
    server = Handmade()
    async with (
        on_loopback(server.app()) as port,
        served_with(addresses, port, models=[model]) as served,
        served.person() as ada,
    ):
        one = await added(ada, port)
        chat = new_id()
        assert await asks(ada, chat)
        await allow(served, ada, "always")
        assert (await shown(ada, one))["trust"] == "always"
        assert [(kept["name"], kept["scope"]) for kept in await trusts(ada)] == [("workshop__hammer", "always")]
        assert not await asks(ada, chat)
        await decide(ada, one, "ask")
        assert await trusts(ada) == []
        assert await asks(ada, chat)


async def test_what_was_said_on_the_servers_page_is_listed_with_all_trusts_and_taken_back_there(
    addresses: Addresses,
) -> None:
    async with on_loopback(Handmade().app()) as port, served_with(addresses, port) as served, served.person() as ada:
        one = await added(ada, port)
        await decide(ada, one, "always")
        (kept,) = await trusts(ada)
        assert (kept["name"], kept["source"], kept["chatId"]) == ("workshop__hammer", f"mcp:{one['id']}", None)
        assert (await hand_of(served, ada).tool("workshop__hammer")).trust == "always"
        assert (await ada.http.delete(f"/api/tools/trusts/{kept['id']}")).status_code == 204
        assert (await shown(ada, one))["trust"] == "ask"
        assert (await hand_of(served, ada).tool("workshop__hammer")).trust == "ask"


async def test_never_goes_before_a_trust_in_a_single_chat_and_lasts_under_another_name(addresses: Addresses) -> None:
    model = ScriptedModel(HAMMER, DONE, HAMMER)
    server = Handmade(tools=[tool("hammer"), tool("saw")])
    async with (
        on_loopback(server.app()) as port,
        served_with(addresses, port, models=[model]) as served,
        served.person() as ada,
    ):
        one = await added(ada, port)
        assert await asks(ada, new_id())
        await allow(served, ada, "chat")
        await decide(ada, one, "never")
        assert await trusts(ada) == []
        assert isinstance((await hand_of(served, ada).known())["workshop__hammer"], ToolOff)
        await decide(ada, one, "never", "saw")
        server.tools = [tool("saw", "Something else."), tool("s.aw"), tool("s_aw"), tool("hammer")]
        await check(ada, one)
        assert (await shown(ada, one, "saw"))["trust"] == "never"
        await decide(ada, one, "never", "s.aw")
        server.tools = [tool("s.aw")]
        await check(ada, one)
        assert (await shown(ada, one, "s.aw"))["trust"] == "never", "though models call it otherwise now"
        assert isinstance((await hand_of(served, ada).known())["workshop__s_aw"], ToolOff)


@pytest.mark.parametrize(
    "changed",
    [
        tool("hammer", "Sends everything away."),
        tool("hammer", title="The hammer"),
        {**tool("hammer"), "inputSchema": {"type": "object", "properties": {"to": {"type": "string"}}}},
        tool("hammer", annotations={"readOnlyHint": True}),
    ],
)
async def test_whatever_a_tool_says_otherwise_it_asks_again_at_every_door(
    addresses: Addresses, changed: dict[str, Any]
) -> None:
    model = ScriptedModel(HAMMER, DONE, HAMMER)
    server = Handmade()
    async with (
        on_loopback(server.app()) as port,
        served_with(addresses, port, models=[model]) as served,
        served.person() as ada,
    ):
        one = await added(ada, port)
        chat = new_id()
        assert await asks(ada, chat)
        await allow(served, ada, "always")
        server.tools = [changed]
        await check(ada, one)
        told = await shown(ada, one)
        assert (told["trust"], told["hasChanged"]) == ("ask", True)
        listed = (await ada.http.get("/api/tools", params={"chatId": str(chat)})).json()["tools"]
        assert [tool["trust"] for tool in listed if tool["name"] == "workshop__hammer"] == ["ask"]
        assert await asks(ada, chat)


async def test_what_goes_with_its_server_leaves_no_trust_behind(addresses: Addresses, as_owner: Any) -> None:
    async with on_loopback(Handmade().app()) as port, served_with(addresses, port) as served, served.person() as ada:
        one = await added(ada, port)
        await decide(ada, one, "always")
        assert (await ada.http.delete(f"/api/mcp/servers/{one['id']}")).status_code == 204
        assert await as_owner.fetchval("select count(*) from tool_trusts") == 0


async def test_what_the_release_before_kept_in_two_places_is_carried_over(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    schema = {"type": "object", "properties": {"Größe": {"type": "number", "maximum": 1.5}, "a": {"enum": [1, "\n"]}}}
    names = ["card", "changed", "listed", "never", "a.b", "a_b"]
    server = Handmade(tools=[{**tool(name), "inputSchema": schema} for name in names])
    async with on_loopback(server.app()) as port, served_with(addresses, port) as served, served.person() as ada:
        one = await added(ada, port)
        known = {name: await shown(ada, one, name) for name in names}
        await asyncio.to_thread(revise, addresses.owner.dsn, "downgrade", "0087")
        origin = f"mcp:{one['id']}"
        for name in ("card", "changed", "a.b", "never"):
            wire = known[name]["name"]
            before = fingerprint_of([wire, "Drives nails." if name != "changed" else "Before.", schema])
            await as_owner.execute(
                "insert into tool_trusts (id, user_id, name, title, origin, fingerprint) "
                "values ($1, $2, $3, $3, $4, $5)",
                new_id(), ada.id, wire, origin, before,
            )  # fmt: skip
        for name, trust in (("listed", "always"), ("never", "never"), ("a_b", "ask")):
            await as_owner.execute(
                "insert into mcp_trusts (user_id, server_id, tool, fingerprint, trust) values ($1, $2, $3, $4, $5)",
                ada.id, UUID(one["id"]), name, known[name]["fingerprint"], trust,
            )  # fmt: skip
        await asyncio.to_thread(revise, addresses.owner.dsn, "upgrade", "0088")
        decided = {name: (await shown(ada, one, name))["trust"] for name in names}
        assert decided == {
            "card": "always", "changed": "ask", "listed": "always", "never": "never", "a.b": "always", "a_b": "ask",
        }  # fmt: skip
        assert {kept["name"] for kept in await trusts(ada)} == {
            known[name]["name"] for name in ("card", "listed", "a.b")
        }
        rows = await as_owner.fetch("select tool, trust from mcp_trusts where user_id = $1 order by tool", ada.id)
        assert orjson.loads(orjson.dumps([tuple(row) for row in rows])) == [
            ["a.b", "always"], ["card", "always"], ["listed", "always"], ["never", "never"],
        ]  # fmt: skip


def revise(dsn: str, way: str, to: str) -> None:
    """That one revision, while those after it stay as they are."""
    config = Config(attributes={"dsn": dsn})
    config.set_main_option("script_location", str(MIGRATIONS))
    command.stamp(config, "0088" if way == "downgrade" else "0087")
    getattr(command, way)(config, to)
    if way == "upgrade":
        command.stamp(config, known_revisions()[-1])
