"""Which of what is offered stands first. Pure.

What can be used comes before what cannot, then what begins with what was typed. Among those: how lately whoever asks
named it, whose it is, how lately it was changed or talked with, how often they named it, its name. No kind takes all of
the room while others have something to offer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

from holdfast.turn.mentions.store import MentionCount
from holdfast.turn.mentions.types import MentionItem

_MIN_OF_A_KIND = 3
_NEAR = ("own", "shared", "house")
_STATES = ("ready", "not_connected", "not_allowed")
_SPANS = (timedelta(days=1), timedelta(days=7), timedelta(days=30))
_NEVER = datetime.min.replace(tzinfo=UTC)


MentionCounts = Mapping[str, MentionCount]


def choose_offered(
    items: Sequence[MentionItem], query: str, limit: int, counts: MentionCounts, now: datetime | None = None
) -> Sequence[MentionItem]:
    """`counts`: what whoever asks has named, by reference."""
    known = [*(one.used_at for one in items if one.used_at), *(one.last_at for one in counts.values())]
    at = now or max(known, default=_NEVER)

    def place(one: MentionItem) -> tuple[int | str, ...]:
        return _place(one, query.casefold(), at, counts.get(one.reference))

    ranked = sorted(items, key=place)
    share = max(_MIN_OF_A_KIND, limit // max(1, len({one.kind for one in ranked})))
    taken, seen, rest = list[MentionItem](), Counter[str](), list[MentionItem]()
    for one in ranked:
        seen[one.kind] += 1
        (taken if seen[one.kind] <= share else rest).append(one)
    return sorted([*taken, *rest][:limit], key=place)


def _place(one: MentionItem, query: str, at: datetime, named: MentionCount | None) -> tuple[int | str, ...]:
    label = one.label.casefold()
    return (
        _STATES.index(one.state),
        0 if label.startswith(query) else 1,
        _span(named.last_at if named else None, at),
        _NEAR.index(one.near),
        _span(one.used_at, at),
        -named.times if named else 0,
        label,
    )


def _span(used_at: datetime | None, at: datetime) -> int:
    """A day, a week, a month, longer: what was used an hour earlier is not on that account the better one."""
    if used_at is None:
        return len(_SPANS)
    return next((place for place, span in enumerate(_SPANS) if at - used_at <= span), len(_SPANS))
