"""The meter: of one person, for that person; of all together, for the operator, with nobody in a label."""

from __future__ import annotations

from datetime import timedelta

from holdfast.core.db import Owner
from holdfast.core.jobs import JobContext
from holdfast.core.metrics import MEMORY_FACTS_HELD, MEMORY_QUALITY
from holdfast.memory.intake.check import check_owner
from holdfast.memory.parts import HasMemory, MemoryParts
from holdfast.memory.quality import store
from holdfast.memory.quality.types import Quality, rates

STALE_AFTER = timedelta(days=180)
"""A fact that nobody repeated for so long is stale, unless it is pinned."""


async def quality_of(memory: MemoryParts, owner: Owner) -> Quality:
    check_owner(owner)
    now = memory.clock()
    async with memory.db.as_owner(owner) as tx:
        return rates(await store.counts_of(tx, owner, stale_before=now - STALE_AFTER, now=now))


async def quality_overall(memory: MemoryParts) -> Quality:
    now = memory.clock()
    return rates(await store.counts_overall(memory.db, stale_before=now - STALE_AFTER, now=now))


async def measure(memory: MemoryParts) -> Quality:
    """Into `/metrics`. It reads every fact there is, so it belongs on a schedule, not into each scrape."""
    found = await quality_overall(memory)
    for rate in ("duplicate", "junk", "echo", "stale", "contradicted"):
        MEMORY_QUALITY.labels(rate).set(getattr(found, rate))
    MEMORY_FACTS_HELD.set(found.counts.held)
    return found


async def measure_quality(context: JobContext[HasMemory]) -> None:
    """For the schedule."""
    await measure(context.parts.memory)
