from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from holdfast.core.ids import ChatId, ProcessId, StreamId, TurnId, UserId

LEASE_SECONDS = 10.0
"""Silence after which another process may end a stream."""
STALE_SECONDS = 60.0
"""Silence after which a reader is told that the stream is stale."""
SILENT_SECONDS = 1800.0
"""Silence after which the schedule ends a stream that nobody else has ended."""
KEEP_CHUNKS_SECONDS = 3600.0
"""How long the chunks of an ended stream can still be replayed."""
KEEP_PARTIALS_SECONDS = 1800.0
"""How long a document that was being written can be found as it was."""

NOBODY = UUID(int=0)
"""The process that holds a stream which was let go: whoever sweeps next goes on with it."""
MAX_RESTARTS = 2
"""How often an answer is begun anew in its stream; then what was said stands, and the truth is told."""
SEQS_A_WRITER = 1_000_000
"""Each process that writes a stream has seqs of its own. A process that dies may have shown chunks that it had not
saved; were their seqs given again, a reader who comes back with one could not say which of the two it has read."""

Ending = Literal["completed", "errored", "interrupted"]
Status = Literal["active"] | Ending


@dataclass(frozen=True, slots=True)
class Stream:
    id: StreamId
    user_id: UserId
    chat_id: ChatId
    turn_id: TurnId
    status: Status
    process_id: ProcessId
    last_active_at: datetime
    silent_seconds: float
    metadata: dict[str, Any]
    restarts: int = 0
    is_asked_to_stop: bool = False

    @property
    def next_writers_seq(self) -> int:
        """Where whoever takes over begins."""
        return (self.restarts + 1) * SEQS_A_WRITER


@dataclass(frozen=True, slots=True)
class Chunk:
    seq: int
    data: bytes
    """One part of the UI message stream, as JSON."""


@dataclass(frozen=True, slots=True)
class FollowPace:
    """How often readers of a stream hear something, and ask how it stands."""

    keep_alive_seconds: float = 3.0
    """A reader hears something at least this often: proxies keep the line, and the door can ask again who reads."""
    poll_seconds: float = 0.15
    ask_seconds: float = 1.0
    """For a reader of the relay: a writer that died says nothing."""
