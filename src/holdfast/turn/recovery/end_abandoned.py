"""End truthfully what a lost process left: what it had written is kept as a partial answer, and readers are told.

Whoever notices may do it: the sweep that runs in every process, a reader who finds the stream stale, a person who
sends the next message. The stream is seized first, so the old writer, should it wake up, finds nothing to finish.

The old writer may have shown its readers more than was saved. They are told the last seq that was kept (`keptSeq`);
what they have beyond it was never stored, and nobody else will see it.

The turn is given back to the day's count, unless its person had asked it to stop: then it ended by their own wish.
"""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.core.db import Db
from holdfast.core.ids import StreamId, TurnId, UserId
from holdfast.core.log import get_logger
from holdfast.models.tokens import count_tokens
from holdfast.stream.lifecycle import abandoned_streams, seize
from holdfast.stream.live import LiveStreams
from holdfast.stream.salvage import read_fast, salvage, tell_fast
from holdfast.stream.types import LEASE_SECONDS, SILENT_SECONDS, Chunk, Stream
from holdfast.stream.wire import EndedBecause, encode, stored_parts, written_in
from holdfast.turn import answers_store, store
from holdfast.turn.glassbox.types import MissingTrace, Trace
from holdfast.turn.jobs import feed_promise
from holdfast.turn.quota import give_back_turn
from holdfast.turn.recovery import abandoned_store
from holdfast.turn.store import EndedTurn
from holdfast.turn.types import TurnIds

INTERRUPTED = "The server went down while answering; what had been written is kept."
_MAX_AT_ONCE = 200
log = get_logger()


async def end_abandoned(
    db: Db, streams: LiveStreams, user_id: UserId, stream_id: StreamId, *, silent_seconds: float = LEASE_SECONDS
) -> bool:
    """True if this call ended it; False if someone else did, or its writer came back."""
    fast = await read_fast(db, streams, user_id, stream_id)
    async with db.as_user(user_id) as tx:
        await abandoned_store.lock_chat_of(tx, user_id, stream_id)
        stream = await seize(tx, user_id, stream_id, streams.process_id, silent_seconds=silent_seconds)
        found = await answers_store.find_turn(tx, user_id, stream.turn_id) if stream else None
        if stream is None or found is None:
            return False
        ids = TurnIds(
            stream.turn_id,
            stream_id,
            user_id,
            stream.chat_id,
            found["session_id"],
            question_id=found["message_id"],
            answer_id=found["answer_id"],
        )
        chunks = await salvage(tx, user_id, stream_id, fast)
        written = written_in(chunk.data for chunk in chunks)
        because: EndedBecause = "stopped" if stream.is_asked_to_stop else "lost"
        ended = await store.insert_ending(
            tx,
            EndedTurn(
                ids=ids,
                process_id=streams.process_id,
                ending="interrupted",
                parts=stored_parts(written, stream.restarts),
                ended_because=because,
                message_status="partial",
                answer_tokens=count_tokens(written.text),
                model=None,
                input_tokens=None,
                output_tokens=None,
                cost_usd=None,
                trace=_what_is_known(stream.turn_id, written.text),
                prompt_texts=(),
                first_seq=stream.next_writers_seq,
                chunks=_last_parts(stream, chunks, because),
                jobs=[feed_promise(ids)],
            ),
        )
        if ended and not stream.is_asked_to_stop:
            await give_back_turn(tx, user_id, stream.turn_id)
    await tell_fast(streams, stream_id, "interrupted")
    log.warning("stream_taken_over", turn_id=str(stream.turn_id), count=len(written.text))
    return ended


async def end_silent_streams(db: Db, streams: LiveStreams) -> int:
    """On schedule, for whatever no sweep has ended: one that no process is there to do, or a fault of ours."""
    ended = 0
    for stream_id, user, _ in await abandoned_streams(db, silent_seconds=SILENT_SECONDS, most=_MAX_AT_ONCE):
        if streams.find(stream_id) is None:
            ended += await end_abandoned(db, streams, user, stream_id, silent_seconds=SILENT_SECONDS)
    return ended


def kept_seq(chunks: Sequence[Chunk]) -> int | None:
    return chunks[-1].seq if chunks else None


def _last_parts(stream: Stream, chunks: Sequence[Chunk], because: EndedBecause) -> Sequence[bytes]:
    metadata = {
        "turnId": str(stream.turn_id),
        "status": "interrupted",
        "keptSeq": kept_seq(chunks),
        "endedBecause": because,
    }
    return [
        encode({"type": "message-metadata", "messageMetadata": metadata}),
        encode({"type": "error", "errorText": INTERRUPTED}),
    ]


def _what_is_known(turn_id: TurnId, text: str) -> Trace:
    """The process took its trace with it; say so instead of leaving a hole."""
    lost = MissingTrace("trace", "the server went down before the answer was finished")
    return Trace(turn_id=turn_id, missing=(lost,), outcome="interrupted", kept_characters=len(text))
