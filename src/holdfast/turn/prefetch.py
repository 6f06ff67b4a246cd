"""What a message will most likely want, begun while the message is still being stored: its vectors, the memory, and the
conversation that it belongs to.

Asking the memory takes longer than everything else between a question and its answer, and needs nothing of what is
stored meanwhile. Only where it is as good as certain that it will be asked, and for what: if the conversation makes
another question of it after all, this answer is not used. It is asked once the turn holds forgets off, not before: what
is read earlier may be gone by the time the turn begins, and nobody would end the turn for it. Vectors are made of the
message alone, and begun at once: making one takes as long as all that is stored. The conversation is read as soon as
the message's place in it is known, and so is what is told whatever it says.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar

from holdfast.core.clock import on_clock
from holdfast.core.db import Owner, owner_of
from holdfast.core.ids import UserId
from holdfast.memory.client.types import MemoryClient
from holdfast.memory.types import Loop, LoopStatus, Recalled, RecallQuery
from holdfast.models.embed_ahead import expect
from holdfast.personas.types import Persona
from holdfast.tools.registry import ChosenTools, ToolRegistry
from holdfast.turn.context.history import History, read_history
from holdfast.turn.context.parts import ContextParts
from holdfast.turn.librarian.compile_query import compile_query, said_whole
from holdfast.turn.librarian.consult import MAX_RECALLED
from holdfast.turn.librarian.spec import read_spec
from holdfast.turn.reading.cues import SURE
from holdfast.turn.reading.read import compared_text, needs_reading, rule
from holdfast.turn.reading.rules import Ruled
from holdfast.turn.reading.utterance import Utterance, read_utterance
from holdfast.turn.route import choose_tools, uses_tools
from holdfast.turn.sources.instructions import INSTRUCTIONS
from holdfast.turn.sources.standing import STANDING
from holdfast.turn.sources.types import AnySource, ContextRequest, Contribution, LookBack
from holdfast.turn.types import AcceptedTurn, Allowed, UserInput

T = TypeVar("T")

EARLY: Sequence[AnySource] = (STANDING, INSTRUCTIONS)


@dataclass(slots=True)
class Prefetch:
    """What is on its way; given up unless a turn wants it."""

    parts: ContextParts
    memory: PrefetchedRecall | None = None
    """None: it will hardly be asked, or nobody knows for what."""
    history: asyncio.Task[History] | None = None
    seen: Utterance | None = None
    """The message, as every cue sees it."""
    tools: ToolRegistry | None = None
    chosen: asyncio.Task[ChosenTools] | None = None
    early: Mapping[str, asyncio.Task[Contribution]] = field(default_factory=dict)
    """Of sources that only read, and need nothing but the message."""
    is_wanted: bool = False

    def ask_memory(self) -> None:
        """From the moment in which nothing can be forgotten unnoticed."""
        if self.memory:
            self.memory.start()

    def read_ahead(self, turn: AcceptedTurn, now: datetime) -> None:
        """The conversation, what is told whatever it says, and which tools there are."""
        if turn.route.answer is not None:  # no model is told of it
            return
        self.history = _started(read_history(self.parts.db, turn, counts_turns=self.parts.is_shadow_on))
        request = self.request(turn, now)
        self.early = {one.name: _started(one.gather(request)) for one in EARLY if one.is_asked_by(request)}
        # What goes on may be storing just now that a tool need not ask any more.
        if self.tools and turn.so_far is None and uses_tools(turn):
            self.chosen = _started(choose_tools(self.tools, turn.allowed))

    def request(self, turn: AcceptedTurn, now: datetime, look_back: LookBack | None = None) -> ContextRequest:
        """What sources are asked with."""
        return ContextRequest(
            self.parts,
            turn,
            on_clock(now, turn.request.zone),
            recalls=self.memory or self.parts.memory,
            history=self.history,
            seen=self.seen,
            look_back=look_back,
            early=self.early,
        )

    def keep(self) -> Prefetch:
        """A turn will ask for it."""
        self.is_wanted = True
        return self

    def stop(self) -> None:
        if self.memory:
            self.memory.stop()
        for task in (self.history, self.chosen, *self.early.values()):
            if task:
                task.cancel()


@dataclass(slots=True)
class PrefetchedRecall:
    """The memory, with one answer already on its way."""

    memory: MemoryClient
    owner: Owner
    query: RecallQuery
    found: asyncio.Task[Recalled] | None = None

    def start(self) -> None:
        self.stop()
        self.found = _started(self.memory.recall(self.owner, self.query))

    def stop(self) -> None:
        if self.found:
            self.found.cancel()

    async def recall(self, owner: Owner, query: RecallQuery) -> Recalled:
        if self.found and (query.text, query.said) == (self.query.text, self.query.said) and query.as_of is None:
            return await asyncio.shield(self.found)
        self.stop()
        return await self.memory.recall(owner, query)

    async def loops(
        self, owner: Owner, *, status: LoopStatus | None = None, persona_id: str | None = None
    ) -> Sequence[Loop]:
        return await self.memory.loops(owner, status=status, persona_id=persona_id)


def _started(work: Awaitable[T]) -> asyncio.Task[T]:
    task = asyncio.ensure_future(work)
    task.add_done_callback(lambda done: done.cancelled() or done.exception())  # whoever waits hears of it
    return task


@contextmanager
def prefetching(
    parts: ContextParts, tools: ToolRegistry, allowed: Allowed, user_input: UserInput | None, now: datetime
) -> Iterator[Prefetch]:
    """For the time in which a turn is begun; dropped unless it is kept."""
    prefetch = Prefetch(parts, tools=tools)
    if user_input:
        prefetch.seen = read_utterance(user_input.text)
        ruled = rule(prefetch.seen, before=(), tracked=())
        prefetch.memory = prefetch_recall(parts.memory, allowed.persona, allowed.request.user_id, ruled, now)
        expect(parts.embedder, _texts(allowed.persona, ruled, prefetch.memory))
    try:
        yield prefetch
    finally:
        if not prefetch.is_wanted:
            prefetch.stop()


def prefetch_recall(
    memory: MemoryClient, persona: Persona, user_id: UserId, ruled: Ruled, now: datetime
) -> PrefetchedRecall | None:
    if not _will_ask(persona, ruled):
        return None
    spec = read_spec(ruled.seen, now=now, known=(), before=())
    words = compile_query(spec)
    if words is None:
        return None
    query = RecallQuery(words, said_whole(ruled.seen.text, spec), MAX_RECALLED, now, persona_id=persona.id)
    return PrefetchedRecall(memory, owner_of(user_id), query)


def _texts(persona: Persona, ruled: Ruled, prefetch: PrefetchedRecall | None) -> Sequence[str]:
    """What the memory is asked by, and what the message is understood by: mostly one and the same."""
    if prefetch and prefetch.query.said:
        return [prefetch.query.said]
    compared = None
    if needs_reading(persona):
        has_gate = persona.settings.memory.recall == "librarian"
        compared = compared_text(ruled, has_gate=has_gate)
    return [*([prefetch.query.text] if prefetch else ()), *([compared] if compared else ())]


def _will_ask(persona: Persona, ruled: Ruled) -> bool:
    match persona.settings.memory.recall:
        case "never":
            return False
        case "always":
            if not persona.uses("knowledge"):
                return False
            return not ruled.signals.is_low_signal
        case "librarian":
            return ruled.gate.gate != "none" and ruled.gate.confidence >= SURE
