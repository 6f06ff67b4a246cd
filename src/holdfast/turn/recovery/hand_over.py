"""What cannot be finished before this process ends, and another could begin anew, is let go instead of broken off.

Everything written is saved, then the stream is nobody's and the other processes are told: one of them goes on at once.
Our readers hear neither an end nor an error; their response ends, and they come back where the stream goes on.
"""

from __future__ import annotations

from holdfast.core.db import RETRYABLE, Db
from holdfast.core.log import get_logger
from holdfast.stream.lifecycle import others_live, release_stream, save_chunks
from holdfast.stream.live import LiveStream, LiveStreams
from holdfast.stream.types import LEASE_SECONDS
from holdfast.turn.types import AcceptedTurn, Exchanged

log = get_logger()


async def hand_over(db: Db, streams: LiveStreams, turn: AcceptedTurn, live: LiveStream, answer: Exchanged) -> bool:
    """True: it is not ours to finish any more. Alone, or where a persona wants no second answer, we finish it."""
    if answer.outcome != "shutdown" or turn.persona.settings.answering.on_crash != "regenerate":
        return False
    try:
        if not await others_live(db, streams.process_id, within_seconds=LEASE_SECONDS):
            return False
        await save_chunks(db, streams.process_id, live.id, live.saved, live.since(live.saved))
        live.mark_saved(live.next_seq)
        if not await release_stream(db, streams.process_id, live.id):
            return False
    except RETRYABLE as error:
        log.warning("stream_not_let_go", error=type(error).__name__)
        return False
    live.leave()
    log.info("stream_let_go")
    return True
