"""Invites to the installation: an account for whoever has the code, where registration is by invite."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Request
from pydantic import Field

from holdfast.accounts import invites
from holdfast.accounts.types import InstallationInvite
from holdfast.core.ids import InviteId
from holdfast.web.body import StrictRoute
from holdfast.web.deps import Admin, accounts_of, never_cached, site_of
from holdfast.web.errors import responses
from holdfast.web.shapes import Text, WireModel

router = APIRouter(
    prefix="/api/admin/invites", tags=["admin"], route_class=StrictRoute, dependencies=[Depends(never_cached)]
)


class NewInviteBody(WireModel):
    max_uses: Annotated[int, Field(ge=1, le=invites.MAX_USES)] = 1
    note: Annotated[Text, Field(max_length=400)] = ""
    """What it was made for; admins see it."""


class MadeInviteShape(WireModel):
    id: UUID
    code: Annotated[str, Field(repr=False)]
    """Told now and never again."""
    link: Annotated[str, Field(repr=False)]
    max_uses: int
    expires_at: datetime


class InvitationShape(WireModel):
    id: UUID
    note: str
    max_uses: int
    uses: int
    made_by: str | None
    """Null: the operator, at the command line."""
    created_at: datetime
    expires_at: datetime


class InvitationList(WireModel):
    invites: list[InvitationShape]


@router.get("", responses=responses(401, 403))
async def list_installation_invites(request: Request, caller: Admin) -> InvitationList:
    """Those that can still be used, newest first; their codes were told when they were made."""
    found = await invites.list_invites(accounts_of(request).db, caller.user_id)
    return InvitationList(invites=[_shape(one) for one in found])


@router.post("", status_code=201, responses=responses(400, 401, 403, 409, 415, 422))
async def make_installation_invite(request: Request, caller: Admin, body: NewInviteBody) -> MadeInviteShape:
    """Holds for seven days."""
    accounts = accounts_of(request)
    made = await invites.make_invite(
        accounts.db, accounts.admission.signer, caller.user_id, note=body.note, max_uses=body.max_uses
    )
    return MadeInviteShape(
        id=made.id,
        code=made.code,
        link=invites.link_of(site_of(request), made.code),
        max_uses=made.max_uses,
        expires_at=made.expires_at,
    )


@router.delete("/{invite_id}", status_code=204, responses=responses(401, 403, 404, 422))
async def revoke_installation_invite(request: Request, caller: Admin, invite_id: InviteId) -> None:
    await invites.revoke_invite(accounts_of(request).db, caller.user_id, invite_id)


def _shape(one: InstallationInvite) -> InvitationShape:
    return InvitationShape(
        id=one.id,
        note=one.note,
        max_uses=one.max_uses,
        uses=one.uses,
        made_by=one.made_by_name if one.made_by else None,
        created_at=one.created_at,
        expires_at=one.expires_at,
    )
