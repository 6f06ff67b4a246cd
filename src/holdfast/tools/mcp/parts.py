from __future__ import annotations

from dataclasses import dataclass

import orjson

from holdfast.core.crypto import Box, CannotOpen
from holdfast.core.db import Db
from holdfast.core.http import Outside
from holdfast.core.throttle import Throttle
from holdfast.tools.mcp.pool import McpPool
from holdfast.tools.mcp.types import McpSecrets, McpServer

_PURPOSE = "mcp server"


@dataclass(frozen=True, slots=True)
class McpParts:
    """What the room needs; built once in `wiring`."""

    db: Db
    box: Box
    outside: Outside
    throttle: Throttle
    pool: McpPool
    may_add_commands: bool
    """Whether admins may have programs of this machine started."""


def seal_secrets(box: Box, server: McpServer, secrets: McpSecrets) -> str:
    """For this server, its owner and its host: carried to another row or another address they do not open."""
    told = {
        "query": secrets.query,
        "headers": dict(secrets.headers),
        "environment": dict(secrets.environment),
        "client_secret": secrets.client_secret,
    }
    return box.seal(orjson.dumps(told).decode(), owner=server.owner, purpose=_bound_to(server))


def open_secrets(box: Box, server: McpServer) -> McpSecrets:
    """`CannotOpen` where the installation's key has changed since."""
    if server.sealed is None:
        return McpSecrets()
    return McpSecrets(**orjson.loads(box.open(server.sealed, owner=server.owner, purpose=_bound_to(server))))


def secrets_or_none(box: Box, server: McpServer) -> McpSecrets:
    """For whoever replaces them: what cannot be opened any more is no reason not to."""
    try:
        return open_secrets(box, server)
    except CannotOpen:
        return McpSecrets()


def _bound_to(server: McpServer) -> str:
    return f"{_PURPOSE} {server.id} {server.origin}"
