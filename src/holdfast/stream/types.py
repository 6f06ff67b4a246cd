from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

LEASE_SECONDS = 10.0
"""Silence after which another process may end a stream."""
STALE_SECONDS = 60.0
"""Silence after which a reader is told that the stream is stale."""
KEEP_CHUNKS_SECONDS = 3600.0
"""How long the chunks of an ended stream can still be replayed."""

Ending = Literal["completed", "errored", "interrupted"]
Status = Literal["active"] | Ending


@dataclass(frozen=True, slots=True)
class Stream:
    id: UUID
    user_id: UUID
    chat_id: UUID
    turn_id: UUID
    status: Status
    process_id: UUID
    last_active_at: datetime
    silent_seconds: float
    metadata: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Chunk:
    seq: int
    data: bytes
    """One part of the UI message stream, as JSON."""
