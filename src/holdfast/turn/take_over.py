"""End truthfully what a lost process left: what it had written is kept as a partial answer, and readers are told.

Whoever notices may do it: the sweep that runs in every process, a reader who finds the stream stale, a person who
sends the next message. The stream is seized first, so the old writer, should it wake up, finds nothing to finish.
"""

from __future__ import annotations

from uuid import UUID

import structlog

from holdfast.core.db import Db
from holdfast.models.tokens import count_tokens
from holdfast.stream.lifecycle import abandoned_streams, chunks_from, seize
from holdfast.stream.live import LiveStreams
from holdfast.stream.types import LEASE_SECONDS
from holdfast.stream.wire import encode, text_in
from holdfast.turn import store
from holdfast.turn.store import EndedTurn

INTERRUPTED = "The server went down while answering; what had been written is kept."
log = structlog.get_logger()


async def sweep(db: Db, live: LiveStreams, *, silent_seconds: float = LEASE_SECONDS) -> int:
    """Take over every stream whose writer fell silent, but for our own: those wait only for the database."""
    taken = 0
    for stream_id, user, process_id in await abandoned_streams(db, silent_seconds=silent_seconds):
        if process_id != live.process_id:
            taken += await take_over(db, live.process_id, user, stream_id, silent_seconds=silent_seconds)
    return taken


async def take_over(
    db: Db, process_id: UUID, user: UUID, stream_id: UUID, *, silent_seconds: float = LEASE_SECONDS
) -> bool:
    """True if this call ended it; False if someone else did, or its writer came back."""
    async with db.as_user(user) as tx:
        await store.lock_chat_of(tx, user, stream_id)
        stream = await seize(tx, user, stream_id, process_id, silent_seconds=silent_seconds)
        turn = await store.find_turn(tx, user, stream.turn_id) if stream else None
        if stream is None or turn is None:
            return False
        chunks = await chunks_from(tx, user, stream_id, 0, limit=1_000_000)
        text = text_in(chunk.data for chunk in chunks)
        metadata = {"turnId": str(stream.turn_id), "status": "interrupted"}
        ended = await store.insert_ending(
            tx,
            EndedTurn(
                turn_id=stream.turn_id,
                stream_id=stream_id,
                chat_id=stream.chat_id,
                user_id=user,
                session_id=turn["session_id"],
                process_id=process_id,
                question_id=turn["message_id"],
                answer_id=turn["answer_id"],
                ending="interrupted",
                parts=[{"type": "text", "text": text}] if text else None,
                message_status="partial",
                answer_tokens=count_tokens(text),
                model=None,
                input_tokens=None,
                output_tokens=None,
                cost_usd=None,
                trace=_what_is_known(stream.turn_id, text),
                prompt_texts=(),
                first_seq=chunks[-1].seq + 1 if chunks else 0,
                chunks=[
                    encode({"type": "message-metadata", "messageMetadata": metadata}),
                    encode({"type": "error", "errorText": INTERRUPTED}),
                ],
            ),
        )
    log.warning("stream_taken_over", turn_id=str(stream.turn_id), count=len(text))
    return ended


def _what_is_known(turn_id: UUID, text: str) -> dict[str, object]:
    """The process took its trace with it; say so instead of leaving a hole."""
    return {
        "turnId": str(turn_id),
        "blocks": [],
        "retrievals": [],
        "missing": [{"source": "trace", "reason": "the server went down before the answer was finished"}],
        "models": [],
        "tools": [],
        "timings": {},
        "route": {"kind": "conversational", "reason": "not kept"},
        "outcome": "interrupted",
        "keptCharacters": len(text),
        "startbrief_used": False,
        "startbrief_fallback": None,
        "startbrief_items_count": 0,
        "bridgeText_chars": 0,
        "startbriefRuntime": {},
        "systemBlocks": [],
    }
