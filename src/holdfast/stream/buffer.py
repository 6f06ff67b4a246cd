"""Where chunks are kept for those who are not reading live: one interface, two buffers.

Postgres (`store.py`, filled by the pulse) is the truth and always there. Redis or Valkey (`redis_buffer.py`), where
configured, has the chunks within milliseconds and may lose them at any time: whoever reads it checks the seqs, and
finds what is missing in Postgres. Redis never asks who is reading: a stream's owner was looked up in Postgres, as the
caller, before its id came here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from holdfast.core.ids import DocumentId, StreamId, UserId
from holdfast.stream.types import Chunk, Status


class BufferAway(Exception):
    """The fast buffer does not answer; Postgres does."""


@dataclass(frozen=True, slots=True)
class Partial:
    """What a document was when it was last saved while being written."""

    content: str
    saved_at: datetime


class Buffer(Protocol):
    async def append(self, chunks: Sequence[tuple[StreamId, int, bytes]]) -> None:
        """(stream, seq, data), of any number of streams. What is there already stays as it is."""

    async def read(self, stream_id: StreamId, from_seq: int, *, limit: int = 1000) -> Sequence[Chunk]:
        """In order, from this seq on; the first may be a later one where chunks are missing."""

    async def mark(self, stream_id: StreamId, status: Status) -> None:
        """How it stands. An ending stays, whatever is said later."""

    async def find_status(self, stream_id: StreamId) -> Status | None: ...

    async def forget(self, stream_ids: Sequence[StreamId]) -> None:
        """The chunks are gone."""

    async def save_partial(self, user_id: UserId, document_id: DocumentId, partial: Partial) -> None: ...

    async def find_partial(self, user_id: UserId, document_id: DocumentId) -> Partial | None: ...
