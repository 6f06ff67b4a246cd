"""How much is used of what, by all together and by whom most: for admins. Numbers, no contents."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request

from holdfast.admin.usage import CountedFeature, read_usage
from holdfast.core.ids import UserId
from holdfast.web.body import StrictRoute
from holdfast.web.deps import Admin, entitlements_of, never_cached
from holdfast.web.errors import responses
from holdfast.web.shapes import WireModel

router = APIRouter(
    prefix="/api/admin/usage", tags=["admin"], route_class=StrictRoute, dependencies=[Depends(never_cached)]
)


class UsedBy(WireModel):
    user_id: UserId
    name: str
    email: str | None
    used: int


class UsageOfAllShape(WireModel):
    feature: CountedFeature
    period: str | None
    """The date or month that was counted in; null for storage, which is what files take now."""
    used: int
    """By all together."""
    people: int
    """How many used any of it."""
    top: list[UsedBy]


@router.get("", responses=responses(401, 403, 422))
async def usage_of_all(
    request: Request,
    caller: Admin,
    feature: CountedFeature = "chats_per_day",
    period: Annotated[str | None, Query(pattern=r"^\d{4}-\d{2}(-\d{2})?$")] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 20,
) -> UsageOfAllShape:
    """`period`: a date (2026-11-16) or a month (2026-11), as the feature is counted; left out, the present one."""
    entitlements = entitlements_of(request)
    found = await read_usage(entitlements.db, caller.user_id, feature, period, now=entitlements.clock(), limit=limit)
    top = [UsedBy(user_id=one.user_id, name=one.name, email=one.email, used=one.used) for one in found.top]
    return UsageOfAllShape(feature=feature, period=found.period, used=found.total, people=found.people, top=top)
