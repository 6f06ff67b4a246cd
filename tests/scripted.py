"""A model that says what the test tells it to, at the border where a provider would stand."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence

from holdfast.models.types import (
    CallSettings,
    ChatMessage,
    Done,
    ModelEvent,
    ModelFailed,
    TextDelta,
    TokenUsage,
    ToolSpec,
)

Line = ModelEvent | ModelFailed | float | asyncio.Event
"""An event, a failure, a pause in seconds, or something to wait for."""


class ScriptedModel:
    """Each call plays the next script; the last one repeats."""

    def __init__(
        self, *scripts: Sequence[Line], name: str = "test:scripted", is_demo: bool = False, sees_images: bool = False,
        context_tokens: int = 128_000,
    ) -> None:  # fmt: skip
        self.scripts = list(scripts) or [says("Hello.")]
        self.name = name
        self.is_demo = is_demo
        self.sees_images = sees_images
        self.context_tokens = context_tokens
        self.calls: list[tuple[Sequence[ChatMessage], Sequence[ToolSpec], CallSettings]] = []
        self.was_closed_early = False
        self.waits = asyncio.Event()
        """Set when it has come to something to wait for; what stands before that in its script was said."""

    async def stream(
        self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec], settings: CallSettings
    ) -> AsyncGenerator[ModelEvent]:
        self.calls.append((list(messages), list(tools), settings))
        script = self.scripts[min(len(self.calls), len(self.scripts)) - 1]
        is_finished = False
        try:
            for line in script:
                if isinstance(line, ModelFailed):
                    raise line
                if isinstance(line, asyncio.Event):
                    self.waits.set()
                    await line.wait()
                elif isinstance(line, int | float):
                    await asyncio.sleep(line)
                else:
                    yield line
            is_finished = True
        finally:
            self.was_closed_early = self.was_closed_early or not is_finished


def says(*words: str) -> list[Line]:
    return [*(TextDelta(word) for word in words), Done(TokenUsage(10, len(words)))]
