"""One's organization: its members, invites and history."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Depends, Query, Request
from pydantic import Field

from holdfast.accounts.check import MAX_EMAIL
from holdfast.core.ids import InviteId, OrgId, UserId
from holdfast.orgs import audit, invites, leave, members, orgs
from holdfast.orgs.ask_second_factor import MAX_GRACE_DAYS, ask_second_factor
from holdfast.orgs.roles import (
    ROLE_PERMISSIONS,
    InviteRole,
    Permission,
    Role,
    allows,
    may_manage,
    roles_to_choose,
    roles_to_invite,
)
from holdfast.orgs.types import EventPerson, Invite, Member, Org, OrgEvent, Plan
from holdfast.web.body import StrictRoute
from holdfast.web.deps import SignedIn, never_cached, site_of
from holdfast.web.errors import responses
from holdfast.web.shapes import Text, WireModel
from holdfast.wiring import parts_of

router = APIRouter(
    prefix="/api/organizations", tags=["organizations"], route_class=StrictRoute, dependencies=[Depends(never_cached)]
)

OrgName = Annotated[Text, Field(min_length=1, max_length=400)]


class OrganizationBody(WireModel):
    name: OrgName


class SeatsShape(WireModel):
    count: int
    used: int
    pending_removal: int | None
    """How many members are too many since the seats became fewer; nobody is removed for it."""


class AskedSecondFactorShape(WireModel):
    since: datetime
    grace_days: int
    deadline: datetime | None
    """By when the asker has to have one; null: they have."""
    is_kept_out: bool
    """The deadline has passed: until they have one, nothing of the organization is theirs to use (403
    `second_factor_required`), its plan among it. They may leave."""


class OrganizationShape(WireModel):
    id: UUID
    name: str
    plan: Plan | None
    role: Role
    permissions: list[Permission]
    """None for whoever is kept out."""
    invite_roles: list[InviteRole]
    """What an invite of one's own may make people; none for whoever is kept out."""
    seats: SeatsShape
    second_factor: AskedSecondFactorShape | None
    """Null: it asks its members for none."""
    created_at: datetime


class MyOrganization(WireModel):
    organization: OrganizationShape | None


class MemberShape(WireModel):
    user_id: UUID
    name: str
    email: str | None
    role: Role
    joined_at: datetime
    is_email_verified: bool
    has_second_factor: bool | None
    """Null for whoever may remove nobody: whether others have one is not theirs to know."""
    is_you: bool
    can_manage: bool
    roles_to_choose: list[Role]
    """What one may make them; empty: their role is not one's to change."""


class MemberList(WireModel):
    members: list[MemberShape]
    next_cursor: str | None


class RoleBody(WireModel):
    role: Role


class LeaveOrganizationBody(WireModel):
    new_owner_id: UserId | None = None


class SecondFactorBody(WireModel):
    is_required: Annotated[bool, Field(strict=True)]
    grace_days: Annotated[int, Field(ge=0, le=MAX_GRACE_DAYS, strict=True)] = 7
    """How long members have to set one, from now, or from the day they joined."""


class InviteBody(WireModel):
    max_uses: Annotated[int, Field(ge=1, le=invites.MAX_USES, strict=True)] = 1
    role: InviteRole = "member"
    email: Annotated[Text, Field(max_length=MAX_EMAIL + 100)] | None = None
    """Sends the invitation there; such an invite works once."""


class InviteShape(WireModel):
    id: UUID
    code: Annotated[str | None, Field(repr=False)]
    """Null, and no link: of an invite that one could not give oneself, as an owner's for an admin."""
    link: Annotated[str | None, Field(repr=False)]
    role: InviteRole
    max_uses: int
    uses: int
    email: str | None
    created_at: datetime
    expires_at: datetime


class InviteList(WireModel):
    invites: list[InviteShape]


class NamedShape(WireModel):
    id: UUID
    name: str


class EventShape(WireModel):
    id: UUID
    at: datetime
    actor: NamedShape | None
    what: str
    target: NamedShape | None
    detail: dict[str, Any]


class EventList(WireModel):
    events: list[EventShape]
    next_cursor: UUID | None


@router.post("", status_code=201, responses=responses(400, 401, 403, 409, 422, 429))
async def create_organization(request: Request, caller: SignedIn, body: OrganizationBody) -> OrganizationShape:
    return organization_shape(await orgs.create_org(parts_of(request).orgs, caller.user_id, body.name))


@router.get("/mine", responses=responses(401, 403))
async def read_my_organization(request: Request, caller: SignedIn) -> MyOrganization:
    found = await orgs.find_own_org(parts_of(request).db, caller.user_id)
    return MyOrganization(organization=organization_shape(found) if found else None)


@router.patch("/{org_id}", responses=responses(400, 401, 403, 404, 422))
async def rename_organization(
    request: Request, caller: SignedIn, org_id: OrgId, body: OrganizationBody
) -> OrganizationShape:
    return organization_shape(await orgs.rename_org(parts_of(request).orgs, caller.user_id, org_id, body.name))


@router.put("/{org_id}/second-factor", responses=responses(400, 401, 403, 404, 409, 422))
async def ask_for_second_factor(
    request: Request, caller: SignedIn, org_id: OrgId, body: SecondFactorBody
) -> OrganizationShape:
    """For an owner with a fresh sign-in and a second factor of their own (409 `no_own_second_factor`)."""
    days = body.grace_days if body.is_required else None
    return organization_shape(await ask_second_factor(parts_of(request).orgs, caller, org_id, days))


@router.delete("/{org_id}", status_code=204, responses=responses(401, 403, 404, 422))
async def delete_organization(request: Request, caller: SignedIn, org_id: OrgId) -> None:
    await orgs.delete_org(parts_of(request).orgs, caller.user_id, org_id)


@router.get("/{org_id}/members", responses=responses(401, 403, 404, 422))
async def list_organization_members(
    request: Request,
    caller: SignedIn,
    org_id: OrgId,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    cursor: Annotated[str | None, Query(max_length=200)] = None,
) -> MemberList:
    page = await members.list_members(parts_of(request).orgs, caller.user_id, org_id, cursor=cursor, limit=limit)
    return MemberList(
        members=[_member(member, caller.user_id, page.asked_by) for member in page.members],
        next_cursor=page.next_cursor,
    )


@router.patch("/{org_id}/members/{user_id}", responses=responses(400, 401, 403, 404, 409, 422))
async def change_member_role(
    request: Request, caller: SignedIn, org_id: OrgId, user_id: UserId, body: RoleBody
) -> MemberShape:
    member, role = await members.change_role(parts_of(request).orgs, caller.user_id, org_id, user_id, body.role)
    return _member(member, caller.user_id, role)


@router.delete("/{org_id}/members/{user_id}", status_code=204, responses=responses(401, 403, 404, 409, 422))
async def remove_organization_member(request: Request, caller: SignedIn, org_id: OrgId, user_id: UserId) -> None:
    await members.remove_member(parts_of(request).orgs, caller.user_id, org_id, user_id)


@router.post("/{org_id}/leave", status_code=204, responses=responses(400, 401, 403, 404, 409, 422))
async def leave_organization(request: Request, caller: SignedIn, org_id: OrgId, body: LeaveOrganizationBody) -> None:
    await leave.leave_org(parts_of(request).orgs, caller.user_id, org_id, new_owner_id=body.new_owner_id)


@router.get("/{org_id}/invites", responses=responses(401, 403, 404, 422))
async def list_organization_invites(request: Request, caller: SignedIn, org_id: OrgId) -> InviteList:
    found = await invites.list_invites(parts_of(request).orgs, caller.user_id, org_id)
    return InviteList(invites=[_invite(invite, site_of(request)) for invite in found])


@router.post("/{org_id}/invites", status_code=201, responses=responses(400, 401, 403, 404, 409, 422, 429))
async def invite_somebody(request: Request, caller: SignedIn, org_id: OrgId, body: InviteBody) -> InviteShape:
    wanted = invites.InviteRequest(body.role, body.max_uses, body.email)
    made = await invites.make_invite(parts_of(request).orgs, caller, org_id, wanted, site=site_of(request))
    return _invite(made, site_of(request))


@router.delete("/{org_id}/invites/{invite_id}", status_code=204, responses=responses(401, 403, 404, 422))
async def revoke_organization_invite(request: Request, caller: SignedIn, org_id: OrgId, invite_id: InviteId) -> None:
    await invites.revoke_invite(parts_of(request).orgs, caller.user_id, org_id, invite_id)


@router.get("/{org_id}/audit", responses=responses(401, 403, 404, 422))
async def list_organization_events(
    request: Request,
    caller: SignedIn,
    org_id: OrgId,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    cursor: UUID | None = None,
) -> EventList:
    page = await audit.list_events(parts_of(request).db, caller.user_id, org_id, before=cursor, limit=limit)
    return EventList(events=[_event(event) for event in page.events], next_cursor=page.next_cursor)


def organization_shape(org: Org) -> OrganizationShape:
    asked = org.second_factor
    is_kept_out = asked is not None and asked.is_kept_out
    return OrganizationShape(
        id=org.id,
        name=org.name,
        plan=org.plan,
        role=org.role,
        permissions=[] if is_kept_out else sorted(ROLE_PERMISSIONS[org.role]),
        invite_roles=[] if is_kept_out else roles_to_invite(org.role),
        seats=SeatsShape(count=org.seats.count, used=org.seats.used, pending_removal=org.seats.pending_removal),
        second_factor=AskedSecondFactorShape(
            since=asked.since, grace_days=asked.grace_days, deadline=asked.deadline, is_kept_out=asked.is_kept_out
        )
        if asked
        else None,
        created_at=org.created_at,
    )


def _member(member: Member, asker_id: UserId, role: Role) -> MemberShape:
    is_you = member.user_id == asker_id
    return MemberShape(
        user_id=member.user_id,
        name=member.name,
        email=member.email,
        role=member.role,
        joined_at=member.joined_at,
        is_email_verified=member.is_email_verified,
        has_second_factor=member.has_second_factor if is_you or allows(role, "members.remove") else None,
        is_you=is_you,
        can_manage=not is_you and may_manage(role, member.role),
        roles_to_choose=roles_to_choose(role, member.role, is_self=is_you),
    )


def _invite(invite: Invite, site: str) -> InviteShape:
    return InviteShape(
        id=invite.id,
        code=invite.code or None,
        link=invites.link_of(site, invite.code) if invite.code else None,
        role=invite.role,
        max_uses=invite.max_uses,
        uses=invite.uses,
        email=invite.email,
        created_at=invite.created_at,
        expires_at=invite.expires_at,
    )


def _event(event: OrgEvent) -> EventShape:
    return EventShape(
        id=event.id,
        at=event.at,
        actor=_named(event.actor),
        what=event.what,
        target=_named(event.target),
        detail=dict(event.detail),
    )


def _named(somebody: EventPerson | None) -> NamedShape | None:
    return NamedShape(id=somebody.id, name=somebody.name) if somebody else None
