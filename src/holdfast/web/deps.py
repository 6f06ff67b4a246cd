"""Who is calling, and whether they may: the doormen that routes name in their signatures.

    async def rename(caller: SignedIn, …)     a person: cookie or bearer token
    async def send(caller: MayChat, …)        a person, or a key with the scope `chat:write`
    async def read(caller: MayReadChats, …)   a person, or a key with the scope `chat:read`
    async def suspend(caller: Admin, …)       a person who is an admin
    async def send(caller: MayChat, access: Access, …)   the same caller, with what they may use and have used

A key's scope is bound to the route, whatever header brought the key; `chat` is both of its scopes. Each doorman also
declares the ways in for OpenAPI, so that the document lists them route by route.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request
from fastapi.security import APIKeyCookie, APIKeyHeader, HTTPBearer
from starlette.responses import Response

from holdfast.accounts.key_options import count_request
from holdfast.accounts.parts import Accounts
from holdfast.accounts.recognise import recognise
from holdfast.accounts.types import BadToken, Caller, NarrowScope, Visitor
from holdfast.core.config import Settings
from holdfast.core.errors import Forbidden, Unauthenticated
from holdfast.core.log import get_logger
from holdfast.core.throttle import Limit, networks
from holdfast.entitlements.access import Entitlements
from holdfast.entitlements.key_rate import take_request
from holdfast.entitlements.types import AccessContext
from holdfast.web.doormen import before_the_body, once
from holdfast.web.fair_share import note_caller
from holdfast.web.gate import note_person
from holdfast.web.guards import read_credentials
from holdfast.web.peers import peer_of
from holdfast.web.v1.used import note_key, note_windows

log = get_logger()

SIGN_IN_COOKIE = "holdfast_session"
OIDC_COOKIE = "holdfast_oidc"
DEVICE_COOKIE = "holdfast_device"
STEP_COOKIE = "holdfast_second_step"
MCP_COOKIE = "holdfast_mcp"
_COOKIE_SECONDS = 400 * 24 * 3600
"""The row decides how long a sign-in lasts; the cookie only has to outlive it. Browsers keep none longer than this."""

_WRONG_KEYS = Limit("wrong_operator_keys", 20, 900)

by_cookie = APIKeyCookie(
    name=SIGN_IN_COOKIE,
    scheme_name="cookie",
    auto_error=False,
    description="The cookie that signing in sets; over HTTPS its name begins with `__Host-`.",
)
by_bearer = HTTPBearer(
    scheme_name="bearer",
    auto_error=False,
    description="A token of a configured issuer, or an API key (`hf_…`) where its scope allows.",
)
by_key = APIKeyHeader(
    name="X-API-Key", scheme_name="apiKey", auto_error=False, description="An API key (`hf_…`), within its scopes."
)


def accounts_of(request: Request) -> Accounts:
    accounts: Accounts = request.app.state.parts.accounts
    return accounts


def settings_of(request: Request) -> Settings:
    settings: Settings = request.app.state.parts.settings
    return settings


def entitlements_of(request: Request) -> Entitlements:
    entitlements: Entitlements = request.app.state.parts.entitlements
    return entitlements


def site_of(request: Request) -> str:
    """The address people reach us by. Without a public one the host that was asked for serves; the guard has let only
    our own names through."""
    public = settings_of(request).public_url
    return public.rstrip("/") if public else f"{request.url.scheme}://{request.headers['host']}"


async def recognise_request(request: Request, *, resource: str | None = None) -> Caller | None:
    """The caller, or None for a stranger. `Unauthenticated` when a shown token or key is not accepted.

    `resource`: where programs ask, and nobody else; no cookie counts there.
    """
    cookie = request.cookies.get(cookie_name(settings_of(request), SIGN_IN_COOKIE)) if resource is None else None
    try:
        given = read_credentials(request.headers.raw, cookie)
        caller = await recognise(accounts_of(request), given, visitor(request).peer, resource=resource)
    except BadToken as error:
        log.info("token_refused", reason=error.reason)
        raise
    note_caller(request.scope, caller.user_id if caller else None)
    note_key(request.scope, caller)
    request.state.user_id = caller.user_id if caller else None  # for the event, should they be refused
    if caller is not None:
        note_person(request.scope, caller.user_id)
    return caller


async def maybe_signed_in(
    request: Request, _cookie: Annotated[object, Depends(by_cookie)], _bearer: Annotated[object, Depends(by_bearer)]
) -> Caller | None:
    caller = await recognise_request(request)
    return None if caller is None else _person(caller)


async def check_signed_in(request: Request) -> Caller:
    return _person(_known(await recognise_request(request)))


async def check_chat(request: Request) -> Caller:
    return await _with_scope(request, "chat:write")


async def check_read_chats(request: Request) -> Caller:
    return await _with_scope(request, "chat:read")


async def check_completions(request: Request) -> Caller:
    return await _with_scope(request, "completions")


async def check_embed(request: Request) -> Caller:
    return await _with_scope(request, "embeddings")


async def check_analyze(request: Request) -> Caller:
    return await _with_scope(request, "documents")


async def check_list_models(request: Request) -> Caller:
    return await _with_scope(request, "models")


async def check_read_usage(request: Request) -> Caller:
    return await _with_scope(request, "usage")


async def check_read_memory(request: Request) -> Caller:
    return await _with_scope(request, "memory:read")


async def check_write_memory(request: Request) -> Caller:
    return await _with_scope(request, "memory:write")


async def check_admin(request: Request) -> Caller:
    caller = await once(request, check_signed_in)
    if not caller.is_admin:
        raise Forbidden("Only an admin of this installation may do this.", code="not_admin")
    return caller


@before_the_body(check_signed_in)
async def signed_in(
    request: Request, _cookie: Annotated[object, Depends(by_cookie)], _bearer: Annotated[object, Depends(by_bearer)]
) -> Caller:
    return await once(request, check_signed_in)


@before_the_body(check_chat)
async def may_chat(
    request: Request,
    _cookie: Annotated[object, Depends(by_cookie)],
    _bearer: Annotated[object, Depends(by_bearer)],
    _key: Annotated[object, Depends(by_key)],
) -> Caller:
    return await once(request, check_chat)


@before_the_body(check_read_chats)
async def may_read_chats(
    request: Request,
    _cookie: Annotated[object, Depends(by_cookie)],
    _bearer: Annotated[object, Depends(by_bearer)],
    _key: Annotated[object, Depends(by_key)],
) -> Caller:
    return await once(request, check_read_chats)


@before_the_body(check_completions)
async def may_completions(
    request: Request,
    _cookie: Annotated[object, Depends(by_cookie)],
    _bearer: Annotated[object, Depends(by_bearer)],
    _key: Annotated[object, Depends(by_key)],
) -> Caller:
    return await once(request, check_completions)


@before_the_body(check_embed)
async def may_embed(
    request: Request,
    _cookie: Annotated[object, Depends(by_cookie)],
    _bearer: Annotated[object, Depends(by_bearer)],
    _key: Annotated[object, Depends(by_key)],
) -> Caller:
    return await once(request, check_embed)


@before_the_body(check_analyze)
async def may_analyze(
    request: Request,
    _cookie: Annotated[object, Depends(by_cookie)],
    _bearer: Annotated[object, Depends(by_bearer)],
    _key: Annotated[object, Depends(by_key)],
) -> Caller:
    return await once(request, check_analyze)


@before_the_body(check_list_models)
async def may_list_models(
    request: Request,
    _cookie: Annotated[object, Depends(by_cookie)],
    _bearer: Annotated[object, Depends(by_bearer)],
    _key: Annotated[object, Depends(by_key)],
) -> Caller:
    return await once(request, check_list_models)


@before_the_body(check_read_usage)
async def may_read_usage(
    request: Request,
    _cookie: Annotated[object, Depends(by_cookie)],
    _bearer: Annotated[object, Depends(by_bearer)],
    _key: Annotated[object, Depends(by_key)],
) -> Caller:
    return await once(request, check_read_usage)


@before_the_body(check_admin)
async def admin(
    request: Request, _cookie: Annotated[object, Depends(by_cookie)], _bearer: Annotated[object, Depends(by_bearer)]
) -> Caller:
    return await once(request, check_admin)


async def access(request: Request, caller: Annotated[Caller, Depends(may_chat)]) -> AccessContext:
    return await entitlements_of(request).access(caller.user_id)


async def _with_scope(request: Request, scope: NarrowScope) -> Caller:
    """A key's requests are counted, all keys of a person together; people themselves are not that quick."""
    caller = _known(await recognise_request(request))
    must_have_scope(caller, scope)
    await count_key(request, caller)
    return caller


async def count_key(request: Request, caller: Caller) -> None:
    """One of the requests that its key may make, and its plan."""
    if caller.via == "key":
        note_windows(request.scope, await count_request(accounts_of(request).db, caller))
        await take_request(entitlements_of(request), accounts_of(request).throttle, caller.user_id)


def must_have_scope(caller: Caller, scope: NarrowScope) -> None:
    """For a route that does more than its doorman asked for, where the request wants it."""
    if not caller.may(scope):
        raise Forbidden(f"This API key lacks the scope {scope}.", code="missing_scope")


def _known(caller: Caller | None) -> Caller:
    if caller is None:
        raise Unauthenticated("Sign in first.")
    return caller


def _person(caller: Caller) -> Caller:
    if caller.via == "key":
        raise Forbidden("An API key cannot do this; sign in.", code="needs_sign_in")
    return caller


SignedIn = Annotated[Caller, Depends(signed_in)]
MaybeSignedIn = Annotated[Caller | None, Depends(maybe_signed_in)]
MayChat = Annotated[Caller, Depends(may_chat)]
MayReadChats = Annotated[Caller, Depends(may_read_chats)]
MayAskForCompletions = Annotated[Caller, Depends(may_completions)]
MayEmbed = Annotated[Caller, Depends(may_embed)]
MayAnalyze = Annotated[Caller, Depends(may_analyze)]
MayListModels = Annotated[Caller, Depends(may_list_models)]
MayReadUsage = Annotated[Caller, Depends(may_read_usage)]
Admin = Annotated[Caller, Depends(admin)]
Access = Annotated[AccessContext, Depends(access)]


def visitor(request: Request) -> Visitor:
    """Where an attempt comes from; forwarding headers count only from the operator's own proxies."""
    settings = settings_of(request)
    peer = peer_of(request.scope, networks(settings.trusted_proxies))
    device = request.cookies.get(cookie_name(settings, DEVICE_COOKIE))
    return Visitor(peer, request.headers.get("user-agent", ""), device)


FromWhere = Annotated[Visitor, Depends(visitor)]


async def note_wrong_key(request: Request) -> None:
    """A key of the operator's that is not theirs: of one network, only so many are looked at."""
    await accounts_of(request).throttle.take(_WRONG_KEYS, visitor(request).peer)


def never_cached(response: Response) -> None:
    response.headers["cache-control"] = "no-store"


def cookie_name(settings: Settings, name: str) -> str:
    # The prefix makes browsers refuse one that a sister site or a plain-HTTP page tries to plant.
    return f"__Host-{name}" if settings.is_https else name


def set_cookie(
    response: Response, settings: Settings, name: str, value: str, *, seconds: int = _COOKIE_SECONDS
) -> None:
    response.set_cookie(
        cookie_name(settings, name),
        value,
        max_age=seconds,
        path="/",
        secure=settings.is_https,
        httponly=True,
        samesite="lax",
    )


def drop_cookie(response: Response, settings: Settings, name: str) -> None:
    set_cookie(response, settings, name, "", seconds=0)
