from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson
import pytest

from holdfast.core.migrate import Addresses
from holdfast.models.chain import Chain
from holdfast.models.endpoint import Endpoint
from holdfast.models.failures import failed
from holdfast.models.openai_compatible import OpenAICompatible
from holdfast.models.types import (
    CallSettings,
    ChatMessage,
    Done,
    Failure,
    ModelEvent,
    TextDelta,
    TokenUsage,
    ToolCall,
    ToolSpec,
)
from holdfast.personas.types import Persona
from holdfast.turn.preflight import MIN_TOKENS, Preflight, chosen_chain, chosen_settings, preflight
from tests.loopback.model_server import ModelServer
from tests.loopback.openai_wire import Reply, answered
from tests.personas.packs import LEAST, write_pack
from tests.scripted import Line, ScriptedModel, says
from tests.serving import serving
from tests.tools.drawer import answers, put_in, tool
from tests.turn.drafts import ASSISTANT, accepted

pytestmark = pytest.mark.anyio

WRITE = ToolSpec("create_document", "Writes a document.", {"type": "object"})
LOOK = ToolSpec("search_web", "Looks\nsomething up.", {"type": "object"})


def persona(**answering: Any) -> Persona:
    given = ASSISTANT.settings.answering.model_copy(update={"preflight": True, "max_output_tokens": 2000, **answering})
    return replace(ASSISTANT, settings=ASSISTANT.settings.model_copy(update={"answering": given}))


def chain_saying(answer: object, *more: str) -> tuple[Chain, ScriptedModel]:
    script: list[Line] = says(answer if isinstance(answer, str) else orjson.dumps(answer).decode())
    first = ScriptedModel(script, name="test:large")
    return Chain([first, *(ScriptedModel(name=name) for name in ("test:small", *more))]), first


async def ask(answer: object, **answering: Any) -> Preflight:
    chain, _ = chain_saying(answer)
    return await preflight(chain, accepted("Write me a plan", 4000, persona=persona(**answering)), [WRITE, LOOK])


async def test_model_length_and_first_tool_are_chosen() -> None:
    choice = await ask({"model": "test:small", "max_output_tokens": 900, "first_tool": "create_document"})
    assert replace(choice, ms=0) == Preflight("test:small", 900, "create_document", "chosen")
    assert choice.ms > 0


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ({}, Preflight(outcome="chosen")),
        ({"model": None, "max_output_tokens": None, "first_tool": None}, Preflight(outcome="chosen")),
        ({"model": "gpt-nobody", "max_output_tokens": 300}, Preflight(None, 300, None, "chosen", refused=("model",))),
        ({"model": ["test:small"]}, Preflight(outcome="chosen", refused=("model",))),
        ({"max_output_tokens": 90_000}, Preflight(None, 2000, None, "chosen")),
        ({"max_output_tokens": 3}, Preflight(None, MIN_TOKENS, None, "chosen")),
        ({"max_output_tokens": -3}, Preflight(outcome="chosen", refused=("max_output_tokens",))),
        ({"max_output_tokens": "many"}, Preflight(outcome="chosen", refused=("max_output_tokens",))),
        ({"max_output_tokens": True}, Preflight(outcome="chosen", refused=("max_output_tokens",))),
        ({"max_output_tokens": 1e9}, Preflight(outcome="chosen", refused=("max_output_tokens",))),
        (
            {"first_tool": "rm", "model": "test:small"},
            Preflight("test:small", None, None, "chosen", refused=("first_tool",)),
        ),
        ({"first_tool": {"name": "search_web"}}, Preflight(outcome="chosen", refused=("first_tool",))),
        ("[1, 2]", Preflight(outcome="failed")),
        ("Certainly! I would take the small one.", Preflight(outcome="failed")),
        ('```json\n{"model": "test:small"}\n```', Preflight("test:small", outcome="chosen")),
    ],
)
async def test_what_is_no_choice_is_dropped_and_the_rest_stands(answer: object, expected: Preflight) -> None:
    assert replace(await ask(answer), ms=0) == expected


async def test_a_length_is_never_longer_than_the_personas_however_short_that_is() -> None:
    choice = await ask({"max_output_tokens": 3}, max_output_tokens=100)
    assert choice.max_output_tokens == 100


async def test_a_persona_without_preflight_asks_nobody() -> None:
    chain, model = chain_saying({})
    choice = await preflight(chain, accepted("Hi", 4000), [WRITE])
    assert (choice.outcome, model.calls) == ("not_asked", [])


async def test_the_demo_model_is_not_asked() -> None:
    model = ScriptedModel(is_demo=True)
    choice = await preflight(Chain([model]), accepted("Hi", 4000, persona=persona()), [WRITE])
    assert (choice.outcome, model.calls) == ("not_asked", [])


@pytest.mark.parametrize("is_model_chosen", [True, False])
async def test_nobody_is_asked_when_there_is_nothing_to_choose(is_model_chosen: bool) -> None:
    model = ScriptedModel()
    models = [model, ScriptedModel(name="test:other")] if is_model_chosen else [model]
    turn = accepted("Hi", 4000, persona=persona(), model_name="test:scripted" if is_model_chosen else None)
    choice = await preflight(Chain(models), turn, [])
    assert (choice.outcome, model.calls) == ("nothing_to_choose", [])


async def test_a_model_the_person_named_is_not_exchanged_for_another() -> None:
    chain, model = chain_saying({"model": "test:small", "first_tool": "search_web"})
    turn = accepted("Hi", 4000, persona=persona(), model_name="test:scripted")
    choice = await preflight(chain, turn, [LOOK])
    assert (choice.model, choice.first_tool, choice.refused) == (None, "search_web", ("model",))
    assert "test:small" not in str(model.calls[0][0])


async def test_a_persona_that_may_use_no_tools_is_offered_none() -> None:
    assert (await ask({"first_tool": "search_web"}, tool_rounds=0)).refused == ("first_tool",)


async def test_a_model_that_is_slow_or_fails_leaves_the_personas_own_settings() -> None:
    slow = Chain([ScriptedModel([5.0], name="test:a"), ScriptedModel(name="test:b")])
    broken = Chain([ScriptedModel([failed(Failure.UNAUTHORIZED)], name=name) for name in ("test:a", "test:b")])
    turn = accepted("Hi", 4000, persona=persona())
    late = await preflight(slow, turn, [], deadline_seconds=0.05)
    assert (late.outcome, late.model, late.max_output_tokens) == ("timed_out", None, None)
    assert 50 <= late.ms < 1000
    assert (await preflight(broken, turn, [])).outcome == "failed"
    settings = chosen_settings(turn, late)
    assert (settings.max_output_tokens, settings.forced_tool) == (2000, None)


async def test_the_question_is_short_and_asked_with_a_cool_head() -> None:
    chain, model = chain_saying({})
    await preflight(chain, accepted("x" * 9000, 4000, persona=persona()), [LOOK])
    (messages, tools, settings), *_ = model.calls
    assert (settings.temperature, settings.max_output_tokens, tools) == (0.0, 120, [])
    assert len(str(messages[1].content)) == 2000
    asked = str(messages[0].content)
    assert "- search_web: Looks something up." in asked
    assert "- test:small" in asked
    assert "at most 2000" in asked


def test_what_was_chosen_reaches_chain_and_settings() -> None:
    chain, _ = chain_saying({})
    choice = Preflight("test:small", 500, "search_web", "chosen")
    assert [model.name for model in chosen_chain(chain, choice).models] == ["test:small", "test:large"]
    assert chosen_chain(chain, Preflight()) is chain
    settings = chosen_settings(accepted("Hi", 4000, persona=persona(temperature=0.7, thinking_tokens=4000)), choice)
    assert (settings.max_output_tokens, settings.forced_tool) == (500, "search_web")
    assert (settings.temperature, settings.thinking_tokens) == (0.7, 4000)


@pytest.fixture
async def server() -> AsyncIterator[ModelServer]:
    async with ModelServer() as running:
        yield running


async def test_on_the_wire_it_is_one_small_request_without_thinking_or_tools(server: ModelServer) -> None:
    server.script.append(Reply(answered(['{"first_tool": ', '"search_web"}'])))
    endpoint = Endpoint(server.base_url, "key")
    chain = Chain([OpenAICompatible(endpoint, "loopback", "echo", thinking="budget")])
    choice = await preflight(chain, accepted("Hi", 4000, persona=persona(thinking_tokens=4000)), [LOOK])
    await endpoint.aclose()
    assert choice.first_tool == "search_web"
    body = server.requests[-1].body
    assert body["max_tokens"] == 120
    assert not {"tools", "tool_choice", "reasoning"} & set(body)


class Advisor(ScriptedModel):
    """Answers preflights with a choice, a forced tool with its call, and anything else in words."""

    async def stream(
        self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec], settings: CallSettings
    ) -> AsyncGenerator[ModelEvent]:
        self.calls.append((list(messages), list(tools), settings))
        if "how a question will be answered" in str(messages[0].content):
            yield TextDelta('{"model": "test:small", "max_output_tokens": 300, "first_tool": "clock"}')
        elif settings.forced_tool:
            yield ToolCall("1", settings.forced_tool, "{}")
        else:
            yield TextDelta("Noon.")
        yield Done(TokenUsage(1, 1))


async def test_a_whole_turn_takes_the_advice_and_its_trace_says_so(addresses: Addresses, tmp_path: Path) -> None:
    answering = '[answering]\npreflight = true\nmodels = ["nobody:x", "test:large"]\nthinking_tokens = 4000\n'
    folder = write_pack(tmp_path, LEAST + answering)
    large, small = Advisor(name="test:large"), Advisor(name="test:small")
    async with serving(addresses, [small, large], personas_dir=folder) as served, served.person() as ada:
        put_in(served, tool("clock", answers("12:00")))
        answer = await ada.say("What time is it?", selectedPersonaId="gardener")
        trace = await ada.trace(answer)
    assert answer.text == "Noon."
    chosen = {"model": "test:small", "maxOutputTokens": 300, "firstTool": "clock"}
    assert trace["preflight"] | {"ms": 0} == {"outcome": "chosen", **chosen, "refused": [], "ms": 0}
    assert trace["unknownModels"] == ["nobody:x"]
    assert [use["name"] for use in trace["tools"]] == ["clock"]
    assert {one["name"] for one in trace["models"]} == {"test:small"}
    answered_by = [settings for _, tools, settings in small.calls if tools]
    assert [(one.forced_tool, one.max_output_tokens) for one in answered_by] == [("clock", 300), (None, 300)]
    assert {one.thinking_tokens for one in answered_by} == {4000}
