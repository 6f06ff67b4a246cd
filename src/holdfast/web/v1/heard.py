"""The parts of a turn's stream, as what a program wants to know of them. Whatever else stands there is not for it."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Collection
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any

import orjson

from holdfast.core.errors import Unavailable
from holdfast.models.types import ToolCall
from holdfast.stream.wire import BETWEEN, RESTARTED

KEEP_ALIVE = b": keep-alive\n\n"


@dataclass(frozen=True, slots=True)
class Words:
    text: str


@dataclass(frozen=True, slots=True)
class Waiting:
    """Nothing came for a while; the line is kept open."""


@dataclass(frozen=True, slots=True)
class HeardEnd:
    """`reason` as the stream tells it: `stop`, `length`, `tool-calls`, `content-filter`, `other`."""

    reason: str
    model: str
    input_tokens: int
    output_tokens: int
    cost_usd: float | None


class AnswerFailed(Unavailable):
    """What was to be answered was not; what a program has of it is not the answer."""

    code = "answer_failed"

    def __init__(self, message: str, facts: dict[str, Any]) -> None:
        super().__init__(message)
        self.facts = facts


Heard = Words | ToolCall | Waiting | HeardEnd


@dataclass(slots=True)
class HeardAnswer:
    """A whole one."""

    text: str = ""
    calls: list[ToolCall] = field(default_factory=list)
    ended: HeardEnd = HeardEnd("other", "", 0, 0, None)


async def hear(frames: AsyncGenerator[bytes, None], tools: Collection[str]) -> AsyncGenerator[Heard, None]:
    """`tools`: the program's own. `AnswerFailed` where the answer ends before its time."""
    facts: dict[str, Any] = {}
    has_text = is_between = False
    async with aclosing(frames):
        async for frame in frames:
            parts = [orjson.loads(line[6:]) for line in frame.split(b"\n") if line.startswith(b"data: {")]
            if not parts:
                yield Waiting()
            for part in parts:
                facts |= part.get("messageMetadata") or {}
                heard = _heard(part, tools, facts)
                is_between = is_between or part["type"] == "tool-input-available"
                if isinstance(heard, Words):
                    if is_between and has_text:
                        yield Words(BETWEEN)
                    has_text, is_between = True, False
                if heard is not None:
                    yield heard
                if isinstance(heard, HeardEnd):
                    return
    raise AnswerFailed("The answer broke off; ask again.", facts)


def _heard(part: dict[str, Any], tools: Collection[str], facts: dict[str, Any]) -> Heard | None:
    match part["type"]:
        case "text-delta":
            return Words(part["delta"])
        case "tool-input-available" if part["toolName"] in tools:
            given = part["input"]
            return ToolCall(
                part["toolCallId"],
                part["toolName"],
                given if isinstance(given, str) else orjson.dumps(given).decode(),
            )
        case "finish":
            usage = facts.get("usage") or {}
            return HeardEnd(
                part.get("finishReason", "stop"),
                facts.get("model") or "",
                usage.get("inputTokens", 0),
                usage.get("outputTokens", 0),
                usage.get("costUsd"),
            )
        case "error":
            raise AnswerFailed(part["errorText"], facts)
        case "abort":
            raise AnswerFailed("The answer was stopped.", facts)
        case kind if kind == RESTARTED:
            raise AnswerFailed("The server went down while answering; ask again.", facts)
    return None


async def hear_whole(heard: AsyncIterator[Heard]) -> HeardAnswer:
    whole, words = HeardAnswer(), []
    async for one in heard:
        match one:
            case Words(text):
                words.append(text)
            case ToolCall():
                whole.calls.append(one)
            case HeardEnd():
                whole.ended = one
    whole.text = "".join(words)
    return whole
