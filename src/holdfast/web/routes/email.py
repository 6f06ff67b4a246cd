"""One's e-mail address: showing that it is one's own, changing it, and taking it back."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from pydantic import Field, SecretStr

from holdfast.accounts.check import MAX_PASSWORD_BYTES
from holdfast.accounts.email.change_email import ask_for_change, find_change, finish_change, give_up_change
from holdfast.accounts.email.types import PendingChange
from holdfast.accounts.email.undo_change import look_at_undo, undo_change
from holdfast.accounts.email.verify import send_again, verify_email
from holdfast.web.body import StrictRoute
from holdfast.web.deps import FromWhere, SignedIn, accounts_of, never_cached, site_of
from holdfast.web.errors import responses
from holdfast.web.routes.auth import EmailText, Me, mark_device, me_of
from holdfast.web.routes.passwords import TokenText
from holdfast.web.shapes import WireModel

router = APIRouter(
    prefix="/api/auth/email", tags=["accounts"], route_class=StrictRoute, dependencies=[Depends(never_cached)]
)


class EmailLinkBody(WireModel):
    token: TokenText
    """What stands behind the `#` of the link."""


class NewEmailBody(WireModel):
    email: EmailText


class EmailChange(WireModel):
    email: str
    """The new one. Nothing changes until the link that was sent there is followed."""
    expires_at: datetime


class PendingEmailChange(WireModel):
    change: EmailChange | None


class OldEmail(WireModel):
    email: str
    """The address that the link brings back."""
    takes_password: bool
    """A new password is chosen with it; an account that is signed in to at a provider has none."""


class UndoBody(EmailLinkBody):
    new_password: Annotated[SecretStr | None, Field(max_length=MAX_PASSWORD_BYTES)] = None


@router.post("/verify/send", status_code=202, responses=responses(401, 403, 409, 429))
async def send_verification(request: Request, caller: SignedIn) -> None:
    """409 `no_mail` where this installation sends none, `nothing_to_verify` where it is shown already."""
    await send_again(accounts_of(request), caller, site=site_of(request))


@router.post("/verify", responses=responses(400, 401, 403, 404, 415, 422, 429))
async def verify_address(request: Request, caller: SignedIn, body: EmailLinkBody, visitor: FromWhere) -> Me:
    """The address is the caller's. 404 `dead_link`: used already, run out, or of another account."""
    account = await verify_email(accounts_of(request), caller, body.token.get_secret_value(), visitor)
    return me_of(request, account)


@router.get("/change", responses=responses(401, 403))
async def read_email_change(request: Request, caller: SignedIn) -> PendingEmailChange:
    found = await find_change(accounts_of(request), caller)
    return PendingEmailChange(change=_change(found) if found else None)


@router.post("/change", status_code=202, responses=responses(400, 401, 403, 409, 415, 422, 429))
async def begin_email_change(request: Request, caller: SignedIn, body: NewEmailBody) -> EmailChange:
    """Takes a fresh sign-in. The same answer whether or not somebody has the address; a mail to it tells."""
    return _change(await ask_for_change(accounts_of(request), caller, body.email, site=site_of(request)))


@router.delete("/change", status_code=204, responses=responses(401, 403, 404))
async def give_up_email_change(request: Request, caller: SignedIn) -> None:
    await give_up_change(accounts_of(request), caller)


@router.post("/change/finish", responses=responses(400, 401, 403, 404, 409, 415, 422, 429))
async def finish_email_change(
    request: Request, response: Response, caller: SignedIn, body: EmailLinkBody, visitor: FromWhere
) -> Me:
    """With the link that was sent to the new address. The old one is written to, with a way back for seven days."""
    token = body.token.get_secret_value()
    account = await finish_change(accounts_of(request), caller, token, visitor, site=site_of(request))
    mark_device(request, response, account)
    return me_of(request, account)


@router.post("/undo/look", responses=responses(400, 403, 404, 415, 422, 429))
async def look_at_old_email(request: Request, body: EmailLinkBody, visitor: FromWhere) -> OldEmail:
    found = await look_at_undo(accounts_of(request), body.token.get_secret_value(), visitor)
    return OldEmail(email=found.email, takes_password=found.has_password)


@router.post("/undo", status_code=204, responses=responses(400, 403, 404, 415, 422, 429, 503))
async def take_old_email_back(request: Request, body: UndoBody, visitor: FromWhere) -> None:
    """The old address and a new password; every sign-in and key ends. Nobody is signed in by it."""
    password = body.new_password.get_secret_value() if body.new_password else None
    await undo_change(accounts_of(request), body.token.get_secret_value(), password, visitor)


def _change(pending: PendingChange) -> EmailChange:
    return EmailChange(email=pending.email, expires_at=pending.expires_at)
