"""What a window says: the model first, rules where there is none or it failed for good.

Echoes are taken out before anybody reads; junk is taken out of what was read. What is left names its turns.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TypeVar

import orjson

from holdfast.core.db import Owner
from holdfast.core.log import get_logger
from holdfast.memory.learning.echoes import HandedOut, own_words
from holdfast.memory.learning.guards import is_junk, is_junk_turn, is_secret
from holdfast.memory.learning.predicates import PERSON, subject_key
from holdfast.memory.learning.read_answer import PromptReferences, read_answer
from holdfast.memory.learning.rules.read import read_turn
from holdfast.memory.learning.statements import read_statements
from holdfast.memory.learning.types import EntityCandidate, Extraction, FactCandidate, FactState, Window, WindowTurn
from holdfast.memory.loops.promises import PersonTurn, promises
from holdfast.memory.loops.types import LoopCandidate, LoopState
from holdfast.memory.parts import MemoryParts
from holdfast.models.ask import ask_json
from holdfast.models.chain import Chain
from holdfast.models.types import Failure, ModelFailed

WORTH_WAITING = frozenset(
    {
        Failure.UNREACHABLE, Failure.SLOW_FIRST_BYTE, Failure.STALLED, Failure.CUT_OFF, Failure.RATE_LIMITED,
        Failure.SERVER_ERROR,
    }
)  # fmt: skip
"""Failures that pass: the job comes again, and only its last try falls back on rules."""
MAX_SHOWN = 40
"""Known facts and open loops the model is shown."""
_MAX_SHOWN_CHARACTERS = 4_000

T = TypeVar("T")

log = get_logger()


@dataclass(frozen=True, slots=True)
class KnownToModel:
    """What the model is told is known, and by which names the person goes."""

    facts: Sequence[FactState] = ()
    loops: Sequence[LoopState] = ()
    names: frozenset[str] = frozenset()


async def extract(
    memory: MemoryParts, owner: Owner, window: Window, known: KnownToModel, heard: HandedOut, *, may_wait: bool = False
) -> Extraction:
    speaking, echoes = await _speaking(window, heard)
    subjects = {turn.episode: subject_of(turn, owner, known.names) for turn in speaking}
    people = _whose_loops(speaking, subjects)
    said = [turn for turn in speaking if turn.is_new]
    worth = [turn async for turn in _by_turns(said) if not is_junk_turn(turn.text)]
    found: Extraction | None = None
    chain = memory.for_owner(owner).chain
    if chain is not None and worth:
        try:
            found = await _by_model(chain, window, speaking, subjects, people, known)
        except ModelFailed as error:
            if may_wait and error.failure in WORTH_WAITING:
                raise
            log.info("learning_by_rules", failure=error.failure)
    if found is None:
        found = await _by_rules(worth, subjects, people, _previous(window))
        found = replace(found, facts=[*found.facts, *await _statements(memory, worth, subjects, found.facts)])
    kept, thrown = await _sound(found.facts, window, speaking)
    return replace(
        found,
        facts=kept,
        junk=len(said) - len(worth) + found.junk + thrown,
        echoes=len(echoes),
        echo_episodes=[turn.episode for turn in echoes],
    )


def subject_of(turn: WindowTurn, owner: Owner, names: frozenset[str]) -> str:
    """Whom "I" means in this turn: the person, unless somebody else's name stands at it."""
    if turn.name is None or subject_key(turn.name) in names | {PERSON, "me", "you", subject_key(owner.user_id)}:
        return PERSON
    return turn.name.strip()[:80] or PERSON


async def _by_turns(read: Sequence[T]) -> AsyncIterator[T]:
    """One after the other. Reading long words takes a while, and whoever shares the loop has a turn between two."""
    for one in read:
        yield one
        await asyncio.sleep(0)


async def _speaking(window: Window, heard: HandedOut) -> tuple[list[WindowTurn], list[WindowTurn]]:
    """The turns of people in their own words, and those that only repeat what recall handed out."""
    speaking, echoes = [], []
    async for turn in _by_turns(window.turns):
        if turn.role != "user":
            continue
        own = own_words(turn.text, turn.stored_at, heard) if turn.is_new else turn.text
        if turn.text.strip() and not own.strip():
            echoes.append(turn)
        else:
            speaking.append(replace(turn, text=own))
    return speaking, echoes


def _whose_loops(speaking: Sequence[WindowTurn], subjects: Mapping[int, str]) -> set[int]:
    """Turns whose promises are the person's own. Where one name alone stands at all of them, that is the person."""
    only = len(set(subjects.values())) == 1
    return {turn.episode for turn in speaking if only or subjects[turn.episode] == PERSON}


def _previous(window: Window) -> dict[int, int]:
    """Each person's turn → the person's turn before it."""
    said = [turn.episode for turn in window.turns if turn.role == "user"]
    return dict(zip(said[1:], said, strict=False))


async def _sound(
    facts: Sequence[FactCandidate], window: Window, speaking: Sequence[WindowTurn]
) -> tuple[Sequence[FactCandidate], int]:
    turns = {turn.episode: turn for turn in speaking}
    before = {later.episode: earlier for earlier, later in zip(window.turns, window.turns[1:], strict=False)}
    kept = [fact async for fact in _by_turns(facts) if not is_junk(fact, turns, before)]
    return kept, len(facts) - len(kept)


async def _by_rules(
    worth: Sequence[WindowTurn], subjects: Mapping[int, str], people: set[int], previous: Mapping[int, int]
) -> Extraction:
    facts: list[FactCandidate] = []
    entities: list[EntityCandidate] = []
    loops: list[LoopCandidate] = []
    async for turn in _by_turns(worth):
        stated, named = read_turn(turn, subjects[turn.episode])
        facts += stated
        entities += named
        if turn.episode in people:
            loops += promises(PersonTurn(turn.episode, turn.text, turn.said_at, previous.get(turn.episode)))
    return Extraction("rules", facts, entities, [loop for loop in loops if not is_secret(loop.text)])


async def _statements(
    memory: MemoryParts, worth: Sequence[WindowTurn], subjects: Mapping[int, str], facts: Sequence[FactCandidate]
) -> Sequence[FactCandidate]:
    """Of the person's own turns; what others say of themselves is left to the rules."""
    read: dict[int, list[str]] = {}
    for fact in facts:
        for episode in fact.episodes:
            read.setdefault(episode, []).append(f"{fact.subject} {fact.text}")
    return await read_statements([one for one in worth if subjects[one.episode] == PERSON], read, memory.embedder)


async def _by_model(
    chain: Chain,
    window: Window,
    speaking: Sequence[WindowTurn],
    subjects: Mapping[int, str],
    people: set[int],
    known: KnownToModel,
) -> Extraction:
    shown, evidence = _shown(window, speaking, subjects)
    facts = {f"K{n}": fact for n, fact in enumerate(known.facts[:MAX_SHOWN], 1)}
    loops = {f"L{n}": loop for n, loop in enumerate(known.loops[:MAX_SHOWN], 1) if loop.id is not None}
    question = {
        "known_facts": [{"label": label, "subject": fact.subject, "text": fact.text} for label, fact in facts.items()],
        "open_loops": [{"label": label, "kind": loop.kind, "text": loop.text} for label, loop in loops.items()],
        "turns": shown,
    }
    answer = await ask_json(chain, _instructions(), orjson.dumps(question).decode(), max_output_tokens=3000)
    asked = PromptReferences(
        evidence,
        {label: fact.id for label, fact in facts.items()},
        {label: loop.id for label, loop in loops.items() if loop.id is not None},
        subjects,
        frozenset(people),
    )
    read = read_answer(answer, asked)
    return Extraction(
        "model", read.facts, read.entities, [loop for loop in read.loops if not is_secret(loop.text)],
        read.contradictions,
        junk=read.dropped,
    )  # fmt: skip


def _shown(
    window: Window, speaking: Sequence[WindowTurn], subjects: Mapping[int, str]
) -> tuple[list[dict[str, object]], dict[int, WindowTurn]]:
    """The turns as data, and which of their numbers may be evidence. Echoes are not shown at all."""
    own = {turn.episode: turn for turn in speaking}
    shown: list[dict[str, object]] = []
    evidence: dict[int, WindowTurn] = {}
    for number, turn in enumerate(window.turns, 1):
        if turn.role not in ("user", "assistant") or (turn.role == "user" and turn.episode not in own):
            continue
        spoken = own.get(turn.episode, turn)
        who = subjects[turn.episode] if turn.role == "user" else "assistant"
        row = {"turn": number, "who": who, "at": turn.said_at.isoformat(timespec="minutes"), "new": turn.is_new}
        shown.append({**row, "text": spoken.text[:_MAX_SHOWN_CHARACTERS]})
        if turn.role == "user" and turn.is_new:
            evidence[number] = spoken
    return shown, evidence


@cache
def _instructions() -> str:
    return (Path(__file__).parent / "prompts" / "extract.md").read_text(encoding="utf-8")
