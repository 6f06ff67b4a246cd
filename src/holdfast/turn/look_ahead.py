"""What a message will most likely want, begun while the message is still being stored: its vectors, and the memory.

Asking the memory takes longer than everything else between a question and its answer, and needs nothing of what is
stored meanwhile. Only where it is as good as certain that it will be asked, and for what: if the conversation makes
another question of it after all, this answer is not used. It is asked once the turn holds forgets off, not before: what
is read earlier may be gone by the time the turn begins, and nobody would end the turn for it. Vectors are made of the
message alone, and begun at once: making one takes as long as all that is stored.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from holdfast.core.db import Owner, owner_of
from holdfast.memory.client.types import MemoryClient
from holdfast.memory.types import Loop, LoopStatus, Recalled
from holdfast.models.embed_ahead import expect
from holdfast.models.types import Embedder
from holdfast.personas.types import Persona
from holdfast.turn.librarian.compile_query import compile_query, said_whole
from holdfast.turn.librarian.consult import MOST_RECALLED
from holdfast.turn.librarian.cues import SURE, read_cues
from holdfast.turn.librarian.spec import read_spec
from holdfast.turn.types import Allowed, Heard
from holdfast.turn.understand.understand import compared_text, needs_reading, says_little


@dataclass(slots=True)
class Ahead:
    """The memory, with one answer already on its way."""

    memory: MemoryClient
    query: str
    said: str | None
    ask: Callable[[], Coroutine[Any, Any, Recalled]]
    found: asyncio.Task[Recalled] | None = None
    is_wanted: bool = False

    def start(self) -> None:
        self.stop()
        self.found = asyncio.create_task(self.ask())
        self.found.add_done_callback(lambda done: done.cancelled() or done.exception())  # whoever waits hears of it

    def stop(self) -> None:
        if self.found:
            self.found.cancel()

    def keep(self) -> Ahead:
        """A turn will ask for it."""
        self.is_wanted = True
        return self

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


@contextmanager
def looking_ahead(
    memory: MemoryClient, embedder: Embedder, allowed: Allowed, heard: Heard | None, now: datetime
) -> Iterator[Ahead | None]:
    """For the time in which a turn is begun; dropped unless it is kept."""
    ahead = look_ahead(memory, allowed.persona, allowed.request.user_id, heard.text, now) if heard else None
    if heard:
        expect(embedder, _texts(allowed.persona, heard.text, ahead))
    try:
        yield ahead
    finally:
        if ahead and not ahead.is_wanted:
            ahead.stop()


def look_ahead(memory: MemoryClient, persona: Persona, user: UUID, text: str, now: datetime) -> Ahead | None:
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

    return Ahead(memory, query, said, ask)


def _texts(persona: Persona, text: str, ahead: Ahead | None) -> Sequence[str]:
    """What the memory is asked by, and what the message is understood by: mostly one and the same."""
    if ahead and ahead.said:
        return [ahead.said]
    compared = compared_text(text) if needs_reading(persona) else None
    return [*([ahead.query] if ahead else ()), *([compared] if compared else ())]


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
