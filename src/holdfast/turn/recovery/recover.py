"""Come back to an answer: what is buffered, what is still coming, or the truth that it ended."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import orjson

from holdfast.chats.types import text_of
from holdfast.core.db import Db
from holdfast.core.ids import ChatId, DocumentId, StreamId, UserId
from holdfast.stream.follow import follow
from holdfast.stream.lifecycle import ask_to_stop, chunks_from, find_active, find_last_ended, find_stream, renew
from holdfast.stream.live import LiveStreams
from holdfast.stream.partials import Partials
from holdfast.stream.read import read_chunks
from holdfast.stream.types import STALE_SECONDS, Status, Stream
from holdfast.stream.wire import DONE, encode, frame
from holdfast.turn import answers_store
from holdfast.turn.glassbox.types import CAMEL
from holdfast.turn.recovery.answer import CUT_SHORT
from holdfast.turn.recovery.end_abandoned import end_abandoned
from holdfast.turn.types import AcceptedTurn


@dataclass(frozen=True, slots=True)
class RecoveredChunk:
    seq: int
    data: Mapping[str, Any]
    """A part of the AI SDK's UI message stream."""


@dataclass(frozen=True, slots=True)
class RecoveredStream:
    """An answer as far as it has come."""

    __pydantic_config__ = CAMEL

    stream_id: StreamId
    status: Status
    is_active: bool
    is_stale: bool
    chunks: tuple[RecoveredChunk, ...]
    metadata: Mapping[str, Any]


async def recover(
    db: Db, live: LiveStreams, owner_id: UserId, chat_id: ChatId, from_seq: int, *, is_owner: bool
) -> RecoveredStream | None:
    """The running answer's chunks from `from_seq` on; None when no answer is being written.

    Whoever is not its owner is told what a shared chat shows. A document that is being written with it is told as far
    as it has come, to its owner alone: sharing a chat does not share what is written in it.
    """
    async with db.as_user(owner_id) as tx:
        stream = await find_active(tx, owner_id, chat_id)
        if stream is None:
            return None
    if stream.silent_seconds > STALE_SECONDS and not await _is_written_here(db, live, stream):
        if await end_abandoned(db, live, owner_id, stream.id, silent_seconds=STALE_SECONDS):
            return _told(stream, "interrupted")
        # Somebody was quicker, and has ended it or goes on with it.
        return await recover(db, live, owner_id, chat_id, from_seq, is_owner=is_owner)
    chunks = await read_chunks(db, live, owner_id, stream.id, from_seq, is_owner=is_owner)
    told = tuple(RecoveredChunk(chunk.seq, orjson.loads(chunk.data)) for chunk in chunks)
    document_id = stream.metadata.get("composerDocumentId")
    partial = (
        await Partials(db, live).find(owner_id, DocumentId(UUID(document_id))) if document_id and is_owner else None
    )
    return _told(stream, "active", told, {} if partial is None else {"partialContent": partial})


async def _is_written_here(db: Db, live: LiveStreams, stream: Stream) -> bool:
    """Then it was silent only because the database did not answer."""
    return live.find(stream.id) is not None and await renew(db, live.process_id, stream.id)


def _told(
    stream: Stream, status: Status, chunks: Sequence[RecoveredChunk] = (), more: Mapping[str, str] | None = None
) -> RecoveredStream:
    metadata = {**stream.metadata, "turnId": str(stream.turn_id), **(more or {})}
    is_active = status == "active"
    return RecoveredStream(stream.id, status, is_active, not is_active, tuple(chunks), metadata)


async def follow_turn(db: Db, live: LiveStreams, turn: AcceptedTurn) -> AsyncGenerator[bytes, None]:
    """Its frames, for whoever asked. A message sent again long after its answer ended gets that answer from where it is
    kept."""
    if turn.is_repeat and live.find(turn.ids.stream_id) is None:
        kept = await _kept_answer(db, turn)
        if kept is not None:
            yield kept
            return
    async with aclosing(follow(db, live, turn.ids.user_id, turn.ids.stream_id, 0, is_owner=True)) as frames:
        async for some in frames:
            yield some


async def _kept_answer(db: Db, turn: AcceptedTurn) -> bytes | None:
    """None while the answer is being written, or while its chunks can still be replayed."""
    async with db.as_user(turn.ids.user_id) as tx:
        stream = await find_stream(tx, turn.ids.user_id, turn.ids.stream_id)
        if (
            stream is None
            or stream.status == "active"
            or await chunks_from(tx, turn.ids.user_id, stream.id, 0, limit=1)
        ):
            return None
        answer = await answers_store.find_answer(tx, turn.ids.user_id, turn.ids.chat_id, turn.ids.answer_id)
    parts = _kept_parts(turn, text_of(answer[0]) if answer else "", stream.status)
    return b"".join(frame(seq, encode(part)) for seq, part in enumerate(parts)) + DONE


def _kept_parts(turn: AcceptedTurn, text: str, status: str) -> Sequence[dict[str, Any]]:
    """The same end as when it was written: what was cut short is not told as finished."""
    facts = {"turnId": str(turn.ids.turn_id)}
    words = [
        {"type": "text-start", "id": "t0"},
        {"type": "text-delta", "id": "t0", "delta": text},
        {"type": "text-end", "id": "t0"},
    ]
    end: list[dict[str, Any]] = [{"type": "finish", "messageMetadata": {**facts, "status": status}}]
    if status in CUT_SHORT:
        end[0]["type"] = "message-metadata"
        end.append({"type": "error", "errorText": CUT_SHORT[status]})
    begin = {"type": "start", "messageId": str(turn.ids.answer_id), "messageMetadata": facts}
    return [begin, *(words if text else ()), *end]


async def find_resumed(
    db: Db, owner_id: UserId, chat_id: ChatId, *, stream_id: StreamId | None = None, last_seq: int | None = None
) -> Stream | None:
    """The stream that somebody comes back to: the running one, whichever they read before.

    Whoever says how far they had read gets the rest of it, even when it has ended meanwhile. A stream is named where
    the next answer may be running already: its seqs begin anew.
    """
    async with db.as_user(owner_id) as tx:
        found = await find_stream(tx, owner_id, stream_id) if stream_id else await find_active(tx, owner_id, chat_id)
        if stream_id is None and found is None and last_seq is not None:
            found = await find_last_ended(tx, owner_id, chat_id)
        if found is None or found.chat_id != chat_id:
            return None
        from_seq = 0 if last_seq is None else last_seq + 1
        if found.status != "active" and not await chunks_from(tx, owner_id, found.id, from_seq, limit=1):
            return None
        return found


async def stop_chat(db: Db, live: LiveStreams, user_id: UserId, chat_id: ChatId) -> bool:
    """Ask for a stop where the answer is written: here at once, elsewhere with the writer's next beat.

    False: there was nothing to stop, or it was finished before it heard us.
    """
    async with db.as_user(user_id) as tx:
        stream = await ask_to_stop(tx, user_id, chat_id)
    if stream is None:
        return False
    here = live.find(stream.id)
    if here is None:
        return True
    here.stop("stopped")
    await here.wait_until_ended()
    async with db.as_user(user_id) as tx:
        ended = await find_stream(tx, user_id, stream.id)
    return ended is None or ended.status != "completed"
