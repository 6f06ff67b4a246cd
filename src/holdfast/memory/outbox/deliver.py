"""Folded turns and closed sessions go where they belong: a summary for a session, then every sink.

The name of a delivery is the same on every try, so that a sink which got it before the process died takes it once in
effect. A row is taken on by writing the next moment it may be touched; its number of attempts tells a late answer from
the present one.
"""

from __future__ import annotations

from datetime import timedelta

from holdfast.core.db import Owner
from holdfast.core.ids import SessionRow
from holdfast.core.jobs import enqueue
from holdfast.core.log import get_logger
from holdfast.memory.jobs import REFRESH
from holdfast.memory.outbox import store
from holdfast.memory.outbox.bounds import MayGoOn
from holdfast.memory.outbox.failures import is_permanent, name_of, pause_seconds
from holdfast.memory.outbox.types import DrainPace, DrainResult, Summarise, ToDeliver
from holdfast.memory.parts import MemoryParts
from holdfast.memory.types import Delivery, SinkUnavailable

log = get_logger()


async def deliver(
    memory: MemoryParts,
    owner: Owner,
    session_row: SessionRow,
    *,
    summarise: Summarise,
    pace: DrainPace,
    may_go_on: MayGoOn,
) -> DrainResult:
    done = DrainResult()
    while may_go_on(done) and (taken := await _take(memory, owner, session_row, pace)) is not None:
        try:
            done += await _deliver(memory, owner, taken, summarise)
        except Exception as error:  # noqa: BLE001 — border: one row may fail in any way, the others go on
            done += await _put_off(memory, owner, taken, error, pace)
    return done


async def _take(memory: MemoryParts, owner: Owner, session_row: SessionRow, pace: DrainPace) -> ToDeliver | None:
    now = memory.clock()
    async with memory.db.as_owner(owner) as tx:
        until = now + timedelta(seconds=pace.lease_seconds)
        return await store.take_delivery(tx, owner, session_row, now=now, until=until)


async def _deliver(memory: MemoryParts, owner: Owner, taken: ToDeliver, summarise: Summarise) -> DrainResult:
    delivery = await _what(memory, owner, taken, summarise)
    if delivery:  # what is not there any more was forgotten, and is not owed to anybody
        for sink in memory.sinks:
            await sink.deliver(owner, delivery)
    async with memory.db.as_owner(owner) as tx:
        is_noted = await store.note_delivered(tx, owner, taken, now=memory.clock())
        generation = taken.generation if is_noted else await store.find_generation(tx, owner, taken)
        if is_noted and taken.kind == "session":
            await enqueue(tx, REFRESH, {}, dedupe_key="all")
    if generation != taken.generation:
        # Something was forgotten while it was on its way, and may be in what the sinks have now.
        for sink in memory.sinks:
            await sink.forget(owner, [taken.name])
        raise SinkUnavailable
    return DrainResult(delivered=int(is_noted))


async def _what(memory: MemoryParts, owner: Owner, taken: ToDeliver, summarise: Summarise) -> Delivery | None:
    if taken.kind == "session":
        summary = await summarise(memory, owner, taken.session_row, taken.seq)
        return Delivery(taken.name, summary.text, summary.ended_at, "session") if summary else None
    async with memory.db.as_owner(owner) as tx:
        turn = await store.find_turn(tx, owner, taken.session_row, taken.seq)
    return Delivery(taken.name, *turn, "turn") if turn else None


async def _put_off(
    memory: MemoryParts, owner: Owner, taken: ToDeliver, error: Exception, pace: DrainPace
) -> DrainResult:
    is_dead = is_permanent(error) or taken.attempts >= memory.settings.most_attempts
    tell, event = (log.warning, "delivery_dead") if is_dead else (log.info, "delivery_put_off")
    tell(event, kind=taken.kind, attempt=taken.attempts, error=type(error).__name__)
    now = memory.clock()
    until = now if is_dead else now + timedelta(seconds=pause_seconds(taken.attempts, pace))
    async with memory.db.as_owner(owner) as tx:
        is_ours = await store.put_off_delivery(tx, owner, taken, until=until, error=name_of(error), is_dead=is_dead)
    if not is_ours:
        return DrainResult()
    return DrainResult(dead_lettered=1) if is_dead else DrainResult(rescheduled=1)
