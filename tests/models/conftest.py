from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from holdfast.core.config import Settings
from holdfast.models.answer import Timeouts
from holdfast.models.endpoint import Endpoint
from holdfast.models.local import fetch_local, list_local, models_folder
from holdfast.models.openai_compatible import OpenAICompatible
from holdfast.models.types import CallSettings, ChatMessage, Model, ModelEvent, TextDelta, ToolSpec
from tests.loopback.model_server import ModelServer

QUICK = Timeouts(first_byte_seconds=1.0, between_bytes_seconds=1.0, whole_seconds=20.0)
HELLO = [ChatMessage("user", "Hello there")]


@pytest.fixture
async def server() -> AsyncIterator[ModelServer]:
    async with ModelServer() as running:
        yield running


@pytest.fixture
async def endpoint(server: ModelServer) -> AsyncIterator[Endpoint]:
    """Patient where nothing is slow, so that a busy machine fails no test."""
    made = Endpoint(server.base_url, "key-of-ours", timeouts=Timeouts(10.0, 10.0, 60.0))
    yield made
    await made.aclose()


@pytest.fixture
async def quick(server: ModelServer) -> AsyncIterator[Endpoint]:
    """For tests in which a timeout is the point."""
    made = Endpoint(server.base_url, "key-of-ours", timeouts=QUICK)
    yield made
    await made.aclose()


@pytest.fixture(scope="session")
def models_dir() -> Path:
    """The fetched local models. `make test` fetches them beforehand; alone, the first test does."""
    folder = models_folder(Settings())
    if any(model.state != "ready" for model in list_local(folder)):
        fetch_local(folder)
    return folder


def model(endpoint: Endpoint, behaviour: str) -> OpenAICompatible:
    return OpenAICompatible(endpoint, "loopback", behaviour)


async def ask(
    asked: Model,
    messages: Sequence[ChatMessage] = HELLO,
    tools: Sequence[ToolSpec] = (),
    settings: CallSettings = CallSettings(),
) -> list[ModelEvent]:
    return [event async for event in asked.stream(messages, tools, settings)]


def said(events: Sequence[ModelEvent]) -> str:
    return "".join(event.text for event in events if isinstance(event, TextDelta))
