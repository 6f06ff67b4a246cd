"""The hot path against a server that speaks the real wire and misbehaves on demand."""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import AsyncGenerator

import pytest
import structlog

from holdfast.models.answer import Timeouts
from holdfast.models.endpoint import Endpoint
from holdfast.models.openai_compatible import OpenAICompatible
from holdfast.models.types import (
    CallSettings,
    ChatMessage,
    Done,
    Failure,
    ModelEvent,
    ModelFailed,
    TextDelta,
    TokenUsage,
    ToolCall,
    ToolSpec,
)
from tests.loopback.model_server import ModelServer
from tests.loopback.openai_wire import UPSTREAM_SECRET, Reply, answered, delta, text
from tests.models.conftest import HELLO, ask, model, said
from tests.waiting import takes

pytestmark = pytest.mark.anyio

WEATHER = ToolSpec("weather", "Tells the weather.", {"type": "object", "properties": {"city": {"type": "string"}}})


async def until_failure(asked: OpenAICompatible) -> tuple[list[ModelEvent], ModelFailed]:
    """What was said before it failed, and how."""
    events: list[ModelEvent] = []
    try:
        async for event in asked.stream(HELLO, (), CallSettings()):
            events.append(event)  # noqa: PERF401 - what came before the failure must be kept
    except ModelFailed as error:
        return events, error
    raise AssertionError("it did not fail")


async def failure(asked: OpenAICompatible) -> ModelFailed:
    return (await until_failure(asked))[1]


async def test_words_arrive_one_by_one_with_usage_at_the_end(endpoint: Endpoint, server: ModelServer) -> None:
    events = await ask(model(endpoint, "echo"))
    assert events == [TextDelta("Hello"), TextDelta(" there"), Done(TokenUsage(7, 2))]
    sent = server.requests[-1]
    assert sent.path == "/v1/chat/completions"
    assert sent.headers["authorization"] == "Bearer key-of-ours"
    assert sent.body["model"] == "echo"


async def test_words_are_passed_on_as_they_come_not_at_the_end(endpoint: Endpoint, server: ModelServer) -> None:
    async for _ in model(endpoint, "slow:50:0.02").stream(HELLO, (), CallSettings()):
        break
    assert server.requests[-1].pieces_sent < 25


async def test_a_tool_call_comes_whole_and_its_result_is_answered(endpoint: Endpoint) -> None:
    events = await ask(model(endpoint, "tool"), tools=[WEATHER])
    call = ToolCall("call_1", "weather", '{"city": "Paris"}')
    assert events == [call, Done(TokenUsage(9, 5), "tool_calls")]
    history = [*HELLO, ChatMessage("assistant", "", [call]), ChatMessage("tool", "sunny", tool_call_id="call_1")]
    assert said(await ask(model(endpoint, "tool"), history, [WEATHER])) == "The tool said: sunny"


async def test_a_hundred_thousand_words_come_through(endpoint: Endpoint) -> None:
    count = 0
    async for event in model(endpoint, "instant:100000").stream(HELLO, (), CallSettings()):
        count += isinstance(event, TextDelta)
    assert count == 100_000


async def test_a_server_that_does_not_stream_is_understood(endpoint: Endpoint, server: ModelServer) -> None:
    document = b'{"choices": [{"message": {"content": "Hi"}, "finish_reason": "stop"}]}'
    server.script.append(Reply([document], headers={"content-type": "application/json; charset=utf-8"}))
    assert await ask(model(endpoint, "x")) == [TextDelta("Hi"), Done()]


@pytest.mark.parametrize(
    ("behaviour", "expected"),
    [
        ("status:400", Failure.REJECTED),
        ("status:401", Failure.UNAUTHORIZED),
        ("status:402", Failure.UNAUTHORIZED),
        ("status:403", Failure.UNAUTHORIZED),
        ("status:404", Failure.REJECTED),
        ("status:429", Failure.RATE_LIMITED),
        ("status:500", Failure.SERVER_ERROR),
        ("status:503", Failure.SERVER_ERROR),
        ("status:302", Failure.REJECTED),
        ("empty", Failure.EMPTY),
        ("malformed:0", Failure.MALFORMED),
        ("cut:0", Failure.CUT_OFF),
        ("in_band:0:502", Failure.SERVER_ERROR),
        ("in_band:0:429", Failure.RATE_LIMITED),
    ],
)
async def test_each_way_to_fail_has_a_name(endpoint: Endpoint, behaviour: str, expected: Failure) -> None:
    assert (await failure(model(endpoint, behaviour))).failure is expected


@pytest.mark.parametrize(
    ("behaviour", "expected"),
    [
        ("cut:3", Failure.CUT_OFF),
        ("drop:3", Failure.CUT_OFF),
        ("malformed:3", Failure.MALFORMED),
        ("in_band:3", Failure.SERVER_ERROR),
    ],
)
async def test_what_was_said_before_a_failure_is_kept(endpoint: Endpoint, behaviour: str, expected: Failure) -> None:
    events, how = await until_failure(model(endpoint, behaviour))
    assert (len(events), how.failure) == (3, expected)


async def test_retry_after_is_told(endpoint: Endpoint) -> None:
    error = await failure(model(endpoint, "status:429:7"))
    assert error.retry_after_seconds == 7
    assert "7 seconds" in error.message


async def test_nobody_waits_for_ever_for_the_first_byte(quick: Endpoint, server: ModelServer) -> None:
    assert (await failure(model(quick, "mute:5"))).failure is Failure.SLOW_FIRST_BYTE
    assert (await failure(model(quick, "late:5"))).failure is Failure.SLOW_FIRST_BYTE
    await server.settled(left=2)


async def test_nobody_waits_for_ever_between_bytes(quick: Endpoint, server: ModelServer) -> None:
    events, how = await until_failure(model(quick, "stall:2"))
    assert (len(events), how.failure) == (2, Failure.STALLED)
    await server.settled(left=1)


async def test_comments_are_signs_of_life(server: ModelServer) -> None:
    endpoint = Endpoint(server.base_url, timeouts=Timeouts(2.0, 2.0))
    alive = [b": OPENROUTER PROCESSING\n\n"] * 7
    server.script.append(Reply([*alive, *answered(["Hi"])], gap_seconds=0.35))
    assert said(await ask(model(endpoint, "x"))) == "Hi"
    await endpoint.aclose()


async def test_signs_of_life_alone_come_to_an_end_too(server: ModelServer) -> None:
    endpoint = Endpoint(server.base_url, timeouts=Timeouts(5.0, 5.0, whole_seconds=0.5))
    server.script.append(Reply([b": still here\n\n"] * 1000, gap_seconds=0.01))
    assert (await failure(model(endpoint, "x"))).failure is Failure.CUT_OFF
    await endpoint.aclose()


async def test_a_complete_answer_is_not_lost_with_its_ending(quick: Endpoint, server: ModelServer) -> None:
    server.script.append(Reply([text("Hi"), delta({}, "stop")], ending="drop"))
    assert await ask(model(quick, "x")) == [TextDelta("Hi"), Done()]


async def test_an_endless_answer_is_ended(endpoint: Endpoint, server: ModelServer) -> None:
    bounded = OpenAICompatible(endpoint, "loopback", "endless", max_answer_bytes=200_000)
    events, how = await until_failure(bounded)
    assert how.failure is Failure.CUT_OFF
    assert len(events) < 2_000
    await server.settled(left=1)


async def test_an_unreachable_or_senseless_address_is_told_as_such() -> None:
    for address, expected in [
        ("http://127.0.0.1:9", Failure.UNREACHABLE),
        ("http://no-such-host.invalid/v1", Failure.UNREACHABLE),
        ("not an address", Failure.NOT_CONFIGURED),
        ("http://host:port/v1", Failure.NOT_CONFIGURED),
    ]:
        endpoint = Endpoint(address)
        assert (await failure(model(endpoint, "x"))).failure is expected, address
        await endpoint.aclose()


async def test_closing_the_answer_closes_the_connection(endpoint: Endpoint, server: ModelServer) -> None:
    events: AsyncGenerator[ModelEvent] = model(endpoint, "slow:1000:0.01").stream(HELLO, (), CallSettings())
    await anext(events)
    await events.aclose()
    await server.settled(left=1)
    assert server.requests[-1].pieces_sent < 100


@pytest.mark.parametrize("behaviour", ["slow:1000:0.01", "mute:20", "late:20", "stall:1"])
async def test_cancelling_the_reader_closes_the_connection(
    endpoint: Endpoint, server: ModelServer, behaviour: str
) -> None:
    reading = asyncio.create_task(ask(model(endpoint, behaviour)))
    await server.settled(requests=1)
    await takes(0.05)
    reading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reading
    await server.settled(left=1)


async def test_a_connection_is_used_again(endpoint: Endpoint, server: ModelServer) -> None:
    for _ in range(5):
        await ask(model(endpoint, "echo"))
    assert server.counts["connections"] == 1


async def test_a_kept_connection_that_was_closed_meanwhile_fails_nobody(
    endpoint: Endpoint, server: ModelServer
) -> None:
    for _ in range(3):
        await ask(model(endpoint, "echo"))
        server.close_idle_connections()
        await asyncio.sleep(0)
    assert said(await ask(model(endpoint, "echo"))) == "Hello there"


async def test_a_kept_connection_that_closes_as_it_is_used_is_replaced_once(
    endpoint: Endpoint, server: ModelServer
) -> None:
    await ask(model(endpoint, "echo"))
    server.script.append(Reply(ending="refuse"))
    assert said(await ask(model(endpoint, "echo"))) == "Hello there"
    assert [request.connection for request in server.requests] == [1, 1, 2]


async def test_a_new_connection_that_closes_is_a_failure_and_not_tried_again(
    endpoint: Endpoint, server: ModelServer
) -> None:
    server.script.append(Reply(ending="refuse"))
    assert (await failure(model(endpoint, "echo"))).failure is Failure.UNREACHABLE
    assert server.counts["requests"] == 1


async def test_redirects_are_not_followed_so_the_key_stays_where_it_belongs(
    endpoint: Endpoint, server: ModelServer
) -> None:
    async with ModelServer() as elsewhere:
        server.script.append(Reply(status=307, headers={"location": f"{elsewhere.base_url}/chat/completions"}))
        assert (await failure(model(endpoint, "echo"))).failure is Failure.REJECTED
        assert elsewhere.counts["requests"] == 0


async def test_proxies_of_the_environment_are_not_used(endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:9")
    assert said(await ask(model(endpoint, "echo"))) == "Hello there"


@pytest.mark.parametrize("behaviour", ["status:401", "status:429:3", "status:500", "in_band:1", "malformed:1"])
async def test_the_providers_words_reach_neither_errors_nor_logs(
    endpoint: Endpoint, behaviour: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with structlog.testing.capture_logs() as logs:
        error = await failure(model(endpoint, behaviour))
    seen = [
        str(error),
        repr(error),
        str(vars(error)),
        "".join(traceback.format_exception(error)),
        caplog.text,
        str(logs),
    ]
    for words in (UPSTREAM_SECRET, "sk-leaky", "key-of-ours"):
        assert not any(words in place for place in seen)


async def test_a_thinking_model_gets_its_budget_on_the_wire_within_its_window(
    endpoint: Endpoint, server: ModelServer
) -> None:
    thinking = OpenAICompatible(endpoint, "loopback", "echo", context_tokens=20_000, thinking="budget")
    await ask(thinking, settings=CallSettings(max_output_tokens=350, thinking_tokens=4000))
    body = server.requests[-1].body
    assert (body["reasoning"], body["max_tokens"]) == ({"max_tokens": 4000}, 4350)
    await ask(thinking, settings=CallSettings(max_output_tokens=350, thinking_tokens=90_000))
    assert server.requests[-1].body["reasoning"] == {"max_tokens": 5000}


async def test_a_model_that_does_not_think_never_hears_of_a_budget(endpoint: Endpoint, server: ModelServer) -> None:
    await ask(model(endpoint, "echo"), settings=CallSettings(max_output_tokens=350, thinking_tokens=4000))
    body = server.requests[-1].body
    assert (body["max_tokens"], "reasoning" in body, "reasoning_effort" in body) == (350, False, False)


async def test_a_forced_tool_is_on_the_wire(endpoint: Endpoint, server: ModelServer) -> None:
    await ask(model(endpoint, "echo"), tools=[WEATHER], settings=CallSettings(forced_tool="weather"))
    assert server.requests[-1].body["tool_choice"] == {"type": "function", "function": {"name": "weather"}}
