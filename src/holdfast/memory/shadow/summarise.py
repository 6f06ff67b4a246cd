"""The rolling summary of every fourth turn, made within a few seconds or not at all; and the spine.

This summary is the path's own: the one of the window follows what was evicted, and its count must not be disturbed.
"""

from __future__ import annotations

import asyncio

from holdfast.core.db import Owner
from holdfast.core.log import get_logger
from holdfast.memory.parts import MemoryParts
from holdfast.memory.shadow import store
from holdfast.memory.shadow.talks import Talk
from holdfast.memory.shadow.types import ShadowLimits, ShadowState
from holdfast.memory.summaries.rolling import fold_by_rules, fold_into
from holdfast.memory.summaries.spine import read_spine_ground, update_spine

_MAX_TURNS = 40

log = get_logger()


async def summarise(memory: MemoryParts, owner: Owner, state: ShadowState, talk: Talk, limits: ShadowLimits) -> bool:
    """Whether there is a new one. Too slow is as good as never asked: the next fourth turn tries again."""
    if state.message_count // limits.summary_every <= state.summary_count // limits.summary_every:
        return False
    async with memory.db.as_owner(owner) as tx:
        await store.note_summary_tried(tx, owner, state)
        turns = await talk.turns_to_summarise(tx, state, most=_MAX_TURNS)
    if not turns:
        return False
    try:
        async with asyncio.timeout(limits.summary_seconds):
            text, source = await fold_into(memory, state.rolling_summary, turns)
    except TimeoutError:
        log.info("shadow_summary_too_slow", seconds=limits.summary_seconds)
        return False
    async with memory.db.as_owner(owner) as tx:
        return await store.set_summary(tx, owner, state, text, source, to=turns[-1].seq + 1)


async def extend_spine(memory: MemoryParts, owner: Owner, state: ShadowState, talk: Talk, limits: ShadowLimits) -> bool:
    """Made where there is none, or enough was said since: of the sessions that have ended, and of this one so far."""
    before = (await read_spine_ground(memory, owner)).old
    async with memory.db.as_owner(owner) as tx:
        messages = await store.messages_since_spine(tx, owner)
        if before.text and messages <= limits.spine_messages:
            return False
        is_told = await store.is_summarised(tx, owner, state)
        turns = await talk.turns_to_summarise(tx, state, most=_MAX_TURNS)
    so_far = "" if is_told else fold_by_rules(state.rolling_summary, turns)
    after = await update_spine(memory, owner, so_far=so_far)
    if after.version == before.version:
        return False
    async with memory.db.as_owner(owner) as tx:
        await store.restart_spine_count(tx, owner)
    return True
