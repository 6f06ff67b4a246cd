"""How much one call takes on: one that somebody waits for drains some of it, the schedule all of it."""

from __future__ import annotations

import time
from collections.abc import Callable

from holdfast.memory.outbox.types import DrainResult

MayGoOn = Callable[[DrainResult], bool]
"""Asked before each step with what was done so far. A step that has begun is brought to its end."""


def no_bound(done: DrainResult) -> bool:
    return True


def at_most(*, rows: int, seconds: float) -> MayGoOn:
    """The seconds begin to run now."""
    ends_at = time.monotonic() + seconds

    def may_go_on(done: DrainResult) -> bool:
        # A turn that is folded and delivered is one row, not two: the higher number tells how many there were.
        touched = max(done.folded, done.delivered) + done.rescheduled + done.dead_lettered
        return touched < rows and time.monotonic() < ends_at

    return may_go_on


def after(done: DrainResult, may_go_on: MayGoOn) -> MayGoOn:
    """The same bound for whoever goes on from here, and counts from nothing."""
    return lambda more: may_go_on(done + more)
