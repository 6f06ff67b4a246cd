"""Every provider that has a wire of its own (Anthropic, Google, Bedrock, Mistral …), through pydantic-ai.

Importing that library takes seconds, so it is imported when such a model is first asked, in a thread. All that touches
it stands in `pydantic_ai_bridge`.
"""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack
from types import ModuleType
from typing import TYPE_CHECKING, cast

from holdfast.core.http import operator_client
from holdfast.models.endpoint import Timeouts
from holdfast.models.failures import failed
from holdfast.models.types import CallSettings, ChatMessage, Done, Event, Failure, TextDelta, ToolCall, ToolSpec

if TYPE_CHECKING:
    from pydantic_ai.models import Model as PydanticModel

    from holdfast.models import pydantic_ai_bridge

_MAX_EVENTS = 1_000_000


class ViaPydanticAI:
    def __init__(
        self,
        name: str,
        api_key: str | None,
        *,
        base_url: str | None = None,
        context_tokens: int = 128_000,
        sees_images: bool = True,
        timeouts: Timeouts = Timeouts(),
    ) -> None:
        self.name = name
        self.context_tokens = context_tokens
        self.sees_images = sees_images
        self.is_demo = False
        self._api_key = api_key
        self._base_url = base_url
        self._timeouts = timeouts
        self._model: PydanticModel | None = None
        self._client = None
        self._loading = asyncio.Lock()
