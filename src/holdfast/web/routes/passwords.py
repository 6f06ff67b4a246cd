"""A lost password: asking for a link, following it, and making one for somebody to hand on."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from pydantic import Field, SecretStr

from holdfast.accounts.email.reset_password import ask_for_reset, make_reset_link, reset_password
from holdfast.core.ids import UserId
from holdfast.web.body import StrictRoute
from holdfast.web.deps import Admin, FromWhere, accounts_of, never_cached, site_of
from holdfast.web.errors import responses
from holdfast.web.routes.auth import EmailText, PasswordText
from holdfast.web.shapes import WireModel

router = APIRouter(tags=["accounts"], route_class=StrictRoute, dependencies=[Depends(never_cached)])

TokenText = Annotated[SecretStr, Field(max_length=100)]


class ForgotBody(WireModel):
    email: EmailText


class ResetBody(WireModel):
    token: TokenText
    """What stands behind the `#` of the link."""
    new_password: PasswordText
    revokes_keys: bool = False
    """Revoke every API key too. Where nobody had shown before whose the address is, they end in any case."""


class ResetLink(WireModel):
    link: Annotated[str, Field(repr=False)]
    """Told now and never again; whoever has it chooses that person's password."""
    expires_at: datetime


@router.post("/api/auth/password/forgot", status_code=202, responses=responses(400, 403, 409, 415, 422, 429, 503))
async def forgot_password(request: Request, body: ForgotBody, visitor: FromWhere) -> None:
    """The same answer whether or not there is such an account. 409 `no_mail` where this installation sends none."""
    await ask_for_reset(accounts_of(request), body.email, visitor, site=site_of(request))


@router.post("/api/auth/password/reset", status_code=204, responses=responses(400, 403, 404, 415, 422, 429, 503))
async def choose_new_password(request: Request, body: ResetBody, visitor: FromWhere) -> None:
    """Every sign-in ends, and nobody is signed in by it. 404 `dead_link`: used already, or run out."""
    token, password = body.token.get_secret_value(), body.new_password.get_secret_value()
    await reset_password(
        accounts_of(request), token, password, visitor, revokes_keys=body.revokes_keys, site=site_of(request)
    )


@router.post(
    "/api/admin/users/{user_id}/reset-link",
    status_code=201,
    tags=["admin"],
    responses=responses(401, 403, 404, 409, 422),
)
async def make_link_for_somebody(request: Request, caller: Admin, user_id: UserId) -> ResetLink:
    """Where this installation sends no mail; 409 `by_mail` elsewhere. Holds for a day, and works once."""
    made = await make_reset_link(accounts_of(request), caller, user_id, site=site_of(request))
    return ResetLink(link=made.link, expires_at=made.expires_at)
