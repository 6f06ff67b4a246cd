"""What the outbox leaves behind: a row for every turn that ever left a window, unless somebody sweeps."""

from __future__ import annotations

from datetime import timedelta

from holdfast.core.jobs import JobContext
from holdfast.memory.outbox import store
from holdfast.memory.outbox.types import Reach
from holdfast.memory.parts import HasMemory

_AT_ONCE = 10_000


async def prune(memory: Reach, *, keep_days: int) -> int:
    """Turns folded and delivered before that. Dead letters wait for somebody to decide, and are never pruned."""
    before, pruned = memory.clock() - timedelta(days=keep_days), 0
    while some := await store.prune(memory.db, before=before, most=_AT_ONCE):
        pruned += some
    return pruned


async def prune_outbox(context: JobContext[HasMemory]) -> None:
    """For the schedule."""
    await prune(context.parts.memory, keep_days=context.parts.memory.settings.outbox_keep_days)
