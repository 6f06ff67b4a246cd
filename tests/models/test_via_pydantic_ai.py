"""The same events and failures through pydantic-ai, against a server that speaks Anthropic's wire."""

from __future__ import annotations

import asyncio
import json
import logging
import subprocess
import sys
import traceback
from collections.abc import AsyncIterator
from typing import Any

import pytest

from holdfast.models.answer import Timeouts
from holdfast.models.types import (
    CallSettings,
    ChatMessage,
    Done,
    Failure,
    Image,
    ModelEvent,
    ModelFailed,
    ReasoningDelta,
    TextContent,
    TextDelta,
    ToolCall,
    ToolSpec,
)
from holdfast.models.via_pydantic_ai import ViaPydanticAI
from tests.loopback.anthropic_wire import begun, ended, event, failing, thoughts, tool_call, words
from tests.loopback.model_server import ModelServer
from tests.loopback.openai_wire import UPSTREAM_SECRET, Reply, answered
from tests.models.conftest import HELLO, ask
from tests.waiting import until

pytestmark = pytest.mark.anyio

WEATHER = ToolSpec("weather", "Tells the weather.", {"type": "object", "properties": {"city": {"type": "string"}}})
CLOCK = ToolSpec("clock", "Tells the time.", {"type": "object", "properties": {}})
NAME = "anthropic:claude-sonnet-5-5"


@pytest.fixture
async def claude(server: ModelServer) -> AsyncIterator[ViaPydanticAI]:
    made = ViaPydanticAI(NAME, "key-of-ours", base_url=server.origin, timeouts=Timeouts(20.0, 20.0))
    yield made
    await made.aclose()


async def failure(asked: ViaPydanticAI) -> ModelFailed:
    with pytest.raises(ModelFailed) as caught:
        await ask(asked)
    return caught.value


async def test_words_thoughts_and_usage_come_out(claude: ViaPydanticAI, server: ModelServer) -> None:
    server.script.append(Reply([begun(), *thoughts("Hmm."), *words("Good", " day", index=1), *ended()]))
    *events, done = await ask(claude)
    assert events == [ReasoningDelta("Hmm."), TextDelta("Good"), TextDelta(" day")]
    assert isinstance(done, Done)
    assert done.usage is not None
    assert (done.usage.input_tokens, done.usage.output_tokens, done.finish_reason) == (11, 5, "stop")
    assert done.usage.cost_usd is not None
    assert server.requests[-1].path == "/v1/messages"
    assert server.requests[-1].headers["authorization"] == "Bearer key-of-ours"


async def test_the_conversation_arrives_in_their_form(claude: ViaPydanticAI, server: ModelServer) -> None:
    server.script.append(Reply([begun(), *words("Sunny."), *ended()]))
    messages = [
        ChatMessage("system", "Be kind."),
        ChatMessage("user", [TextContent("Look."), Image("image/png", b"\x89PNG")]),
        ChatMessage("assistant", "", [ToolCall("toolu_1", "weather", '{"city": "Paris"}')]),
        ChatMessage("tool", "sunny", tool_call_id="toolu_1"),
        ChatMessage("assistant", ""),
        ChatMessage("user", "And?"),
    ]
    await ask(claude, messages, [WEATHER], CallSettings(max_output_tokens=99, forced_tool="weather"))
    sent = server.requests[-1].body
    assert "Be kind." in str(sent["system"])
    assert [message["role"] for message in sent["messages"]] == ["user", "assistant", "user", "user"]
    assert sent["messages"][0]["content"][1]["source"]["media_type"] == "image/png"
    assert sent["messages"][1]["content"][0]["input"] == {"city": "Paris"}
    assert sent["messages"][2]["content"][0]["tool_use_id"] == "toolu_1"
    assert sent["max_tokens"] == 99
    assert sent["tool_choice"] == {"type": "auto"}, "this model cannot be forced"
    assert sent["tools"][0]["name"] == "weather"


@pytest.fixture
async def older(server: ModelServer) -> AsyncIterator[ViaPydanticAI]:
    """One that is told in tokens how long to think; newer ones are told in words."""
    made = ViaPydanticAI("anthropic:claude-sonnet-4-6", "key", base_url=server.origin, timeouts=Timeouts(20.0, 20.0))
    yield made
    await made.aclose()


async def sent_by(
    asked: ViaPydanticAI, server: ModelServer, settings: CallSettings, messages: list[ChatMessage] = HELLO
) -> dict[str, Any]:
    server.script.append(Reply([begun(), *words("Sunny."), *ended()]))
    await ask(asked, messages, [WEATHER, CLOCK], settings)
    return server.requests[-1].body


@pytest.mark.parametrize(("tokens", "budget"), [(4000, 4000), (200, 1024)])
async def test_a_budget_for_thinking_comes_on_top_of_the_answers_length(
    older: ViaPydanticAI, server: ModelServer, tokens: int, budget: int
) -> None:
    sent = await sent_by(older, server, CallSettings(temperature=0.7, max_output_tokens=350, thinking_tokens=tokens))
    assert sent["thinking"] == {"type": "enabled", "budget_tokens": budget}
    assert sent["max_tokens"] == 350 + budget
    assert "temperature" not in sent, "the provider refuses it beside a budget"


async def test_a_forced_tool_and_a_budget_do_not_meet_in_one_request(older: ViaPydanticAI, server: ModelServer) -> None:
    sent = await sent_by(
        older, server, CallSettings(max_output_tokens=350, thinking_tokens=4000, forced_tool="weather")
    )
    assert sent["tool_choice"] == {"type": "tool", "name": "weather"}
    assert ("thinking" in sent, sent["max_tokens"]) == (False, 350)


async def test_between_tools_no_budget_is_sent_because_earlier_thoughts_are_not_kept(
    older: ViaPydanticAI, server: ModelServer
) -> None:
    using = [
        *HELLO,
        ChatMessage("assistant", "", [ToolCall("toolu_1", "weather", '{"city": "Paris"}')]),
        ChatMessage("tool", "sunny", tool_call_id="toolu_1"),
    ]
    assert "thinking" not in await sent_by(older, server, CallSettings(thinking_tokens=4000), using)


async def test_a_model_that_takes_no_budget_is_told_in_words(claude: ViaPydanticAI, server: ModelServer) -> None:
    sent = await sent_by(claude, server, CallSettings(max_output_tokens=350, thinking_tokens=4000))
    assert sent["thinking"] == {"type": "adaptive"}
    assert sent["output_config"] == {"effort": "medium"}
    assert sent["max_tokens"] == 4350
    little = await sent_by(claude, server, CallSettings(max_output_tokens=350, thinking_tokens=0))
    assert (little["thinking"], little["max_tokens"]) == ({"type": "between_tools"}, 350)
    silent = await sent_by(claude, server, CallSettings(max_output_tokens=350))
    assert "thinking" not in silent, "a persona that says nothing leaves it to the provider"


@pytest.mark.parametrize(("name", "is_told"), [("gpt-4o", False), ("gpt-5.4-mini", True)])
async def test_a_model_that_cannot_think_never_hears_of_it(server: ModelServer, name: str, is_told: bool) -> None:
    server.script.append(Reply(answered(["Sunny."])))
    asked = ViaPydanticAI(f"openai-chat:{name}", "key", base_url=server.base_url)
    await ask(asked, HELLO, [WEATHER], CallSettings(max_output_tokens=350, thinking_tokens=4000))
    await asked.aclose()
    sent = server.requests[-1].body
    assert ("reasoning_effort" in sent) is is_told
    assert sent["max_completion_tokens"] == (4350 if is_told else 350)


async def test_a_tool_call_comes_whole(claude: ViaPydanticAI, server: ModelServer) -> None:
    server.script.append(Reply([begun(), *tool_call("weather", '{"city": ', '"Paris"}'), *ended("tool_use")]))
    call, done = await ask(claude, tools=[WEATHER])
    assert isinstance(call, ToolCall)
    assert (call.id, call.name, json.loads(call.arguments)) == ("toolu_1", "weather", {"city": "Paris"})
    assert isinstance(done, Done)
    assert done.finish_reason == "tool_calls"


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        (failing(401, "authentication_error"), Failure.UNAUTHORIZED),
        (failing(403, "permission_error"), Failure.UNAUTHORIZED),
        (failing(400, "invalid_request_error"), Failure.REJECTED),
        (failing(404, "not_found_error"), Failure.REJECTED),
        (failing(429, "rate_limit_error", {"retry-after": "8"}), Failure.RATE_LIMITED),
        (failing(500, "api_error"), Failure.SERVER_ERROR),
        (failing(529, "overloaded_error"), Failure.SERVER_ERROR),
        (Reply([begun(), *ended()]), Failure.EMPTY),
        (Reply([begun(), event("error", error={"type": "overloaded_error", "message": "x"})]), Failure.SERVER_ERROR),
        (Reply([begun()]), Failure.CUT_OFF),
        (Reply([b"event: message_start\ndata: {nonsense\n\n"]), Failure.MALFORMED),
        (Reply(ending="refuse"), Failure.UNREACHABLE),
    ],
)
async def test_each_way_to_fail_has_the_same_name_as_elsewhere(
    claude: ViaPydanticAI, server: ModelServer, reply: Reply, expected: Failure
) -> None:
    server.script.append(reply)
    error = await failure(claude)
    assert error.failure is expected
    assert server.counts["requests"] == 1, "the chain alone decides what is tried again"
    if expected is Failure.RATE_LIMITED:
        assert error.retry_after_seconds == 8


@pytest.mark.parametrize("ending", ["whole", "drop"])
async def test_an_answer_that_breaks_off_is_cut_off(claude: ViaPydanticAI, server: ModelServer, ending: str) -> None:
    half = [begun(), *words("Half")[:2]]
    server.script.append(Reply(half, ending="drop" if ending == "drop" else "whole"))
    events: list[ModelEvent] = []
    try:
        async for part in claude.stream(HELLO, (), CallSettings()):
            events.append(part)  # noqa: PERF401 - what came before the failure must be kept
    except ModelFailed as error:
        assert error.failure is Failure.CUT_OFF  # noqa: PT017
    assert events == [TextDelta("Half")]


async def test_nobody_waits_for_ever(server: ModelServer) -> None:
    hurried = ViaPydanticAI(NAME, "key", base_url=server.origin, timeouts=Timeouts(0.5, 0.5))
    server.script.append(Reply([], before_headers_seconds=10))
    server.script.append(Reply([begun(), *words("Half")[:2]], ending="hang"))
    assert (await failure(hurried)).failure is Failure.SLOW_FIRST_BYTE
    assert (await failure(hurried)).failure is Failure.STALLED
    await server.settled(left=2)
    await hurried.aclose()


async def test_closing_and_cancelling_close_the_connection(claude: ViaPydanticAI, server: ModelServer) -> None:
    for _ in range(2):
        server.script.append(Reply([begun(), *words(*["word"] * 1000)], gap_seconds=0.01))
    events = claude.stream(HELLO, (), CallSettings())
    await anext(events)
    await events.aclose()
    await server.settled(left=1)
    reading = asyncio.create_task(ask(claude))
    await server.settled(requests=2)
    await until(lambda: server.requests[-1].pieces_sent > 3)
    reading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reading
    await server.settled(left=2)


async def test_the_providers_words_reach_neither_errors_nor_logs(
    claude: ViaPydanticAI, server: ModelServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    server.script.append(failing(400, "invalid_request_error"))
    error = await failure(claude)
    told = "".join(traceback.format_exception(error))
    for place in (str(error), repr(error), str(vars(error)), told, caplog.text):
        assert UPSTREAM_SECRET not in place
        assert "key-of-ours" not in place


@pytest.mark.parametrize("name", ["anthropic:claude-sonnet-5-5", "nobody:model", "cohere:command"])
async def test_a_provider_without_key_name_or_package_is_not_configured(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    model = ViaPydanticAI(name, None)
    assert (await failure(model)).failure is Failure.NOT_CONFIGURED
    await model.aclose()


def test_it_costs_nothing_until_it_is_asked() -> None:
    script = (
        "import sys, holdfast.models.configure as c; from holdfast.core.config import Settings; "
        "c.build_chain(Settings(providers={'anthropic': 'k'})); "
        "print([m for m in ('pydantic_ai', 'anthropic', 'onnxruntime', 'numpy', 'rs_bpe') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=30)
    assert done.stdout.strip() == "[]"
