"""What an admin may do to accounts. None of it shows what their owners say or keep here."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Query, Request

from holdfast.accounts import admins
from holdfast.accounts.second_factor.remove import remove_of
from holdfast.admin import users
from holdfast.admin.types import Belongs, User, UserFilter
from holdfast.core.ids import OrgId, UserId
from holdfast.orgs.roles import Role
from holdfast.web.admin_shapes import LimitsShape, PlanBody, limits_shape
from holdfast.web.body import StrictRoute
from holdfast.web.deps import Admin, accounts_of, entitlements_of, never_cached, settings_of
from holdfast.web.errors import responses
from holdfast.web.shapes import Text, WireModel

router = APIRouter(
    prefix="/api/admin/users", tags=["admin"], route_class=StrictRoute, dependencies=[Depends(never_cached)]
)


class TheirOrganization(WireModel):
    id: UUID
    name: str
    role: Role
    plan: str | None
    """If it has one, it comes before the person's own."""


class UserEntry(WireModel):
    id: UUID
    email: str | None
    name: str
    is_admin: bool
    suspended_at: datetime | None
    created_at: datetime
    last_seen_at: datetime | None
    """By a browser, a key or a turn that began; null: never, or signed out before anything was said."""
    plan: str | None
    """Their own; null: none."""
    limits: LimitsShape
    organization: TheirOrganization | None


class UserList(WireModel):
    users: list[UserEntry]
    default_plan: str
    """Of whoever has none of their own and no organization with one."""
    next_cursor: UUID | None
    """To be sent as `cursor` for the next page; null on the last."""


@router.get("", responses=responses(401, 403, 422))
async def list_users(
    request: Request,
    caller: Admin,
    search: Annotated[Text | None, Query(max_length=254)] = None,
    organization_id: Annotated[OrgId | None, Query(alias="organizationId")] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    cursor: UUID | None = None,
) -> UserList:
    """`search`: what the e-mail or the name begins with."""
    wanted = UserFilter(search, organization_id)
    found = await users.list_users(accounts_of(request).db, caller.user_id, wanted, after=cursor, limit=limit + 1)
    page = [user_entry(user) for user in found[:limit]]
    return UserList(
        users=page,
        default_plan=settings_of(request).default_plan or "unlimited",
        next_cursor=page[-1].id if len(found) > limit else None,
    )


@router.put("/{user_id}/plan", responses=responses(400, 401, 403, 404, 422))
async def set_user_plan(request: Request, caller: Admin, user_id: UserId, body: PlanBody) -> UserEntry:
    """Holds from the next request on, in every process."""
    given = await users.give_plan(entitlements_of(request), caller.user_id, user_id, body.plan, body.told_limits)
    return user_entry(given)


@router.post("/{user_id}/suspend", status_code=204, responses=responses(401, 403, 404, 409, 422))
async def suspend(request: Request, caller: Admin, user_id: UserId) -> None:
    await admins.set_suspended(accounts_of(request).db, caller, user_id, True)


@router.post("/{user_id}/unsuspend", status_code=204, responses=responses(401, 403, 404, 409, 422))
async def unsuspend(request: Request, caller: Admin, user_id: UserId) -> None:
    await admins.set_suspended(accounts_of(request).db, caller, user_id, False)


@router.post("/{user_id}/remove-second-factor", status_code=204, responses=responses(401, 403, 404, 409, 422))
async def remove_second_factor(request: Request, caller: Admin, user_id: UserId) -> None:
    """For somebody who has lost phone, keys and recovery codes. Noted in the history."""
    await remove_of(accounts_of(request).db, caller, user_id)


@router.post("/{user_id}/appoint", status_code=204, responses=responses(401, 403, 404, 409, 422))
async def appoint(request: Request, caller: Admin, user_id: UserId) -> None:
    """Make somebody an admin as well."""
    await admins.set_admin(accounts_of(request).db, caller, user_id, True)


@router.post("/{user_id}/dismiss", status_code=204, responses=responses(401, 403, 404, 409, 422))
async def dismiss(request: Request, caller: Admin, user_id: UserId) -> None:
    await admins.set_admin(accounts_of(request).db, caller, user_id, False)


def user_entry(user: User) -> UserEntry:
    return UserEntry(
        id=user.id,
        email=user.email,
        name=user.name,
        is_admin=user.is_admin,
        suspended_at=user.suspended_at,
        created_at=user.created_at,
        last_seen_at=user.last_seen_at,
        plan=user.plan,
        limits=limits_shape(user.limits),
        organization=_organization(user.organization) if user.organization else None,
    )


def _organization(org: Belongs) -> TheirOrganization:
    return TheirOrganization(id=org.id, name=org.name, role=org.role, plan=org.plan)
