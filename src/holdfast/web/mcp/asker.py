"""Who asks at `/mcp`: a key, or a token that came with `Authorization`. No cookie counts here, so that no page can make
a signed-in browser ask."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from holdfast.accounts.types import Caller, NarrowScope
from holdfast.core.db import Owner, owner_of
from holdfast.core.errors import Forbidden, Unauthenticated
from holdfast.web.deps import count_key, recognise_request, site_of
from holdfast.web.doormen import before_the_body, once
from holdfast.web.errors import NotLetIn
from holdfast.web.guards import web_origin
from holdfast.wiring import Parts, parts_of

PATH = "/mcp"
SCOPES: tuple[NarrowScope, ...] = ("memory:read", "memory:write", "chat:read")
"""What there is to be had here; a caller needs one of them."""
_ASKER = "holdfast.mcp_asker"


@dataclass(frozen=True, slots=True)
class McpServerAsker:
    """One request's: who asks, and with which parts they are answered."""

    request: Request
    parts: Parts
    caller: Caller

    @property
    def owner(self) -> Owner:
        return owner_of(self.caller.user_id)

    def may(self, scope: NarrowScope) -> bool:
        return self.caller.may(scope)


def resource_of(request: Request) -> str:
    """What this server is called where rights to it are given."""
    return f"{site_of(request)}{PATH}"


async def check_mcp(request: Request) -> Caller:
    _must_be_our_page(request)
    try:
        caller = await recognise_request(request, resource=resource_of(request))
    except Unauthenticated as refused:
        raise NotLetIn(refused.message, refused.code, _challenge(request, "invalid_token")) from None
    if caller is None:
        told = "Send an API key or a token, as authorization: Bearer …"
        raise NotLetIn(told, Unauthenticated.code, _challenge(request))
    if not any(caller.may(scope) for scope in SCOPES):
        told = f"This API key has none of the scopes {', '.join(SCOPES)}."
        raise Forbidden(told, code="missing_scope")
    await count_key(request, caller)
    return caller


def _must_be_our_page(request: Request) -> None:
    """The protocol wants it of every server: a page of another site gets nothing here, whatever key it has."""
    origin = request.headers.get("origin")
    if origin is not None and web_origin(origin) != web_origin(site_of(request)):
        raise Forbidden("Pages of other sites may not ask here.", code="cross_site")


def _challenge(request: Request, error: str = "") -> str:
    """How to be let in (RFC 9728)."""
    told = f'resource_metadata="{site_of(request)}/.well-known/oauth-protected-resource{PATH}"'
    scopes = f'scope="{" ".join(SCOPES)}"'
    return f"Bearer {told}, {scopes}" + (f', error="{error}"' if error else "")


@before_the_body(check_mcp)
async def may_use_mcp(request: Request) -> McpServerAsker:
    return McpServerAsker(request, parts_of(request), await once(request, check_mcp))


MayUseMcp = Annotated[McpServerAsker, Depends(may_use_mcp)]


def note_asker(asker: McpServerAsker) -> None:
    asker.request.scope[_ASKER] = asker


def asker_of(request: Request) -> McpServerAsker:
    asker: McpServerAsker = request.scope[_ASKER]
    return asker
