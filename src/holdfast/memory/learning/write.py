"""What a window says, compared with what is held and written down in one transaction.

Nothing is held open while a model or the embedder thinks. The transaction that writes asks again whether everything it
rests on still stands: the session's generation (nothing of it was forgotten) and `learned_to` (nobody else learned from
it), and the facts and loops it was compared with. `learned_to` moves in the same transaction, so a kill at any instant
loses nothing and learns nothing twice.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any

from holdfast.core.db import Owner, Tx
from holdfast.core.jobs import enqueue
from holdfast.memory.intake import sessions_store
from holdfast.memory.intake import store as turns_store
from holdfast.memory.jobs import EMBED, REFRESH
from holdfast.memory.learning import store
from holdfast.memory.learning.facts.likeness import FactLikeness, TextVectors, likeness_of
from holdfast.memory.learning.facts.read_known import KnownFacts, read_known
from holdfast.memory.learning.facts.reconcile import reconcile
from holdfast.memory.learning.facts.write_facts import write_facts
from holdfast.memory.learning.naming.names import NamedEntity, name_entities
from holdfast.memory.learning.naming.write_entities import read_entities, write_entities
from holdfast.memory.learning.types import Extraction, LearningResult, Reconciliation, Window
from holdfast.memory.locks import lock_learning
from holdfast.memory.loops.apply import apply, read_states
from holdfast.memory.loops.later import read_later
from holdfast.memory.loops.match import Likeness
from holdfast.memory.loops.settle import settle
from holdfast.memory.loops.types import LoopCandidate, LoopsLearned, LoopState
from holdfast.memory.parts import MemoryParts

Begin = Callable[[], AbstractAsyncContextManager[Tx]]
Claim = Callable[[Tx], Awaitable[bool]]


class HeldFactsMoved(Exception):
    """The facts or loops it was compared with are no longer those; nothing was written."""


class WindowGone(Exception):
    """The window was learned from by another, or something of the session was forgotten; nothing was written."""


@dataclass(frozen=True, slots=True)
class ReadWindow:
    """What a window says, before it is compared with what is held."""

    window: Window
    extracted: Extraction
    vectors: TextVectors


@dataclass(frozen=True, slots=True)
class _Held:
    """What is known already, and marks that tell whether it still stands so."""

    facts: KnownFacts
    loops: Sequence[LoopState]
    ended: Sequence[LoopCandidate]
    """What was said after the window, learned before it, and may end what the window opens."""
    entities: Sequence[NamedEntity]
    marks: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class _Plan:
    """What shall be written."""

    facts: Reconciliation
    loops: list[LoopState]
    entities: dict[str, NamedEntity]


async def write(
    memory: MemoryParts, owner: Owner, thought: ReadWindow, begin: Begin, claim: Claim | None = None
) -> LearningResult:
    """Compare outside, and write if nothing moved meanwhile. Where others write all the time, compare while they wait:
    then without fresh vectors, because no transaction waits for an embedder.
    """
    texts = {fact.text for fact in thought.extracted.facts}
    vectors = {text: vector for text, vector in thought.vectors.items() if text in texts}
    for is_last in (False, False, True):
        async with memory.db.as_owner(owner) as tx:
            held = await _read_held(tx, memory, owner, thought)
        like = await likeness_of(memory, owner, vectors, held.facts.facts)
        plan = _compare(thought, held, like)
        try:
            async with begin() as tx:
                await lock_learning(tx, owner)
                if not await (claim(tx) if claim else _move_on(tx, owner, thought.window)):
                    raise WindowGone
                now = await _read_held(tx, memory, owner, thought, before=held)
                if now.marks != held.marks:
                    if not is_last:
                        raise HeldFactsMoved
                    plan = _compare(thought, now, like)
                return await _write_down(tx, memory, owner, thought, plan)
        except HeldFactsMoved:
            continue
    raise AssertionError("unreachable")


async def _move_on(tx: Tx, owner: Owner, window: Window) -> bool:
    return await sessions_store.move_learned_to(
        tx,
        owner,
        window.session_row,
        generation=window.generation,
        learned_to=window.learned_to,
        next_learned_to=window.next_learned_to,
    )


async def _read_held(
    tx: Tx, memory: MemoryParts, owner: Owner, thought: ReadWindow, *, before: _Held | None = None
) -> _Held:
    earliest = min((turn.said_at for turn in thought.window.turns if turn.is_new), default=memory.clock())
    facts = await read_known(tx, owner, thought.extracted, before=before.facts if before else None)
    loops, loops_mark = await read_states(tx, owner, earliest=earliest)
    ended = await read_ended(tx, owner, thought.window, thought.extracted)
    return _Held(
        facts=facts,
        entities=await read_entities(tx, owner),
        loops=loops,
        ended=ended,
        marks=(facts.mark, loops_mark, *(episode for ending in ended for episode in ending.episodes)),
    )


async def read_ended(tx: Tx, owner: Owner, window: Window, extracted: Extraction) -> Sequence[LoopCandidate]:
    spoken = {episode for loop in extracted.loops for episode in loop.episodes}
    names = [turn.name for turn in window.turns if turn.episode in spoken]
    return await read_later(tx, owner, window.session_row, extracted.loops, names)


def _compare(thought: ReadWindow, held: _Held, like: FactLikeness) -> _Plan:
    extracted = thought.extracted
    new = [turn for turn in thought.window.turns if turn.is_new]
    return _Plan(
        facts=reconcile(extracted.facts, extracted.contradictions, held.facts.facts, like, extracted.source),
        loops=settle([*extracted.loops, *held.ended], held.loops, Likeness(thought.vectors), extracted.source),
        entities=name_entities(extracted.entities, new, held.entities),
    )


async def _write_down(tx: Tx, memory: MemoryParts, owner: Owner, thought: ReadWindow, plan: _Plan) -> LearningResult:
    extracted, facts = thought.extracted, plan.facts
    places = await write_facts(tx, owner, facts)
    await write_entities(tx, owner, facts.changed, plan.entities, places)
    loops = await apply(tx, owner, plan.loops)
    if extracted.echo_episodes:
        await turns_store.flag_echoes(tx, owner, extracted.echo_episodes)
    counts = {
        "candidates": len(extracted.facts) + extracted.junk + extracted.echoes,
        "learned": facts.learned,
        "duplicates": facts.duplicates,
        "junk": extracted.junk,
        "echoes": extracted.echoes,
        "contradicted": facts.contradicted,
    }
    if any(counts.values()):
        await store.count(tx, owner, memory.clock().date(), counts)
    if facts.learned or plan.loops:
        await enqueue(tx, EMBED, {}, dedupe_key="all")
    if facts.changed or plan.loops:
        await enqueue(tx, REFRESH, {}, dedupe_key="all")
    return _learned(thought, facts, loops)


def _learned(thought: ReadWindow, facts: Reconciliation, loops: LoopsLearned) -> LearningResult:
    return LearningResult(
        turns=sum(turn.is_new for turn in thought.window.turns),
        facts=facts.learned,
        reinforced=facts.duplicates,
        retired=len(facts.retired),
        loops=loops.opened + loops.reinforced + loops.closed,
        sources=frozenset({thought.extracted.source}),
    )
