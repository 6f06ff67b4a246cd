"""What a window says, compared with what is held and written down in one transaction.

Nothing is held open while a model or the embedder thinks. The transaction that writes asks again whether everything it
rests on still stands: the session's generation (nothing of it was forgotten) and `learned_to` (nobody else learned from
it), and the facts and loops it was compared with. `learned_to` moves in the same transaction, so a kill at any instant
loses nothing and learns nothing twice.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from typing import Any

from holdfast.core.db import Owner, Tx
from holdfast.core.jobs import enqueue
from holdfast.memory.jobs import EMBED, REFRESH
from holdfast.memory.learning import store
from holdfast.memory.learning.likeness import FactLikeness, Vectors, likeness_of
from holdfast.memory.learning.naming import SELF, Named, edges_of, name_entities
from holdfast.memory.learning.predicates import subject_key
from holdfast.memory.learning.reconcile import reconcile
from holdfast.memory.learning.types import Extracted, FactState, Learned, Reconciled, Window
from holdfast.memory.loops.apply import apply, read_states
from holdfast.memory.loops.later import read_later
from holdfast.memory.loops.match import Likeness
from holdfast.memory.loops.settle import settle
from holdfast.memory.loops.types import LoopCandidate, LoopsLearned, LoopState
from holdfast.memory.parts import MemoryParts

MOST_FACTS_READ = 4_000
MOST_ENTITIES_READ = 4_000

Begin = Callable[[], AbstractAsyncContextManager[Tx]]
Claim = Callable[[Tx], Awaitable[bool]]


class Moved(Exception):
    """The facts or loops it was compared with are no longer those; nothing was written."""


class Gone(Exception):
    """The window was learned from by another, or something of the session was forgotten; nothing was written."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What a window says, before it is compared with what is held."""

    window: Window
    extracted: Extracted
    vectors: Vectors


@dataclass(frozen=True, slots=True)
class _Held:
    """What is known already, and marks that tell whether it still stands so."""

    facts: Sequence[FactState]
    loops: Sequence[LoopState]
    ended: Sequence[LoopCandidate]
    """What was said after the window, learned before it, and may end what the window opens."""
    entities: Sequence[Named]
    marks: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class _Plan:
    """What shall be written."""

    facts: Reconciled
    loops: list[LoopState]
    entities: dict[str, Named]


async def write(
    memory: MemoryParts, owner: Owner, thought: Thought, begin: Begin, claim: Claim | None = None
) -> Learned:
    """Compare outside, and write if nothing moved meanwhile. Where others write all the time, compare while they wait:
    then without fresh vectors, because no transaction waits for an embedder.
    """
    texts = {fact.text for fact in thought.extracted.facts}
    vectors = {text: vector for text, vector in thought.vectors.items() if text in texts}
    for is_last in (False, False, True):
        async with memory.db.as_owner(owner) as tx:
            held = await _read_held(tx, memory, owner, thought)
        like = await likeness_of(memory, owner, vectors, held.facts)
        plan = _compare(thought, held, like)
        try:
            async with begin() as tx:
                await store.lock_owner(tx, owner)
                if not await (claim(tx) if claim else store.move_learned_to(tx, owner, thought.window)):
                    raise Gone
                now = await _read_held(tx, memory, owner, thought)
                if now.marks != held.marks:
                    if not is_last:
                        raise Moved
                    plan = _compare(thought, now, like)
                return await _write_down(tx, memory, owner, thought, plan)
        except Moved:
            continue
    raise AssertionError("unreachable")


async def _read_held(tx: Tx, memory: MemoryParts, owner: Owner, thought: Thought) -> _Held:
    extracted = thought.extracted
    subjects = sorted({subject_key(fact.subject) for fact in extracted.facts})
    predicates = sorted({fact.predicate for fact in extracted.facts} | _related(extracted))
    named = [int(label[1:]) for fact in extracted.facts for label in fact.rests_on if label.startswith("#")]
    ids = named + [denied.fact_id for denied in extracted.contradictions]
    earliest = min((turn.said_at for turn in thought.window.turns if turn.is_new), default=memory.clock())
    # The marks first: whoever commits in between is then seen as a change, never overlooked.
    facts_mark = await store.mark_of(tx, owner)
    loops, loops_mark = await read_states(tx, owner, earliest=earliest)
    ended = await read_ended(tx, owner, thought.window, extracted)
    return _Held(
        facts=await store.states_about(tx, owner, subjects, predicates, ids, limit=MOST_FACTS_READ),
        entities=await store.entities_of(tx, owner, limit=MOST_ENTITIES_READ),
        loops=loops,
        ended=ended,
        marks=(facts_mark, loops_mark, *(episode for ending in ended for episode in ending.episodes)),
    )


async def read_ended(tx: Tx, owner: Owner, window: Window, extracted: Extracted) -> Sequence[LoopCandidate]:
    spoken = {episode for loop in extracted.loops for episode in loop.episodes}
    names = [turn.name for turn in window.turns if turn.episode in spoken]
    return await read_later(tx, owner, window.session, extracted.loops, names)


def _compare(thought: Thought, held: _Held, like: FactLikeness) -> _Plan:
    extracted = thought.extracted
    new = [turn for turn in thought.window.turns if turn.is_new]
    return _Plan(
        facts=reconcile(extracted.facts, extracted.contradictions, held.facts, like, extracted.source),
        loops=settle([*extracted.loops, *held.ended], held.loops, Likeness(thought.vectors), extracted.source),
        entities=name_entities(extracted.entities, new, held.entities),
    )


async def _write_down(tx: Tx, memory: MemoryParts, owner: Owner, thought: Thought, plan: _Plan) -> Learned:
    extracted, facts = thought.extracted, plan.facts
    places = await _write_facts(tx, owner, facts)
    await _write_entities(tx, owner, plan, places)
    loops = await apply(tx, owner, plan.loops)
    if extracted.echo_episodes:
        await store.flag_echoes(tx, owner, extracted.echo_episodes)
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


async def _write_facts(tx: Tx, owner: Owner, facts: Reconciled) -> dict[int, int]:
    """New rows first, under their real ids; then what changed, which may point at them."""
    places: dict[int, int] = {}
    for fact in (fact for fact in facts.changed if fact.id < 0):
        lineage = None if fact.lineage == fact.id else places.get(fact.lineage, fact.lineage)
        places[fact.id] = await store.add_fact(tx, owner, fact, lineage=lineage)
    for fact in facts.changed:
        if fact.id > 0 or fact.superseded_by is not None:
            await store.save_fact(tx, owner, _placed(fact, places))
    evidence = [(places.get(fact.id, fact.id), episode) for fact in facts.changed for episode in fact.added]
    if evidence:
        await store.add_evidence(tx, owner, evidence)
    grounds = [(places.get(fact.id, fact.id), places.get(on, on)) for fact in facts.changed for on in fact.rests_on]
    if grounds:
        await store.add_grounds(tx, owner, grounds)
    if facts.retired:
        await store.doubt_what_rests_on(tx, owner, facts.retired)
    return places


def _placed(fact: FactState, places: dict[int, int]) -> FactState:
    by = fact.superseded_by
    return replace(fact, id=places.get(fact.id, fact.id), superseded_by=None if by is None else places.get(by, by))


async def _write_entities(tx: Tx, owner: Owner, plan: _Plan, places: dict[int, int]) -> None:
    touched = {key: entity for key, entity in plan.entities.items() if entity.added}
    edges = edges_of([fact for fact in plan.facts.changed if fact.id < 0], plan.entities)
    ids = {key: entity.id for key, entity in plan.entities.items() if entity.id is not None}
    # In one order everywhere, so that two writers never wait for each other in a ring.
    for key, entity in sorted(touched.items()):
        ids[key] = await store.save_entity(tx, owner, entity)
        await store.add_mentions(tx, owner, ids[key], entity.added)
    if any(begin == SELF for begin, *_ in edges) and SELF not in ids:
        now = max(fact.learned_at for fact in plan.facts.changed)
        ids[SELF] = await store.save_entity(tx, owner, Named(None, SELF, "user", "person", "self", now, now))
    for begin, end, relation, fact in edges:
        await store.add_edge(tx, owner, ids[begin], ids[end], relation, places.get(fact, fact))


def _related(extracted: Extracted) -> set[str]:
    """Predicates that say the opposite of what is spoken of."""
    spoken = {fact.predicate for fact in extracted.facts}
    opposite = {f"not_{predicate}" for predicate in spoken} | {predicate.removeprefix("not_") for predicate in spoken}
    return opposite | {
        "likes",
        "dislikes",
        "not_partner",
        "partner",
        "husband",
        "wife",
        "boyfriend",
        "girlfriend",
        "spouse",
    }


def _learned(thought: Thought, facts: Reconciled, loops: LoopsLearned) -> Learned:
    return Learned(
        turns=sum(turn.is_new for turn in thought.window.turns),
        facts=facts.learned,
        reinforced=facts.duplicates,
        retired=len(facts.retired),
        loops=loops.opened + loops.reinforced + loops.closed,
        sources=frozenset({thought.extracted.source}),
    )
