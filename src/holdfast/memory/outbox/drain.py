"""What is due goes its way: of one session by the job that its eviction enqueued, of all owners by the schedule."""

from __future__ import annotations

from dataclasses import dataclass

from holdfast.core.db import RETRYABLE, Owner
from holdfast.core.ids import SessionRow
from holdfast.core.jobs import Job, JobContext
from holdfast.core.log import get_logger
from holdfast.memory.outbox import store
from holdfast.memory.outbox.bounds import MayGoOn, after, no_bound
from holdfast.memory.outbox.deliver import deliver
from holdfast.memory.outbox.fold import fold
from holdfast.memory.outbox.types import DrainPace, DrainResult, Fold, Summarise
from holdfast.memory.parts import HasMemory, MemoryParts
from holdfast.memory.summaries.rolling import fold_into as fold_rolling
from holdfast.memory.summaries.sessions import summarise_session

log = get_logger()


@dataclass(frozen=True, slots=True)
class _How:
    fold_into: Fold
    summarise: Summarise
    pace: DrainPace


async def drain(
    memory: MemoryParts,
    *,
    owner: Owner | None = None,
    fold_into: Fold = fold_rolling,
    summarise: Summarise = summarise_session,
    pace: DrainPace = DrainPace(),
    may_go_on: MayGoOn = no_bound,
) -> DrainResult:
    """Fold, then deliver, what is due of one owner, or of all. What pauses or is taken on is left."""
    how = _How(fold_into, summarise, pace)
    done, seen = DrainResult(), set[int]()
    while waiting := [one for one in await _due(memory, owner, pace) if one[1] not in seen]:
        for whose, one in waiting:
            if not may_go_on(done):
                return done
            seen.add(one)
            try:
                done += await _drain_session(memory, whose, one, how, after(done, may_go_on))
            except RETRYABLE:
                raise  # the database is away: for the others too
            except Exception as error:  # border: what one session does to us, the others do not wait for
                log.warning("drain_failed", exc_info=error)
    return done


async def drain_one(
    memory: MemoryParts,
    owner: Owner,
    session_row: SessionRow,
    *,
    fold_into: Fold = fold_rolling,
    summarise: Summarise = summarise_session,
    pace: DrainPace = DrainPace(),
) -> DrainResult:
    """The same, of one session."""
    return await _drain_session(memory, owner, session_row, _How(fold_into, summarise, pace), no_bound)


async def _drain_session(
    memory: MemoryParts, owner: Owner, session_row: SessionRow, how: _How, may_go_on: MayGoOn
) -> DrainResult:
    memory = memory.for_owner(owner)
    folded = await fold(memory, owner, session_row, fold_into=how.fold_into, pace=how.pace, may_go_on=may_go_on)
    delivered = await deliver(
        memory, owner, session_row, summarise=how.summarise, pace=how.pace, may_go_on=after(folded, may_go_on)
    )
    return folded + delivered


async def is_anything_due(memory: MemoryParts) -> bool:
    """This moment, and taken on by nobody."""
    return bool(await store.due_sessions(memory.db, now=memory.clock(), most=1))


async def _due(memory: MemoryParts, owner: Owner | None, pace: DrainPace) -> list[tuple[Owner, SessionRow]]:
    now = memory.clock()
    if owner is None:
        return list(await store.due_sessions(memory.db, now=now, most=pace.batch))
    async with memory.db.as_owner(owner) as tx:
        return [(owner, session) for session in await store.due_sessions_of(tx, owner, now=now)]


async def drain_session(job: Job, context: JobContext[HasMemory]) -> None:
    """The job DRAIN. Nothing to acknowledge here: each step is guarded, so a second delivery finds nothing to do."""
    if job.owner and context.parts.memory.settings.outbox_drain_enabled:
        await drain_one(context.parts.memory, job.owner, SessionRow(int(job.ids["session"])))


async def drain_outbox(context: JobContext[HasMemory]) -> None:
    """For the schedule: what was put off, and what a process left behind when it died."""
    if context.parts.memory.settings.outbox_drain_enabled:
        await drain(context.parts.memory)


async def refold(job: Job, context: JobContext[HasMemory]) -> None:
    """The job REFOLD, after a forget: it reset what was folded and owes the summaries, out of what is left. Draining
    does the rest, guarded, also where the schedule does not."""
    if job.owner:
        await drain_one(context.parts.memory, job.owner, SessionRow(int(job.ids["session"])))
