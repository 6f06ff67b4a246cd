"""Signing in at a provider. The browser is on its way, so a refusal sends it to the sign-in page with a word why."""

from __future__ import annotations

from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from pydantic import Field
from starlette.responses import RedirectResponse, Response

from holdfast.accounts.oidc import ATTEMPT_SECONDS, Finished, ProviderCallback, begin, finish, get_provider
from holdfast.accounts.second_factor.types import SecondStep
from holdfast.accounts.types import IdentityTaken
from holdfast.core.errors import AppError, Forbidden, Invalid
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
from holdfast.web.second_step import set_step_cookie
from holdfast.web.shapes import QueryModel

router = APIRouter(prefix="/api/auth/oidc", tags=["accounts"])

_TO_PROVIDER: dict[int | str, dict[str, Any]] = {302: {"description": "To the provider, or to `/login?error=…`"}}
_TO_CLIENT: dict[int | str, dict[str, Any]] = {302: {"description": "To the path asked for, or to `/login?error=…`"}}
Word = Annotated[str | None, Field(max_length=4000)]


class CallbackQuery(QueryModel):
    """What a provider sends somebody back with."""

    code: Word = None
    state: Word = None
    error: Word = None
    iss: Word = None


@router.get(
    "/{provider}/start",
    status_code=302,
    response_class=RedirectResponse,
    responses={**_TO_PROVIDER, **responses(401, 403, 404, 422)},
)
async def start(
    request: Request,
    provider: str,
    visitor: FromWhere,
    return_to: Annotated[str | None, Query(alias="returnTo", max_length=1000)] = None,
    link: Annotated[bool, Query(deprecated=True)] = False,
) -> Response:
    """Begin to sign in. Linking a provider to the account one is signed in to begins with a POST to `…/link`."""
    accounts, settings = accounts_of(request), settings_of(request)
    chosen = get_provider(accounts, provider)
    if link:
        raise Forbidden("Linking begins on the settings page.", code="link_by_post")
    try:
        begun = await begin(accounts, chosen, redirect_uri(request, provider), return_to, peer=visitor.peer, link=None)
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
    brought: Annotated[CallbackQuery, Query()],
) -> Response:
    accounts, settings = accounts_of(request), settings_of(request)
    chosen = get_provider(accounts, provider)
    browser_token = request.cookies.get(cookie_name(settings, OIDC_COOKIE))
    came_with = ProviderCallback(
        redirect_uri(request, provider), browser_token, brought.state, brought.code, brought.error, brought.iss
    )
    try:
        finished = await finish(accounts, chosen, came_with, visitor=visitor, caller=caller, site=site_of(request))
    except AppError as refused:
        answer: Response = _to_login(refused)
    else:
        answer = _to_client(request, finished)
    drop_cookie(answer, settings, OIDC_COOKIE)
    return answer


def _to_client(request: Request, finished: Finished) -> Response:
    if isinstance(finished.opened, SecondStep):
        page = f"/login?{urlencode({'step': 'second', 'returnTo': finished.return_to})}"
        answer = RedirectResponse(page, 302, {"cache-control": "no-store"})
        set_step_cookie(answer, request, finished.opened)
        return answer
    answer = RedirectResponse(finished.return_to, 302, {"cache-control": "no-store"})
    if finished.opened is not None:
        set_cookie(answer, settings_of(request), SIGN_IN_COOKIE, finished.opened.token)
    return answer


def redirect_uri(request: Request, provider: str) -> str:
    return f"{site_of(request)}/api/auth/oidc/{provider}/callback"


def _to_login(error: AppError) -> RedirectResponse:
    # Somebody who was linking is signed in, and began on the settings page.
    page = "/settings" if isinstance(error, IdentityTaken) else "/login"
    return RedirectResponse(f"{page}?{urlencode({'error': error.code})}", 302, {"cache-control": "no-store"})
