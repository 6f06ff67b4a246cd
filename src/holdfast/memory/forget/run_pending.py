"""What sinks outside of Postgres, and a memory elsewhere, still have to take out.

A deletion is written down with the forget (`pending`) and tried at once. A sink that is down is asked again later, for
as long as it takes. One that has done it is asked a second time after a while: something may have been on its way there
when it was forgotten, and the process that sent it may have died before it could know.
"""

from __future__ import annotations

import asyncio
from datetime import timedelta

from holdfast.core.db import Owner
from holdfast.core.jobs import JobContext
from holdfast.core.log import get_logger
from holdfast.core.pause import doubling_pause
from holdfast.memory.forget import store
from holdfast.memory.forget.remote import carry_out
from holdfast.memory.forget.types import Pending
from holdfast.memory.parts import HasMemory, MemoryParts
from holdfast.memory.types import Sink, SinkUnavailable

SECOND_LOOK_SECONDS = 900.0
"""Longer than whoever delivers holds what it has taken on."""
SINK_SECONDS = 30.0
_FIRST_PAUSE_SECONDS, _MAX_PAUSE_SECONDS = 10.0, 3_600.0
_OWNERS_AT_ONCE = 200

log = get_logger()


async def run_pending(memory: MemoryParts, owner: Owner, *, sink_seconds: float = SINK_SECONDS) -> int:
    """Those of one owner that are due; a sink that fails once is not waited for again. How many were done."""
    done, away = 0, set[str]()
    while True:
        now = memory.clock()
        until = now + timedelta(seconds=2 * sink_seconds)
        async with memory.db.as_owner(owner) as tx:
            pending = await store.take_pending(tx, owner, now=now, until=until, without=sorted(away))
        if pending is None:
            return done
        if await _run(memory, owner, pending, sink_seconds):
            done += 1
        else:
            away.add(pending.sink)


async def run_all_pending(memory: MemoryParts) -> int:
    owners = await store.owners_with_pending(memory.db, now=memory.clock(), most=_OWNERS_AT_ONCE)
    return sum([await run_pending(memory, owner) for owner in owners])


async def forget_in_sinks(context: JobContext[HasMemory]) -> None:
    """For the schedule."""
    await run_all_pending(context.parts.memory)


async def _run(memory: MemoryParts, owner: Owner, pending: Pending, sink_seconds: float) -> bool:
    error = None
    try:
        if pending.wish is None:
            async with asyncio.timeout(sink_seconds):
                await _sink(memory, pending).forget(owner, pending.names)
        else:
            await carry_out(memory, owner, pending)
    except Exception as failure:  # noqa: BLE001 — border: whatever a sink fails with, it stays pending, and is told
        error = type(failure).__name__
        log.warning("sink_did_not_forget", part=pending.sink, error=error, attempt=pending.attempts)
    async with memory.db.as_owner(owner) as tx:
        if error is None and (pending.is_done or not _is_looked_at_twice(pending)):
            await store.drop_pending(tx, owner, pending.id)
        else:
            pause = (
                SECOND_LOOK_SECONDS
                if error is None
                else doubling_pause(
                    pending.attempts, first_seconds=_FIRST_PAUSE_SECONDS, max_seconds=_MAX_PAUSE_SECONDS
                )
            )
            due_at = memory.clock() + timedelta(seconds=pause)
            await store.put_off_pending(tx, owner, pending.id, due_at=due_at, is_done=error is None, error=error)
    return error is None


def _sink(memory: MemoryParts, pending: Pending) -> Sink:
    found = next((one for one in memory.sinks if one.name == pending.sink), None)
    if found is None:
        raise SinkUnavailable("not configured")
    return found


def _is_looked_at_twice(pending: Pending) -> bool:
    """Of a memory elsewhere only when somebody left: whoever is still here has said something since."""
    return pending.wish is None or bool(pending.wish.get("isLeaving"))
