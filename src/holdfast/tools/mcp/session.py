"""One conversation with a server, in the official library's words; this file and three beside it (`command`, `elicit`,
`oauth`) are all of this room that know the library.

Whatever it raises leaves here as `McpFailed` with one sentence: the text of an error is a stranger's and may hold
anything, so it is never passed on. What a tool itself reports as its error is an answer, and is.

Structured answers are not held against the schema that a server declares for them: nobody here rests on their shape,
and a pattern of a stranger's in it could keep the whole process busy.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import mcp_types
from mcp.client import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.client.subscriptions import SubscriptionLost
from mcp.shared.exceptions import MCPError
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import ValidationError

from holdfast import __version__
from holdfast.core.http import Outside
from holdfast.core.pausable import PausableTimeout
from holdfast.tools.mcp.catalogue import listed, prompt_of, resource_of, template_of, tool_of
from holdfast.tools.mcp.command import CommandWay, started
from holdfast.tools.mcp.content import as_text, of_resource
from holdfast.tools.mcp.elicit import MAX_QUESTIONS, Elicitations
from holdfast.tools.mcp.transport import Bearer, Noted, http_client, noting
from holdfast.tools.mcp.types import AboutServer, FoundAtServer, McpFailed, McpFault
from holdfast.tools.question_types import ToolAsks
from holdfast.tools.questions import off_the_clock
from holdfast.tools.types import ToolAnswer, ToolProgress

# They quote what a server sent, word for word.
for _name in ("mcp.client", "mcp.shared", "client"):
    logging.getLogger(_name).setLevel(logging.CRITICAL)

MAX_PAGES = 20
MAX_CALL_SECONDS = 3600.0
"""A call may take as long as somebody thinks about what it asks; what counts is kept beside it."""
TOO_LATE = McpFault("timeout", "The server did not answer in time.")
_TIMED_OUT, _CLOSED, _NO_SESSION = mcp_types.REQUEST_TIMEOUT, mcp_types.CONNECTION_CLOSED, mcp_types.INVALID_REQUEST
_CHANGES = ("tools/list_changed", "resources/list_changed", "prompts/list_changed")
_MAY_COME_OUT = (MCPError, RuntimeError, ValidationError, ValueError, TypeError, KeyError, RecursionError)


@dataclass(frozen=True, slots=True)
class HttpWay:
    url: str
    headers: Mapping[str, str] = field(repr=False)
    bearer: Bearer | None
    outside: Outside


ServerWay = HttpWay | CommandWay


@dataclass(frozen=True, slots=True)
class McpCall:
    tool: str
    arguments: Mapping[str, Any]
    on_progress: ToolProgress
    asks: ToolAsks | None = None
    """Asks its person; None: nobody is there."""


class McpSession:
    """Open as long as `open_session` is. Any number of callers may use it at once."""

    def __init__(self, client: Client, elicitations: Elicitations) -> None:
        self._client = client
        self._elicitations = elicitations

    async def call(self, call: McpCall, seconds: float) -> ToolAnswer:
        async def tell(progress: float, total: float | None, message: str | None) -> None:
            share = min(max(progress / total, 0.0), 1.0) if total and total > 0 else None
            call.on_progress((message or "Working …")[:200], share)

        async def ask() -> mcp_types.CallToolResult:
            return await self._client.call_tool(
                call.tool, dict(call.arguments), read_timeout_seconds=MAX_CALL_SECONDS, progress_callback=tell
            )

        timer = PausableTimeout(seconds)
        try:
            async with timer:
                with self._elicitations.during(off_the_clock(timer, call.asks), call.on_progress):
                    answer = await _asked(ask)
        except TimeoutError:
            raise McpFailed(TOO_LATE) from None
        return ToolAnswer(as_text(answer.content, answer.structured_content), is_error=answer.is_error)

    async def read(self, uri: str) -> str:
        answer = await _asked(lambda: self._client.read_resource(uri))
        return of_resource(answer.contents)

    async def prompt(self, name: str, arguments: Mapping[str, str]) -> str:
        answer = await _asked(lambda: self._client.get_prompt(name, dict(arguments)))
        return as_text([message.content for message in answer.messages])

    async def find(self) -> FoundAtServer:
        """All that the server offers now."""
        client, has = self._client, self._client.server_capabilities
        lists = {
            "tools": (client.list_tools, has.tools),
            "resources": (client.list_resources, has.resources),
            "resource_templates": (client.list_resource_templates, has.resources),
            "prompts": (client.list_prompts, has.prompts),
        }
        found = {name: await _all(ask, name) if there is not None else [] for name, (ask, there) in lists.items()}
        catalogue = listed(
            [tool_of(one) for one in found["tools"]],
            [*map(resource_of, found["resources"]), *map(template_of, found["resource_templates"])],
            [prompt_of(one) for one in found["prompts"]],
        )
        return FoundAtServer(self._about(), catalogue)

    def _about(self) -> AboutServer:
        info = self._client.server_info
        name, version = (info.title or info.name, info.version) if info else (None, None)
        return AboutServer(name and name[:200], version and version[:100], self._client.protocol_version)

    async def hear_of_changes(self, on_change: Callable[[], None]) -> bool:
        """Until it ends; False: not to be tried again. Older servers tell without being asked (`open_session`)."""
        client = self._client
        has = client.server_capabilities
        is_told = has.tools is not None and has.tools.list_changed
        if client.protocol_version not in MODERN_PROTOCOL_VERSIONS or not is_told:
            return False
        try:
            async with client.listen(tools_list_changed=True) as changes:
                async for _ in changes:
                    on_change()
        except SubscriptionLost:
            return True
        except (TimeoutError, *_MAY_COME_OUT):
            return False
        return False


@asynccontextmanager
async def open_session(
    way: ServerWay, on_change: Callable[[], None], on_end: Callable[[], None]
) -> AsyncIterator[McpSession]:
    """`McpFailed` where there is no way in. Whoever opens it must close it in the same task, and do nothing else there:
    the library cancels that task when the connection breaks."""

    async def hear(message: Any) -> None:
        method = getattr(message, "method", "")
        if isinstance(method, str) and method.removeprefix("notifications/") in _CHANGES:
            on_change()

    async with AsyncExitStack() as stack:
        transport: Any
        if isinstance(way, CommandWay):
            transport = started(way, on_end)
        else:
            http = await stack.enter_async_context(http_client(way.outside, way.headers, way.bearer))
            transport = streamable_http_client(way.url, http_client=http)
        info = mcp_types.Implementation(name="holdfast", title="Holdfast", version=__version__)
        elicitations = Elicitations()
        client = Client(
            transport,
            client_info=info,
            message_handler=hear,
            elicitation_callback=elicitations.answer,
            input_required_max_rounds=MAX_QUESTIONS,
            cache=None,
        )
        with noting() as note:
            try:
                await stack.enter_async_context(client)
            except Exception as error:  # noqa: BLE001 — border: whatever the library makes of a server that is none
                first = _first(error)
                raise first if isinstance(first, McpFailed) else McpFailed(_fault(first, note)) from None
        client.session.validate_tool_result = _let_be  # type: ignore[method-assign]
        yield McpSession(client, elicitations)


async def _let_be(name: str, result: mcp_types.CallToolResult) -> None:
    """In the place of looking at a structured answer."""


async def _asked(ask: Callable[[], Awaitable[Any]]) -> Any:
    with noting() as note:
        try:
            return await ask()
        except _MAY_COME_OUT as error:
            raise McpFailed(_fault(error, note)) from None


async def _all(ask: Callable[..., Awaitable[Any]], name: str) -> list[Any]:
    """Every page, and no more of them than an honest server has."""
    found: list[Any] = []
    at: str | None = None
    for _ in range(MAX_PAGES):
        page = await _asked(partial(ask, cursor=at))
        found += getattr(page, name)
        at = page.next_cursor
        if at is None:
            break
    return found


def _fault(error: BaseException, note: Noted) -> McpFault:
    if note.fault is not None:
        return note.fault
    if isinstance(error, MCPError):
        return _of_the_protocol(error.code, note.status)
    if isinstance(error, TimeoutError):
        return TOO_LATE
    return McpFault("protocol", "The server answered with something that is not part of the protocol.")


def _of_the_protocol(code: int, status: int | None) -> McpFault:
    if code == _TIMED_OUT:
        return TOO_LATE
    if code == _CLOSED:
        return McpFault("ended", "The connection to the server ended before it had answered.")
    if status == 404 or (code == _NO_SESSION and status is not None):
        return McpFault("ended", "The server has forgotten this connection.", was_heard=False)
    if code == mcp_types.URL_ELICITATION_REQUIRED:
        return McpFault("refused", "The server wants you to open a page of its own first, which is not done from here.")
    if code in (mcp_types.INVALID_PARAMS, mcp_types.METHOD_NOT_FOUND):
        return McpFault("refused", "The server knows no such thing, or not with these arguments.")
    return McpFault("refused", f"The server refused the request ({code}).")


def _first(group: BaseException) -> BaseException:
    while isinstance(group, BaseExceptionGroup):
        group = group.exceptions[0]
    return group
