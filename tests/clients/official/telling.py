"""A model that answers by what it is asked, so that each client can have the same talk with it, in whatever order."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator, Sequence

from holdfast.models.failures import failed
from holdfast.models.types import (
    CallSettings,
    ChatMessage,
    Done,
    Failure,
    Image,
    ModelEvent,
    TextContent,
    TextDelta,
    TokenUsage,
    ToolCall,
    ToolSpec,
)

USAGE = TokenUsage(10, 2)
SEEN = '{"colour":"red","count":3}'


class TellingModel:
    name = "test:telling"
    is_demo = False
    sees_images = True
    context_tokens = 128_000

    async def stream(
        self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec], settings: CallSettings
    ) -> AsyncGenerator[ModelEvent]:
        last = messages[-1]
        question = words_of(last)
        if last.role != "tool" and settings.forced_tool:
            yield ToolCall("call_1", settings.forced_tool, SEEN)
            yield Done(USAGE, "tool_calls")
        elif last.role != "tool" and (place := re.search(r"weather in (\w+)", question)):
            yield ToolCall("call_1", "weather", f'{{"place":"{place[1]}"}}')
            yield Done(USAGE, "tool_calls")
        elif question.endswith("Please wait"):
            yield TextDelta("Well, ")
            await asyncio.Event().wait()
        elif question.endswith("Please fail"):
            raise failed(Failure.SERVER_ERROR)
        else:
            for word in answer_to(messages, settings):
                yield TextDelta(word)
            yield Done(USAGE)


def answer_to(messages: Sequence[ChatMessage], settings: CallSettings) -> Sequence[str]:
    last = messages[-1]
    if last.role == "tool":
        return ["The tool says: ", words_of(last)]
    if settings.answer_format:
        return [SEEN[:10], SEEN[10:]]
    if not isinstance(last.content, str) and any(isinstance(part, Image) for part in last.content):
        return ["I see ", "a picture."]
    if words_of(last).endswith("Who am I?"):
        is_told = any("I am Ada." in words_of(one) for one in messages if one.role == "user")
        return ["You are ", "Ada." if is_told else "nobody I know."]
    return ["Hel", "lo."]


def words_of(message: ChatMessage) -> str:
    if isinstance(message.content, str):
        return message.content
    return " ".join(part.text for part in message.content if isinstance(part, TextContent))
