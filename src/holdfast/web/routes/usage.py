"""Plans, and what one may use and has used: `GET /api/plans`, `GET /api/usage`, `PUT /api/usage/time-zone`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from datetime import datetime
from typing import Annotated, Literal, get_args

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel, ConfigDict, Field

from holdfast.admin.usage import CountedFeature
from holdfast.chats.attachments import used_bytes
from holdfast.entitlements.periods import SPANS, Period
from holdfast.entitlements.plans import COMING, PLAN_VERSION, PLANS, Features
from holdfast.entitlements.types import AccessContext, FeatureUsage
from holdfast.entitlements.zones import set_zone
from holdfast.web.body import StrictRoute
from holdfast.web.deps import MayReadChats, SignedIn, entitlements_of, never_cached
from holdfast.web.errors import responses
from holdfast.web.shapes import Text, WireModel
from holdfast.wiring import parts_of

router = APIRouter(prefix="/api", tags=["usage"], route_class=StrictRoute, dependencies=[Depends(never_cached)])

PlanName = Literal["free", "pro", "business", "unlimited"]


class FeatureTable(BaseModel):
    """Names as they are written everywhere else; null is no limit."""

    model_config = ConfigDict(frozen=True)

    chats_per_day: int | None
    storage_bytes: int | None
    personas: int | None
    voice_minutes_per_month: int | None
    api_requests_per_minute: int | None
    seats: int | None
    memory_characters_per_day: int | None
    background_calls_per_day: int | None


class PlanEntry(WireModel):
    id: PlanName
    features: FeatureTable


class PlanList(WireModel):
    plans: list[PlanEntry]


class UsageEntry(WireModel):
    feature: CountedFeature
    used: int
    limit: int | None
    """None: as much as one likes."""
    resets_at: datetime | None
    """None: it does not come back by waiting."""
    period: str | None
    """The date or month of one's own calendar that is counted in."""
    sentence: str | None
    """How much is left; where nothing is, what a refusal says (429 `quota_exhausted`). Null where there is no limit."""
    would_help: PlanName | None
    """Of what ran out, the smallest plan that has more of it."""


class Usage(WireModel):
    plan: PlanName
    source: Literal["user", "organization", "installation"]
    plan_version: int
    time_zone: str
    features: FeatureTable
    usage: list[UsageEntry]


class ZoneBody(WireModel):
    time_zone: Annotated[Text, Field(min_length=1, max_length=64)]


class Zone(WireModel):
    time_zone: str
    holds_from: datetime | None
    """The present day goes on until then, under its date; None: it holds already."""


@router.get("/plans", responses=responses(401, 403, 429))
async def list_plans(caller: MayReadChats) -> PlanList:
    return PlanList(plans=[PlanEntry(id=plan, features=_table(features)) for plan, features in PLANS.items()])


@router.get("/usage", responses=responses(401, 403, 429, 503))
async def my_usage(request: Request, caller: MayReadChats) -> Usage:
    """What runs out, before it does."""
    parts, user = parts_of(request), caller.user_id
    access = await parts.entitlements.access(user, counts_all=True)
    stored_bytes = await used_bytes(parts.db, user)
    return Usage(
        plan=access.plan,
        source=access.source,
        plan_version=PLAN_VERSION,
        time_zone=access.calendar.zone.key,
        features=_table(access.features),
        usage=list(_usage(access, stored_bytes, parts.entitlements.clock())),
    )


@router.put("/usage/time-zone", responses=responses(400, 401, 403, 415, 422, 503))
async def set_time_zone(request: Request, caller: SignedIn, body: ZoneBody) -> Zone:
    """Whose days are counted by it; from the end of the present day on."""
    entitlements = entitlements_of(request)
    calendar = await set_zone(entitlements, caller.user_id, body.time_zone)
    held = calendar.held_until if calendar.is_held(entitlements.clock()) else None
    return Zone(time_zone=calendar.zone.key, holds_from=held)


def _table(features: Features) -> FeatureTable:
    return FeatureTable(**{name: limit for name, limit in asdict(features).items() if name not in COMING})


def _usage(access: AccessContext, stored_bytes: int, now: datetime) -> Iterator[UsageEntry]:
    for feature in get_args(CountedFeature):
        if feature in SPANS:
            period = access.period(feature, now)
            yield _entry(feature, access.tell_usage(feature, access.counters[feature], now, period.resets_at), period)
        else:  # what does not come back by waiting
            yield _entry(feature, access.tell_usage(feature, stored_bytes, now), None)


def _entry(feature: CountedFeature, told: FeatureUsage, period: Period | None) -> UsageEntry:
    return UsageEntry(
        feature=feature,
        used=told.used,
        limit=told.limit,
        resets_at=period.resets_at if period else None,
        period=period.name if period else None,
        sentence=told.sentence,
        would_help=told.would_help,
    )
