"""Between our messages, events and failures and those of pydantic-ai (V2). Imported late: see `via_pydantic_ai`."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from itertools import groupby
from typing import Any, cast

import httpx2
from pydantic_ai import exceptions as errors
from pydantic_ai import messages as theirs
from pydantic_ai.direct import model_request_stream
from pydantic_ai.models import Model, ModelRequestParameters, StreamedResponse, infer_model
from pydantic_ai.providers import Provider, infer_provider_class
from pydantic_ai.settings import ModelSettings, ToolOrOutput
from pydantic_ai.tools import ToolDefinition

from holdfast.models.failures import bounded_wait, failed, failed_with_status
from holdfast.models.openai_request import UNSEEN_IMAGE, effort
from holdfast.models.types import (
    CallSettings,
    ChatMessage,
    Content,
    Done,
    Failure,
    Image,
    ModelEvent,
    ModelFailed,
    ReasoningDelta,
    TextContent,
    TextDelta,
    TokenUsage,
    ToolCall,
    ToolSpec,
)

_MIN_THINKING_TOKENS = 1_024
"""Anthropic refuses a smaller budget."""


def build_bridge(
    name: str, api_key: str | None, *, base_url: str | None, client: httpx2.AsyncClient, sees_images: bool
) -> PydanticAiBridge:
    """For `provider:model`. `NOT_CONFIGURED` if the provider is unknown, its package missing or its key not given."""

    def provider(kind: str) -> Provider[Any]:
        made_by = infer_provider_class(kind)
        wanted = {"api_key": api_key, "base_url": base_url, "http_client": client}
        takes = inspect.signature(made_by.__init__).parameters
        return made_by(**{key: value for key, value in wanted.items() if key in takes and value is not None})

    try:
        return PydanticAiBridge(infer_model(name, provider), sees_images)
    except (errors.UserError, ImportError, ValueError, TypeError) as error:
        raise failed(Failure.NOT_CONFIGURED, upstream=type(error).__name__) from None


@dataclass(frozen=True, slots=True)
class PydanticAiBridge:
    model: Model
    sees_images: bool

    def asking(
        self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec], settings: CallSettings
    ) -> AbstractAsyncContextManager[StreamedResponse]:
        parameters = ModelRequestParameters(function_tools=[_tool(tool) for tool in tools])
        history = self.model.prepare_messages(list(_history(messages, self.sees_images)), parameters)
        wanted = self._settings(settings, is_using_tools=bool(messages) and messages[-1].role == "tool")
        return model_request_stream(self.model, history, model_settings=wanted, model_request_parameters=parameters)

    def _settings(self, settings: CallSettings, *, is_using_tools: bool = False) -> ModelSettings:
        # The chain decides what is tried again, so the provider's own library must not.
        wanted = ModelSettings(max_retries=0)
        if settings.temperature is not None:
            wanted["temperature"] = settings.temperature
        if settings.max_output_tokens is not None:
            wanted["max_tokens"] = settings.max_output_tokens
        if settings.stop:
            wanted["stop_sequences"] = list(settings.stop)
        if (name := settings.forced_tool) is not None:
            # A model that cannot be forced is offered this one tool and may still answer in words.
            profile = self.model.profile
            can_be_forced = profile.get("supports_forced_tool_choice", True) and profile.get(
                "supports_forced_tool_choice_with_thinking", True
            )
            wanted["tool_choice"] = [name] if can_be_forced else ToolOrOutput([name])
        if settings.extra:
            wanted["extra_body"] = settings.extra
        return self._with_thinking(wanted, settings, is_using_tools=is_using_tools)

    def _with_thinking(self, wanted: ModelSettings, settings: CallSettings, *, is_using_tools: bool) -> ModelSettings:
        profile, tokens = self.model.profile, settings.thinking_tokens
        if tokens is None or not profile.get("supports_thinking", False):
            return wanted
        if tokens and self.model.system == "anthropic" and not profile.get("anthropic_disallows_budget_thinking"):
            if settings.forced_tool is not None or is_using_tools:
                # Anthropic refuses to force a tool on a model that thinks by budget, and to let one think between
                # tools unless its earlier thoughts come back with them; we keep none.
                return wanted
            tokens = max(tokens, _MIN_THINKING_TOKENS)
            budget = {"anthropic_thinking": {"type": "enabled", "budget_tokens": tokens}}
            wanted = cast(ModelSettings, {**wanted, **budget})
            wanted.pop("temperature", None)  # refused beside a budget
        else:
            wanted["thinking"] = effort(tokens) if tokens else False
        if "max_tokens" in wanted:
            # Thoughts count as output on the wire; the answer keeps the length it was given.
            wanted["max_tokens"] += tokens
        return wanted

    def event(self, part: object) -> ModelEvent | None:
        """Words and thoughts as they come; tool calls are told whole, by `last_events`."""
        match part:
            case theirs.PartStartEvent(part=theirs.TextPart(content=text)) if text:
                return TextDelta(_clean(text))
            case theirs.PartDeltaEvent(delta=theirs.TextPartDelta(content_delta=text)) if text:
                return TextDelta(_clean(text))
            case theirs.PartStartEvent(part=theirs.ThinkingPart(content=text)) if text:
                return ReasoningDelta(_clean(text))
            case theirs.PartDeltaEvent(delta=theirs.ThinkingPartDelta(content_delta=str(text))) if text:
                return ReasoningDelta(_clean(text))
        return None

    def last_events(self, answer: StreamedResponse) -> list[ModelEvent]:
        whole = answer.get()
        if whole.finish_reason is None:
            raise failed(Failure.CUT_OFF, upstream="stream ended early")
        calls = [
            ToolCall(part.tool_call_id, part.tool_name, part.args_as_json_str())
            for part in whole.parts
            if isinstance(part, theirs.ToolCallPart)
        ]
        if not calls and not any(isinstance(part, theirs.TextPart) and part.content for part in whole.parts):
            raise failed(Failure.REJECTED if whole.finish_reason == "content_filter" else Failure.EMPTY)
        if whole.finish_reason == "error":
            raise failed(Failure.SERVER_ERROR, upstream="finish_reason error")
        reason = "tool_calls" if whole.finish_reason == "tool_call" else whole.finish_reason
        return [*calls, Done(_usage(whole), reason)]

    def failure(self, error: Exception, *, has_begun: bool) -> ModelFailed:
        wait = bounded_wait(error.retry_after) if isinstance(error, errors.ModelAPIError) else None
        upstream = type(error).__name__.removeprefix("_")
        match error:
            case ModelFailed():
                return error
            case errors.ModelQuotaExceededError() | errors.ModelAuthenticationError():
                return failed(Failure.UNAUTHORIZED, upstream=upstream)
            case errors.ModelRateLimitError():
                return failed(Failure.RATE_LIMITED, upstream=upstream, retry_after_seconds=wait)
            case errors.ModelRequestTimeout() | errors.ModelTimeoutError():
                return failed(Failure.SLOW_FIRST_BYTE, upstream=upstream)
            case errors.ModelConnectionError():
                return failed(Failure.CUT_OFF if has_begun else Failure.UNREACHABLE, upstream=upstream)
            case errors.ModelHTTPError():
                return failed_with_status(error.status_code)
            case errors.ModelRequestRejectedError() | errors.ContentFilterError():
                return failed(Failure.REJECTED, upstream=upstream)
            case errors.ModelAPIError() if isinstance(error.__cause__, ValueError):
                return failed(Failure.MALFORMED, upstream=upstream)
            case errors.ModelAPIError():
                return failed(Failure.SERVER_ERROR, upstream=upstream, retry_after_seconds=wait)
            case errors.UserError():
                return failed(Failure.NOT_CONFIGURED, upstream=upstream)
            case httpx2.TransportError():
                return failed(Failure.CUT_OFF if has_begun else Failure.UNREACHABLE, upstream=upstream)
        return failed(Failure.MALFORMED, upstream=upstream)


def _history(messages: Sequence[ChatMessage], sees_images: bool) -> Iterator[theirs.ModelMessage]:
    """Their history alternates: everything that goes to the model in one request, everything that came back in one."""
    tool_names = {call.id: call.name for message in messages for call in message.tool_calls}
    for is_answer, group in groupby(messages, lambda message: message.role == "assistant"):
        if is_answer:
            if parts := [part for message in group for part in _answered(message)]:
                yield theirs.ModelResponse(parts=parts)
        else:
            yield theirs.ModelRequest(parts=[_asked(message, tool_names, sees_images) for message in group])


def _asked(message: ChatMessage, tool_names: dict[str, str], sees_images: bool) -> theirs.ModelRequestPart:
    if message.role == "system":
        return theirs.SystemPromptPart(_plain(message.content))
    if message.role == "tool":
        call_id = message.tool_call_id or ""
        return theirs.ToolReturnPart(tool_names.get(call_id, "tool"), _plain(message.content), call_id)
    if isinstance(message.content, str) or not sees_images:
        return theirs.UserPromptPart(_plain(message.content))
    return theirs.UserPromptPart(
        [
            part.text if isinstance(part, TextContent) else theirs.BinaryContent(part.data, media_type=part.media_type)
            for part in message.content
        ]
    )


def _answered(message: ChatMessage) -> Iterator[theirs.ModelResponsePart]:
    if text := _plain(message.content):
        yield theirs.TextPart(text)
    for call in message.tool_calls:
        yield theirs.ToolCallPart(call.name, call.arguments, call.id)


def _plain(content: Content) -> str:
    if isinstance(content, str):
        return content
    return "\n".join(UNSEEN_IMAGE if isinstance(part, Image) else part.text for part in content)


def _tool(tool: ToolSpec) -> ToolDefinition:
    return ToolDefinition(name=tool.name, description=tool.description, parameters_json_schema=tool.parameters)


def _usage(answer: theirs.ModelResponse) -> TokenUsage:
    try:
        cost = float(answer.cost().total_price)
    except (LookupError, ValueError, AssertionError):  # a model without a known price
        cost = None
    return TokenUsage(answer.usage.input_tokens, answer.usage.output_tokens, cost)


def _clean(text: str) -> str:
    return text.replace("\0", "") if "\0" in text else text
