"""Organizations for admins: how many are in them, their plan, limits and seats."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Query, Request
from pydantic import Field

from holdfast.admin import organizations
from holdfast.admin.types import Organization
from holdfast.orgs.parts import MOST_SEATS
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


class OrganizationEntry(WireModel):
    id: UUID
    name: str
    plan: str | None
    limits: LimitsShape
    members: int
    has_owner: bool
    """An owner who can act: not suspended."""
    seats: SeatsShape
    created_at: datetime


class OrganizationList(WireModel):
    organizations: list[OrganizationEntry]
    next_cursor: UUID | None


class OrganizationPlanBody(PlanBody):
    seat_count: Annotated[int, Field(ge=1, le=MOST_SEATS, strict=True)] | None = None
    """Left out: what the limits say of `seats`, else as many as before. Fewer than members removes nobody."""


class OwnerBody(WireModel):
    user_id: UUID


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
    request: Request, caller: Admin, org_id: UUID, body: OrganizationPlanBody
) -> OrganizationEntry:
    """Holds for every member from the next request on; plan, limits and seats change together or not at all."""
    given = await organizations.give_org_plan(
        parts_of(request).orgs, caller.user_id, org_id, body.plan, body.told_limits, seat_count=body.seat_count
    )
    return _entry(given)


@router.put("/{org_id}/owner", responses=responses(400, 401, 403, 404, 409, 422))
async def appoint_organization_owner(
    request: Request, caller: Admin, org_id: UUID, body: OwnerBody
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
        seats=SeatsShape(count=org.seat_count, used=org.members, pending_removal=org.pending_removal),
        created_at=org.created_at,
    )
