"""Organizations as whoever runs the installation sees them; their plan, limits and seats are set here, and an owner is
appointed where none can act."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from uuid import UUID

import asyncpg

from holdfast.accounts.admins import NotAdmin, as_admin
from holdfast.admin import store
from holdfast.admin.types import Organization
from holdfast.core.db import Db
from holdfast.core.errors import AppError, Conflict
from holdfast.core.ids import OrgId, UserId
from holdfast.entitlements.compute import check_limits
from holdfast.entitlements.plans import Plan
from holdfast.orgs.parts import MAX_SEATS, Orgs
from holdfast.orgs.plans import set_plan
from holdfast.orgs.types import UnknownMember, UnknownOrganization


async def list_organizations(
    db: Db, admin_id: UserId, search: str | None = None, *, after: UUID | None, limit: int
) -> Sequence[Organization]:
    """In the order they were made; `search`: what the name begins with."""
    async with as_admin(db, admin_id) as tx:
        return await store.list_orgs(tx, search, after, limit)


async def give_org_plan(
    orgs: Orgs, admin_id: UserId, org_id: OrgId, plan: Plan | None, limits: Any, *, seat_count: int | None = None
) -> Organization:
    """Plan, limits and seats at once or not at all. Where neither a count nor the limits name them, the seats stay as
    many as they are."""
    checked = check_limits(limits)
    try:
        await set_plan(orgs, org_id, plan, checked, asked_by=admin_id, seat_count=seat_count or _seats_in(checked))
    except asyncpg.InsufficientPrivilegeError:
        raise NotAdmin() from None
    async with as_admin(orgs.db, admin_id) as tx:
        found = await store.find_org(tx, org_id)
    if found is None:
        raise UnknownOrganization()
    return found


async def appoint_owner(orgs: Orgs, admin_id: UserId, org_id: OrgId, user_id: UserId) -> Organization:
    """A member who is not suspended, where no owner can act: suspended, or gone. Nobody is made less by it."""
    async with as_admin(orgs.db, admin_id) as tx:
        outcome = await store.appoint_owner(tx, org_id, user_id)
        if refusal := _REFUSALS.get(outcome):
            raise refusal()
        found = await store.find_org(tx, org_id)
    assert found is not None  # held until the end of the transaction
    return found


class OwnerCanAct(Conflict):
    code = "has_owner"

    def __init__(self) -> None:
        super().__init__("An owner of this organization can act; ask them to make somebody else an owner.")


class SuspendedMember(Conflict):
    code = "suspended_member"

    def __init__(self) -> None:
        super().__init__("This member is suspended; choose another, or let them back in first.")


_REFUSALS: Mapping[str, Callable[[], AppError]] = {
    "unknown_organization": UnknownOrganization,
    "unknown_member": UnknownMember,
    "suspended": SuspendedMember,
    "has_owner": OwnerCanAct,
}


def _seats_in(limits: Mapping[str, Any]) -> int | None:
    """None: not named. A limit that is lifted is the most there can be."""
    features = limits.get("features", {})
    if "seats" not in features:
        return None
    return MAX_SEATS if features["seats"] is None else max(int(features["seats"]), 1)
