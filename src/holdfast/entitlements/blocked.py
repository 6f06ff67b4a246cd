"""Every attempt that found its quota used up is an event: what ran out, of which plan, and which would have helped."""

from __future__ import annotations

from holdfast.analytics.events import Events
from holdfast.entitlements.types import QuotaExhausted


def note_blocked(events: Events, refusal: QuotaExhausted) -> None:
    detail = {
        "plan": refusal.plan,
        "used": refusal.used,
        "limit": refusal.limit,
        "wouldHelp": refusal.would_help,
    }
    events.note("quota_blocked", user_id=refusal.user_id, feature=refusal.feature, detail=detail)
