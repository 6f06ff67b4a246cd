"""What somebody may use, from where, and how it is refused."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, ClassVar, Literal

from holdfast.core.errors import RateLimited
from holdfast.core.ids import UserId
from holdfast.entitlements.periods import Period, UsageCalendar, period_of
from holdfast.entitlements.plans import Feature, Features, Plan, would_help
from holdfast.entitlements.sentences import say_exhausted, say_left

PlanSource = Literal["user", "organization", "installation"]


@dataclass(frozen=True, slots=True)
class Granted:
    """One row of the database about one person, as it was read."""

    user_id: UserId
    plan: str | None
    limits: Any
    org_plan: str | None
    org_limits: Any
    calendar: UsageCalendar
    read_at: datetime
    """By the clock of the database: whatever was committed before this is in it."""
    holds_until: datetime | None = None
    """When the organization's plan ends for want of a second factor, unless one is set before."""


@dataclass(frozen=True, slots=True)
class Entitlement:
    """What a person may use, whatever they have used."""

    user_id: UserId
    plan: Plan
    source: PlanSource
    features: Features
    calendar: UsageCalendar
    read_at: datetime
    holds_until: datetime | None = None
    """It will be another then, though nobody changes anything."""


@dataclass(frozen=True, slots=True)
class FeatureUsage:
    """How much of one thing was used, and what is said of it."""

    used: int
    limit: int | None
    """None: as much as one likes."""
    sentence: str | None = None
    """How much is left; where nothing is, what a refusal says. None where there is no limit."""
    would_help: Plan | None = None
    """Of what ran out, the smallest plan that has more of it."""


@dataclass(frozen=True, slots=True)
class AccessContext:
    """What a person may use and has used, computed once a request and passed on."""

    user_id: UserId
    plan: Plan
    source: PlanSource
    features: Features
    calendar: UsageCalendar
    counters: Mapping[Feature, int] = field(default_factory=dict)
    """Used in the present period, of what is limited; a look, which may be old by a moment. `reserve` decides."""

    def period(self, feature: Feature, now: datetime) -> Period:
        return period_of(feature, self.calendar, now)

    def tell_usage(self, feature: Feature, used: int, now: datetime, resets_at: datetime | None = None) -> FeatureUsage:
        limit = self.features.limit(feature)
        if limit is None:
            return FeatureUsage(used, limit)
        # Room for files is never quite used up: a smaller one may still fit.
        if used < limit or feature == "storage_bytes":
            return FeatureUsage(used, limit, say_left(feature, used, limit, resets_at, self.calendar))
        refused = QuotaExhausted(self, feature, used=used, wanted=1, now=now, resets_at=resets_at)
        return FeatureUsage(used, limit, refused.message, refused.would_help)

    def is_used_up(self, feature: Feature) -> bool:
        limit = self.features.limit(feature)
        return limit is not None and self.counters.get(feature, 0) >= limit


class QuotaExhausted(RateLimited):
    """Something ran out: what, how much was used, when it comes back, and which plan has more of it."""

    code = "quota_exhausted"
    retryable: ClassVar[bool] = False
    """Unless a time is told: room for files does not come back by waiting."""

    def __init__(
        self, access: AccessContext, feature: Feature, *, used: int, wanted: int, now: datetime,
        resets_at: datetime | None,
    ) -> None:  # fmt: skip
        limit = access.features.limit(feature)
        assert limit is not None
        resets_at = resets_at if limit else None  # of nothing, nothing comes back
        self.user_id = access.user_id
        self.feature = feature
        self.used = used
        self.limit = limit
        self.plan = access.plan
        helps = would_help(access.plan, feature, used + wanted)
        self.would_help = helps
        super().__init__(
            say_exhausted(feature, used, limit, resets_at, access.calendar, helps),
            details={
                "feature": feature,
                "used": used,
                "limit": limit,
                "resetsAt": resets_at.astimezone(UTC).isoformat().replace("+00:00", "Z") if resets_at else None,
                "plan": access.plan,
                "wouldHelp": helps,
            },
            retry_after_seconds=None if resets_at is None else max(1.0, (resets_at - now).total_seconds()),
        )
