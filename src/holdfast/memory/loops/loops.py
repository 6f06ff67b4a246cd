"""What is open, and what a person says about it by hand: that stays, whatever is learned from older words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
from holdfast.memory.loops.promises import MAX_LOOP_CHARACTERS
from holdfast.memory.loops.types import LoopChange, LoopState, NewLoop, SaidAbout
from holdfast.memory.loops.words import signature
from holdfast.memory.parts import MemoryParts
from holdfast.memory.types import Loop, LoopStatus

MAX_LISTED = 500
MAX_SAID = 6
"""Of what was said about one thing, the newest so many."""
MAX_SAID_CHARACTERS = 400
BY_HAND_SALIENCE = 0.7
"""Somebody took the trouble to write it down."""


async def list_loops(
    memory: MemoryParts,
    owner: Owner,
    *,
    status: LoopStatus | None = None,
    persona_id: str | None = None,
    limit: int = MAX_LISTED,
) -> Sequence[Loop]:
    """Open ones first, the most salient before the others."""
    async with memory.db.reading(owner) as tx:
        return await store.loops_of(tx, owner, status=status, persona_id=persona_id, limit=min(limit, MAX_LISTED))


async def add_loop(memory: MemoryParts, owner: Owner, wanted: NewLoop) -> Loop:
    """Put down by the person, who needs no evidence."""
    now, text = memory.clock(), _checked_text(wanted.text)
    try:
        async with memory.db.as_owner(owner) as tx:
            zone = await calendar_of(tx, owner)
            new = LoopState(
                id=None,
                kind=wanted.kind,
                status="completed" if wanted.kind == "win" else "open",
                text=text,
                signature=signature(text),
                confidence=1.0,
                salience=BY_HAND_SALIENCE,
                time_horizon=horizon_of(wanted.due_at, now.astimezone(zone)),
                source="person",
                opened_at=now,
                due_at=wanted.due_at,
                closed_at=now if wanted.kind == "win" else None,
                person_changed_at=now,
            )
            loop_id = await store.add_loop(tx, owner, new)
            added = await store.find_loop(tx, owner, loop_id)
            await enqueue(tx, EMBED, {}, dedupe_key="all")
    except asyncpg.UniqueViolationError:
        raise _same_is_open() from None
    assert added is not None
    return added


async def words_of_evidence(
    memory: MemoryParts, owner: Owner, loop_ids: Sequence[int]
) -> Mapping[int, Sequence[SaidAbout]]:
    """What was said about each, in order."""
    async with memory.db.as_owner(owner) as tx:
        return await store.said_about(tx, owner, loop_ids, most_each=MAX_SAID, most_characters=MAX_SAID_CHARACTERS)


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
        raise _same_is_open() from None
    return changed


def _same_is_open() -> Conflict:
    return Conflict("The same is open already.", code="loop_exists")


def _checked_text(text: str) -> str:
    text = " ".join(text.split())
    if not text or len(text) > MAX_LOOP_CHARACTERS or not signature(text):
        raise Invalid(f"The text must say something, in at most {MAX_LOOP_CHARACTERS} characters.", code="bad_text")
    return text


def _changed(loop: Loop, change: LoopChange, now: datetime, zone: tzinfo) -> Loop:
    text = loop.text if change.text is None else _checked_text(change.text)
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
