"""Our own thin client for every OpenAI-compatible endpoint: OpenRouter, OpenAI, Ollama, vLLM, LM Studio, llama.cpp.

The hot path. Closing the iterator (or cancelling the task that reads it) closes the upstream connection, so that a
provider stops writing what nobody waits for.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from holdfast.models.endpoint import Endpoint
from holdfast.models.openai_answer import MAX_ANSWER_BYTES, AnswerReader
from holdfast.models.openai_request import Dialect, Thinking, has_images, request_body
from holdfast.models.types import CallSettings, ChatMessage, ModelEvent, ToolSpec


@dataclass(frozen=True, slots=True)
class OpenAICompatible:
    """One model behind one endpoint."""

    endpoint: Endpoint
    provider: str
    model: str
    context_tokens: int = 128_000
    sees_images: bool = False
    is_demo: bool = False
    limit_field: str = "max_tokens"
    """OpenAI's own models want `max_completion_tokens`, everybody else the older name."""
    takes_temperature: bool = True
    thinking: Thinking = "none"
    extra: Mapping[str, Any] = field(default_factory=dict)
    """Body fields this provider wants with every request."""
    max_answer_bytes: int = MAX_ANSWER_BYTES

    @property
    def name(self) -> str:
        return f"{self.provider}:{self.model}"

    async def stream(
        self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec], settings: CallSettings
    ) -> AsyncGenerator[ModelEvent]:
        dialect = Dialect(self.model, self.sees_images, self.limit_field, self.thinking)
        write = partial(request_body, dialect, messages, tools, self._adapted(settings))
        # Pictures are megabytes, and to write them as text takes a while: not while others wait for their words.
        body = await asyncio.to_thread(write) if self.sees_images and has_images(messages) else write()
        async with self.endpoint.answering("chat/completions", body) as answer:
            reader = AnswerReader(is_document=answer.is_json, max_answer_bytes=self.max_answer_bytes)
            while not reader.is_done:
                data = await answer.next(is_complete=reader.is_complete)
                if data is None:
                    break
                for event in reader.feed(data):
                    yield event
            await answer.read_to_the_end()
        for event in reader.end():
            yield event

    def _adapted(self, settings: CallSettings) -> CallSettings:
        temperature = settings.temperature if self.takes_temperature else None
        # However long a pack lets models think, the prompt and the answer need most of the window.
        budget = None if settings.thinking_tokens is None else min(settings.thinking_tokens, self.context_tokens // 4)
        extra = {**self.extra, **settings.extra}
        return replace(settings, temperature=temperature, thinking_tokens=budget, extra=extra)

    async def aclose(self) -> None:
        await self.endpoint.aclose()
