"""A session's new turns in; facts, entities, edges and loops out, exactly once.

Read, think, write: `write` says how what was read is known to stand still when it is written. Jobs run in any order;
what was said first is learned first all the same, so that a transcript brought in at once is learned as it was said.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

from holdfast.core.db import Owner, execute_with_retry
from holdfast.core.ids import SessionRow
from holdfast.core.jobs import BULK, Job, JobContext, enqueue, work
from holdfast.memory.jobs import LEARN
from holdfast.memory.learning import store
from holdfast.memory.learning.echoes import KEPT
from holdfast.memory.learning.extract import MAX_SHOWN, KnownToModel, extract
from holdfast.memory.learning.facts.likeness import embed_texts
from holdfast.memory.learning.facts.store import newest_states
from holdfast.memory.learning.predicates import subject_key
from holdfast.memory.learning.types import Extraction, LearningResult, Window
from holdfast.memory.learning.write import Begin, Claim, ReadWindow, read_ended, write
from holdfast.memory.learning.write import WindowGone as Gone
from holdfast.memory.loops.apply import read_states
from holdfast.memory.loops.calendars import calendar_of
from holdfast.memory.parts import HasMemory, MemoryParts

TURNS_AT_ONCE = 40
"""What one question to a model can hold; rules take the same, so that both advance alike."""
TURNS_BEFORE = 4
PORTION_SECONDS = 4.0
"""What one job gives to one owner before the others have their turn; one window at least."""


async def learn(memory: MemoryParts, owner: Owner, session_row: SessionRow) -> LearningResult:
    """Everything that was said in it and not learned from yet. With the model down, by rules at once."""
    return await _learn_all(memory, owner, session_row, may_wait=False)


async def learn_session(job: Job, context: JobContext[HasMemory]) -> None:
    """The LEARN job. A model that is down for now is waited for; the last try goes by rules."""
    memory, owner = context.parts.memory, job.owner
    if owner is None:
        return
    session, may_wait = SessionRow(int(job.ids["session"])), job.attempt < LEARN.tries
    now = asyncio.get_running_loop().time
    until = now() + PORTION_SECONDS
    has_more = await _learn_earlier(memory, owner, session, may_wait=may_wait, goes_on=lambda: now() < until)
    while not has_more and (thought := await _think(memory, owner, session, may_wait=may_wait)) is not None:
        is_last = not thought.window.has_more
        begin = partial(work, context.worker, job) if is_last else partial(memory.db.as_owner, owner)
        try:
            await write(memory, owner, thought, begin)
        except Gone:
            continue
        if is_last:
            return
        has_more = now() >= until
    async with work(context.worker, job) as tx:
        if has_more:
            await enqueue(tx, LEARN, job.ids, dedupe_key=str(session), priority=BULK)


async def learn_out_of_order(
    memory: MemoryParts, owner: Owner, window: Window, extracted: Extraction, begin: Begin, claim: Claim
) -> LearningResult:
    """For whoever reads turns in an order of their own: the same comparison and the same lock. `claim` says, in the
    transaction that writes, whether it still may be written; `WindowGone` if not."""
    texts = [fact.text for fact in extracted.facts] + [loop.text for loop in extracted.loops]
    return await write(memory, owner, ReadWindow(window, extracted, await embed_texts(memory, texts)), begin, claim)


async def _learn_earlier(
    memory: MemoryParts, owner: Owner, session_row: SessionRow, *, may_wait: bool, goes_on: Callable[[], bool]
) -> bool:
    """The owner's other sessions in which something was said before, each with a job of its own that may come late.
    True: the time is over before they are."""
    done = set[int]()
    while True:
        async with memory.db.as_owner(owner) as tx:
            earlier = await store.find_earlier_session(tx, owner, session_row, without=done)
        if earlier is None or not goes_on():
            return earlier is not None
        done.add(earlier)
        await _learn_all(memory, owner, earlier, may_wait=may_wait, goes_on=goes_on)


async def _learn_all(
    memory: MemoryParts,
    owner: Owner,
    session_row: SessionRow,
    *,
    may_wait: bool,
    goes_on: Callable[[], bool] = lambda: True,
) -> LearningResult:
    learned = LearningResult()
    while (thought := await _think(memory, owner, session_row, may_wait=may_wait)) is not None:
        write_it = partial(write, memory, owner, thought, partial(memory.db.as_owner, owner))
        try:
            learned += await execute_with_retry(write_it)
        except Gone:
            continue
        if not goes_on():
            break
    return learned


async def _think(memory: MemoryParts, owner: Owner, session_row: SessionRow, *, may_wait: bool) -> ReadWindow | None:
    async with memory.db.as_owner(owner) as tx:
        zone = await calendar_of(tx, owner)
        window = await store.find_window(tx, owner, session_row, most=TURNS_AT_ONCE, before=TURNS_BEFORE, zone=zone)
        if window is None or window.next_learned_to == window.learned_to:
            return None
        new = [turn for turn in window.turns if turn.is_new]
        if not new:
            return ReadWindow(window, Extraction("rules"), {})
        first, last = min(turn.stored_at for turn in new), max(turn.stored_at for turn in new)
        heard = await store.shingles_before(tx, owner, first=first, last=last, window=KEPT)
        names = frozenset(subject_key(name) for name in await store.names_of_person(tx, owner))
        held = await newest_states(tx, owner, limit=MAX_SHOWN) if memory.chain else ()
        loops, _ = await read_states(tx, owner, earliest=min(turn.said_at for turn in new))
    known = KnownToModel(held, [loop for loop in loops if loop.status == "open"], names)
    extracted = await extract(memory, owner, window, known, heard, may_wait=may_wait)
    async with memory.db.as_owner(owner) as tx:
        ended = await read_ended(tx, owner, window, extracted)
    open_texts = [loop.text for loop in loops] + [one.text for one in ended] if extracted.loops else []
    texts = [fact.text for fact in extracted.facts] + [loop.text for loop in extracted.loops] + open_texts
    return ReadWindow(window, extracted, await embed_texts(memory, texts))
