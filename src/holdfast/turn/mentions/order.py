"""Which of what is offered stands first. Pure.

What can be used comes before what cannot, then what begins with what was typed. Among those: whose it is, how lately it
was used, its name. No kind takes all of the room while others have something to offer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from holdfast.turn.mentions.types import MentionItem

_MIN_OF_A_KIND = 3
_NEAR = ("own", "shared", "house")
_STATES = ("ready", "not_connected", "not_allowed")
_SPANS = (timedelta(days=1), timedelta(days=7), timedelta(days=30))
_NEVER = datetime.min.replace(tzinfo=UTC)


def choose_offered(
    items: Sequence[MentionItem], query: str, limit: int, now: datetime | None = None
) -> Sequence[MentionItem]:
    at = now or max((one.used_at for one in items if one.used_at), default=_NEVER)
    ranked = sorted(items, key=lambda one: _place(one, query.casefold(), at))
    share = max(_MIN_OF_A_KIND, limit // max(1, len({one.kind for one in ranked})))
    taken, seen, rest = list[MentionItem](), Counter[str](), list[MentionItem]()
    for one in ranked:
        seen[one.kind] += 1
        (taken if seen[one.kind] <= share else rest).append(one)
    chosen = [*taken, *rest][:limit]
    return sorted(chosen, key=lambda one: _place(one, query.casefold(), at))


def _place(one: MentionItem, query: str, at: datetime) -> tuple[int | str, ...]:
    label = one.label.casefold()
    return (
        _STATES.index(one.state),
        0 if label.startswith(query) else 1,
        _NEAR.index(one.near),
        _span(one.used_at, at),
        label,
    )


def _span(used_at: datetime | None, at: datetime) -> int:
    """A day, a week, a month, longer: what was used an hour earlier is not on that account the better one."""
    if used_at is None:
        return len(_SPANS)
    return next((place for place, span in enumerate(_SPANS) if at - used_at <= span), len(_SPANS))
