"""Every provider with a wire of its own (Anthropic, Google, Bedrock, Mistral …), through pydantic-ai.

Importing that library takes seconds, so it happens in a thread when such a model is first asked. All that touches it
stands in `pydantic_ai_bridge`.
"""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import AsyncGenerator, Awaitable, Sequence
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, TypeVar

import httpx2

from holdfast.core.http import operator_client
from holdfast.models.answer import Timeouts
from holdfast.models.failures import failed
from holdfast.models.types import CallSettings, ChatMessage, Failure, ModelEvent, ToolSpec

if TYPE_CHECKING:
    from holdfast.models.pydantic_ai_bridge import PydanticAiBridge

_MAX_EVENTS = 1_000_000

T = TypeVar("T")


class ViaPydanticAI:
    is_demo = False

    def __init__(
        self,
        name: str,
        api_key: str | None,
        *,
        base_url: str | None = None,
        context_tokens: int = 200_000,
        sees_images: bool = True,
        timeouts: Timeouts = Timeouts(),
    ) -> None:
        self.name = name
        self.context_tokens = context_tokens
        self.sees_images = sees_images
        self._api_key = api_key
        self._base_url = base_url
        self._timeouts = timeouts
        self._client: httpx2.AsyncClient | None = None
        self._bridge: PydanticAiBridge | None = None
        self._loading = asyncio.Lock()

    async def stream(
        self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec], settings: CallSettings
    ) -> AsyncGenerator[ModelEvent]:
        if settings.answer_format is not None:
            raise failed(Failure.REJECTED, upstream="no answer format")
        bridge = await self._loaded()
        until_first = asyncio.get_running_loop().time() + self._timeouts.first_byte_seconds
        async with AsyncExitStack() as stack:
            opening = stack.enter_async_context(bridge.asking(messages, tools, settings))
            answer = await _bounded(bridge, opening, until_first, Failure.SLOW_FIRST_BYTE)
            parts = aiter(answer)
            until, silence = until_first, Failure.SLOW_FIRST_BYTE
            for _ in range(_MAX_EVENTS):
                try:
                    part = await _bounded(bridge, anext(parts), until, silence)
                except StopAsyncIteration:
                    break
                if (event := bridge.event(part)) is not None:
                    yield event
                until = asyncio.get_running_loop().time() + self._timeouts.between_bytes_seconds
                silence = Failure.STALLED
            for event in bridge.last_events(answer):
                yield event

    async def _loaded(self) -> PydanticAiBridge:
        async with self._loading:
            if self._bridge is None:
                self._client = operator_client(timeout=httpx2.Timeout(None, connect=10.0))
                self._bridge = await asyncio.to_thread(self._load, self._client)
            return self._bridge

    def _load(self, client: httpx2.AsyncClient) -> PydanticAiBridge:
        module = importlib.import_module("holdfast.models.pydantic_ai_bridge")
        bridge: PydanticAiBridge = module.build_bridge(
            self.name, self._api_key, base_url=self._base_url, client=client, sees_images=self.sees_images
        )
        return bridge

    async def aclose(self) -> None:
        if self._client is not None:
            await self._client.aclose()
        self._client = self._bridge = None


async def _bounded(bridge: PydanticAiBridge, step: Awaitable[T], until: float, silence: Failure) -> T:
    try:
        async with asyncio.timeout_at(until):
            return await step
    except TimeoutError:
        raise failed(silence) from None
    except StopAsyncIteration:
        raise
    except Exception as error:  # noqa: BLE001 - border: each provider's library fails in ways of its own
        raise bridge.failure(error, has_begun=silence is Failure.STALLED) from None
