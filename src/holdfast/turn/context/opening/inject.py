"""Which of bridge, handover and ops a turn is told. Pure: the whole policy is this page.

Turn 1   bridge, only when the packet says `use_bridge`; handover, word for word.
Turn 2   handover again when the last talk was yesterday or longer ago, the gap is two hours or more, or the first
         message said so little that nothing could be made of it.
Turn 3+  nothing, except the handover once more in a session, when a message comes close to it in meaning.

A brief that came late (the memory was not ready on turn 1) is told like turn 1's on the turn it came with; what is said
above of the others stands.

The ops line (what is due) gives way to anything recalled; it is told in the first two turns, and later when the
person is about to do something.
"""

from __future__ import annotations

from dataclasses import dataclass

from holdfast.turn.codes import OpsSource
from holdfast.turn.types import Reading, SessionStart

LONG_GAP_MINUTES = 120
LONG_AGO = ("yesterday", "multi_day")
DOING = ("momentum", "output_task")
MAX_OPS_LINES = 2


@dataclass(frozen=True, slots=True)
class SessionPosition:
    """Where in its session a turn stands."""

    user_turns_seen: int
    """User messages of the session on this branch, this one among them."""
    was_first_low_signal: bool = False
    was_reinjected: bool = False
    is_close_to_handover: bool = False
    has_recalled: bool = False
    """Something from memory is in this prompt already."""


@dataclass(frozen=True, slots=True)
class Injection:
    bridge: str | None = None
    handover: str | None = None
    ops: str | None = None
    ops_source: OpsSource | None = None
    is_reinjection: bool = False


def inject(start: SessionStart, moment: SessionPosition, reading: Reading) -> Injection:
    is_first = _orients(start, moment)
    is_reinjection = _reinjects(start, moment)
    ops, source = (None, None) if moment.has_recalled else _ops(start, moment, reading)
    return Injection(
        bridge=start.bridge if is_first and start.use_bridge else None,
        handover=start.handover if is_first or _told_twice(start, moment) or is_reinjection else None,
        ops=ops,
        ops_source=source,
        is_reinjection=is_reinjection,
    )


def may_reinject(start: SessionStart, moment: SessionPosition, reading: Reading) -> bool:
    """Whether it is worth comparing the message with the handover at all."""
    is_open = moment.user_turns_seen >= 3 and not moment.was_reinjected and not _orients(start, moment)
    return is_open and start.handover is not None and not reading.signals.is_low_signal


def _orients(start: SessionStart, moment: SessionPosition) -> bool:
    return moment.user_turns_seen <= 1 or moment.user_turns_seen == start.came_with


def _told_twice(start: SessionStart, moment: SessionPosition) -> bool:
    is_long_ago = start.depth in LONG_AGO or (start.gap_minutes or 0) >= LONG_GAP_MINUTES
    return moment.user_turns_seen == 2 and (is_long_ago or moment.was_first_low_signal)


def _reinjects(start: SessionStart, moment: SessionPosition) -> bool:
    is_due = moment.user_turns_seen >= 3 and moment.is_close_to_handover and not moment.was_reinjected
    return is_due and start.handover is not None and not _orients(start, moment)


def _ops(start: SessionStart, moment: SessionPosition, reading: Reading) -> tuple[str | None, OpsSource | None]:
    is_doing = reading.intent in DOING
    if start.ops and (moment.user_turns_seen <= 2 or _orients(start, moment) or is_doing):
        return start.ops, "startbrief"
    owed = [loop.text for loop in start.loops if loop.kind == "commitment"][:MAX_OPS_LINES]
    if owed and is_doing and not start.ops:
        return " ".join(f"Still open: {text.rstrip('.')}." for text in owed), "loops"
    return None, None
