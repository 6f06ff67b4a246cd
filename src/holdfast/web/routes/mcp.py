"""The Model Context Protocol over HTTP: `/mcp`, for programs with a key or a token.

A message is answered at once and as JSON; nothing is sent that nobody asked for, so there is no stream to be opened
(`GET` is refused, as the protocol foresees).
"""

from __future__ import annotations

from fastapi import APIRouter, Request
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS
from starlette.responses import Response

from holdfast.accounts.mcp_sessions import end_mcp_session, must_hold_mcp_session, open_mcp_session
from holdfast.core.errors import Malformed
from holdfast.web.body import StrictRoute
from holdfast.web.mcp.answer import SESSION_HEADER, McpAnswer
from holdfast.web.mcp.asker import PATH, MayUseMcp
from holdfast.web.mcp.server import make_server
from holdfast.web.strict_json import parse_json
from holdfast.web.v1.used import used_of

router = APIRouter(tags=["mcp"], route_class=StrictRoute, include_in_schema=False)

_SERVER = make_server()
_VERSION_HEADER = "mcp-protocol-version"
_METHODS = frozenset(
    {"initialize", "ping", "server/discover", "notifications/initialized", "notifications/cancelled", "tools/list",
     "tools/call", "resources/list", "resources/templates/list", "resources/read", "prompts/list", "prompts/get"}
)  # fmt: skip


@router.post(PATH)
async def ask_mcp(request: Request, asker: MayUseMcp) -> Response:
    body = await request.body()
    method = _method(body)
    used_of(request.scope).detail = method if method in _METHODS else "unknown method"
    version = request.headers.get(_VERSION_HEADER)
    session = request.headers.get(SESSION_HEADER)
    opens = None
    if method == "initialize" and session is None and (version is None or version in HANDSHAKE_PROTOCOL_VERSIONS):
        opens = await open_mcp_session(asker.parts.accounts, asker.caller)
    elif session is not None:
        await must_hold_mcp_session(asker.parts.accounts, asker.caller, session)
    return McpAnswer(_SERVER, asker, body, opens)


@router.delete(PATH, status_code=204)
async def end_mcp(request: Request, asker: MayUseMcp) -> None:
    await end_mcp_session(asker.parts.accounts, asker.caller, request.headers.get(SESSION_HEADER, ""))


def _method(body: bytes) -> str:
    told = parse_json(body)
    if not isinstance(told, dict):
        raise Malformed("The body must be one JSON-RPC message.")
    return str(told.get("method", ""))
