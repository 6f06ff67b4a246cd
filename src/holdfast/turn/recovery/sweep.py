"""Every few seconds in every process: say that we are here, and go on with what others left."""

from __future__ import annotations

from holdfast.core.log import get_logger
from holdfast.stream.lifecycle import abandoned_streams, say_alive
from holdfast.stream.types import LEASE_SECONDS
from holdfast.turn.pipeline import Pipeline

log = get_logger()


async def sweep(pipeline: Pipeline, *, silent_seconds: float = LEASE_SECONDS) -> int:
    """How many answers were gone on with: those whose process fell silent, and those that were let go.

    Our own are left alone as long as we write them: they wait only for the database.
    """
    if pipeline.running.is_closing:
        return 0
    db, streams = pipeline.db, pipeline.streams
    await say_alive(db, streams.process_id)
    taken = 0
    for stream_id, user, _ in await abandoned_streams(db, silent_seconds=silent_seconds):
        if streams.find(stream_id) is not None:
            continue
        try:
            taken += await pipeline.resume_abandoned(user, stream_id, silent_seconds=silent_seconds)
        except Exception as error:  # border: one that cannot be gone on with must not keep back the others
            log.error("stream_not_taken_over", exc_info=error)
    return taken
