"""What the older runtime's blocks are made of, asked of the memory; only while the shadow path is switched on."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from holdfast.chats.types import Message
from holdfast.core.db import Owner, owner_of
from holdfast.memory.brief.types import Summaries
from holdfast.memory.client.types import MemoryClient
from holdfast.memory.types import Entity, Fact, Loop, LoopKind
from holdfast.turn.context.legacy import LegacyLine, LegacyState
from holdfast.turn.context.legacy_cards import relevant_lines
from holdfast.turn.types import AcceptedTurn, Block, Source

MOST_FOUNDATION = 12
MOST_RELEVANT = 15
"""Looked up: enough for what is known of whom the message names, and for what else is near."""


async def read_legacy_state(
    memory: MemoryClient,
    turn: AcceptedTurn,
    before: Sequence[Message],
    times: int,
    recalled: Block | None,
    now: datetime,
    *,
    as_of: datetime | None = None,
) -> LegacyState:
    """`times`: how often the person spoke in this session before. `recalled`: what the prompt was told from memory
    already is not told twice. `as_of`: what was known then, without the summaries, which are written anew and tell of
    later things."""
    owner, persona_id = owner_of(turn.ids.user_id), turn.persona.id
    standing, loops, told, (named, relevant) = await asyncio.gather(
        memory.standing(owner, persona_id=persona_id, limit=MOST_FOUNDATION),
        memory.loops(owner, persona_id=persona_id),
        memory.summaries(owner, session_id=str(turn.ids.session_id), persona_id=persona_id, now=now),
        _relevant(memory, owner, turn, recalled, now, as_of),
    )
    pinned = standing.pinned
    if as_of is not None:
        pinned = [fact for fact in pinned if fact.learned_at <= as_of]
        loops = [_as_it_was(loop, as_of) for loop in loops if loop.opened_at <= as_of]
        told = Summaries()
    pins = {fact.id for fact in pinned}
    return LegacyState(
        now=now,
        message_count=1 + times,
        last_interaction=before[-1].created_at if before else None,
        foundation=_chat_state(pinned),
        relevant=relevant_lines(named, [fact for fact in relevant if fact.id not in pins]),
        commitments=_open(loops, "commitment"),
        threads=_open(loops, "thread"),
        frictions=_open(loops, "friction"),
        wins=[_line(loop, loop.closed_at or loop.opened_at) for loop in loops if loop.kind == "win"],
        user_seed=standing.about,
        spine=told.spine,
        current_session=told.so_far,
        latest_session=told.last_session,
    )


async def _relevant(
    memory: MemoryClient,
    owner: Owner,
    turn: AcceptedTurn,
    recalled: Block | None,
    now: datetime,
    as_of: datetime | None,
) -> tuple[Sequence[Entity], Sequence[Fact]]:
    if recalled is not None:
        return (), ()
    found = await memory.recall(
        owner, turn.user_input.text, limit=MOST_RELEVANT, now=now, as_of=as_of, persona_id=turn.persona.id
    )
    return found.entities, [hit.fact for hit in found.facts]


def _chat_state(facts: Sequence[Fact]) -> Sequence[LegacyLine]:
    return [LegacyLine(fact.text, Source("fact", str(fact.id))) for fact in facts]


def _open(loops: Sequence[Loop], kind: LoopKind) -> Sequence[LegacyLine]:
    return [_line(loop) for loop in loops if loop.kind == kind and loop.status == "open"]


def _as_it_was(loop: Loop, moment: datetime) -> Loop:
    return replace(loop, status="open", closed_at=None) if loop.closed_at and loop.closed_at > moment else loop


def _line(loop: Loop, at: datetime | None = None) -> LegacyLine:
    return LegacyLine(loop.text, Source("loop", str(loop.id)), at)
