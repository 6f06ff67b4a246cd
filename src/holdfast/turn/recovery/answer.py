"""The whole answer at once, for callers that do not stream."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from asyncpg import Record

from holdfast.chats.types import Part, text_of
from holdfast.core.clock import utc_now
from holdfast.core.db import Db
from holdfast.core.errors import NotFound, Unavailable
from holdfast.core.ids import BlobId, ChatId, MessageId, TurnId, UserId
from holdfast.stream.live import LiveStreams
from holdfast.turn import answers_store
from holdfast.turn.glassbox import trace_store
from holdfast.turn.glassbox.types import Trace
from holdfast.turn.speak import AWAITED, SPEAK_SECONDS
from holdfast.turn.types import AcceptedTurn

_POLL_SECONDS = 0.1
_VOICE_SECONDS = SPEAK_SECONDS + 5
"""Longer nobody speaks: whoever was to do it is gone."""
CUT_SHORT = {
    "errored": "The answer could not be finished; what had been written is kept.",
    "interrupted": "The answer was interrupted; what had been written is kept.",
}
_ELSEWHERE = "The server is restarting, and another one goes on with this answer; send the same message again for it."


@dataclass(frozen=True, slots=True)
class Answer:
    text: str
    status: str
    error: str | None
    timing: Mapping[str, float | None]
    """How long each step took, in milliseconds; None for one that did not happen."""
    audio_id: BlobId | None = None
    audio_error: str | None = None


@dataclass(frozen=True, slots=True)
class FoundAnswer:
    """How a turn stands, for whoever asks for it by its id."""

    chat_id: ChatId
    answer_id: MessageId
    status: str
    model: str
    created_at: datetime
    text: str
    error: str | None


async def find_answer_of(db: Db, user_id: UserId, turn_id: TurnId) -> FoundAnswer:
    async with db.as_user(user_id) as tx:
        row = await answers_store.find_turn(tx, user_id, turn_id)
        if row is None:
            raise NotFound("There is no such answer.", code="unknown_turn")
        kept = await answers_store.find_answer(tx, user_id, row["chat_id"], row["answer_id"])
    text, status = text_of(kept[0]) if kept else "", row["status"]
    return FoundAnswer(
        row["chat_id"], row["answer_id"], status, row["model"] or "", row["created_at"], text, CUT_SHORT.get(status)
    )


async def read_answer(db: Db, live: LiveStreams, turn: AcceptedTurn) -> Answer:
    """When it is stored, and spoken if it is to be."""
    here = live.find(turn.ids.stream_id)
    if here:
        await here.wait_until_ended()
    while True:
        async with db.as_user(turn.ids.user_id) as tx:
            row = await answers_store.find_turn(tx, turn.ids.user_id, turn.ids.turn_id)
            if row is None:
                raise NotFound("This chat was deleted while it was answered.", code="unknown_turn")
            if row["status"] != "running":
                found = await trace_store.find_trace(tx, turn.ids.user_id, turn.ids.turn_id)
                trace = found[0] if found else Trace(turn_id=turn.ids.turn_id)
                if not _is_awaited(row, trace):
                    answer = await answers_store.find_answer(tx, turn.ids.user_id, turn.ids.chat_id, turn.ids.answer_id)
                    return _answer(row["status"], answer, trace)
        if live.is_closed:
            raise Unavailable(_ELSEWHERE, retry_after_seconds=5)
        await asyncio.sleep(_POLL_SECONDS)


def _is_awaited(row: Record, trace: Trace) -> bool:
    return trace.speech.spoken == AWAITED and (utc_now() - row["ended_at"]).total_seconds() < _VOICE_SECONDS


def _answer(status: str, answer: tuple[Sequence[Part], str] | None, trace: Trace) -> Answer:
    error = CUT_SHORT.get(status)
    if status == "errored":
        error = trace.sentence or error
    spoken = trace.speech.spoken
    return Answer(
        text=text_of(answer[0]) if answer else "",
        status=status,
        error=error,
        timing=_timing(trace),
        audio_id=spoken.id if spoken else None,
        audio_error="The answer could not be spoken; its text is whole." if spoken and spoken.id is None else None,
    )


def _timing(trace: Trace) -> Mapping[str, float | None]:
    marks, speech = trace.timings, trace.speech

    def between(first: str, last: str) -> float | None:
        return round(marks[last] - marks[first], 2) if first in marks and last in marks else None

    return {
        "stt": speech.heard.ms if speech.heard else None,
        "context": between("begin", "collect"),
        "llm": between("draft", "exchange"),
        "tts": speech.spoken.ms if speech.spoken else None,
    }
