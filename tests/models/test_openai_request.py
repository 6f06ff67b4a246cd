from __future__ import annotations

from typing import Any

import orjson
import pytest

from holdfast.models.openai_request import UNSEEN_IMAGE, request_body
from holdfast.models.types import CallSettings, ChatMessage, Failure, Image, ModelFailed, Text, ToolCall, ToolSpec

CLOCK = ToolSpec("clock", "Tells the time.", {"type": "object", "properties": {}})


def body(*messages: ChatMessage, tools: tuple[ToolSpec, ...] = (), sees_images: bool = True, **settings: Any) -> Any:
    return orjson.loads(request_body("m", messages, tools, CallSettings(**settings), sees_images=sees_images))


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


def test_a_call_and_its_result_go_back_as_they_came() -> None:
    sent = body(
        ChatMessage("assistant", "", tool_calls=[ToolCall("a", "clock", "{}")]),
        ChatMessage("tool", "12:00", tool_call_id="a"),
    )["messages"]
    assert sent[0]["content"] is None
    assert sent[0]["tool_calls"] == [{"id": "a", "type": "function", "function": {"name": "clock", "arguments": "{}"}}]
    assert sent[1] == {"role": "tool", "content": "12:00", "tool_call_id": "a"}


def test_an_image_travels_as_a_data_url_and_only_to_models_that_see() -> None:
    message = ChatMessage("user", [Text("What is this?"), Image("image/png", b"\x89PNG")])
    assert body(message)["messages"][0]["content"] == [
        {"type": "text", "text": "What is this?"},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw=="}},
    ]
    assert body(message, sees_images=False)["messages"][0]["content"] == f"What is this?\n{UNSEEN_IMAGE}"


def test_text_that_is_not_unicode_is_refused_by_name() -> None:
    with pytest.raises(ModelFailed) as caught:
        body(ChatMessage("user", "\ud800"))
    assert caught.value.failure is Failure.REJECTED
