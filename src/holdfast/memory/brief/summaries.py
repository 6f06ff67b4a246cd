"""What was said before, told short: this session's rolling summary, the last session's, and the one over all."""

from __future__ import annotations

from datetime import datetime

from holdfast.core.db import Owner, Tx
from holdfast.memory.brief import store
from holdfast.memory.brief.moment import SKEW, moment
from holdfast.memory.brief.types import Summaries
from holdfast.memory.parts import MemoryParts
from holdfast.memory.summaries.store import find_latest_summary, read_spine


async def summaries(
    memory: MemoryParts,
    owner: Owner,
    *,
    session_id: str | None = None,
    now: datetime | None = None,
    persona_id: str | None = None,
) -> Summaries:
    now = moment(now, memory.clock())
    async with memory.db.as_owner(owner) as tx:
        session_id = session_id or await store.find_newest_session_id(
            tx, owner, persona_id=persona_id, before=now + SKEW
        )
        return await read_summaries(tx, owner, session_id=session_id, persona_id=persona_id, now=now)


async def read_summaries(
    tx: Tx, owner: Owner, *, session_id: str | None, persona_id: str | None, now: datetime
) -> Summaries:
    """In the caller's transaction."""
    rolling, so_far = await store.find_rolling_summaries(tx, owner, session_id) if session_id else ("", "")
    latest = await find_latest_summary(tx, owner, persona_id=persona_id, before=now + SKEW)
    return Summaries(rolling, latest.text if latest else "", (await read_spine(tx, owner)).text, so_far)
