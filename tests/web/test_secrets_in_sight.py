"""A marker goes through a whole server: in words, names, paths, files and errors. Nothing that watches sees it."""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import AsyncGenerator, Iterator, Sequence
from typing import Any

import pytest
import structlog

from holdfast.core.log import configure_logging
from holdfast.core.migrate import Addresses
from holdfast.models.types import CallSettings, ChatMessage, ModelEvent, TextDelta, ToolSpec
from tests.loopback.observers import ObserverServer
from tests.scripted import ScriptedModel, says
from tests.serving import serving

pytestmark = pytest.mark.anyio

MARKER = "AnnaSaidThis"


class BreakingModel(ScriptedModel):
    """Fails as no provider of ours does: with an error nobody expected, quoting what it was asked."""

    async def stream(
        self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec], settings: CallSettings
    ) -> AsyncGenerator[ModelEvent]:
        yield TextDelta("I ")
        raise ValueError(f"could not answer {MARKER}")


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    before, handlers = structlog.get_config(), logging.getLogger().handlers
    stream = io.StringIO()
    configure_logging(level="debug", format="json", stream=stream)
    yield stream
    structlog.configure(**before)
    logging.getLogger().handlers = handlers
    logging.captureWarnings(False)


@pytest.mark.parametrize("model", [ScriptedModel(says("You said ", MARKER)), BreakingModel()])
async def test_what_was_said_is_in_no_line_no_number_and_no_report(
    addresses: Addresses, lines: io.StringIO, model: ScriptedModel
) -> None:
    with ObserverServer() as observer:
        settings: dict[str, Any] = {"sentry_dsn": observer.sentry_dsn, "otel_endpoint": observer.otel_endpoint}
        async with serving(addresses, [model], **settings) as served, served.person(MARKER.lower()) as anna:
            answer = await anna.say(f"please tell nobody that {MARKER}")
            assert answer.status == 200
            await anna.http.post("/api/files", files={"file": (f"{MARKER}.txt", f"words of {MARKER}".encode())})
            await anna.http.post("/api/files", files={"file": (f"{MARKER}.svg", f"<svg>{MARKER}</svg>".encode())})
            await anna.http.get(f"/api/chats/{MARKER}?q={MARKER}", headers={"user-agent": MARKER})
            await anna.http.post("/api/chat", json={"id": MARKER, MARKER: MARKER})
            numbers = (await anna.http.get("/metrics")).text
            ready = (await anna.http.get("/readyz")).text
        await asyncio.to_thread(observer.wait_for, "/v1/traces")
        reported = b"".join(body for _, body in observer.bodies).decode("latin-1")
    for place, text in {"log": lines.getvalue(), "metrics": numbers, "readyz": ready, "reports": reported}.items():
        assert MARKER.lower() not in text.lower(), place
    if isinstance(model, BreakingModel):
        assert '"type":"ValueError"' in reported
