"""What a message will most likely want, begun while the message is still being stored: its vectors, the memory, and the
conversation that it belongs to.

Asking the memory takes longer than everything else between a question and its answer, and needs nothing of what is
stored meanwhile. Only where it is as good as certain that it will be asked, and for what: if the conversation makes
another question of it after all, this answer is not used. It is asked once the turn holds forgets off, not before: what
is read earlier may be gone by the time the turn begins, and nobody would end the turn for it. Vectors are made of the
message alone, and begun at once: making one takes as long as all that is stored. The conversation is read as soon as
the message's place in it is known.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar
from uuid import UUID

from holdfast.core.db import Owner, owner_of
from holdfast.memory.client.types import MemoryClient
from holdfast.memory.types import Loop, LoopStatus, Recalled
from holdfast.models.embed_ahead import expect
from holdfast.personas.types import Persona
from holdfast.turn.context.history import History, read_history
from holdfast.turn.context.sources import Sources
from holdfast.turn.librarian.compile_query import compile_query, said_whole
from holdfast.turn.librarian.consult import MOST_RECALLED
from holdfast.turn.librarian.cues import SURE, read_cues
from holdfast.turn.librarian.spec import read_spec
from holdfast.turn.types import AcceptedTurn, Allowed, UserInput
from holdfast.turn.understand.understand import compared_text, needs_reading, says_little

T = TypeVar("T")


@dataclass(slots=True)
class Prefetch:
    """What is on its way; given up unless a turn wants it."""

    sources: Sources
    memory: PrefetchedRecall | None = None
    """None: it will hardly be asked, or nobody knows for what."""
    history: asyncio.Task[History] | None = None
    is_wanted: bool = False

    def ask_memory(self) -> None:
        """From the moment in which nothing can be forgotten unnoticed."""
        if self.memory:
            self.memory.start()

    def read_history(self, turn: AcceptedTurn) -> None:
        if turn.route.answer is None:  # else no model is told of it
            reading = read_history(self.sources.db, turn, counts_turns=self.sources.is_shadow_on)
            self.history = _started(reading)

    def keep(self) -> Prefetch:
        """A turn will ask for it."""
        self.is_wanted = True
        return self

    def stop(self) -> None:
        if self.memory:
            self.memory.stop()
        if self.history:
            self.history.cancel()


@dataclass(slots=True)
class PrefetchedRecall:
    """The memory, with one answer already on its way."""

    memory: MemoryClient
    query: str
    said: str | None
    ask: Callable[[], Coroutine[Any, Any, Recalled]]
    found: asyncio.Task[Recalled] | None = None

    def start(self) -> None:
        self.stop()
        self.found = _started(self.ask())

    def stop(self) -> None:
        if self.found:
            self.found.cancel()

    async def recall(
        self,
        owner: Owner,
        query: str,
        *,
        said: str | None = None,
        limit: int = 10,
        now: datetime | None = None,
        as_of: datetime | None = None,
        persona_id: str | None = None,
    ) -> Recalled:
        if self.found and (query, said) == (self.query, self.said) and as_of is None:
            return await asyncio.shield(self.found)
        self.stop()
        return await self.memory.recall(
            owner, query, said=said, limit=limit, now=now, as_of=as_of, persona_id=persona_id
        )

    async def loops(
        self, owner: Owner, *, status: LoopStatus | None = None, persona_id: str | None = None
    ) -> Sequence[Loop]:
        return await self.memory.loops(owner, status=status, persona_id=persona_id)


def _started(work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
    task = asyncio.create_task(work)
    task.add_done_callback(lambda done: done.cancelled() or done.exception())  # whoever waits hears of it
    return task


@contextmanager
def prefetching(sources: Sources, allowed: Allowed, user_input: UserInput | None, now: datetime) -> Iterator[Prefetch]:
    """For the time in which a turn is begun; dropped unless it is kept."""
    prefetch = Prefetch(sources)
    if user_input:
        prefetch.memory = prefetch_recall(
            sources.memory, allowed.persona, allowed.request.user_id, user_input.text, now
        )
        expect(sources.embedder, _texts(allowed.persona, user_input.text, prefetch.memory))
    try:
        yield prefetch
    finally:
        if not prefetch.is_wanted:
            prefetch.stop()


def prefetch_recall(
    memory: MemoryClient, persona: Persona, user: UUID, text: str, now: datetime
) -> PrefetchedRecall | None:
    if not _will_ask(persona, text):
        return None
    spec = read_spec(text, now=now, known=(), before=())
    query, said = compile_query(spec), said_whole(text, spec)
    if query is None:
        return None

    async def ask() -> Recalled:
        return await memory.recall(
            owner_of(user), query, said=said, limit=MOST_RECALLED, now=now, persona_id=persona.id
        )

    return PrefetchedRecall(memory, query, said, ask)


def _texts(persona: Persona, text: str, prefetch: PrefetchedRecall | None) -> Sequence[str]:
    """What the memory is asked by, and what the message is understood by: mostly one and the same."""
    if prefetch and prefetch.said:
        return [prefetch.said]
    compared = compared_text(text) if needs_reading(persona) else None
    return [*([prefetch.query] if prefetch else ()), *([compared] if compared else ())]


def _will_ask(persona: Persona, text: str) -> bool:
    match persona.settings.memory.recall:
        case "never":
            return False
        case "always":
            if not persona.uses("knowledge"):
                return False
            return not says_little(text)
        case "librarian":
            cue = read_cues(text)
            return cue.gate != "none" and cue.confidence >= SURE
