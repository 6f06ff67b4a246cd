"""How programs are let in without a key (OAuth): what they are told of the way in, their registration, and tokens.

Programs speak a protocol here that is not ours: its bodies are forms, and its refusals have its own names. Who lets
them in, and how that is taken back, stands in `connected_programs`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Any
from urllib.parse import parse_qsl

import orjson
from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel, Field, ValidationError
from starlette.responses import Response

from holdfast.accounts.connected.consent import OFFERED
from holdfast.accounts.connected.exchange import end_tokens, redeem_code, refresh_tokens
from holdfast.accounts.connected.register import register_program
from holdfast.accounts.connected.types import GivenTokens, OAuthRefused
from holdfast.core.errors import RateLimited
from holdfast.web.body import StrictRoute
from holdfast.web.deps import FromWhere, accounts_of, never_cached, site_of
from holdfast.web.errors import error_response
from holdfast.web.mcp.asker import PATH, resource_of
from holdfast.web.strict_json import parse_json

router = APIRouter(tags=["oauth"], route_class=StrictRoute, include_in_schema=False)

RESOURCE = "/.well-known/oauth-protected-resource"
_FORM = "application/x-www-form-urlencoded"
_MAX_FIELDS = 20


class ProgramRegistration(BaseModel):
    """Of all that programs say of themselves, what counts here."""

    client_name: Annotated[str | None, Field(max_length=200)] = None
    redirect_uris: Annotated[list[Annotated[str, Field(max_length=500)]], Field(min_length=1, max_length=10)]


@router.get(RESOURCE)
@router.get(f"{RESOURCE}{PATH}")
async def protected_resource(request: Request) -> Response:
    """RFC 9728: what is protected here, and who gives rights to it."""
    return _told(
        {
            "resource": resource_of(request),
            "authorization_servers": [site_of(request)],
            "scopes_supported": list(OFFERED),
            "bearer_methods_supported": ["header"],
            "resource_name": "Holdfast",
        }
    )


@router.get("/.well-known/oauth-authorization-server")
async def authorization_server(request: Request) -> Response:
    """RFC 8414."""
    site = site_of(request)
    return _told(
        {
            "issuer": site,
            "authorization_endpoint": f"{site}/settings/allow",
            "token_endpoint": f"{site}/oauth/token",
            "registration_endpoint": f"{site}/oauth/register",
            "revocation_endpoint": f"{site}/oauth/revoke",
            "scopes_supported": list(OFFERED),
            "response_types_supported": ["code"],
            "response_modes_supported": ["query"],
            "grant_types_supported": ["authorization_code", "refresh_token"],
            "token_endpoint_auth_methods_supported": ["none"],
            "revocation_endpoint_auth_methods_supported": ["none"],
            "code_challenge_methods_supported": ["S256"],
            "authorization_response_iss_parameter_supported": True,
        }
    )


@router.post("/oauth/register", dependencies=[Depends(never_cached)])
async def register(request: Request, visitor: FromWhere) -> Response:
    async def answer() -> Response:
        try:
            told = ProgramRegistration.model_validate(parse_json(await request.body()))
        except ValidationError:
            raise OAuthRefused("invalid_client_metadata", "Name redirect_uris, one to ten; and client_name.") from None
        made = await register_program(accounts_of(request), told.client_name, told.redirect_uris, visitor.peer)
        shown = {
            "client_id": str(made.id),
            "client_name": made.name,
            "redirect_uris": list(made.redirect_uris),
            "grant_types": ["authorization_code", "refresh_token"],
            "response_types": ["code"],
            "token_endpoint_auth_method": "none",
            "scope": " ".join(OFFERED),
        }
        return _told(shown, 201)

    return await _in_their_words(answer)


@router.post("/oauth/token", dependencies=[Depends(never_cached)])
async def token(request: Request, visitor: FromWhere) -> Response:
    async def answer() -> Response:
        form, accounts = await _form(request), accounts_of(request)
        match form.get("grant_type"):
            case "authorization_code":
                return _tokens(await redeem_code(accounts, form, resource_of(request), visitor.peer))
            case "refresh_token":
                return _tokens(await refresh_tokens(accounts, form, resource_of(request), visitor.peer))
            case None:
                raise OAuthRefused("invalid_request", "The form says no grant_type.")
        raise OAuthRefused("unsupported_grant_type", "Only authorization_code and refresh_token are taken here.")

    return await _in_their_words(answer)


@router.post("/oauth/revoke", dependencies=[Depends(never_cached)])
async def revoke(request: Request, visitor: FromWhere) -> Response:
    async def answer() -> Response:
        await end_tokens(accounts_of(request), await _form(request), visitor.peer)
        return Response(status_code=200)

    return await _in_their_words(answer)


async def _form(request: Request) -> dict[str, str]:
    """Each field once: of two, nobody knows which was meant."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != _FORM:
        raise OAuthRefused("invalid_request", f"The body must be a form ({_FORM}).")
    try:
        pairs = parse_qsl((await request.body()).decode("ascii"), strict_parsing=True, max_num_fields=_MAX_FIELDS)
    except ValueError:
        raise OAuthRefused("invalid_request", "The form cannot be read.") from None
    form = dict(pairs)
    if len(form) != len(pairs) or any("\x00" in value for value in form.values()):
        raise OAuthRefused("invalid_request", "The form cannot be read.")
    return form


async def _in_their_words(answer: Callable[[], Awaitable[Response]]) -> Response:
    try:
        return await answer()
    except OAuthRefused as refused:
        status = 401 if refused.code == "invalid_client" else 400
        return _told({"error": refused.code, "error_description": refused.message}, status)
    except RateLimited as refused:
        late = _told({"error": "temporarily_unavailable", "error_description": refused.message}, 429)
        late.headers["retry-after"] = error_response(refused).headers["retry-after"]
        return late


def _tokens(given: GivenTokens) -> Response:
    return _told(
        {
            "access_token": given.access,
            "token_type": "Bearer",
            "expires_in": given.seconds,
            "refresh_token": given.renewing,
            "scope": " ".join(given.scopes),
        }
    )


def _told(told: dict[str, Any], status: int = 200) -> Response:
    headers = {"cache-control": "no-store"}
    return Response(orjson.dumps(told), status, headers, "application/json")
