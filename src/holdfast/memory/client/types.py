"""What a memory can be asked, whichever it is."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from holdfast.core.db import Owner
from holdfast.core.errors import Unavailable
from holdfast.memory.types import Ingested, Loop, LoopStatus, Recalled, Said


class MemoryUnavailable(Unavailable):
    """The memory service did not answer, or not in its own words."""

    code = "memory_unavailable"


class MemoryClient(Protocol):
    async def ingest(self, owner: Owner, said: Said, *, session_id: str, persona_id: str | None = None) -> Ingested: ...

    async def close_session(self, owner: Owner, session_id: str) -> bool: ...

    async def recall(
        self,
        owner: Owner,
        query: str,
        *,
        limit: int = 10,
        now: datetime | None = None,
        as_of: datetime | None = None,
        persona_id: str | None = None,
    ) -> Recalled: ...

    async def loops(
        self, owner: Owner, *, status: LoopStatus | None = None, persona_id: str | None = None
    ) -> Sequence[Loop]: ...

    async def aclose(self) -> None: ...
