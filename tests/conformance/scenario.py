"""A scenario of the suite, gone through as a person would: they add the server, sign in if it wants that, read what it
offers, and use every tool of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx2

from holdfast.tools.question_types import QuestionAnswer, ToolQuestion
from holdfast.tools.types import Tool, ToolFailed
from tests.serving import Person, Served
from tests.tools.mcp.given import BACK, caller, hand_of

MAX_SIGN_INS = 3
"""One more than a server that wants more than at first has any reason for."""
_LIKE: Mapping[str, Any] = {"string": "x", "number": 5, "integer": 3, "boolean": True, "array": [], "object": {}}


@dataclass(frozen=True, slots=True)
class Wanted:
    scenario: str
    url: str
    context: Mapping[str, Any] = field(default_factory=dict)


async def go_through(served: Served, person: Person, wanted: Wanted) -> None:
    server = await _added(person, wanted)
    hand = hand_of(served, person)
    for tool in [one for one in (await hand.known()).values() if isinstance(one, Tool)]:
        for arguments in _arguments(tool, wanted):
            await _use(person, server, tool, arguments)


async def _added(person: Person, wanted: Wanted) -> dict[str, Any]:
    wish: dict[str, Any] = {"name": "Suite", "url": wanted.url}
    if "client_id" in wanted.context:
        wish["auth"] = {
            "clientId": wanted.context["client_id"],
            **({"clientSecret": wanted.context["client_secret"]} if "client_secret" in wanted.context else {}),
        }
    made = await person.http.post("/api/mcp/servers", json=wish)
    assert made.is_success, made.text
    server: dict[str, Any] = made.json()
    for _ in range(MAX_SIGN_INS):
        server = (await person.http.post(f"/api/mcp/servers/{server['id']}/check")).json()
        if server["state"] != "sign_in":
            break
        await _sign_in(person, server)
    assert server["state"] == "ready", server["error"]
    return server


async def _sign_in(person: Person, server: Mapping[str, Any]) -> None:
    begun = await person.http.post(f"/api/mcp/servers/{server['id']}/connect", json={})
    assert begun.is_success, begun.text
    async with httpx2.AsyncClient(trust_env=False) as browser:
        sent_back = await browser.get(begun.json()["address"])
    words = {name: values[0] for name, values in parse_qs(urlsplit(sent_back.headers["location"]).query).items()}
    back = await person.http.get(BACK, params=words)
    assert "error=" not in back.headers["location"], back.headers["location"]


async def _use(person: Person, server: Mapping[str, Any], tool: Tool, arguments: Mapping[str, Any]) -> None:
    """What asks for more than it was given at the sign-in is signed in to once more, and then asked again."""

    async def accept(question: ToolQuestion) -> QuestionAnswer:
        yes = {one.name: True for one in question.fields if one.kind == "yes_no" and one.default is None}
        usual = {one.name: one.default for one in question.fields if one.default is not None}
        return QuestionAnswer("accept", {**yes, **usual})

    asking = replace(caller(person.id), asks=accept)
    for is_last in (False, True):
        try:
            await tool.run(asking, arguments, lambda text, share: None)
        except ToolFailed as failed:
            if is_last or "sign in" not in failed.sentence:
                raise
            await _sign_in(person, server)
        else:
            return


def _arguments(tool: Tool, wanted: Wanted) -> list[Mapping[str, Any]]:
    given = [one["arguments"] for one in wanted.context.get("toolCalls", ()) if one["name"] == tool.own_name]
    if given:
        return given
    schema = tool.spec.parameters
    if tool.own_name == "json_schema_echo":
        return []
    properties = schema.get("properties", {})
    return [{name: _LIKE.get(properties[name].get("type"), "x") for name in schema.get("required", ())}]
