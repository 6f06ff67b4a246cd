"""The tools of servers, for a turn: read from what is kept, so that no server is asked before a model wants one.

Each of them asks first, until its person has said otherwise (`tools/trusts.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from holdfast.core.db import owner_of
from holdfast.core.ids import McpServerId
from holdfast.models.types import ToolSpec
from holdfast.tools.mcp import store
from holdfast.tools.mcp.ask import CALL_SECONDS, McpAsker
from holdfast.tools.mcp.catalogue import wire_names
from holdfast.tools.mcp.session import McpCall
from holdfast.tools.mcp.types import FoundTool, McpFailed, McpServer
from holdfast.tools.types import (
    Tool,
    ToolAnswer,
    ToolAsker,
    ToolCaller,
    ToolFailed,
    ToolOff,
    ToolProgress,
    page_of_origin,
)

_LONGER_SECONDS = 5.0
"""Than a call may take, so that its own sentence is told and not that of whoever waits for it."""
_SIGN_IN = "Sign in there on the page of connections."
_CHECK = "Check it on the page of connections."
_SWITCH_ON = "Switch it on on the page of connections."
_ASK = "Whoever runs this installation can switch it on."


class McpToolSource:
    def __init__(self, asker: McpAsker) -> None:
        self._asker = asker

    async def tools_for(self, asker: ToolAsker) -> Sequence[Tool | ToolOff]:
        async with self._asker.parts.db.reading(owner_of(asker.user_id)) as tx:
            found = await store.list_servers_with_tools(tx)
        return [one for server in found for one in self._of(server)]

    def _of(self, server: McpServer) -> Sequence[Tool | ToolOff]:
        tools = server.catalogue.tools
        if not server.is_on:
            return [_away(server)]
        if not tools:
            return [_away(server)] if server.state != "ready" else []
        names = wire_names(server.slug, tools)
        return [
            _off(server, name, tool) if server.state == "sign_in" else self._tool(server, name, tool)
            for name, tool in zip(names, tools, strict=True)
        ]

    def _tool(self, server: McpServer, name: str, tool: FoundTool) -> Tool:
        return Tool(
            ToolSpec(name, tool.description, dict(tool.schema)),
            title=tool.title,
            origin=server.as_origin,
            danger="reads" if tool.says_read_only else "dangerous",
            run=partial(self._run, server.id, tool.name),
            seconds=CALL_SECONDS + _LONGER_SECONDS,
            trust="ask",
            own_name=tool.name,
            says=tool.says,
        )

    async def _run(
        self,
        server_id: McpServerId,
        tool: str,
        caller: ToolCaller,
        arguments: Mapping[str, Any],
        progress: ToolProgress,
    ) -> ToolAnswer:
        try:
            call = McpCall(tool, arguments, progress, caller.asks)
            return await self._asker.call_tool(caller.user_id, server_id, call)
        except McpFailed as failed:
            raise ToolFailed(failed.fault.sentence) from None


def _off(server: McpServer, name: str, tool: FoundTool) -> ToolOff:
    return _told_off(server, name, tool.title, tool.description)


def _away(server: McpServer) -> ToolOff:
    """A server that rests, or of which no tool is known yet, stands for them all."""
    return _told_off(server, f"{server.slug}__", server.name, f"The tools of {server.name}.")


def _told_off(server: McpServer, name: str, title: str, description: str) -> ToolOff:
    reason, remedy = _why(server)
    origin = server.as_origin
    return ToolOff(name, title, description, origin, "dangerous", reason, remedy, page_of_origin(origin))


def _why(server: McpServer) -> tuple[str, str]:
    if not server.is_on:
        return f"{server.name} is switched off.", _SWITCH_ON if server.user_id else _ASK
    if server.state == "sign_in":
        return f"{server.name} wants you to sign in.", _SIGN_IN
    if server.state == "failed":
        return f"{server.name} could not be used: {server.error_message}", _CHECK
    return f"{server.name} has not been reached yet.", _CHECK
