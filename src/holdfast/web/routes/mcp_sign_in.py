"""Signing in at a server that brings tools. On the way back the browser is sent on to a page of ours, with a word."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query, Request, Response
from pydantic import Field
from starlette.responses import RedirectResponse

from holdfast.core.errors import AppError
from holdfast.core.ids import McpServerId
from holdfast.tools.mcp import sign_in
from holdfast.tools.mcp.sign_in import SIGN_IN_SECONDS, CameBack, SignInWentWrong
from holdfast.web.body import StrictRoute
from holdfast.web.deps import (
    MCP_COOKIE,
    MaybeSignedIn,
    SignedIn,
    cookie_name,
    drop_cookie,
    never_cached,
    set_cookie,
    settings_of,
    site_of,
)
from holdfast.web.errors import responses
from holdfast.web.routes.mcp_servers import ConnectionShape, connection_shape
from holdfast.web.routes.oidc import CallbackQuery
from holdfast.web.shapes import Text, WireModel
from holdfast.wiring import parts_of

router = APIRouter(
    prefix="/api/mcp", tags=["connections"], route_class=StrictRoute, dependencies=[Depends(never_cached)]
)


class ConnectBody(WireModel):
    return_to: Annotated[Text | None, Field(max_length=1000)] = None


class ConnectBegun(WireModel):
    address: str
    """Where the browser goes now, to sign in."""


@router.post("/servers/{server_id}/connect", responses=responses(400, 401, 403, 404, 409, 415, 422, 429, 503))
async def connect_mcp_server(
    request: Request, response: Response, caller: SignedIn, server_id: McpServerId, body: ConnectBody
) -> ConnectBegun:
    """Finds out where one signs in at the server, registers there, and says where the browser goes."""
    begun = await sign_in.begin_sign_in(
        parts_of(request).mcp.parts, caller, server_id, redirect_uri(request), body.return_to
    )
    set_cookie(response, settings_of(request), MCP_COOKIE, begun.browser_token, seconds=SIGN_IN_SECONDS)
    return ConnectBegun(address=begun.address)


@router.delete("/servers/{server_id}/connect", responses=responses(401, 403, 404, 422, 429, 503))
async def disconnect_mcp_server(request: Request, caller: SignedIn, server_id: McpServerId) -> ConnectionShape:
    """Forgets your sign-in there."""
    return connection_shape(await sign_in.end_sign_in(parts_of(request).mcp.parts, caller, server_id), caller)


@router.get(
    "/oauth/callback",
    status_code=302,
    response_class=RedirectResponse,
    responses={302: {"description": "To the page asked for, with `connected` or `error`"}, **responses(403, 422)},
)
async def come_back(
    request: Request, caller: MaybeSignedIn, brought: Annotated[CallbackQuery, Query()]
) -> RedirectResponse:
    """Where the browser comes back to from a server's sign-in."""
    browser_token = request.cookies.get(cookie_name(settings_of(request), MCP_COOKIE))
    came = CameBack(browser_token, brought.state, brought.code, brought.error, brought.iss)
    try:
        finished = await sign_in.finish_sign_in(parts_of(request).mcp.parts, caller, came)
    except SignInWentWrong as wrong:
        answer = _to(wrong.return_to, error=wrong.code)
    except AppError as error:
        answer = _to(sign_in.DEFAULT_RETURN_TO, error=error.code)
    else:
        answer = _to(finished.return_to, connected=str(finished.server_id))
    drop_cookie(answer, settings_of(request), MCP_COOKIE)
    return answer


def redirect_uri(request: Request) -> str:
    return f"{site_of(request)}/api/mcp/oauth/callback"


def _to(path: str, **words: str) -> RedirectResponse:
    joint = "&" if "?" in path else "?"
    return RedirectResponse(f"{path}{joint}{urlencode(words)}", 302, {"cache-control": "no-store"})
