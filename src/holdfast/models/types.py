"""What goes into a model and what comes out, the same for every provider."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal, Protocol

from holdfast.core.errors import AppError, Category, Severity


@dataclass(frozen=True, slots=True)
class TextContent:
    text: str


@dataclass(frozen=True, slots=True)
class Image:
    media_type: str
    data: bytes
    tokens: int = 0
    """What a model counts for it, at most; 0: nobody has looked."""


Content = str | Sequence[TextContent | Image]


@dataclass(frozen=True, slots=True)
class ToolCall:
    """Event and part of an assistant's message: the model asks for a tool, arguments as the JSON it wrote."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class ChatMessage:
    role: Literal["system", "user", "assistant", "tool"]
    content: Content
    tool_calls: Sequence[ToolCall] = ()
    tool_call_id: str | None = None
    """On a `tool` message: which call this answers."""


@dataclass(frozen=True, slots=True)
class ToolSpec:
    name: str
    description: str
    parameters: dict[str, Any]
    """JSON Schema of the arguments."""


@dataclass(frozen=True, slots=True)
class CallSettings:
    temperature: float | None = None
    max_output_tokens: int | None = None
    forced_tool: str | None = None
    extra: dict[str, Any] = field(default_factory=dict)
    """Provider-specific body fields, given by operators only."""
    thinking_tokens: int | None = None
    """How long a model that can think may do so, beside the answer's own length; 0: as little as it can. None: as its
    provider likes. Models that cannot are not told."""
    stop: Sequence[str] = ()
    """The answer ends before any of these."""
    answer_format: Mapping[str, Any] | None = None
    """OpenAI's `response_format`; a model that cannot keep to one rejects the question."""


@dataclass(frozen=True, slots=True)
class TokenUsage:
    input_tokens: int
    output_tokens: int
    cost_usd: float | None = None

    def __add__(self, other: TokenUsage) -> TokenUsage:
        cost = (
            None if self.cost_usd is None and other.cost_usd is None else (self.cost_usd or 0) + (other.cost_usd or 0)
        )
        return TokenUsage(self.input_tokens + other.input_tokens, self.output_tokens + other.output_tokens, cost)


@dataclass(frozen=True, slots=True)
class TextDelta:
    text: str


@dataclass(frozen=True, slots=True)
class ReasoningDelta:
    text: str


FinishReason = Literal["stop", "length", "tool_calls", "content_filter", "other"]


@dataclass(frozen=True, slots=True)
class Done:
    """The last event of every stream that ended well."""

    usage: TokenUsage | None = None
    """None: the provider did not say; the caller counts for itself."""
    finish_reason: FinishReason = "stop"


ModelEvent = TextDelta | ReasoningDelta | ToolCall | Done


class Failure(StrEnum):
    """Why a model call failed, in our words; upstream error text never leaves the server."""

    UNREACHABLE = "unreachable"
    SLOW_FIRST_BYTE = "slow_first_byte"
    STALLED = "stalled"
    CUT_OFF = "cut_off"
    MALFORMED = "malformed"
    UNAUTHORIZED = "unauthorized"
    RATE_LIMITED = "rate_limited"
    REJECTED = "rejected"
    """4xx that neither waiting nor another key will mend (prompt too long, content refused, unknown model)."""
    SERVER_ERROR = "server_error"
    EMPTY = "empty"
    NOT_CONFIGURED = "not_configured"
    SPENT = "spent"
    """None was asked: what a person's plan holds of questions in the background is used up for today."""


class ModelFailed(AppError):
    """One model failed. `upstream` (status, type of error; never its text) may be logged."""

    code = "model_failed"
    category = Category.AI_STREAMING
    severity = Severity.HIGH
    retryable = True

    def __init__(
        self, failure: Failure, message: str, *, retry_after_seconds: float | None = None, upstream: str | None = None
    ) -> None:
        super().__init__(message, code=f"model_{failure}", retry_after_seconds=retry_after_seconds)
        self.failure = failure
        self.upstream = upstream


class Model(Protocol):
    """One model at one provider. `stream` raises `ModelFailed`; closing the iterator closes the upstream request."""

    @property
    def name(self) -> str:
        """`provider:model`, as it stands in traces and in `selectedModel`."""

    @property
    def sees_images(self) -> bool: ...

    @property
    def context_tokens(self) -> int: ...

    @property
    def is_demo(self) -> bool: ...

    def stream(
        self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec], settings: CallSettings
    ) -> AsyncIterator[ModelEvent]: ...


@dataclass(frozen=True, slots=True)
class Attempt:
    """One try at one model, for the trace. `ms` is the whole attempt, `first_event_ms` None if nothing came."""

    name: str
    outcome: Literal["answered", "failed", "cancelled"]
    failure: Failure | None = None
    ms: float = 0.0
    first_event_ms: float | None = None
    usage: TokenUsage | None = None


class Embedder(Protocol):
    """Turns texts into vectors of one length; `name` says which model made them, so that vectors are never mixed."""

    @property
    def name(self) -> str: ...

    @property
    def dimensions(self) -> int: ...

    async def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]: ...
