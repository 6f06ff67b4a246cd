"""How long ago the person last spoke, and how to take up the thread. Pure; `docs/words.md` tells the rules to others.

The gap runs from the last *user* message to `now`, in real minutes. A message from a clock ahead of ours was just now.
Days are days of the person's own calendar: ten minutes over midnight can be yesterday, once the session is over.

`same_session`  the gap is no longer than the one that ends a session
`today`         the same day
`yesterday`     the day before
`multi_day`     earlier, or never

The bridge (the last exchange) is used when somebody comes back soon, within two hours, to a conversation that is not
in front of them any more: in the very session it was said in, the messages themselves still are. From two hours on the
handover carries it alone, and is told twice.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from holdfast.memory.brief.types import Depth

BRIDGE_WITHIN = timedelta(minutes=120)


@dataclass(frozen=True, slots=True)
class Orientation:
    depth: Depth
    gap_minutes: int | None
    use_bridge: bool


def orient(
    last_at: datetime | None,
    now: datetime,
    zone: ZoneInfo,
    *,
    session_gap: timedelta,
    is_in_session: bool = False,
    has_bridge: bool = True,
) -> Orientation:
    """`is_in_session`: whoever asks does so in the session that the last message belongs to."""
    if last_at is None:
        return Orientation("multi_day", None, use_bridge=False)
    gap = max(now - last_at, timedelta())
    depth = _depth(last_at, now, zone, gap <= session_gap)
    is_in_front = is_in_session and depth == "same_session"
    use_bridge = has_bridge and gap < BRIDGE_WITHIN and not is_in_front
    return Orientation(depth, int(gap.total_seconds() // 60), use_bridge)


def _depth(last_at: datetime, now: datetime, zone: ZoneInfo, is_same_session: bool) -> Depth:
    if is_same_session:
        return "same_session"
    days = (now.astimezone(zone).date() - last_at.astimezone(zone).date()).days
    if days <= 0:
        return "today"
    return "yesterday" if days == 1 else "multi_day"
