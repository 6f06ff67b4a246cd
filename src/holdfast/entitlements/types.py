"""What somebody may use, from where, and how it is refused."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, ClassVar, Literal
from uuid import UUID

from holdfast.core.errors import RateLimited
from holdfast.entitlements.periods import Calendar, Period, period_of
from holdfast.entitlements.plans import Feature, Features, Plan, would_help

Source = Literal["user", "organization", "installation"]


@dataclass(frozen=True, slots=True)
class Granted:
    """One row of the database about one person, as it was read."""

    user_id: UUID
    plan: str | None
    limits: Any
    org_plan: str | None
    org_limits: Any
    calendar: Calendar
    read_at: datetime
    """By the clock of the database: whatever was committed before this is in it."""


@dataclass(frozen=True, slots=True)
class Entitlement:
    """What a person may use, whatever they have used."""

    user_id: UUID
    plan: Plan
    source: Source
    features: Features
    calendar: Calendar
    read_at: datetime


@dataclass(frozen=True, slots=True)
class AccessContext:
    """What a person may use and has used, computed once a request and passed on."""

    user_id: UUID
    plan: Plan
    source: Source
    features: Features
    calendar: Calendar
    counters: Mapping[Feature, int] = field(default_factory=dict)
    """Used in the present period, of what is limited; a look, which may be old by a moment. `reserve` decides."""

    def period(self, feature: Feature, now: datetime) -> Period:
        return period_of(feature, self.calendar, now)

    def is_used_up(self, feature: Feature) -> bool:
        limit = self.features.limit(feature)
        return limit is not None and self.counters.get(feature, 0) >= limit


_NOUNS: Mapping[Feature, str] = {
    "chats_per_day": "chats for today",
    "storage_bytes": "bytes of file storage",
    "personas": "personas",
    "research_runs_per_month": "research runs for this month",
    "research_concurrent": "research runs at the same time",
    "voice_minutes_per_month": "voice minutes for this month",
    "api_requests_per_minute": "API requests a minute",
    "seats": "seats",
    "memory_characters_per_day": "characters for the memory today",
    "background_calls_per_day": "questions to a model in the background for today",
}
_NONE: Mapping[Feature, str] = {
    **_NOUNS,
    "chats_per_day": "chats a day",
    "research_runs_per_month": "research runs a month",
    "voice_minutes_per_month": "voice minutes a month",
    "memory_characters_per_day": "characters for the memory a day",
    "background_calls_per_day": "questions to a model in the background a day",
}


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
            _sentence(access, feature, used, limit, resets_at, helps),
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


def _sentence(
    access: AccessContext, feature: Feature, used: int, limit: int, resets_at: datetime | None, helps: Plan | None
) -> str:
    if feature == "storage_bytes":
        said = f"Your files fill {_bytes(used)} of {_bytes(limit)}, and this one does not fit beside them"
        said += "; delete some first"
    elif feature == "research_concurrent":
        said = f"You have {used} research runs under way, and {limit} can run at the same time; wait for one to end"
    elif feature == "api_requests_per_minute":
        said = f"Your API keys have used all {limit} requests of this minute"
    elif limit == 0:
        said = f"You have no {_NONE[feature]}"
    else:
        has_all = "all" if used >= limit else f"{used:,} of"
        said = f"You have used {has_all} your {limit:,} {_NOUNS[feature]}"
        if resets_at:
            local = resets_at.astimezone(access.calendar.zone)
            said += f"; they come back on {local.day} {local:%B at %H:%M} ({access.calendar.zone.key})"
    return said + (f". The plan {helps} has more of them." if helps else ".")


def _bytes(count: int) -> str:
    for unit, size in (("GB", 10**9), ("MB", 10**6), ("KB", 10**3)):
        if count >= size:
            return f"{count / size:.3g} {unit}"
    return f"{count} bytes"
