"""The memory of this very process."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

import numpy as np

from holdfast.core.db import Owner
from holdfast.core.ids import ReceiptId
from holdfast.memory.brief.start_brief import session_brief, start_brief
from holdfast.memory.brief.summaries import summaries
from holdfast.memory.brief.types import Summaries
from holdfast.memory.client.types import Wire
from holdfast.memory.client.wire import day_wire, start_brief_wire, user_model_wire
from holdfast.memory.forget.forget import forget
from holdfast.memory.forget.types import ForgetWish, Receipt
from holdfast.memory.intake.ingest import ingest
from holdfast.memory.intake.ingest_session import ingest_session
from holdfast.memory.intake.sessions import close_session
from holdfast.memory.learning.echoes import note_recalled
from holdfast.memory.loops.loops import add_loop, change_loop, list_loops
from holdfast.memory.loops.types import LoopChange, NewLoop
from holdfast.memory.parts import MemoryParts
from holdfast.memory.profile.about_and_pins import about_and_pins
from holdfast.memory.profile.days import daily_analysis
from holdfast.memory.profile.types import AboutAndPins
from holdfast.memory.profile.user_model import user_model
from holdfast.memory.recall.recall import recall
from holdfast.memory.types import (
    BriefQuery,
    CarriedVector,
    IncomingTurn,
    IngestResult,
    Loop,
    LoopStatus,
    Recalled,
    RecallQuery,
)
from holdfast.models.embed_lately import digest, lately


@dataclass(frozen=True, slots=True)
class LocalMemory:
    memory: MemoryParts

    async def ingest(
        self,
        owner: Owner,
        said: IncomingTurn,
        *,
        session_id: str,
        persona_id: str | None = None,
        timezone: str | None = None,
    ) -> IngestResult:
        return await ingest(self.memory, owner, said, session_id=session_id, persona_id=persona_id, timezone=timezone)

    async def close_session(self, owner: Owner, session_id: str) -> bool:
        return await close_session(self.memory, owner, session_id)

    async def recall(self, owner: Owner, query: RecallQuery) -> Recalled:
        return await recall(self.memory, owner, query)

    def carried(self, text: str, *, made_of: str) -> CarriedVector | None:
        embedder = self.memory.embedder
        vector = lately(embedder).find(made_of)
        if vector is None:
            return None
        numbers = np.asarray(vector, "<f4").tobytes()
        return CarriedVector(digest(text), embedder.name, numbers, lately(embedder).find_tokens(made_of))

    async def note_recalled(self, owner: Owner, texts: Sequence[str]) -> None:
        await note_recalled(self.memory, owner, texts)

    async def loops(
        self, owner: Owner, *, status: LoopStatus | None = None, persona_id: str | None = None
    ) -> Sequence[Loop]:
        return await list_loops(self.memory, owner, status=status, persona_id=persona_id)

    async def add_loop(self, owner: Owner, wanted: NewLoop) -> Loop:
        return await add_loop(self.memory, owner, wanted)

    async def change_loop(self, owner: Owner, loop_id: int, change: LoopChange) -> Loop:
        return await change_loop(self.memory, owner, loop_id, change)

    async def start_brief(self, owner: Owner, query: BriefQuery = BriefQuery()) -> Wire:
        return start_brief_wire(await start_brief(self.memory, owner, query))

    async def session_brief(self, owner: Owner, query: BriefQuery = BriefQuery()) -> Wire:
        return start_brief_wire(await session_brief(self.memory, owner, query))

    async def user_model(self, owner: Owner) -> Wire:
        return user_model_wire(await user_model(self.memory, owner))

    async def daily(self, owner: Owner, *, day: date | None = None) -> Wire:
        return day_wire(await daily_analysis(self.memory, owner, day=day))

    async def standing(self, owner: Owner, *, persona_id: str | None = None, limit: int = 50) -> AboutAndPins:
        return await about_and_pins(self.memory, owner, persona_id=persona_id, limit=limit)

    async def summaries(
        self,
        owner: Owner,
        *,
        session_id: str | None = None,
        persona_id: str | None = None,
        now: datetime | None = None,
    ) -> Summaries:
        return await summaries(self.memory, owner, session_id=session_id, now=now, persona_id=persona_id)

    async def ingest_session(
        self,
        owner: Owner,
        session_id: str,
        messages: Sequence[IncomingTurn],
        *,
        persona_id: str | None = None,
        timezone: str | None = None,
    ) -> int:
        taken = await ingest_session(self.memory, owner, session_id, messages, persona_id=persona_id, timezone=timezone)
        return taken.accepted

    async def forget(self, owner: Owner, what: ForgetWish, *, receipt_id: ReceiptId | None = None) -> Receipt:
        return await forget(self.memory, owner, what, receipt_id=receipt_id, is_local_only=True)

    async def aclose(self) -> None:
        """Its parts are closed by whoever opened them."""
