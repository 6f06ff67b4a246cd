"""One request through the library, and back. Its part of the work is the protocol; it keeps nothing in between."""

from __future__ import annotations

from typing import Any

from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from starlette.datastructures import MutableHeaders
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from holdfast.web.mcp.asker import McpServerAsker, note_asker
from holdfast.web.sizes import SMALL_BYTES

SESSION_HEADER = "mcp-session-id"


class McpAnswer(Response):
    """The body was read already, so the library is told it again. `opens`: the session that an answer which is well
    has opened."""

    def __init__(self, server: Server[Any], asker: McpServerAsker, body: bytes, opens: str | None) -> None:
        super().__init__()
        self._server, self._asker, self._body, self._opens = server, asker, body, opens

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        note_asker(self._asker)
        # What stands around a header's value is none of it; the library compares it as it came.
        scope = {**scope, "headers": [(name, value.strip(b" \t")) for name, value in scope["headers"]]}
        is_told = False

        async def receive_again() -> Message:
            nonlocal is_told
            if is_told:
                return await receive()
            is_told = True
            return {"type": "http.request", "body": self._body, "more_body": False}

        async def send_on(message: Message) -> None:
            if message["type"] == "http.response.start" and self._opens and message["status"] < 400:
                MutableHeaders(raw=message["headers"])[SESSION_HEADER] = self._opens
            await send(message)

        # One for each request: nothing of it outlives the request, in whatever task that is served.
        library = StreamableHTTPSessionManager(
            self._server, json_response=True, stateless=True, max_request_body_size=SMALL_BYTES
        )
        async with library.run():
            await library.handle_request(scope, receive_again, send_on)
