"""The older path, in order: judge what was just said, keep what is sound, curate, summarise.

It keeps its own mark of what it has read (`judged_to`), which moves in the transaction that writes what was found: a
kill at any instant loses nothing and learns nothing twice. What follows (summary, spine, curation) each says for itself
whether it is due, so a run that died before it is made up for by the next.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Protocol

from holdfast.core.config import FeatureSettings, Settings
from holdfast.core.db import Owner, Tx
from holdfast.core.ids import SessionRow
from holdfast.core.jobs import Job, JobContext, enqueue, work
from holdfast.memory.jobs import SHADOW
from holdfast.memory.learning.echoes import own_words, read_handed_out
from holdfast.memory.learning.extract import subject_of
from holdfast.memory.learning.facts.likeness import embed_texts
from holdfast.memory.learning.guards import is_junk
from holdfast.memory.learning.learn import learn_out_of_order
from holdfast.memory.learning.predicates import PERSON
from holdfast.memory.learning.types import Extraction, FactCandidate, LearningResult, Window, WindowTurn
from holdfast.memory.learning.write import WindowGone
from holdfast.memory.locks import lock_learning
from holdfast.memory.loops.apply import apply, read_states
from holdfast.memory.loops.calendars import calendar_of
from holdfast.memory.loops.match import Likeness, same_thing
from holdfast.memory.loops.types import LoopCandidate, LoopState
from holdfast.memory.parts import MemoryParts
from holdfast.memory.shadow import store
from holdfast.memory.shadow.auto_curate import auto_curate
from holdfast.memory.shadow.curate import completions, habits, skipped
from holdfast.memory.shadow.judge import judge
from holdfast.memory.shadow.keys import fallback_predicate, split_key
from holdfast.memory.shadow.normalize import normalize
from holdfast.memory.shadow.sanitize import sanitize
from holdfast.memory.shadow.summarise import extend_spine, summarise
from holdfast.memory.shadow.talks import StoredTalk, Talk
from holdfast.memory.shadow.types import (
    JudgedReach,
    Judgement,
    Memory,
    Shadowed,
    ShadowLimits,
    ShadowState,
    ShadowTerms,
)
from holdfast.memory.shadow.window import judge_window
from holdfast.personas.read import Personas


class HasShadow(Protocol):
    """What the worker's parts must offer to this job."""

    @property
    def memory(self) -> MemoryParts: ...

    @property
    def settings(self) -> Settings: ...

    @property
    def personas(self) -> Personas: ...


async def promise_shadow(tx: Tx, session_row: SessionRow, features: FeatureSettings) -> bool:
    """False: switched off, or promised already."""
    return features.shadow_path and await enqueue(tx, SHADOW, {"session": session_row}, dedupe_key=str(session_row))


async def follow_with_shadow(job: Job, context: JobContext[HasShadow]) -> None:
    """Beside a LEARN job, before it: if that one fails and comes again, the promise is there already."""
    if job.owner is not None and context.parts.settings.features.shadow_path:
        async with context.db.as_owner(job.owner) as tx:
            await promise_shadow(tx, SessionRow(int(job.ids["session"])), context.parts.settings.features)


async def run_shadow(job: Job, context: JobContext[HasShadow]) -> None:
    """The SHADOW job. A model that is down for now is waited for; the last try goes by rules."""
    parts = context.parts
    if job.owner is not None:
        await shadow(
            parts.memory,
            job.owner,
            SessionRow(int(job.ids["session"])),
            terms=ShadowTerms(names=names_of(parts.personas), may_wait=job.attempt < SHADOW.tries),
            features=parts.settings.features,
        )
    async with work(context.worker, job):
        pass


def names_of(personas: Personas) -> Mapping[str, str]:
    return {persona.id: persona.settings.name for persona in personas}


async def shadow(
    memory: MemoryParts,
    owner: Owner,
    session_row: SessionRow,
    *,
    features: FeatureSettings,
    talk: Talk | None = None,
    terms: ShadowTerms = ShadowTerms(),
) -> Shadowed:
    """`talk`: where the words are, if they are not in memory."""
    if not features.shadow_path:
        return Shadowed()
    memory, talk = memory.for_owner(owner), talk or StoredTalk(owner)
    done = await _judge_session(memory, owner, session_row, talk, features, terms)
    async with memory.db.as_owner(owner) as tx:
        state = await store.find_state(tx, owner, session_row)
    if state is None or not talk.stands(state):
        return done
    return replace(
        done,
        closed=done.closed + (await _skip_threads(memory, owner, state) if features.memory_curator else 0),
        is_summarised=await summarise(memory, owner, state, talk, terms.limits),
        is_spine_made=await extend_spine(memory, owner, state, talk, terms.limits),
        folded=await auto_curate(memory, owner, state.persona_id, terms.limits),
    )


async def _judge_session(
    memory: MemoryParts,
    owner: Owner,
    session_row: SessionRow,
    talk: Talk,
    features: FeatureSettings,
    terms: ShadowTerms,
) -> Shadowed:
    limits = terms.limits
    async with memory.db.as_owner(owner) as tx:
        state = await store.find_state(tx, owner, session_row)
        zone = await calendar_of(tx, owner)
        if state is None or not talk.stands(state):
            return Shadowed()
        said = await talk.last_said(tx, state, most=limits.messages + 1, zone=zone)
        if not any(turn.is_new for turn in said):
            return Shadowed()
        to = said[-1].seq + 1
        messages = await talk.count_new(tx, state, up_to=to)
        heard = await read_handed_out(tx, owner, said)
        loops, _ = await read_states(tx, owner, earliest=said[0].said_at)
    spoken = [replace(turn, text=own_words(turn.text, turn.stored_at, heard)) for turn in _persons(said, owner)]
    window = judge_window([turn for turn in spoken if turn.text.strip()], limits)
    judged = await judge(memory, window, limits, may_wait=terms.may_wait) if _has_new(window) else Judgement("rules")
    facts = _facts(judged, window, _called(state, terms.names), limits)
    found = await _loops(memory, judged, window, loops, is_curated=features.memory_curator)
    extracted = Extraction(judged.source, facts, loops=found, junk=len(judged.memories) - len(facts))
    reach = JudgedReach(to, messages, said[-1].said_at, talk.next_seq)
    claim = partial(store.move_judged_to, owner=owner, state=state, reach=reach)
    begin = partial(memory.db.as_owner, owner)
    read = Window(session_row, state.generation, state.judged_to, window, to, has_more=False)
    try:
        learned = await learn_out_of_order(memory, owner, read, extracted, begin, claim)
    except WindowGone:  # judged by another run, or forgotten meanwhile
        return Shadowed()
    return _told(messages, learned, found)


def _persons(said: Sequence[WindowTurn], owner: Owner) -> Sequence[WindowTurn]:
    """What the person said. Where one name alone stands at all turns, that is the person."""
    subjects = {turn.episode: subject_of(turn, owner, frozenset()) for turn in said}
    only = len(set(subjects.values())) == 1
    return [turn for turn in said if only or subjects[turn.episode] == PERSON]


def _has_new(window: Sequence[WindowTurn]) -> bool:
    return any(turn.is_new for turn in window)


def _called(state: ShadowState, names: Mapping[str, str]) -> Sequence[str]:
    """What the persona of this session goes by."""
    known = (state.persona_id, names.get(state.persona_id or ""))
    return [name for name in known if name]


def _facts(
    judged: Judgement, window: Sequence[WindowTurn], personas: Sequence[str], limits: ShadowLimits
) -> Sequence[FactCandidate]:
    """What is sound, through the guards that everything learned must pass."""
    kept = sanitize(judged.memories, personas=personas, most=limits.memories)
    turns = {turn.episode: turn for turn in window}
    before = {later.episode: earlier for earlier, later in pairwise(window)}
    return [fact for fact in map(_fact, kept) if not is_junk(fact, turns, before)]


def _fact(memory: Memory) -> FactCandidate:
    subject, predicate = split_key(memory.key)
    return FactCandidate(
        subject=subject,
        predicate=predicate or fallback_predicate(memory.text),
        object=memory.value,
        text=memory.text,
        confidence=memory.confidence,
        episodes=[turn.episode for turn in memory.turns],
        said_at=max(turn.said_at for turn in memory.turns),
    )


async def _loops(
    memory: MemoryParts, judged: Judgement, window: Sequence[WindowTurn], held: Sequence[LoopState], *, is_curated: bool
) -> Sequence[LoopCandidate]:
    """New ones that nobody has open, and what the curator found in the new turns."""
    new = [turn for turn in window if turn.is_new]
    told = normalize(judged.loops)
    texts = [*(loop.text for loop in told), *(turn.text for turn in new), *(loop.text for loop in held)]
    like = Likeness(await embed_texts(memory, texts) if told or is_curated else {})
    opened = [loop for loop in told if not _is_open(loop, held, like)]
    if not is_curated:
        return opened
    return [*opened, *completions(new, held, like), *habits(new, held, like)]


def _is_open(candidate: LoopCandidate, held: Sequence[LoopState], like: Likeness) -> bool:
    kinds = {"commitment", "thread"} if candidate.kind in ("commitment", "thread") else {candidate.kind}
    return same_thing(candidate, [one for one in held if one.status == "open" and one.kind in kinds], like) is not None


async def _skip_threads(memory: MemoryParts, owner: Owner, state: ShadowState) -> int:
    if state.last_interaction is None:
        return 0
    async with memory.db.as_owner(owner) as tx:
        await lock_learning(tx, owner)
        held, _ = await read_states(tx, owner, earliest=state.last_interaction)
        idle = skipped(held, state.last_interaction)
        if idle:
            await apply(tx, owner, idle)
        return len(idle)


def _told(messages: int, learned: LearningResult, found: Sequence[LoopCandidate]) -> Shadowed:
    ended = sum(candidate.action == "complete" or candidate.kind == "habit" for candidate in found)
    return Shadowed(messages, facts=learned.facts, loops=learned.loops, closed=ended)
