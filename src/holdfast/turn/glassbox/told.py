"""What an answer was told of its person: the facts, the words and the open matters themselves, as far as they are still
there. A trace names them by number; here they are looked up with the rights of whoever asks, at the moment they do.

That something was forgotten since is said, and not what. Where the memory is another installation's, the numbers are
that one's, and nothing is looked up by them here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

from holdfast.core.db import owner_of
from holdfast.core.errors import NotFound
from holdfast.core.ids import ChatId, MessageId, TurnId, UserId
from holdfast.memory.known.by_number import KnownByNumber, read_numbered
from holdfast.memory.parts import MemoryParts
from holdfast.memory.types import Episode, Evidence, Fact, Loop
from holdfast.personas.read import Personas
from holdfast.turn.codes import BlockKind
from holdfast.turn.glassbox.trace import NO_RECORD, read_trace
from holdfast.turn.glassbox.trace_store import find_old_turn
from holdfast.turn.glassbox.types import BlockTrace, SourceTrace, Trace
from holdfast.turn.memory_feed.where_said import where_said

MAX_WORDS = 3
"""Of what something was learned from, so many turns are quoted: those that were told too, then the newest."""
_Kind = Literal["fact", "loop", "episode"]
_Place = tuple[_Kind, int]


@dataclass(frozen=True, slots=True)
class QuotedTurn:
    """Words as they were said, and where."""

    turn: Episode
    chat_id: ChatId | None
    message_id: MessageId | None
    """None: a program brought it, or it was deleted there."""


@dataclass(frozen=True, slots=True)
class FactTold:
    fact: Fact
    told_in: BlockKind
    words: Sequence[QuotedTurn]


@dataclass(frozen=True, slots=True)
class LoopTold:
    loop: Loop
    told_in: BlockKind
    words: Sequence[QuotedTurn]


@dataclass(frozen=True, slots=True)
class WordsTold:
    """Something that was said, told as it was said."""

    said: QuotedTurn
    told_in: BlockKind


@dataclass(frozen=True, slots=True)
class Told:
    chat_id: ChatId
    question_id: MessageId
    answer_id: MessageId
    facts: Sequence[FactTold] = ()
    loops: Sequence[LoopTold] = ()
    words: Sequence[WordsTold] = ()
    about: str | None = None
    """What they had written about themselves then, where it was told."""
    is_part_gone: bool = False
    """More was told than this, which they had forgotten since."""
    is_elsewhere: bool = False
    """The memory is another installation's: only the blocks of the trace say what was told."""


async def read_told(memory: MemoryParts, personas: Personas, user_id: UserId, turn_id: TurnId) -> Told:
    """`NotFound` where there is no trace of this turn."""
    trace = await read_trace(memory.db, personas, user_id, turn_id)
    async with memory.db.as_user(user_id) as tx:
        turn = await find_old_turn(tx, user_id, turn_id)
    if turn is None:
        raise NotFound(NO_RECORD, code="unknown_turn")
    about = next((_about_oneself(block) for block in trace.blocks if block.kind == "about"), None)
    told = Told(turn.chat_id, turn.message_id, turn.answer_id, about=about, is_part_gone=bool(trace.forgotten))
    if memory.remote is not None:
        return replace(told, is_elsewhere=True)
    told_in = _told_in(trace)
    numbers = {kind: [number for of, number in told_in if of == kind] for kind in get_args(_Kind)}
    found = await read_numbered(
        memory, owner_of(user_id), facts=numbers["fact"], loops=numbers["loop"], turns=numbers["episode"]
    )
    places = await where_said(memory.db, user_id, list(found.turns.values()))
    return _with_things(told, told_in, found, places)


def _with_things(
    told: Told,
    told_in: Mapping[_Place, BlockKind],
    found: KnownByNumber,
    places: Mapping[int, tuple[ChatId, MessageId]],
) -> Told:
    """In the order it was told. What a fact or an open matter rests on stands with it, and not once more beside it."""

    def quoted(number: int) -> QuotedTurn:
        return QuotedTurn(found.turns[number], *places.get(number, (None, None)))

    def rests_on(evidence: Sequence[Evidence]) -> Sequence[QuotedTurn]:
        there = [one.episode_id for one in evidence if one.episode_id in found.turns]
        chosen = sorted(there, key=lambda number: ("episode", number) in told_in)[-MAX_WORDS:]
        return [quoted(number) for number in there if number in chosen]

    facts, loops, words, gone = [], [], [], 0
    known: Sequence[Fact | Loop] = [*found.facts.values(), *found.loops.values()]
    behind = {one.episode_id for thing in known for one in thing.evidence}
    for (kind, number), block in told_in.items():
        if kind == "fact" and (fact := found.facts.get(number)):
            facts.append(FactTold(fact, block, rests_on(fact.evidence)))
        elif kind == "loop" and (loop := found.loops.get(number)):
            loops.append(LoopTold(loop, block, rests_on(loop.evidence)))
        elif kind == "episode" and number in found.turns:
            words += [] if number in behind else [WordsTold(quoted(number), block)]
        else:
            gone += 1
    return replace(told, facts=facts, loops=loops, words=words, is_part_gone=told.is_part_gone or gone > 0)


def _told_in(trace: Trace) -> Mapping[_Place, BlockKind]:
    """What was told by number, and in which block first. A block that found no room told nothing."""
    looked_up = {hit.id for retrieval in trace.retrievals for hit in retrieval.episodes}
    told = [(block.kind, source) for block in trace.blocks if block.status != "dropped" for source in block.sources]
    told += [(block.kind, source) for block in trace.forgotten for source in block.sources if block.kind != "overlay"]
    found: dict[_Place, BlockKind] = {}
    for block, source in told:
        place = _place(source)
        # Turns stand in a block also as what its facts rest on; only of these two kinds are they told themselves.
        if place and (place[0] != "episode" or block == "overlay" or source.id in looked_up):
            found.setdefault(place, block)
    return found


def _place(source: SourceTrace) -> _Place | None:
    if not (source.id.isascii() and source.id.isdigit() and len(source.id) < 19):
        return None
    kind = next((kind for kind in get_args(_Kind) if kind == source.type), None)
    return (kind, int(source.id)) if kind else None


def _about_oneself(block: BlockTrace) -> str | None:
    """Between the heading and the facts they pinned. A shortened version is in a model's words, and not quoted."""
    if block.text is None or block.status != "kept" or all(source.type != "about" for source in block.sources):
        return None
    pinned = sum(source.type == "fact" for source in block.sources)
    lines = block.text.split("\n")
    return "\n".join(lines[1 : len(lines) - pinned]) or None
