"""A code in hand: what one would join, and joining. The code comes in the body; in an address it would be logged."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from pydantic import Field

from holdfast.orgs.join import accept_invite, look_at_invite
from holdfast.orgs.roles import InviteRole
from holdfast.web.body import StrictRoute
from holdfast.web.deps import FromWhere, SignedIn, never_cached
from holdfast.web.errors import responses
from holdfast.web.routes.organizations import OrganizationShape, organization_shape
from holdfast.web.shapes import Text, WireModel
from holdfast.wiring import parts_of

router = APIRouter(
    prefix="/api/invites", tags=["organizations"], route_class=StrictRoute, dependencies=[Depends(never_cached)]
)


class InviteCodeBody(WireModel):
    code: Annotated[Text, Field(min_length=1, max_length=40, repr=False)]
    """Small letters, blanks and hyphens do not matter."""


class InvitingOrganization(WireModel):
    name: str


class SeenInvite(WireModel):
    organization: InvitingOrganization
    invited_by: str
    role: InviteRole
    expires_at: datetime
    seats_left: bool
    asks_second_factor: bool
    """Of its members; whoever has none within `graceDays` after joining may use nothing of it."""
    grace_days: int


@router.post("/look", responses=responses(400, 401, 403, 404, 422, 429))
async def look(request: Request, caller: SignedIn, visitor: FromWhere, body: InviteCodeBody) -> SeenInvite:
    seen = await look_at_invite(parts_of(request).orgs, caller.user_id, body.code, peer=visitor.peer)
    return SeenInvite(
        organization=InvitingOrganization(name=seen.org_name),
        invited_by=seen.invited_by,
        role=seen.role,
        expires_at=seen.expires_at,
        seats_left=seen.has_seats,
        asks_second_factor=seen.asks_second_factor,
        grace_days=seen.grace_days,
    )


@router.post("/accept", responses=responses(400, 401, 403, 404, 409, 422, 429))
async def accept(request: Request, caller: SignedIn, visitor: FromWhere, body: InviteCodeBody) -> OrganizationShape:
    joined = await accept_invite(parts_of(request).orgs, caller.user_id, body.code, peer=visitor.peer)
    return organization_shape(joined)
