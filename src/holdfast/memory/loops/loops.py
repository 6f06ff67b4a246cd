"""What is open, and what a person says about it by hand: that stays, whatever is learned from older words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, tzinfo

import asyncpg

from holdfast.core.db import Owner
from holdfast.core.errors import Conflict, Invalid, NotFound
from holdfast.core.jobs import enqueue
from holdfast.memory.jobs import EMBED
from holdfast.memory.loops import store
from holdfast.memory.loops.calendars import calendar_of
from holdfast.memory.loops.dates import horizon_of
from holdfast.memory.loops.promises import LONGEST_LOOP
from holdfast.memory.loops.types import LoopChange
from holdfast.memory.loops.words import signature
from holdfast.memory.parts import MemoryParts
from holdfast.memory.types import Loop, LoopStatus

MOST_LISTED = 500


async def list_loops(
    memory: MemoryParts,
    owner: Owner,
    *,
    status: LoopStatus | None = None,
    persona_id: str | None = None,
    limit: int = MOST_LISTED,
) -> Sequence[Loop]:
    """Open ones first, the most salient before the others."""
    async with memory.db.as_owner(owner) as tx:
        return await store.loops_of(tx, owner, status=status, persona_id=persona_id, limit=min(limit, MOST_LISTED))


async def change_loop(memory: MemoryParts, owner: Owner, loop_id: int, change: LoopChange) -> Loop:
    now = memory.clock()
    try:
        async with memory.db.as_owner(owner) as tx:
            loop = await store.find_loop(tx, owner, loop_id) if 0 < loop_id < 2**63 else None
            if loop is None:
                raise NotFound("There is no such loop.", code="unknown_loop")
            changed = _changed(loop, change, now, await calendar_of(tx, owner))
            await store.change_by_person(tx, owner, changed, signature=signature(changed.text), at=now)
            if changed.text != loop.text:
                await enqueue(tx, EMBED, {}, dedupe_key="all")
    except asyncpg.UniqueViolationError:
        raise Conflict("The same is open already.", code="loop_exists") from None
    return changed


def _changed(loop: Loop, change: LoopChange, now: datetime, zone: tzinfo) -> Loop:
    text = loop.text if change.text is None else " ".join(change.text.split())
    if not text or len(text) > LONGEST_LOOP or not signature(text):
        raise Invalid(f"The text must say something, in at most {LONGEST_LOOP} characters.", code="bad_text")
    due_at = None if "due_at" in change.clear else change.due_at or loop.due_at
    loop = replace(
        loop,
        text=text,
        due_at=due_at,
        time_horizon=horizon_of(due_at, now.astimezone(zone)) if due_at != loop.due_at else loop.time_horizon,
        snoozed_until=None if "snoozed_until" in change.clear else change.snoozed_until or loop.snoozed_until,
    )
    if change.status is None or change.status == loop.status:
        return loop
    if change.status == "open":
        return replace(loop, status="open", closed_at=None, closed_because=None)
    return replace(loop, status=change.status, closed_at=max(now, loop.opened_at), closed_because="said by hand")
