"""The memory of this very process."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from holdfast.core.db import Owner
from holdfast.memory.intake.ingest import ingest
from holdfast.memory.intake.sessions import close_session
from holdfast.memory.learning.echoes import note_recalled
from holdfast.memory.loops.loops import list_loops
from holdfast.memory.parts import MemoryParts
from holdfast.memory.recall.recall import recall
from holdfast.memory.types import Ingested, Loop, LoopStatus, Recalled, Said


@dataclass(frozen=True, slots=True)
class LocalMemory:
    memory: MemoryParts

    async def ingest(self, owner: Owner, said: Said, *, session_id: str, persona_id: str | None = None) -> Ingested:
        return await ingest(self.memory, owner, said, session_id=session_id, persona_id=persona_id)

    async def close_session(self, owner: Owner, session_id: str) -> bool:
        return await close_session(self.memory, owner, session_id)

    async def recall(
        self,
        owner: Owner,
        query: str,
        *,
        limit: int = 10,
        now: datetime | None = None,
        as_of: datetime | None = None,
        persona_id: str | None = None,
    ) -> Recalled:
        found = await recall(self.memory, owner, query, limit=limit, now=now, as_of=as_of, persona_id=persona_id)
        await note_recalled(self.memory, owner, found.texts)
        return found

    async def loops(
        self, owner: Owner, *, status: LoopStatus | None = None, persona_id: str | None = None
    ) -> Sequence[Loop]:
        return await list_loops(self.memory, owner, status=status, persona_id=persona_id)

    async def aclose(self) -> None:
        """Its parts are closed by whoever opened them."""
