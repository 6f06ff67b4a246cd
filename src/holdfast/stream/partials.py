"""A document while it is being written, as it was a moment ago: for whoever reloads the page meanwhile.

Its writer saves it twice a second. The fast buffer takes every save, Postgres one in a while and every one that the
fast buffer does not take; the newest of both is what is found. Both forget it after half an hour.
"""

from __future__ import annotations

import time

from holdfast.core.clock import utc_now
from holdfast.core.db import Db
from holdfast.core.ids import DocumentId, UserId
from holdfast.stream import store
from holdfast.stream.buffer import BufferAway, Partial
from holdfast.stream.live import LiveStreams

SAVE_SECONDS = 2.0
_MAX_REMEMBERED = 10_000


class Partials:
    def __init__(self, db: Db, streams: LiveStreams, *, save_seconds: float = SAVE_SECONDS) -> None:
        self._db = db
        self._save_seconds = save_seconds
        self._streams = streams
        self._saved_at: dict[tuple[UserId, DocumentId], float] = {}

    async def save(self, user_id: UserId, document_id: DocumentId, content: str) -> None:
        partial, now = Partial(content, utc_now()), time.monotonic()
        is_buffered = await self._buffer(user_id, document_id, partial)
        whose = (user_id, document_id)
        if is_buffered and now - self._saved_at.get(whose, float("-inf")) < self._save_seconds:
            return
        async with self._db.as_user(user_id) as tx:
            await store.save_partial(tx, user_id, document_id, partial)
        if len(self._saved_at) >= _MAX_REMEMBERED:
            self._saved_at.clear()
        self._saved_at[whose] = now

    async def find(self, user_id: UserId, document_id: DocumentId) -> str | None:
        async with self._db.as_user(user_id) as tx:
            kept = await store.find_partial(tx, user_id, document_id)
        found = [partial for partial in (kept, await self._buffered(user_id, document_id)) if partial]
        return max(found, key=lambda partial: partial.saved_at).content if found else None

    async def _buffer(self, user_id: UserId, document_id: DocumentId, partial: Partial) -> bool:
        if self._streams.fast is None:
            return False
        try:
            await self._streams.fast.save_partial(user_id, document_id, partial)
        except BufferAway:
            return False
        return True

    async def _buffered(self, user_id: UserId, document_id: DocumentId) -> Partial | None:
        if self._streams.fast is None:
            return None
        try:
            return await self._streams.fast.find_partial(user_id, document_id)
        except BufferAway:
            return None
