"""What a tool of this server is, who is offered it, and what becomes of a call."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

import mcp_types

from holdfast.accounts.types import NarrowScope
from holdfast.core.errors import AppError
from holdfast.core.log import get_logger
from holdfast.tools.own.arguments import ToolArguments, schema_of, taken
from holdfast.tools.types import ToolFailed
from holdfast.web.errors import status_of
from holdfast.web.mcp.asker import McpServerAsker

CALL_SECONDS = 60.0
ToolEffect = Literal["reads", "adds", "destroys"]
Asked = TypeVar("Asked", bound=ToolArguments)
log = get_logger()


@dataclass(frozen=True, slots=True)
class ToolReply:
    """`text` is for models, `data` the same for programs."""

    text: str
    data: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class ServedTool:
    name: str
    title: str
    description: str
    scope: NarrowScope
    does: ToolEffect
    takes: type[ToolArguments]
    run: Callable[[McpServerAsker, Any], Awaitable[ToolReply]]

    @property
    def told(self) -> mcp_types.Tool:
        hints = mcp_types.ToolAnnotations(
            title=self.title,
            read_only_hint=self.does == "reads",
            destructive_hint=self.does == "destroys",
            idempotent_hint=True,
            open_world_hint=False,
        )
        schema = schema_of(self.takes)
        return mcp_types.Tool(
            name=self.name, title=self.title, description=self.description, input_schema=schema, annotations=hints
        )


@dataclass(frozen=True, slots=True)
class ToolOutcomeHere:
    """With the status that it counts as: the answer's own is 200 whatever became of the call."""

    result: mcp_types.CallToolResult
    status: int


def offered_to(asker: McpServerAsker, tools: Sequence[ServedTool]) -> Sequence[ServedTool]:
    return [tool for tool in tools if asker.may(tool.scope)]


async def call(asker: McpServerAsker, tool: ServedTool | None, arguments: Mapping[str, Any] | None) -> ToolOutcomeHere:
    if tool is None or not asker.may(tool.scope):
        return _failed("There is no such tool, or this key does not open it.", 403 if tool else 404)
    try:
        async with asyncio.timeout(CALL_SECONDS):
            reply = await tool.run(asker, taken(tool.takes, arguments or {}))
    except ToolFailed as failed:
        return _failed(failed.sentence, 422)
    except AppError as refused:
        return _failed(refused.message, status_of(refused))
    except TimeoutError:
        return _failed("It took too long; try again, or ask for less.", 504)
    except Exception as error:  # border: whoever calls hears that it broke, and no word of how
        log.error("mcp_tool_broke", tool=tool.name, exc_info=error)
        asker.parts.observers.report(error, route=f"/mcp {tool.name}")
        return _failed("Something went wrong on our side; the details are in the server's log.", 500)
    content: list[mcp_types.ContentBlock] = [mcp_types.TextContent(type="text", text=reply.text)]
    data = dict(reply.data) if reply.data is not None else None
    return ToolOutcomeHere(mcp_types.CallToolResult(content=content, structured_content=data), 200)


def _failed(sentence: str, status: int) -> ToolOutcomeHere:
    text = mcp_types.TextContent(type="text", text=sentence)
    return ToolOutcomeHere(mcp_types.CallToolResult(content=[text], is_error=True), status)
