"""Primary → fallback → emergency, against real servers."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from holdfast.core.errors import NotFound
from holdfast.models.breaker import Breaker
from holdfast.models.chain import MAX_KNOWN, Chain
from holdfast.models.endpoint import Endpoint
from holdfast.models.failures import failed
from holdfast.models.types import (
    Attempt,
    CallSettings,
    Done,
    Failure,
    Model,
    ModelEvent,
    ModelFailed,
    TextDelta,
    TokenUsage,
)
from tests.loopback.model_server import ModelServer
from tests.models.conftest import HELLO, model, said
from tests.scripted import ScriptedModel
from tests.waiting import until

pytestmark = pytest.mark.anyio


def chain_of(endpoint: Endpoint, *behaviours: str) -> Chain:
    return Chain([model(endpoint, behaviour) for behaviour in behaviours])


async def ask(chain: Chain, attempts: list[Attempt]) -> list[ModelEvent]:
    return [event async for event in chain.stream(HELLO, (), CallSettings(), attempts=attempts)]


def outcomes(attempts: Sequence[Attempt]) -> list[tuple[str, str, Failure | None]]:
    return [(attempt.name.partition(":")[2], attempt.outcome, attempt.failure) for attempt in attempts]


async def test_the_first_model_that_answers_is_the_only_one_asked(endpoint: Endpoint, server: ModelServer) -> None:
    attempts: list[Attempt] = []
    assert said(await ask(chain_of(endpoint, "echo", "fixed:no"), attempts)) == "Hello there"
    (attempt,) = attempts
    assert (attempt.name, attempt.outcome, attempt.usage) == ("loopback:echo", "answered", TokenUsage(7, 2))
    assert attempt.first_event_ms is not None
    assert 0 < attempt.first_event_ms <= attempt.ms
    assert server.counts["requests"] == 1


async def test_before_the_first_event_the_next_model_is_asked(quick: Endpoint) -> None:
    attempts: list[Attempt] = []
    events = await ask(chain_of(quick, "status:500", "mute:5", "fixed:Here."), attempts)
    assert said(events) == "Here."
    assert outcomes(attempts) == [
        ("status:500", "failed", Failure.SERVER_ERROR),
        ("mute:5", "failed", Failure.SLOW_FIRST_BYTE),
        ("fixed:Here.", "answered", None),
    ]
    assert attempts[0].first_event_ms is None


@pytest.mark.parametrize("behaviour", ["empty", "malformed:0", "in_band:0", "status:401", "status:400", "cut:0"])
async def test_every_failure_before_the_first_event_is_a_reason_to_go_on(endpoint: Endpoint, behaviour: str) -> None:
    assert said(await ask(chain_of(endpoint, behaviour, "fixed:Here."), [])) == "Here."


async def test_after_the_first_event_the_failure_is_told_and_nobody_else_speaks(
    endpoint: Endpoint, server: ModelServer
) -> None:
    attempts: list[Attempt] = []
    heard: list[ModelEvent] = []
    chain = chain_of(endpoint, "drop:2", "fixed:No.")

    async def listen() -> None:
        async for event in chain.stream(HELLO, (), CallSettings(), attempts=attempts):
            heard.append(event)  # noqa: PERF401 - what came before the failure must be kept

    with pytest.raises(ModelFailed) as caught:
        await listen()
    assert heard == [TextDelta(" word"), TextDelta(" word")]
    assert caught.value.failure is Failure.CUT_OFF
    assert outcomes(attempts) == [("drop:2", "failed", Failure.CUT_OFF)]
    assert server.counts["requests"] == 1


async def test_when_all_fail_a_person_is_told_what_to_do(endpoint: Endpoint) -> None:
    attempts: list[Attempt] = []
    with pytest.raises(ModelFailed) as caught:
        await ask(chain_of(endpoint, "status:500", "status:429:9"), attempts)
    assert caught.value.failure is Failure.RATE_LIMITED
    assert caught.value.retry_after_seconds == 9
    assert caught.value.message.startswith("None of 2 models answered.")
    assert "try again in 9 seconds" in caught.value.message
    assert [attempt.outcome for attempt in attempts] == ["failed", "failed"]


async def test_an_empty_chain_says_how_to_set_up_a_model() -> None:
    with pytest.raises(ModelFailed, match="HOLDFAST_MODEL_BASE_URL") as caught:
        await ask(Chain([]), [])
    assert caught.value.failure is Failure.NOT_CONFIGURED


async def test_cancelling_is_recorded_and_closes_the_connection(endpoint: Endpoint, server: ModelServer) -> None:
    attempts: list[Attempt] = []
    reading = asyncio.create_task(ask(chain_of(endpoint, "slow:1000:0.01"), attempts))
    await server.settled(requests=1)
    await until(lambda: server.requests[-1].pieces_sent > 10)
    reading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reading
    assert outcomes(attempts) == [("slow:1000:0.01", "cancelled", None)]
    assert attempts[0].first_event_ms is not None
    await server.settled(left=1)


async def test_closing_is_recorded_and_closes_the_connection(endpoint: Endpoint, server: ModelServer) -> None:
    attempts: list[Attempt] = []
    events = chain_of(endpoint, "slow:1000:0.01", "fixed:No.").stream(HELLO, (), CallSettings(), attempts=attempts)
    await anext(events)
    await events.aclose()
    assert outcomes(attempts) == [("slow:1000:0.01", "cancelled", None)]
    await server.settled(left=1)


async def test_a_reader_that_stops_at_the_last_event_was_answered(endpoint: Endpoint) -> None:
    attempts: list[Attempt] = []
    events = chain_of(endpoint, "echo").stream(HELLO, (), CallSettings(), attempts=attempts)
    async for event in events:
        if isinstance(event, Done):
            break
    await events.aclose()
    assert outcomes(attempts) == [("echo", "answered", None)]


async def test_a_selected_model_comes_first_and_the_others_stand_behind_it(endpoint: Endpoint) -> None:
    chain = chain_of(endpoint, "fixed:one", "status:500", "fixed:three")
    attempts: list[Attempt] = []
    assert said(await ask(chain.select("loopback:fixed:three"), attempts)) == "three"
    assert said(await ask(chain.select("loopback:status:500"), attempts)) == "one"
    assert chain.models[0].name == "loopback:fixed:one"


async def test_selecting_a_model_that_is_not_here_is_refused(endpoint: Endpoint) -> None:
    with pytest.raises(NotFound):
        chain_of(endpoint, "echo").select("openai:gpt-9")


async def test_a_model_that_two_personas_name_is_built_once_and_as_ill_for_both(endpoint: Endpoint) -> None:
    built: list[str] = []

    def build(name: str) -> Model | None:
        built.append(name)
        return model(endpoint, name.removeprefix("loopback:"))

    chain = Chain([model(endpoint, "fixed:one")], build=build)
    one, other = chain.prefer(["loopback:status:500"]), chain.prefer(["loopback:status:500", "loopback:fixed:two"])
    for _ in range(3):
        assert said(await ask(one, [])) == "one"
    attempts: list[Attempt] = []
    assert said(await ask(other, attempts)) == "two"
    assert outcomes(attempts) == [("fixed:two", "answered", None)]
    assert built == ["loopback:status:500", "loopback:fixed:two"]
    assert [known.name for known in chain.known] == ["loopback:fixed:one", *built]
    assert chain.is_resting("loopback:status:500")


async def test_of_models_that_are_named_only_so_many_are_kept_and_asking_keeps_none(endpoint: Endpoint) -> None:
    built: list[str] = []

    def build(name: str) -> Model:
        built.append(name)
        return model(endpoint, name)

    chain = Chain([model(endpoint, "echo")], build=build)
    assert chain.is_configured("loopback:one")
    assert len(chain.known) == 1
    named = [f"loopback:fixed:{number}" for number in range(MAX_KNOWN + 5)]
    assert len(chain.prefer(named).models) == 1 + MAX_KNOWN
    assert len(chain.known) == 1 + MAX_KNOWN
    assert len(built) == 1 + MAX_KNOWN
    assert chain.lacking(named[-5:]) == named[-5:]


async def test_a_dead_primary_does_not_cost_its_timeout_in_every_turn(quick: Endpoint, server: ModelServer) -> None:
    chain = chain_of(quick, "mute:5", "fixed:Here.")
    for _ in range(3):
        assert said(await ask(chain, [])) == "Here."
    server.requests.clear()
    attempts: list[Attempt] = []
    assert said(await ask(chain, attempts)) == "Here."
    assert said(await ask(chain.select("loopback:mute:5"), attempts)) == "Here."
    assert outcomes(attempts) == [("fixed:Here.", "answered", None)] * 2


async def test_the_last_one_left_is_always_tried(endpoint: Endpoint, server: ModelServer) -> None:
    chain = chain_of(endpoint, "status:500", "status:503")
    for _ in range(6):
        with pytest.raises(ModelFailed):
            await ask(chain, [])
    assert server.requests[-1].body["model"] == "status:503"
    assert server.counts["requests"] == 3 * 2 + 3


async def test_a_model_without_a_last_event_was_cut_off() -> None:
    attempts: list[Attempt] = []
    with pytest.raises(ModelFailed) as caught:
        await ask(Chain([ScriptedModel([TextDelta("Half")])]), attempts)
    assert caught.value.failure is Failure.CUT_OFF
    assert outcomes(attempts) == [("scripted", "failed", Failure.CUT_OFF)]


class _Hands:
    """A clock moved by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_three_failures_in_a_row_earn_a_rest_and_then_one_turn_may_try() -> None:
    clock = _Hands()
    breaker = Breaker(clock)
    for _ in range(3):
        assert not breaker.is_resting
        breaker.begin()
        breaker.failed(failed(Failure.UNREACHABLE))
    assert breaker.is_resting
    clock.now += 31
    assert not breaker.is_resting
    breaker.begin()
    assert breaker.is_resting, "while one tries, the others go on without it"
    breaker.succeeded()
    assert not breaker.is_resting


def test_a_failure_that_the_request_caused_is_not_held_against_the_model() -> None:
    breaker = Breaker(_Hands())
    for _ in range(10):
        breaker.failed(failed(Failure.REJECTED))
        breaker.failed(failed(Failure.EMPTY))
    assert not breaker.is_resting


def test_a_model_that_asks_for_time_gets_it_within_reason() -> None:
    clock = _Hands()
    breaker = Breaker(clock)
    breaker.failed(failed(Failure.RATE_LIMITED, retry_after_seconds=3600))
    assert breaker.is_resting
    clock.now += 121
    assert not breaker.is_resting
