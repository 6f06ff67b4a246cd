"""Postgres as a buffer: the truth about a stream, read and written as its owner."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.core.db import Db
from holdfast.core.ids import DocumentId, ProcessId, StreamId, UserId
from holdfast.stream import store
from holdfast.stream.buffer import Partial
from holdfast.stream.types import Chunk, Status


class PostgresBuffer:
    def __init__(self, db: Db, owner: UserId, process_id: ProcessId) -> None:
        self._db = db
        self._owner = owner
        self._process_id = process_id

    async def append(self, chunks: Sequence[tuple[StreamId, int, bytes]]) -> None:
        """Streams that this process does not hold any more take nothing."""
        await store.beat(self._db, self._process_id, list({stream_id for stream_id, _, _ in chunks}), chunks)

    async def read(self, stream_id: StreamId, from_seq: int, *, limit: int = 1000) -> Sequence[Chunk]:
        async with self._db.as_user(self._owner) as tx:
            return await store.chunks_from(tx, self._owner, stream_id, from_seq, limit=limit)

    async def mark(self, stream_id: StreamId, status: Status) -> None:
        if status == "active" or status == "completed":
            return  # a stream begins active, and only the statement that stores its answer completes it
        async with self._db.as_user(self._owner) as tx:
            await store.end_stream(tx, self._owner, stream_id, self._process_id, status)

    async def find_status(self, stream_id: StreamId) -> Status | None:
        async with self._db.as_user(self._owner) as tx:
            stream = await store.find_stream(tx, self._owner, stream_id)
        return stream.status if stream else None

    async def forget(self, stream_ids: Sequence[StreamId]) -> None:
        async with self._db.as_user(self._owner) as tx:
            await store.delete_chunks_of(tx, self._owner, stream_ids)

    async def save_partial(self, user: UserId, document_id: DocumentId, partial: Partial) -> None:
        async with self._db.as_user(user) as tx:
            await store.save_partial(tx, user, document_id, partial)

    async def find_partial(self, user: UserId, document_id: DocumentId) -> Partial | None:
        async with self._db.as_user(user) as tx:
            return await store.find_partial(tx, user, document_id)
