"""An organization's plan and limits, set by admins and by the installation itself (billing), never by its members.

What a plan holds, and which limits there are, is known upstairs in `entitlements`; whoever calls has checked them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from holdfast.core.ids import OrgId, UserId
from holdfast.orgs import store
from holdfast.orgs.parts import Orgs
from holdfast.orgs.seats import change_seat_count
from holdfast.orgs.types import Plan, UnknownOrganization


async def set_plan(
    orgs: Orgs,
    org_id: OrgId,
    plan: Plan | None,
    limits: Mapping[str, Any],
    *,
    seat_count: int | None = None,
    asked_by: UserId | None = None,
) -> None:
    """No plan: each member's own counts. No seat count: as many as before. Every member is told after the commit."""
    async with orgs.db.as_user(asked_by) if asked_by else orgs.db.as_nobody() as tx:
        members = await store.change_plan(tx, org_id, plan, limits)
        if members is None:
            raise UnknownOrganization()
        if seat_count is not None:
            await change_seat_count(tx, org_id, seat_count)
    await orgs.on_change(members)
