"""An answer as the model said it, calls of tools and what came of them included: for going on with it. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import orjson

from holdfast.models.types import ChatMessage, ToolCall
from holdfast.stream.wire import WEB_SOURCE, Written
from holdfast.tools.run import as_data
from holdfast.tools.types import WebSource
from holdfast.turn.context.escape_headings import escape_headings

_DENIED = "Not run: the person did not allow it."
_NOT_RUN = "Not run."
_EDITED = "(The person changed the arguments before they allowed it; these are theirs.)"
Call = Mapping[str, Any]
"""A call as the message keeps it."""
Pages = Sequence[tuple[int, WebSource]]


def retold(written: Written) -> Iterator[ChatMessage]:
    """Rounds as they were: what was said, which tools were called together, and what each answered."""
    words, calls = "", list[Call]()
    for piece in written.pieces():
        if isinstance(piece, str):
            yield from _round(words, calls, written)
            words, calls = piece, []
            continue
        if calls and round_of(calls[-1]) != round_of(piece):
            yield from _round(words, calls, written)
            words, calls = "", []
        calls.append(piece)
    yield from _round(words, calls, written)


def round_of(call: Call) -> int:
    found: int = call.get("toolMetadata", {}).get("round", 0)
    return found


def result_message(call: Call, pages: Pages) -> ChatMessage:
    """What came of it, for the model."""
    return ChatMessage("tool", _told(call, pages), tool_call_id=call["toolCallId"])


def pages_of(written: Written, call_id: str) -> Pages:
    return [
        (told["number"], WebSource(part["url"], part.get("title", part["url"])))
        for part in written.sources
        if part["type"] == WEB_SOURCE and (told := part["providerMetadata"]["holdfast"]).get("toolCallId") == call_id
    ]


def _round(words: str, calls: Sequence[Call], written: Written) -> Iterator[ChatMessage]:
    if not calls:
        if words:
            yield ChatMessage("assistant", words)
        return
    yield ChatMessage("assistant", words, tool_calls=[_call(call) for call in calls])
    for call in calls:
        yield result_message(call, pages_of(written, call["toolCallId"]))


def _call(call: Call) -> ToolCall:
    given = call["input"]
    arguments = given if isinstance(given, str) else orjson.dumps(given).decode()
    return ToolCall(call["toolCallId"], call["toolName"], arguments)


def _told(call: Call, pages: Pages) -> str:
    edited = f"{_EDITED}\n" if call.get("toolMetadata", {}).get("edited") else ""
    match call["state"]:
        case "output-available":
            return edited + as_data(call["toolName"], escape_headings(str(call["output"])), pages)
        case "output-error":
            return edited + as_data(call["toolName"], escape_headings(call["errorText"]))
        case "output-denied":
            reason = call.get("approval", {}).get("reason")
            return f"{_DENIED} They said: {reason}" if reason else _DENIED
        case _:
            return _NOT_RUN
