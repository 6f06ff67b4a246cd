"""Every attempt that was blocked is an event: by a quota, a seat, a code, a right, or by coming too often.

Of a quota: what ran out, of which plan, and which would have helped. Of the others: what stood in the way, and where.
"""

from __future__ import annotations

from holdfast.analytics.events import Detail, EventName, Events
from holdfast.core.errors import RateLimited
from holdfast.core.ids import UserId
from holdfast.entitlements.types import QuotaExhausted
from holdfast.orgs.types import MissingPermission, NoSeats, OwnersOnly, UnknownInvite

Blocked = RateLimited | NoSeats | UnknownInvite | MissingPermission | OwnersOnly
"""The refusals that block somebody; a wrong body, say, does not."""


def note_blocked(events: Events, refusal: Blocked, user_id: UserId | None, at: str) -> None:
    """`at`: the name of what was asked for."""
    if isinstance(refusal, QuotaExhausted):
        events.note("quota_blocked", user_id=refusal.user_id, feature=refusal.feature, detail=_quota(refusal))
        return
    events.note(_name(refusal), user_id=user_id, feature=_feature(refusal), detail={"at": at})


def _quota(refusal: QuotaExhausted) -> Detail:
    return {
        "plan": refusal.plan,
        "used": refusal.used,
        "limit": refusal.limit,
        "wouldHelp": refusal.would_help,
    }


def _name(refusal: Blocked) -> EventName:
    match refusal:
        case RateLimited():
            return "rate_blocked"
        case NoSeats():
            return "seat_blocked"
        case UnknownInvite():
            return "invite_blocked"
        case MissingPermission() | OwnersOnly():
            return "permission_blocked"


def _feature(refusal: Blocked) -> str:
    match refusal:
        case NoSeats():
            return "seats"
        case MissingPermission():
            return str(refusal.details["permission"])
        case OwnersOnly():
            return "owner"
    return refusal.code
