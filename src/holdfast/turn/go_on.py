"""An answer that was cut short goes on: it stays one message, told and stored whole, and counts once.

The model is told what it had said. What it says behind that is joined to it (`seam.py`), streamed from its first word
and kept in the place of what was there. Only the last answer of a branch can go on, and only one that is not whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from holdfast.chats.types import TOOL, Part
from holdfast.core.db import Tx
from holdfast.core.errors import Conflict, NotFound
from holdfast.core.ids import ChatId, MessageId, UserId
from holdfast.stream.tool_parts import cut_short
from holdfast.stream.wire import BETWEEN, SOURCES, PlacedTool, Written
from holdfast.turn import answers_store
from holdfast.turn.seam import whole_words
from holdfast.turn.types import AcceptedTurn, SoFar, TurnRequest

MAX_FREE = 3
"""Times that an answer which counts already may go on without counting again; else one question would do for a day."""


async def get_unfinished(tx: Tx, request: TurnRequest, answer_id: MessageId) -> SoFar:
    found = await find_so_far(tx, request.user_id, request.chat_id, answer_id)
    if found is None:
        raise NotFound("There is no answer here that could go on; ask for a new one.", code="unknown_message")
    if await answers_store.is_whole(tx, request.user_id, request.chat_id, answer_id):
        raise Conflict("This answer is whole; ask for another one instead.", code="answer_complete")
    if await answers_store.has_replies(tx, request.user_id, request.chat_id, answer_id):
        raise Conflict("Something was said after this answer, so it cannot go on.", code="answer_replied")
    ended = [PlacedTool(one.at, cut_short(one.part)) for one in found.written.tools]
    return replace(found, written=replace(found.written, tools=ended))


async def find_so_far(tx: Tx, user_id: UserId, chat_id: ChatId, answer_id: MessageId) -> SoFar | None:
    """What the answer says, if it is stored and says anything."""
    kept = await answers_store.find_kept_answer(tx, user_id, chat_id, answer_id)
    if kept is None:
        return None
    parts, turn_id = kept
    written = _written(parts)
    return SoFar(written, turn_id) if written.text.strip() or written.tools else None


async def is_free(tx: Tx, turn: AcceptedTurn) -> bool:
    """It goes on with an answer that counts already. One that failed was given back, and counts when it goes on."""
    if turn.so_far is None:
        return False
    counted, free = await answers_store.count_of_answer(tx, turn.ids.user_id, turn.ids.chat_id, turn.ids.answer_id)
    return counted > 0 and free < MAX_FREE


def choice_to_go_on(so_far: SoFar | None) -> dict[str, str]:
    """For whoever answers it anew after a crash, and for the memory, which knows the beginning already."""
    if so_far is None:
        return {}
    decided = {"decided": "yes"} if so_far.decided else {}
    return {"continues": str(so_far.turn_id), "kept": str(len(so_far.written.text)), **decided}


def _written(parts: Sequence[Part]) -> Written:
    """As `stored_parts` kept it. Of a text at the end nobody knows whether its last word was whole."""
    texts, tools, at = list[str](), list[PlacedTool](), 0
    for part in parts:
        if part["type"] == "text":
            texts.append(part["text"])
            at = len(BETWEEN.join(texts))
        elif part["type"] == TOOL:
            tools.append(PlacedTool(at, part))
    text = BETWEEN.join(texts)
    if not tools or tools[-1].at < len(text):
        text = whole_words(text)
    cited = [part for part in parts if part["type"] in SOURCES]
    thought = next((part for part in parts if part["type"] == "reasoning"), None)
    written = Written(text, sources=cited, tools=tools)
    if thought is None:
        return written
    ms = thought.get("providerMetadata", {}).get("holdfast", {}).get("ms", 0)
    return replace(written, thoughts=thought["text"], thought_ms=ms)
