"""What the pages for admins share: plans, limits, and who or what is meant."""

from __future__ import annotations

from typing import Annotated, Any
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from holdfast.entitlements.compute import MAX_AMOUNT, extract_org_overrides
from holdfast.entitlements.plans import Plan
from holdfast.web.shapes import WireModel

LimitNumber = Annotated[int, Field(ge=0, le=MAX_AMOUNT, strict=True)] | None


class FeatureLimits(BaseModel):
    """One by one over the plan's own numbers; null lifts a limit, what is left out stays as the plan has it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    chats_per_day: LimitNumber = None
    storage_bytes: LimitNumber = None
    personas: LimitNumber = None
    research_runs_per_month: LimitNumber = None
    research_concurrent: LimitNumber = None
    voice_minutes_per_month: LimitNumber = None
    api_requests_per_minute: LimitNumber = None
    seats: LimitNumber = None
    memory_characters_per_day: LimitNumber = None
    background_calls_per_day: LimitNumber = None


class LimitsBody(WireModel):
    features: FeatureLimits = FeatureLimits()


class PlanBody(WireModel):
    plan: Plan | None
    """Null: none of its own; what comes next counts (an organization's, then the person's, then the installation's)."""
    limits: LimitsBody

    @property
    def told_limits(self) -> dict[str, Any]:
        """With what was sent and nothing else: null is not the same as left out."""
        return {"features": self.limits.features.model_dump(exclude_unset=True)}


class LimitsShape(WireModel):
    features: dict[str, int | None]
    """Null: no limit, whatever the plan says."""


class NamedThing(WireModel):
    id: UUID
    name: str


def limits_shape(limits: Any) -> LimitsShape:
    return LimitsShape(features={str(feature): limit for feature, limit in extract_org_overrides(limits).items()})
