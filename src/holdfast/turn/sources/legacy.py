"""What the older runtime told before each answer, asked of the memory; only while its shadow path is switched on."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from holdfast.core.db import owner_of
from holdfast.memory.brief.types import Summaries
from holdfast.memory.types import Entity, Fact, Loop, LoopKind, RecallQuery
from holdfast.turn.context.legacy import LegacyLine, LegacyState, legacy_blocks
from holdfast.turn.context.legacy_cards import relevant_lines
from holdfast.turn.sources.types import ContextRequest, ContextSource, Contribution, WithReading
from holdfast.turn.types import Source

MAX_FOUNDATION = 12
MAX_RELEVANT = 15
"""Looked up: enough for what is known of whom the message names, and for what else is near."""


async def gather_legacy(known: WithReading) -> Contribution:
    state = await _read_state(known)
    return Contribution(blocks=legacy_blocks(state), recalled=[line.text for line in state.relevant])


async def _read_state(known: WithReading) -> LegacyState:
    """Of a past moment without the summaries, which are written anew and tell of later things."""
    request, past = known.request, known.past
    memory, turn, now, as_of = request.parts.memory, request.turn, request.now, request.as_of
    owner, persona_id = owner_of(turn.ids.user_id), turn.persona.id
    standing, loops, told, (named, relevant) = await asyncio.gather(
        memory.standing(owner, persona_id=persona_id, limit=MAX_FOUNDATION),
        memory.loops(owner, persona_id=persona_id),
        memory.summaries(owner, session_id=str(turn.ids.session_id), persona_id=persona_id, now=now),
        _relevant(known),
    )
    pinned = standing.pinned
    if as_of is not None:
        pinned = [fact for fact in pinned if fact.learned_at <= as_of]
        loops = [_as_it_was(loop, as_of) for loop in loops if loop.opened_at <= as_of]
        told = Summaries()
    pins = {fact.id for fact in pinned}
    return LegacyState(
        now=now,
        message_count=1 + past.history.spoken.times,
        last_interaction=past.before[-1].created_at if past.before else None,
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


async def _relevant(known: WithReading) -> tuple[Sequence[Entity], Sequence[Fact]]:
    """What the prompt was told from memory already is not told twice."""
    if known.recalled is not None:
        return (), ()
    request, turn = known.request, known.request.turn
    query = RecallQuery(
        turn.user_input.text, limit=MAX_RELEVANT, now=request.now, as_of=request.as_of, persona_id=turn.persona.id
    )
    found = await request.parts.memory.recall(owner_of(turn.ids.user_id), query)
    return found.entities, [hit.fact for hit in found.facts]


def _chat_state(facts: Sequence[Fact]) -> Sequence[LegacyLine]:
    return [LegacyLine(fact.text, Source("fact", str(fact.id))) for fact in facts]


def _open(loops: Sequence[Loop], kind: LoopKind) -> Sequence[LegacyLine]:
    return [_line(loop) for loop in loops if loop.kind == kind and loop.status == "open"]


def _as_it_was(loop: Loop, moment: datetime) -> Loop:
    return replace(loop, status="open", closed_at=None) if loop.closed_at and loop.closed_at > moment else loop


def _line(loop: Loop, at: datetime | None = None) -> LegacyLine:
    return LegacyLine(loop.text, Source("loop", str(loop.id)), at)


def _is_asked(request: ContextRequest) -> bool:
    """Not for a persona that is told nothing of the memory: these blocks are made of nothing else."""
    return request.parts.is_shadow_on and request.turn.persona.settings.memory.recall != "never"


LEGACY = ContextSource(
    "legacy", WithReading, gather_legacy, is_asked=_is_asked, tells_of_person=True, is_remembered=True
)
