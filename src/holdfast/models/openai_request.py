"""What we send over the OpenAI chat wire."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import orjson

from holdfast.models.failures import failed
from holdfast.models.types import CallSettings, ChatMessage, Content, Failure, Image, TextContent, ToolSpec

Thinking = Literal["none", "budget", "effort"]
"""How a model is told how long to think: not at all (it does not, or its server knows no such field), in tokens as
OpenRouter takes it, or in words as OpenAI does."""
UNSEEN_IMAGE = "(An image was attached here, which this model cannot see.)"


@dataclass(frozen=True, slots=True)
class Dialect:
    """How one model wants to be asked."""

    model: str
    sees_images: bool
    limit_field: str = "max_tokens"
    thinking: Thinking = "none"


def request_body(
    dialect: Dialect, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec], settings: CallSettings
) -> bytes:
    body: dict[str, Any] = {
        "model": dialect.model,
        "messages": [_message(message, dialect.sees_images) for message in messages],
        "stream": True,
        "stream_options": {"include_usage": True},
    }
    if settings.temperature is not None:
        body["temperature"] = settings.temperature
    if settings.max_output_tokens is not None:
        body[dialect.limit_field] = settings.max_output_tokens
    if settings.stop:
        body["stop"] = list(settings.stop)
    if settings.answer_format is not None:
        body["response_format"] = settings.answer_format
    if tools:
        body["tools"] = [_tool(tool) for tool in tools]
        if settings.forced_tool is not None:
            body["tool_choice"] = {"type": "function", "function": {"name": settings.forced_tool}}
    # Several providers refuse a forced tool from a model that thinks.
    if settings.thinking_tokens is not None and "tool_choice" not in body:
        _let_think(body, settings.thinking_tokens, dialect)
    try:
        return orjson.dumps(body | settings.extra)
    except orjson.JSONEncodeError:  # lone surrogates from some document
        raise failed(Failure.REJECTED, upstream="text that is not Unicode") from None


def has_images(messages: Sequence[ChatMessage]) -> bool:
    return any(isinstance(part, Image) for one in messages if not isinstance(one.content, str) for part in one.content)


def _let_think(body: dict[str, Any], tokens: int, dialect: Dialect) -> None:
    if dialect.thinking == "none":
        return
    if dialect.thinking == "effort":
        body["reasoning_effort"] = effort(tokens)
    else:
        body["reasoning"] = {"max_tokens": tokens} if tokens else {"enabled": False}
    if dialect.limit_field in body:
        # Thoughts count as output on the wire; the answer keeps the length it was given.
        body[dialect.limit_field] += tokens


def effort(tokens: int) -> Literal["low", "medium", "high"]:
    """The word for a budget, where only words are understood; bounds as Anthropic's libraries draw them."""
    return "low" if tokens <= 2_048 else "medium" if tokens <= 10_000 else "high"


def _message(message: ChatMessage, sees_images: bool) -> dict[str, Any]:
    written: dict[str, Any] = {"role": message.role, "content": _content(message.content, sees_images)}
    if message.tool_calls:
        written["tool_calls"] = [
            {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
            for call in message.tool_calls
        ]
        written["content"] = written["content"] or None
    if message.tool_call_id is not None:
        written["tool_call_id"] = message.tool_call_id
    return written


def _content(content: Content, sees_images: bool) -> str | list[dict[str, Any]]:
    if isinstance(content, str):
        return content
    if not sees_images or not any(isinstance(part, Image) for part in content):
        # Plain text is understood by every server, a list of parts only by some.
        return "\n".join(part.text if isinstance(part, TextContent) else UNSEEN_IMAGE for part in content)
    return [
        {"type": "text", "text": part.text}
        if isinstance(part, TextContent)
        else {"type": "image_url", "image_url": {"url": data_url(part)}}
        for part in content
    ]


def data_url(image: Image) -> str:
    return f"data:{image.media_type};base64,{base64.b64encode(image.data).decode()}"


def _tool(tool: ToolSpec) -> dict[str, Any]:
    function = {"name": tool.name, "description": tool.description, "parameters": tool.parameters}
    return {"type": "function", "function": function}
