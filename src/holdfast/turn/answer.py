"""The whole answer at once, for callers that do not stream."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from holdfast.chats.types import text_of
from holdfast.core.db import Db
from holdfast.core.errors import NotFound
from holdfast.stream.live import LiveStreams
from holdfast.turn import store
from holdfast.turn.types import Begun

_POLL_SECONDS = 0.2


@dataclass(frozen=True, slots=True)
class Answer:
    text: str
    status: str
    error: str | None
    timings: Mapping[str, float]


async def read_answer(db: Db, live: LiveStreams, begun: Begun) -> Answer:
    here = live.find(begun.stream_id)
    if here:
        await here.wait_until_ended()
    while True:
        async with db.as_user(begun.user_id) as tx:
            turn = await store.find_turn(tx, begun.user_id, begun.turn_id)
            if turn is None:
                raise NotFound("This chat was deleted while it was answered.", code="unknown_turn")
            if turn["status"] != "running":
                answer = await store.find_answer(tx, begun.user_id, begun.chat_id, begun.answer_id)
                trace = await store.find_trace(tx, begun.user_id, begun.turn_id)
                return _answer(turn["status"], answer, trace[0] if trace else {})
        await asyncio.sleep(_POLL_SECONDS)


def _answer(status: str, answer: tuple[Any, str] | None, trace: Mapping[str, Any]) -> Answer:
    error = None
    if status == "errored":
        error = trace.get("sentence") or "The answer could not be finished; what had been written is kept."
    elif status == "interrupted":
        error = "The answer was interrupted; what had been written is kept."
    return Answer(text_of(answer[0]) if answer else "", status, error, trace.get("timings", {}))
