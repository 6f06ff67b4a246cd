"""Servers that stand in the operator's `holdfast.toml`: everybody's, and changed there alone.

[mcp.servers.clock]
command = ["uvx", "mcp-server-time"]

[mcp.servers.wiki]
url = "https://wiki.example.org/mcp"
headers = { authorization = "Bearer …" }
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any
from uuid import NAMESPACE_URL, uuid5

import orjson

from holdfast.core.config import DeclaredMcpServer
from holdfast.core.crypto import Box
from holdfast.core.db import Db
from holdfast.core.errors import AppError, Setup
from holdfast.tools.mcp import store
from holdfast.tools.mcp.checked import checked_address, checked_command, checked_environment, checked_headers, slug_of
from holdfast.tools.mcp.types import EVERYBODY, McpSecrets, ShownSecrets, origin_of


async def declare(db: Db, box: Box, declared: Mapping[str, DeclaredMcpServer]) -> None:
    """As they stand in the file now; those that stood there before are gone."""
    await store.declare_servers(db, [_row(box, name, one) for name, one in declared.items()])


def must_be_usable(declared: Mapping[str, DeclaredMcpServer]) -> None:
    """`Setup` names the first that is not."""
    box = Box([bytes(32)])
    for name, one in declared.items():
        _row(box, name, one)


def _row(box: Box, name: str, one: DeclaredMcpServer) -> dict[str, Any]:
    try:
        return _checked_row(box, name, one)
    except AppError as error:
        raise Setup(f"The server {name} in [mcp.servers] cannot be used: {error.message}") from None


def _checked_row(box: Box, name: str, one: DeclaredMcpServer) -> dict[str, Any]:
    if (one.url is None) == (not one.command):
        raise Setup(f"The server {name} in [mcp.servers] needs either url or command.")
    server_id = uuid5(NAMESPACE_URL, f"holdfast:mcp:{name}")
    query, arguments = "", list(one.command[1:])
    if one.url is not None:
        kind, (address, query) = "http", checked_address(one.url)
    else:
        kind, (address, arguments) = "command", checked_command(one.command[0], one.command[1:])  # type: ignore[assignment]
    headers = checked_headers({key: value.get_secret_value() for key, value in one.headers.items()})
    environment = checked_environment({key: value.get_secret_value() for key, value in one.env.items()})
    secrets = McpSecrets(query, headers, environment)
    purpose = f"mcp server {server_id} {origin_of(address) if kind == 'http' else 'command'}"
    told = orjson.dumps(
        {"query": query, "headers": headers, "environment": environment, "client_secret": None}
    ).decode()
    row = {"id": str(server_id), "slug": slug_of(name), "name": name, "kind": kind, "address": address}
    shown = asdict(ShownSecrets(bool(query), list(secrets.headers), list(secrets.environment)))
    said = orjson.dumps([row, list(arguments), told], option=orjson.OPT_SORT_KEYS)
    return {
        **row,
        "arguments": list(arguments),
        "secret": box.seal(told, owner=EVERYBODY, purpose=purpose),
        "shown": shown,
        "revision": int.from_bytes(hashlib.sha256(said).digest()[:4], "big") >> 1,
    }
