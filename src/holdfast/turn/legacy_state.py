"""What the older runtime's blocks are made of, asked of the memory; only while the shadow path is switched on."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import datetime

from holdfast.chats.types import Message
from holdfast.core.db import Owner, owner_of
from holdfast.memory.client.types import MemoryClient
from holdfast.memory.types import Fact, Loop, LoopKind
from holdfast.turn.legacy import LegacyLine, LegacyState
from holdfast.turn.types import Begun, Block, Source

MOST_FOUNDATION = 12
MOST_RELEVANT = 5


async def read_legacy_state(
    memory: MemoryClient, begun: Begun, before: Sequence[Message], recalled: Block | None, now: datetime
) -> LegacyState:
    """`recalled`: what the prompt was told from memory already is not told twice."""
    owner, persona_id = owner_of(begun.user_id), begun.persona.id
    about, pinned, loops, told, relevant = await asyncio.gather(
        memory.about(owner),
        memory.pinned(owner, persona_id=persona_id, limit=MOST_FOUNDATION),
        memory.loops(owner, persona_id=persona_id),
        memory.summaries(owner, session_id=str(begun.session_id), persona_id=persona_id, now=now),
        _relevant(memory, owner, begun, recalled, now),
    )
    pins = {fact.id for fact in pinned}
    return LegacyState(
        now=now,
        message_count=1 + sum(message.role == "user" for message in before),
        last_interaction=before[-1].created_at if before else None,
        foundation=_facts(pinned),
        relevant=_facts([fact for fact in relevant if fact.id not in pins]),
        commitments=_open(loops, "commitment"),
        threads=_open(loops, "thread"),
        frictions=_open(loops, "friction"),
        wins=[_line(loop, loop.closed_at or loop.opened_at) for loop in loops if loop.kind == "win"],
        user_seed=about,
        spine=told.spine,
        current_session=told.rolling,
        latest_session=told.last_session,
    )


async def _relevant(
    memory: MemoryClient, owner: Owner, begun: Begun, recalled: Block | None, now: datetime
) -> Sequence[Fact]:
    if recalled is not None:
        return ()
    found = await memory.recall(owner, begun.heard.text, limit=MOST_RELEVANT, now=now, persona_id=begun.persona.id)
    return [hit.fact for hit in found.facts]


def _facts(facts: Sequence[Fact]) -> Sequence[LegacyLine]:
    return [LegacyLine(fact.text, Source("fact", str(fact.id))) for fact in facts]


def _open(loops: Sequence[Loop], kind: LoopKind) -> Sequence[LegacyLine]:
    return [_line(loop) for loop in loops if loop.kind == kind and loop.status == "open"]


def _line(loop: Loop, at: datetime | None = None) -> LegacyLine:
    return LegacyLine(loop.text, Source("loop", str(loop.id)), at)
