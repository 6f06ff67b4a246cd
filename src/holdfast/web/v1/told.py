"""What `/api/v1` answers, as the document of the API tells it: by these shapes generators write their clients."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel


class CompletionFunction(BaseModel):
    name: str
    arguments: str
    """JSON, as the model wrote it."""


class CompletionCall(BaseModel):
    id: str
    type: Literal["function"]
    function: CompletionFunction


class CompletionMessage(BaseModel):
    role: Literal["assistant"]
    content: str | None
    refusal: str | None = None
    tool_calls: list[CompletionCall] | None = None


class CompletionChoice(BaseModel):
    index: int
    message: CompletionMessage
    logprobs: Any = None
    finish_reason: Literal["stop", "length", "tool_calls", "content_filter"]


class CompletionUsage(BaseModel):
    prompt_tokens: int
    completion_tokens: int
    total_tokens: int


class Completion(BaseModel):
    id: str
    object: Literal["chat.completion"]
    created: int
    model: str
    system_fingerprint: str | None = None
    conversation: str | None
    """Where it is kept here; null: nothing of it was stored."""
    choices: list[CompletionChoice]
    usage: CompletionUsage


class ResponseContent(BaseModel):
    type: Literal["output_text"]
    text: str
    annotations: list[Any]


class ResponseItem(BaseModel):
    """A message, or a call of one of the program's tools."""

    id: str
    type: Literal["message", "function_call"]
    status: Literal["in_progress", "completed", "incomplete"]
    role: Literal["assistant"] | None = None
    content: list[ResponseContent] | None = None
    call_id: str | None = None
    name: str | None = None
    arguments: str | None = None


class ResponseUsage(BaseModel):
    input_tokens: int
    output_tokens: int
    total_tokens: int


class ResponseError(BaseModel):
    code: str
    message: str


class ResponseCut(BaseModel):
    reason: Literal["max_output_tokens"]


class ResponseConversation(BaseModel):
    id: str


class ToldResponse(BaseModel):
    id: str
    object: Literal["response"]
    created_at: int
    model: str
    status: Literal["in_progress", "completed", "incomplete", "cancelled", "failed"]
    output: list[ResponseItem]
    usage: ResponseUsage | None
    error: ResponseError | None
    incomplete_details: ResponseCut | None
    conversation: ResponseConversation | None
    store: bool | None = None
