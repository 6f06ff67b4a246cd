"""One statement a beat keeps all streams of this process: chunks saved, leases renewed, stops heard.

The cost is flat: a hundred streams take one statement, like one. While nothing new was written, beats only renew the
leases. A database that is away, or whose disk is full, costs nothing but time: chunks stay here until a beat gets
through.

Where a fast buffer has the chunks within milliseconds, Postgres gets them every two seconds. The moment the fast buffer
is away, it gets them as often as without one.
"""

from __future__ import annotations

import asyncio
import time

import asyncpg

from holdfast.core.db import RETRYABLE, Db
from holdfast.core.log import get_logger
from holdfast.stream import store
from holdfast.stream.live import LiveStreams

SAVE_SECONDS = 0.2
RENEW_SECONDS = 2.0
_MAX_UNSAVED_BYTES = 1_000_000
"""Of one stream: so much is saved with the next beat, whatever the fast buffer has."""
log = get_logger()


class Pulse:
    def __init__(self, db: Db, live: LiveStreams, *, renew_seconds: float = RENEW_SECONDS) -> None:
        self._db = db
        self._renew_seconds = renew_seconds
        self._live = live

    async def run(self) -> None:
        """Until cancelled."""
        loop = asyncio.get_running_loop()
        beaten_at = loop.time()
        while True:
            await asyncio.sleep(SAVE_SECONDS)
            if len(self._live) and (self._has_to_save() or loop.time() - beaten_at >= self._renew_seconds):
                try:
                    await self.beat()
                    beaten_at = loop.time()
                except (*RETRYABLE, asyncpg.PostgresError) as error:  # no beat may be the last one
                    log.warning("beat_missed", error=type(error).__name__)

    def _has_to_save(self) -> bool:
        most = _MAX_UNSAVED_BYTES if self._live.is_fast_buffer_up else 0
        return any(live.unsaved_bytes > most for live in self._live)

    async def beat(self) -> None:
        held = [live for live in self._live if not live.is_ended]
        upto = {live.id: live.next_seq for live in held}
        fresh = [
            (live.id, seq, data) for live in held for seq, data in enumerate(live.since(live.saved), start=live.saved)
        ]
        began = time.monotonic()
        told = await store.beat(self._db, self._live.process_id, [live.id for live in held], fresh)
        for stream_id, is_ours, must_stop in told:
            live = self._live.find(stream_id)
            if live is None or live.is_ended:
                continue
            if is_ours:
                live.renewed_at = began
                live.mark_saved(upto[stream_id])
            else:
                live.stop("lost")
                live.tell()
            if must_stop:
                live.stop("stopped")
