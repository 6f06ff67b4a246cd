"""What each plan holds: the one table. `docs/plans.md` tells the same, and a test compares the two.

None is no limit. Numbers that a plan once promised are changed here and nowhere else, and `PLAN_VERSION` with them:
what was kept under the old one is then asked for no more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from holdfast.orgs.types import Plan as Plan

Feature = Literal[
    "chats_per_day",
    "storage_bytes",
    "personas",
    "research_runs_per_month",
    "research_concurrent",
    "voice_minutes_per_month",
    "api_requests_per_minute",
    "seats",
    "memory_characters_per_day",
    "background_calls_per_day",
]

PLAN_VERSION = 2
MEGABYTE = 1_000_000


@dataclass(frozen=True, slots=True)
class Features:
    chats_per_day: int | None
    storage_bytes: int | None
    personas: int | None
    """Of one's own; those that come with the installation are everybody's."""
    research_runs_per_month: int | None
    research_concurrent: int | None
    voice_minutes_per_month: int | None
    """Of recordings that were heard."""
    api_requests_per_minute: int | None
    """By all API keys of one person together."""
    seats: int | None
    """Of an organization with this plan."""
    memory_characters_per_day: int | None
    """What programs bring into the memory by its own doors; what is said in chats is counted as chats."""
    background_calls_per_day: int | None
    """Questions to a model outside of answers: learning, summaries, titles. Beyond them the rules do the work."""

    def limit(self, feature: Feature) -> int | None:
        found: int | None = getattr(self, feature)
        return found


PLANS: Mapping[Plan, Features] = {
    "free": Features(
        chats_per_day=20,
        storage_bytes=200 * MEGABYTE,
        personas=3,
        research_runs_per_month=5,
        research_concurrent=1,
        voice_minutes_per_month=30,
        api_requests_per_minute=20,
        seats=3,
        memory_characters_per_day=200_000,
        background_calls_per_day=300,
    ),
    "pro": Features(
        chats_per_day=200,
        storage_bytes=10_000 * MEGABYTE,
        personas=25,
        research_runs_per_month=50,
        research_concurrent=2,
        voice_minutes_per_month=600,
        api_requests_per_minute=120,
        seats=10,
        memory_characters_per_day=2_000_000,
        background_calls_per_day=3_000,
    ),
    "business": Features(
        chats_per_day=1_000,
        storage_bytes=100_000 * MEGABYTE,
        personas=200,
        research_runs_per_month=500,
        research_concurrent=5,
        voice_minutes_per_month=3_000,
        api_requests_per_minute=600,
        seats=100,
        memory_characters_per_day=20_000_000,
        background_calls_per_day=20_000,
    ),
    "unlimited": Features(None, None, None, None, None, None, None, None, None, None),
}

FEATURES: tuple[Feature, ...] = get_args(Feature)
COMING: frozenset[Feature] = frozenset({"research_runs_per_month", "research_concurrent"})
"""Numbers for rooms that are not built yet. They limit nothing, so nobody is told them: see `docs/coming.md`."""

_SOLD: tuple[Plan, ...] = ("free", "pro", "business")
"""From small to large. `unlimited` belongs to whoever runs the installation, and is offered to nobody."""


def would_help(plan: Plan, feature: Feature, wanted: int) -> Plan | None:
    """The smallest plan above this one that holds what is wanted; None where none does."""
    larger = _SOLD[_SOLD.index(plan) + 1 :] if plan in _SOLD else ()
    for other in larger:
        limit = PLANS[other].limit(feature)
        if limit is None or limit >= wanted:
            return other
    return None
