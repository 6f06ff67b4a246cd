"""A person who has added a server, and what they may do with it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from holdfast.core.ids import ChatId, TurnId, UserId, new_id
from holdfast.core.migrate import Addresses
from holdfast.tools.mcp.source import McpToolSource
from holdfast.tools.registry import ToolRegistry
from holdfast.tools.types import Tool, ToolAnswer, ToolAsker, ToolCaller, ToolOff, ToolProgress
from tests.serving import Person, Served, serving
from tests.tools.mcp.provider import Provider

BACK = "/api/mcp/oauth/callback"


@asynccontextmanager
async def served_with(addresses: Addresses, *ports: int, **settings: Any) -> AsyncIterator[Served]:
    """A server that may reach these ports of this machine."""
    allowed = [f"127.0.0.1:{port}" for port in ports]
    async with serving(addresses, allow_outbound=allowed, **settings) as served:
        yield served


async def add(person: Person, port: int, name: str = "Workshop", **fields: Any) -> dict[str, Any]:
    body = {"name": name, "url": f"http://127.0.0.1:{port}/mcp", **fields}
    made = await person.http.post("/api/mcp/servers", json=body)
    assert made.status_code == 201, made.text
    told: dict[str, Any] = made.json()
    return told


async def check(person: Person, server: dict[str, Any]) -> dict[str, Any]:
    answer = await person.http.post(f"/api/mcp/servers/{server['id']}/check")
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


async def added(person: Person, port: int, name: str = "Workshop", **fields: Any) -> dict[str, Any]:
    """And reached."""
    told = await check(person, await add(person, port, name, **fields))
    assert told["state"] == "ready", told
    return told


async def begin_sign_in(person: Person, server: dict[str, Any], **body: Any) -> str:
    """Where the browser is sent."""
    begun = await person.http.post(f"/api/mcp/servers/{server['id']}/connect", json=body)
    assert begun.status_code == 200, begun.text
    return str(begun.json()["address"])


async def sign_in(person: Person, server: dict[str, Any], provider: Provider) -> str:
    """Where the browser ends."""
    words = provider.consent(await begin_sign_in(person, server))
    back = await person.http.get(BACK, params=words)
    assert back.status_code == 302, back.text
    return str(back.headers["location"])


@dataclass
class Hand:
    """Uses the tools of one person, as a turn would."""

    served: Served
    user_id: UserId

    async def known(self) -> dict[str, Tool | ToolOff]:
        asker = ToolAsker(self.user_id, "assistant", None, True)
        registry = ToolRegistry([McpToolSource(self.served.parts.mcp)], self.served.parts.db)
        found = await registry.choose(asker, ["*"])
        assert not found.missing
        return {**found.offered, **{one.name: one for one in found.off}}

    async def tool(self, name: str) -> Tool:
        found = (await self.known())[name]
        assert isinstance(found, Tool)
        return found

    async def use(self, name: str, progress: ToolProgress = lambda text, share: None, **arguments: Any) -> ToolAnswer:
        return await (await self.tool(name)).run(caller(self.user_id), arguments, progress)


def hand_of(served: Served, person: Person) -> Hand:
    return Hand(served, person.id)


def caller(user_id: UserId) -> ToolCaller:
    return ToolCaller(user_id, ChatId(new_id()), TurnId(UUID(int=1)), "assistant", datetime.now(UTC), None, True, True)
