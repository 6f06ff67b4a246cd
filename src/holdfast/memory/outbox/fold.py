"""Evicted turns into the rolling summary: exactly once, in order, whoever dies on the way.

Read the session and its evicted turns, make the new summary with no transaction open, then write it if `folded_to` and
`generation` are still as read. Two who do the same at once both think, one writes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from holdfast.core.db import Owner
from holdfast.core.ids import SessionRow
from holdfast.core.log import get_logger
from holdfast.memory.intake import sessions_store
from holdfast.memory.intake.types import ToFold
from holdfast.memory.loops.calendars import calendar_of
from holdfast.memory.outbox import store
from holdfast.memory.outbox.bounds import MayGoOn
from holdfast.memory.outbox.failures import name_of, pause_seconds
from holdfast.memory.outbox.types import DrainPace, DrainResult, Fold
from holdfast.memory.parts import MemoryParts
from holdfast.memory.types import Episode

log = get_logger()


async def fold(
    memory: MemoryParts, owner: Owner, session_row: SessionRow, *, fold_into: Fold, pace: DrainPace, may_go_on: MayGoOn
) -> DrainResult:
    done = DrainResult()
    while may_go_on(done):
        step = await _fold_some(memory, owner, session_row, fold_into=fold_into, pace=pace)
        done += step
        if not step.folded:
            break
    return done


async def _fold_some(
    memory: MemoryParts, owner: Owner, session_row: SessionRow, *, fold_into: Fold, pace: DrainPace
) -> DrainResult:
    now = memory.clock()
    async with memory.db.as_owner(owner) as tx:
        until = now + timedelta(seconds=pace.lease_seconds)
        taken = await sessions_store.take_fold(tx, owner, session_row, now=now, until=until)
        if taken is None:
            return DrainResult()
        zone = await calendar_of(tx, owner)
        evicted = await store.evicted_turns(tx, owner, taken, most=pace.fold_turns)
    waiting = [replace(turn, said_at=turn.said_at.astimezone(zone)) for turn in evicted]
    turns = _as_many_as_fit(waiting, pace)
    is_all = len(turns) == len(waiting) < pace.fold_turns
    # Numbers without a turn were forgotten: they count as folded, so that nobody waits for them.
    to = taken.window_from if is_all else turns[-1].seq + 1
    summary, source = taken.rolling_summary, None
    if turns:
        try:
            may_wait = taken.attempts < pace.fold_tries
            summary, source = await fold_into(memory, taken.rolling_summary, turns, may_wait=may_wait)
        except Exception as error:  # noqa: BLE001 — border: whatever a summary fails with, its turns stay where they are
            return await _put_off(memory, owner, taken, error, pace)
    async with memory.db.as_owner(owner) as tx:
        if not await sessions_store.write_fold(tx, owner, taken, to=to, summary=summary, source=source):
            return DrainResult()
        goes_on = memory.settings.graph.per_turn and bool(memory.sinks)
        rows = await store.note_folded(tx, owner, taken, to=to, now=memory.clock(), are_delivered=not goes_on)
    return DrainResult(folded=to - taken.folded_to, delivered=0 if goes_on else rows)


def _as_many_as_fit(turns: Sequence[Episode], pace: DrainPace) -> Sequence[Episode]:
    size = 0
    for place, turn in enumerate(turns):
        size += len(turn.text)
        if place and size > pace.fold_characters:
            return turns[:place]
    return turns


async def _put_off(memory: MemoryParts, owner: Owner, taken: ToFold, error: Exception, pace: DrainPace) -> DrainResult:
    log.info("fold_put_off", error=type(error).__name__, attempt=taken.attempts)
    until = memory.clock() + timedelta(seconds=pause_seconds(taken.attempts, pace))
    async with memory.db.as_owner(owner) as tx:
        is_ours = await sessions_store.put_off_fold(tx, owner, taken, until=until)
        if is_ours:
            await store.put_off_turns(
                tx, owner, taken.session_row, attempts=taken.attempts, until=until, error=name_of(error)
            )
    return DrainResult(rescheduled=int(is_ours))
