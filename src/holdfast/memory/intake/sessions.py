"""Sessions end: when somebody says so, or when the person has not spoken for as long as the gap."""

from __future__ import annotations

from datetime import timedelta

from holdfast.core.db import RETRYABLE, Owner
from holdfast.core.jobs import JobContext
from holdfast.core.log import get_logger
from holdfast.memory.intake import sessions_store
from holdfast.memory.intake.check import check_owner
from holdfast.memory.parts import HasMemory, MemoryParts

_AT_ONCE = 500

log = get_logger()


async def close_session(memory: MemoryParts, owner: Owner, session_id: str) -> bool:
    """Its whole window goes to the outbox, and a summary is owed. False: there is no such session, or it is closed."""
    check_owner(owner)
    async with memory.db.as_owner(owner) as tx:
        session = await sessions_store.find_open_session(tx, owner, session_id)
        return session is not None and await sessions_store.close(
            tx, owner, session, now=memory.clock(), idle_before=None
        )


async def close_idle_sessions(memory: MemoryParts) -> int:
    """Close what nobody came back to. One that is being continued this moment stays open: each closing asks again."""
    now, closed = memory.clock(), 0
    idle_before = now - timedelta(minutes=memory.settings.session_close_gap_minutes)
    while idle := await sessions_store.idle_sessions(memory.db, idle_before=idle_before, most=_AT_ONCE):
        closed_before = closed
        for owner, session in idle:
            try:
                async with memory.db.as_owner(owner) as tx:
                    closed += await sessions_store.close(tx, owner, session, now=now, idle_before=idle_before)
            except RETRYABLE:
                raise  # the database is away: for the others too
            except Exception as error:  # border: what one session does to us, the others do not wait for
                log.warning("session_not_closed", exc_info=error)
        if closed == closed_before:  # somebody else was quicker with every one of them
            break
    return closed


async def close_idle(context: JobContext[HasMemory]) -> None:
    """For the schedule."""
    if context.parts.memory.settings.idle_close_enabled:
        await close_idle_sessions(context.parts.memory)
