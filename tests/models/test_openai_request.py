from __future__ import annotations

from typing import Any

import orjson
import pytest

from holdfast.models.openai_request import UNSEEN_IMAGE, Dialect, Thinking, request_body
from holdfast.models.types import (
    CallSettings,
    ChatMessage,
    Failure,
    Image,
    ModelFailed,
    TextContent,
    ToolCall,
    ToolSpec,
)

CLOCK = ToolSpec("clock", "Tells the time.", {"type": "object", "properties": {}})


def body(
    *messages: ChatMessage,
    tools: tuple[ToolSpec, ...] = (),
    sees_images: bool = True,
    thinking: Thinking = "none",
    limit_field: str = "max_tokens",
    **settings: Any,
) -> Any:
    given = CallSettings(**settings)
    return orjson.loads(request_body(Dialect("m", sees_images, limit_field, thinking), messages, tools, given))


def test_a_plain_question_asks_for_a_stream_with_usage_and_nothing_else() -> None:
    assert body(ChatMessage("system", "Be kind."), ChatMessage("user", "Hi")) == {
        "model": "m",
        "messages": [{"role": "system", "content": "Be kind."}, {"role": "user", "content": "Hi"}],
        "stream": True,
        "stream_options": {"include_usage": True},
    }


def test_settings_tools_and_the_operators_fields_are_sent() -> None:
    sent = body(
        ChatMessage("user", "Hi"),
        tools=(CLOCK,),
        temperature=0.0,
        max_output_tokens=9,
        forced_tool="clock",
        extra={"top_k": 3},
    )
    assert (sent["temperature"], sent["max_tokens"], sent["top_k"]) == (0.0, 9, 3)
    assert sent["tools"][0]["function"]["name"] == "clock"
    assert sent["tool_choice"] == {"type": "function", "function": {"name": "clock"}}


def test_a_tool_is_not_forced_when_none_is_offered() -> None:
    assert "tool_choice" not in body(ChatMessage("user", "Hi"), forced_tool="clock")


def test_a_budget_for_thinking_goes_only_to_models_said_to_think() -> None:
    hello = ChatMessage("user", "Hi")
    plain = body(hello, thinking_tokens=2000, max_output_tokens=100)
    assert (plain["max_tokens"], "reasoning" in plain, "reasoning_effort" in plain) == (100, False, False)
    assert "reasoning" not in body(hello, thinking="budget"), "a persona that says nothing leaves it to the provider"


def test_thoughts_come_on_top_of_the_answers_length() -> None:
    sent = body(ChatMessage("user", "Hi"), thinking="budget", thinking_tokens=2000, max_output_tokens=100)
    assert (sent["reasoning"], sent["max_tokens"]) == ({"max_tokens": 2000}, 2100)
    unlimited = body(ChatMessage("user", "Hi"), thinking="budget", thinking_tokens=2000)
    assert (unlimited["reasoning"], "max_tokens" in unlimited) == ({"max_tokens": 2000}, False)


def test_no_thinking_at_all_can_be_asked_for() -> None:
    sent = body(ChatMessage("user", "Hi"), thinking="budget", thinking_tokens=0, max_output_tokens=100)
    assert (sent["reasoning"], sent["max_tokens"]) == ({"enabled": False}, 100)


@pytest.mark.parametrize(("tokens", "word"), [(0, "low"), (2048, "low"), (8000, "medium"), (50_000, "high")])
def test_where_only_words_are_understood_a_budget_becomes_a_word(tokens: int, word: str) -> None:
    sent = body(
        ChatMessage("user", "Hi"), thinking="effort", thinking_tokens=tokens, max_output_tokens=100,
        limit_field="max_completion_tokens",
    )  # fmt: skip
    assert (sent["reasoning_effort"], sent["max_completion_tokens"]) == (word, 100 + tokens)
    assert "reasoning" not in sent


def test_a_round_in_which_a_tool_is_forced_goes_without_thinking() -> None:
    sent = body(ChatMessage("user", "Hi"), tools=(CLOCK,), thinking="budget", thinking_tokens=2000, forced_tool="clock")
    assert sent["tool_choice"]["function"]["name"] == "clock"
    assert "reasoning" not in sent


def test_a_call_and_its_result_go_back_as_they_came() -> None:
    sent = body(
        ChatMessage("assistant", "", tool_calls=[ToolCall("a", "clock", "{}")]),
        ChatMessage("tool", "12:00", tool_call_id="a"),
    )["messages"]
    assert sent[0]["content"] is None
    assert sent[0]["tool_calls"] == [{"id": "a", "type": "function", "function": {"name": "clock", "arguments": "{}"}}]
    assert sent[1] == {"role": "tool", "content": "12:00", "tool_call_id": "a"}


def test_an_image_travels_as_a_data_url_and_only_to_models_that_see() -> None:
    message = ChatMessage("user", [TextContent("What is this?"), Image("image/png", b"\x89PNG")])
    assert body(message)["messages"][0]["content"] == [
        {"type": "text", "text": "What is this?"},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw=="}},
    ]
    assert body(message, sees_images=False)["messages"][0]["content"] == f"What is this?\n{UNSEEN_IMAGE}"


def test_text_that_is_not_unicode_is_refused_by_name() -> None:
    with pytest.raises(ModelFailed) as caught:
        body(ChatMessage("user", "\ud800"))
    assert caught.value.failure is Failure.REJECTED
