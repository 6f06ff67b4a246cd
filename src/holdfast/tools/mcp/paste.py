"""The JSON that other clients keep their servers in, as people paste it.

Programs agree on little more than `mcpServers`; what they add besides an address or a command is let be. Entries are
read one by one: one that cannot be used is told with its reason, and the others are there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from holdfast.accounts.types import Caller
from holdfast.core.errors import AppError
from holdfast.tools.mcp.parts import McpParts
from holdfast.tools.mcp.servers import McpScope, McpWish, add_server
from holdfast.tools.mcp.types import McpInvalid, McpServer

MAX_PASTED = 30
_ADDRESSES = ("url", "serverUrl", "httpUrl")
_TYPES = ("http", "streamable-http", "streamableHttp", "streamable_http", "stdio", None)


@dataclass(frozen=True, slots=True)
class RefusedEntry:
    name: str
    error: AppError


async def add_pasted(
    parts: McpParts, caller: Caller, entries: Mapping[str, Any], scope: McpScope | None
) -> tuple[Sequence[McpServer], Sequence[RefusedEntry]]:
    if not 0 < len(entries) <= MAX_PASTED:
        raise McpInvalid(f"Between one and {MAX_PASTED} servers can be pasted at once.", code="nothing_pasted")
    added, refused = [], []
    for name, entry in entries.items():
        try:
            added.append(await add_server(parts, caller, as_wish(name, entry, scope)))
        except AppError as error:
            refused.append(RefusedEntry(name[:100], error))
    return added, refused


def as_wish(name: str, entry: Any, scope: McpScope | None) -> McpWish:
    if not isinstance(entry, dict) or not name.strip() or len(name) > 100 or "\x00" in name:
        raise McpInvalid("Each server has a name, and an object behind it.", code="bad_entry")
    if entry.get("type") == "sse":
        said = "The older way (SSE) is not spoken here; look for the server's address for streamable HTTP."
        raise McpInvalid(said, code="sse_not_supported")
    if entry.get("type") not in _TYPES:
        raise McpInvalid("Servers are spoken to by streamable HTTP, or as a command.", code="bad_entry")
    address = next((entry[key] for key in _ADDRESSES if key in entry), None)
    return McpWish(
        name=name,
        address=_text(address, "url"),
        command=_text(entry.get("command"), "command") if address is None else None,
        arguments=_texts(entry.get("args", []), "args") if address is None else (),
        headers=_named(entry.get("headers", {}), "headers") if address is not None else {},
        environment=_named(entry.get("env", {}), "env") if address is None else {},
        scope=scope,
        is_on=not entry.get("disabled", False),
    )


def _text(value: Any, key: str) -> str | None:
    if value is None:
        return None
    if not isinstance(value, str) or not 0 < len(value) <= 4_000:
        raise McpInvalid(f"In {key} stands no text, or too much.", code="bad_entry")
    return value


def _texts(value: Any, key: str) -> list[str]:
    if not isinstance(value, list) or len(value) > 100 or not all(isinstance(one, str) for one in value):
        raise McpInvalid(f"In {key} stands no list of texts.", code="bad_entry")
    return value


def _named(value: Any, key: str) -> dict[str, str]:
    if not isinstance(value, dict) or len(value) > 100 or not all(isinstance(one, str) for one in value.values()):
        raise McpInvalid(f"In {key} stands no object of texts.", code="bad_entry")
    return value
