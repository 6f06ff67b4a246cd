"""The official client, asking a served installation."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from typing import Any, Literal

import httpx2
from mcp.client import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CallToolResult, TextContent

from holdfast.core.clock import utc_now
from tests.serving import Person, Served
from tests.waiting import HANGS_SECONDS

ALL = ("memory", "chat:read")
READING = ("memory:read", "chat:read")
Era = Literal["legacy", "auto"]


class Clockwork:
    """The present moment, as far as a test has moved it on."""

    def __init__(self) -> None:
        self._ahead = timedelta()

    def __call__(self) -> datetime:
        return utc_now() + self._ahead

    def pass_hours(self, hours: float) -> None:
        self._ahead += timedelta(hours=hours)


async def key_for(person: Person, *scopes: str, **more: Any) -> str:
    body = {"name": "a program", "scopes": list(scopes or ALL), **more}
    made = await person.http.post("/api/api-keys", json=body)
    assert made.status_code == 201, made.text
    return str(made.json()["key"])


@asynccontextmanager
async def asking(served: Served, key: str, era: Era = "auto") -> AsyncIterator[Client]:
    headers = {"authorization": f"Bearer {key}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=HANGS_SECONDS, trust_env=False, verify=False) as http,
        Client(streamable_http_client(f"{served.url}/mcp", http_client=http), mode=era) as client,
    ):
        yield client


def text_of(result: CallToolResult) -> str:
    assert all(isinstance(one, TextContent) for one in result.content)
    return "\n".join(one.text for one in result.content if isinstance(one, TextContent))


def message(method: str, number: int = 1, **params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


def initialize(version: str = "2025-11-25") -> dict[str, Any]:
    about = {"name": "a program", "version": "1"}
    return message("initialize", protocolVersion=version, capabilities={}, clientInfo=about)


ACCEPT = {"accept": "application/json, text/event-stream"}
