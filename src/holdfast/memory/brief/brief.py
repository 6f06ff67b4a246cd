"""The brief: what Postgres knows at once, and, when there is a question, what recall and the sinks find in time."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import datetime

from holdfast.core.ask_within import Missing, ask_within
from holdfast.core.db import Owner
from holdfast.memory.brief import store
from holdfast.memory.brief.moment import SKEW, moment
from holdfast.memory.brief.start_brief import awake
from holdfast.memory.brief.summaries import read_summaries
from holdfast.memory.brief.types import Brief, BriefFact
from holdfast.memory.intake.store import read_window
from holdfast.memory.loops.loops import list_loops
from holdfast.memory.loops.nudges import nudge_candidates
from holdfast.memory.parts import MemoryParts
from holdfast.memory.profile.store import read_identity
from holdfast.memory.recall.recall import recall
from holdfast.memory.types import Recalled, RecalledFact, RecallQuery, Sink

RECALL_SECONDS = 3.0
SINK_SECONDS = 1.0
"""A brief does not wait longer for what it can do without."""
MAX_LOOPS = 10
_LOOPS_READ = 30
_FACTS = 10


async def brief(
    memory: MemoryParts,
    owner: Owner,
    *,
    session_id: str | None = None,
    query: str | None = None,
    now: datetime | None = None,
    persona_id: str | None = None,
) -> Brief:
    """Facts and entities only with a query. Whatever fails or is slow is named in `missing`."""
    now = moment(now, memory.clock())
    first = asyncio.create_task(_tier_one(memory, owner, session_id, now, persona_id))
    second = asyncio.create_task(_tier_two(memory, owner, query, now, persona_id)) if query and query.strip() else None
    try:
        known = await first
        facts, recalled, missing = await second if second else ((), None, ())
    finally:
        for task in (first, second):
            if task:
                task.cancel()
    return Brief(
        known.identity, known.working_memory, known.rolling_summary, known.active_loops, known.nudge_candidates,
        known.episode_bridge, facts, recalled.entities if recalled else (), known.spine, known.so_far,
        missing,
    )  # fmt: skip


async def _tier_one(
    memory: MemoryParts, owner: Owner, session_id: str | None, now: datetime, persona_id: str | None
) -> Brief:
    async with memory.db.as_owner(owner) as tx:
        identity = await read_identity(tx, owner)
        session_id = session_id or await store.find_newest_session_id(
            tx, owner, persona_id=persona_id, before=now + SKEW
        )
        window = await read_window(tx, owner, session_id) if session_id else ()
        told = await read_summaries(tx, owner, session_id=session_id, persona_id=persona_id, now=now)
    loops = await list_loops(memory, owner, status="open", persona_id=persona_id, limit=_LOOPS_READ)
    nudges = await nudge_candidates(memory, owner, now=now, persona_id=persona_id)
    active = awake(loops, now)[:MAX_LOOPS]
    last = told.last_session or None
    return Brief(identity, window, told.rolling, active, nudges, last, spine=told.spine, so_far=told.so_far)


async def _tier_two(
    memory: MemoryParts, owner: Owner, query: str, now: datetime, persona_id: str | None
) -> tuple[Sequence[BriefFact], Recalled | None, Sequence[str]]:
    patience = min(SINK_SECONDS, memory.settings.graph.timeout_seconds)
    asked = recall(memory, owner, RecallQuery(query, limit=_FACTS, now=now, persona_id=persona_id))
    found, from_sinks = await asyncio.gather(
        ask_within("recall", asked, RECALL_SECONDS),
        asyncio.gather(*(ask_within(sink.name, _search(sink, owner, query, now), patience) for sink in memory.sinks)),
    )
    missing = [one.source for one in (found, *from_sinks) if isinstance(one, Missing)]
    recalled = None if isinstance(found, Missing) else found
    facts = [_fact(hit) for hit in recalled.facts] if recalled else []
    for sink, texts in zip(memory.sinks, from_sinks, strict=True):
        if not isinstance(texts, Missing):
            facts += _new(texts, facts, sink.name)
    return facts, recalled, missing


async def _search(sink: Sink, owner: Owner, query: str, now: datetime) -> Sequence[str]:
    return await sink.search(owner, query, limit=_FACTS, now=now)


def _fact(hit: RecalledFact) -> BriefFact:
    fact = hit.fact
    return BriefFact(
        fact.text, "memory", fact.id, hit.score, fact.confidence, fact.valid_from, fact.valid_to, fact.evidence
    )


def _new(texts: Sequence[str], known: Sequence[BriefFact], source: str) -> list[BriefFact]:
    """What the memory did not say already, in other case or spacing."""
    said = {_key(fact.text) for fact in known}
    fresh = dict.fromkeys(text for text in texts if text.strip() and _key(text) not in said)
    return [BriefFact(text, source) for text in list(fresh)[:_FACTS]]


def _key(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(".")
