"""Identity, user model and spine made again, after something was learned or a session closed.

Read, think, then write under a guard: a forget raises the person's generation, and what was being thought then is void
and thought again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from holdfast.core.db import Owner, Tx
from holdfast.core.jobs import Job, JobContext, enqueue, work
from holdfast.memory.jobs import REFRESH
from holdfast.memory.parts import HasMemory, MemoryParts
from holdfast.memory.people import store as people_store
from holdfast.memory.profile import store
from holdfast.memory.profile.identity import derive
from holdfast.memory.profile.types import Ground, Identity
from holdfast.memory.profile.user_model import Sections, mark_of, think_model
from holdfast.memory.summaries.spine import is_due, keep_spine, read_spine_ground, think_spine
from holdfast.memory.summaries.types import MadeBy, SpineGround

_FACTS, _LOOPS, _PEOPLE, _RECENT = 200, 60, 40, 100


@dataclass(frozen=True, slots=True)
class DerivedProfile:
    """What was thought, before it is written."""

    ground: Ground
    identity: Identity
    sections: Sections | None
    """None: nothing changed since they were made."""
    model_of: bytes | None
    spine_ground: SpineGround
    spine: tuple[str, MadeBy] | None


async def refresh(memory: MemoryParts, owner: Owner, *, may_wait: bool = False) -> bool:
    """False: something was forgotten meanwhile, and it waits to be done again."""
    thought = await think(memory, owner, may_wait=may_wait)
    async with memory.db.as_owner(owner) as tx:
        return await keep(memory, tx, owner, thought)


async def refresh_profile(job: Job, context: JobContext[HasMemory]) -> None:
    """The job REFRESH. Until its last try it rather waits for the model than falls back on the rules."""
    memory = context.parts.memory
    thought = await think(memory, job.owner, may_wait=job.attempt < REFRESH.tries) if job.owner else None
    async with work(context.worker, job) as tx:
        if job.owner and thought:
            await keep(memory, tx, job.owner, thought)


async def think(memory: MemoryParts, owner: Owner, *, may_wait: bool) -> DerivedProfile:
    memory = memory.for_owner(owner)
    async with memory.db.as_owner(owner) as tx:
        ground = await store.read_ground(tx, owner, facts=_FACTS, loops=_LOOPS, people=_PEOPLE, recent=_RECENT)
    spine_ground = await read_spine_ground(memory, owner)
    mark = mark_of(ground, "rules" if memory.chain is None else "model")
    sections, is_final = None, False
    if mark != ground.model_of:
        sections, is_final = await think_model(memory, ground, may_wait=may_wait)
    spine = await think_spine(memory, spine_ground, may_wait=may_wait) if is_due(spine_ground) else None
    return DerivedProfile(ground, derive(ground), sections, mark if is_final else None, spine_ground, spine)


async def keep(memory: MemoryParts, tx: Tx, owner: Owner, thought: DerivedProfile) -> bool:
    now = memory.clock()
    is_standing = await people_store.lock_person(tx, owner, thought.ground.generation)
    if not is_standing or thought.spine_ground.generation != thought.ground.generation:
        await enqueue(tx, REFRESH, {}, dedupe_key="all")
        return False
    await store.set_identity(tx, owner, thought.identity, at=now)
    if thought.sections is not None:
        items = [(section, item) for section, found in thought.sections.items() for item in found]
        await store.set_model(tx, owner, items, model_of=thought.model_of, at=now)
    if thought.spine:
        await keep_spine(memory, tx, owner, thought.spine_ground, *thought.spine)
    return True


async def clear_profile(tx: Tx, owner: Owner) -> Mapping[str, int]:
    """For forgetting: all that was made about the person goes and is made again; what they wrote themselves stays.

    From here to the end of the transaction nobody else can write what they thought before.
    """
    cleared = await store.clear(tx, owner)
    await enqueue(tx, REFRESH, {}, dedupe_key="all")
    return cleared
