"""What a person trusts of a server: each tool by itself, as it describes itself now. It is kept with whatever else they
trust (`tools/trusts.py`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from holdfast.accounts.types import Caller
from holdfast.core.ids import McpServerId
from holdfast.tools.mcp.catalogue import wire_names
from holdfast.tools.mcp.parts import McpParts
from holdfast.tools.mcp.servers import must_find
from holdfast.tools.mcp.types import FoundTool, McpConflict, UnknownMcpServer
from holdfast.tools.trusts import decide_trust, decided_about
from holdfast.tools.types import ToolTrust, TrustSubject, fingerprint_of


class UnknownMcpTool(UnknownMcpServer):
    code = "unknown_tool"

    def __init__(self) -> None:
        super().__init__()
        self.message = "This server has no such tool."


@dataclass(frozen=True, slots=True)
class TrustedServerTool:
    name: str
    """As models call it."""
    tool: FoundTool
    trust: ToolTrust
    fingerprint: str
    has_changed: bool
    """It was trusted, and describes itself otherwise since."""


async def list_tools(
    parts: McpParts, caller: Caller, server_id: McpServerId
) -> tuple[Sequence[TrustedServerTool], int]:
    """And how many of the server's are left out."""
    async with parts.db.as_user(caller.user_id) as tx:
        server = await must_find(tx, server_id)
        trusts = await decided_about(tx, caller.user_id, server.as_origin)
    tools = server.catalogue.tools
    told = []
    for name, tool in zip(wire_names(server.slug, tools), tools, strict=True):
        fingerprint, decided = fingerprint_of(tool.says), trusts.get(tool.name)
        trust = decided.of(fingerprint) if decided else "ask"
        has_changed = decided is not None and decided.trust == "always" and trust == "ask"
        told.append(TrustedServerTool(name, tool, trust, fingerprint, has_changed))
    return told, server.catalogue.left


async def trust_tool(
    parts: McpParts, caller: Caller, server_id: McpServerId, tool: str, trust: ToolTrust, fingerprint: str | None
) -> TrustedServerTool:
    """`fingerprint`: of what the person has read. Where the tool has changed since, nothing is trusted."""
    tools, _ = await list_tools(parts, caller, server_id)
    found = next((one for one in tools if one.tool.name == tool), None)
    if found is None:
        raise UnknownMcpTool()
    if fingerprint is not None and fingerprint != found.fingerprint:
        raise McpConflict("The tool has changed since you read it; read it again.", code="mcp_tool_changed")
    async with parts.db.as_user(caller.user_id) as tx:
        server = await must_find(tx, server_id)
        subject = TrustSubject(server.as_origin, found.name, tool, found.tool.title, found.fingerprint)
        await decide_trust(tx, caller.user_id, subject, trust)
    tools, _ = await list_tools(parts, caller, server_id)
    return next((one for one in tools if one.tool.name == tool), found)
