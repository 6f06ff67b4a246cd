"""Signing in at a provider. The browser is on its way, so a refusal sends it to the sign-in page with a word why."""

from __future__ import annotations

from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from starlette.responses import RedirectResponse, Response

from holdfast.accounts.oidc import ATTEMPT_SECONDS, Answer, begin, finish, get_provider
from holdfast.accounts.types import Caller, IdentityTaken
from holdfast.core.errors import AppError, Forbidden, Invalid, Unauthenticated
from holdfast.web.deps import (
    OIDC_COOKIE,
    SIGN_IN_COOKIE,
    FromWhere,
    MaybeSignedIn,
    accounts_of,
    cookie_name,
    drop_cookie,
    set_cookie,
    settings_of,
    site_of,
)
from holdfast.web.errors import responses
from holdfast.web.guards import is_from_elsewhere

router = APIRouter(prefix="/api/auth/oidc", tags=["accounts"])

_TO_PROVIDER: dict[int | str, dict[str, Any]] = {302: {"description": "To the provider, or to `/login?error=…`"}}
_TO_CLIENT: dict[int | str, dict[str, Any]] = {302: {"description": "To the path asked for, or to `/login?error=…`"}}
Word = Annotated[str | None, Query(max_length=4000)]


@router.get(
    "/{provider}/start",
    status_code=302,
    response_class=RedirectResponse,
    responses={**_TO_PROVIDER, **responses(401, 403, 404, 422)},
)
async def start(
    request: Request,
    provider: str,
    caller: MaybeSignedIn,
    visitor: FromWhere,
    return_to: Annotated[str | None, Query(alias="returnTo", max_length=1000)] = None,
    link: Annotated[bool, Query()] = False,
) -> Response:
    """Begin to sign in; with `link=1`, let this provider open the account one is signed in to."""
    accounts, settings = accounts_of(request), settings_of(request)
    chosen = get_provider(accounts, provider)
    linking = _may_link(request, caller) if link else None
    try:
        begun = await begin(
            accounts, chosen, _redirect_uri(request, provider), return_to, peer=visitor.peer, link=linking
        )
    except Invalid:
        raise
    except AppError as error:
        return _to_login(error)
    answer = RedirectResponse(begun.location, 302, {"cache-control": "no-store"})
    set_cookie(answer, settings, OIDC_COOKIE, begun.browser_token, seconds=ATTEMPT_SECONDS)
    return answer


@router.get(
    "/{provider}/callback",
    status_code=302,
    response_class=RedirectResponse,
    responses={**_TO_CLIENT, **responses(403, 404, 422)},
)
async def callback(
    request: Request,
    provider: str,
    caller: MaybeSignedIn,
    visitor: FromWhere,
    code: Word = None,
    state: Word = None,
    error: Word = None,
    iss: Word = None,
) -> Response:
    accounts, settings = accounts_of(request), settings_of(request)
    chosen = get_provider(accounts, provider)
    browser_token = request.cookies.get(cookie_name(settings, OIDC_COOKIE))
    came_with = Answer(_redirect_uri(request, provider), browser_token, state, code, error, iss)
    try:
        finished = await finish(accounts, chosen, came_with, visitor=visitor, caller=caller)
    except AppError as refused:
        answer = _to_login(refused)
    else:
        answer = RedirectResponse(finished.return_to, 302, {"cache-control": "no-store"})
        if finished.opened is not None:
            set_cookie(answer, settings, SIGN_IN_COOKIE, finished.opened.token)
    drop_cookie(answer, settings, OIDC_COOKIE)
    return answer


def _may_link(request: Request, caller: Caller | None) -> Caller:
    if caller is None or caller.via != "sign_in":
        raise Unauthenticated("Sign in to your account first, then link the provider.")
    # Another site could sign this browser in at the provider as somebody else, and then send it here.
    if is_from_elsewhere(request.headers.raw):
        raise Forbidden("Linking has to begin on this site.", code="cross_site")
    return caller


def _redirect_uri(request: Request, provider: str) -> str:
    return f"{site_of(request)}/api/auth/oidc/{provider}/callback"


def _to_login(error: AppError) -> RedirectResponse:
    # Somebody who was linking is signed in, and began on the settings page.
    page = "/settings" if isinstance(error, IdentityTaken) else "/login"
    return RedirectResponse(f"{page}?{urlencode({'error': error.code})}", 302, {"cache-control": "no-store"})
