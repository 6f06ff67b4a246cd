"""Organizations for admins: how many are in them, their plan, limits and seats."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Query, Request
from pydantic import Field

from holdfast.admin import organizations
from holdfast.admin.types import Organization
from holdfast.core.ids import OrgId, UserId
from holdfast.orgs.parts import MAX_SEATS
from holdfast.web.admin_shapes import LimitsShape, PlanBody, limits_shape
from holdfast.web.body import StrictRoute
from holdfast.web.deps import Admin, never_cached
from holdfast.web.errors import responses
from holdfast.web.routes.organizations import SeatsShape
from holdfast.web.shapes import Text, WireModel
from holdfast.wiring import parts_of

router = APIRouter(
    prefix="/api/admin/organizations", tags=["admin"], route_class=StrictRoute, dependencies=[Depends(never_cached)]
)


class MembersNeedShape(WireModel):
    grace_days: int
    without: int
    """How many members have none yet."""


class OrganizationEntry(WireModel):
    id: UUID
    name: str
    plan: str | None
    limits: LimitsShape
    members: int
    has_owner: bool
    """An owner who can act: not suspended."""
    second_factor: MembersNeedShape | None
    """Null: it asks its members for none."""
    seats: SeatsShape
    created_at: datetime


class OrganizationList(WireModel):
    organizations: list[OrganizationEntry]
    next_cursor: UUID | None


class OrganizationPlanBody(PlanBody):
    seat_count: Annotated[int, Field(ge=1, le=MAX_SEATS, strict=True)] | None = None
    """Left out: what the limits say of `seats`, else as many as before. Fewer than members removes nobody."""


class OwnerBody(WireModel):
    user_id: UserId


@router.get("", responses=responses(401, 403, 422))
async def list_all_organizations(
    request: Request,
    caller: Admin,
    search: Annotated[Text | None, Query(max_length=100)] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    cursor: UUID | None = None,
) -> OrganizationList:
    """`search`: what the name begins with."""
    found = await organizations.list_organizations(
        parts_of(request).db, caller.user_id, search, after=cursor, limit=limit + 1
    )
    page = [_entry(org) for org in found[:limit]]
    return OrganizationList(organizations=page, next_cursor=page[-1].id if len(found) > limit else None)


@router.put("/{org_id}/plan", responses=responses(400, 401, 403, 404, 422))
async def set_organization_plan(
    request: Request, caller: Admin, org_id: OrgId, body: OrganizationPlanBody
) -> OrganizationEntry:
    """Holds for every member from the next request on; plan, limits and seats change together or not at all."""
    given = await organizations.give_org_plan(
        parts_of(request).orgs, caller.user_id, org_id, body.plan, body.told_limits, seat_count=body.seat_count
    )
    return _entry(given)


@router.put("/{org_id}/owner", responses=responses(400, 401, 403, 404, 409, 422))
async def appoint_organization_owner(
    request: Request, caller: Admin, org_id: OrgId, body: OwnerBody
) -> OrganizationEntry:
    """Only where no owner can act: they are suspended, or gone. Whoever is appointed is a member and not suspended."""
    return _entry(await organizations.appoint_owner(parts_of(request).orgs, caller.user_id, org_id, body.user_id))


def _entry(org: Organization) -> OrganizationEntry:
    return OrganizationEntry(
        id=org.id,
        name=org.name,
        plan=org.plan,
        limits=limits_shape(org.limits),
        members=org.members,
        has_owner=org.has_owner,
        second_factor=None
        if org.grace_days is None
        else MembersNeedShape(grace_days=org.grace_days, without=org.without_second_factor or 0),
        seats=SeatsShape(count=org.seat_count, used=org.members, pending_removal=org.pending_removal),
        created_at=org.created_at,
    )
