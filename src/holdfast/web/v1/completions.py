"""`POST /api/v1/chat/completions`: the turn, in the shape that OpenAI's clients know."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from typing import Annotated, Any, Literal

import orjson
from fastapi import APIRouter, Request
from pydantic import Field
from starlette.responses import JSONResponse, Response

from holdfast.models.types import ToolCall, ToolSpec
from holdfast.stream.wire import DONE
from holdfast.turn.types import ToldByProgram
from holdfast.web.body import StrictRoute
from holdfast.web.deps import MayAskForCompletions, entitlements_of
from holdfast.web.readers import EventStream
from holdfast.web.shapes import Text
from holdfast.web.v1.asking import ProgramAsks, ProgramTurn, answer, ask
from holdfast.web.v1.door import error_body
from holdfast.web.v1.heard import KEEP_ALIVE, AnswerFailed, Heard, HeardAnswer, HeardEnd, Waiting, Words, hear_whole
from holdfast.web.v1.messages import MAX_MESSAGES, SentByProgram, read_messages, tokens_of
from holdfast.web.v1.shapes import ProgramModel, not_taken, told_whole_or_streamed
from holdfast.web.v1.told import Completion

router = APIRouter(prefix="/api/v1", tags=["programs"], route_class=StrictRoute)

STREAM_HEADERS = {"cache-control": "no-store, no-transform", "x-accel-buffering": "no"}
_REASONS = {"tool-calls": "tool_calls", "content-filter": "content_filter", "length": "length"}


class StreamOptions(ProgramModel):
    include_usage: bool = False


class OfferedFunction(ProgramModel):
    name: Annotated[Text, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_.-]+$")]
    description: Annotated[Text, Field(max_length=20_000)] | None = None
    parameters: dict[str, Any] | None = None


class OfferedTool(ProgramModel):
    type: Literal["function"] = "function"
    function: OfferedFunction


class NamedFunction(ProgramModel):
    name: Text


class ToolChoice(ProgramModel):
    function: NamedFunction


class CompletionBody(ProgramModel):
    model: Annotated[Text, Field(min_length=1, max_length=300)]
    """A persona (`sophie`), one of its profiles (`eos-implementer/…`), or a model of the installation."""
    messages: Annotated[list[SentByProgram], Field(min_length=1, max_length=MAX_MESSAGES)]
    stream: bool | None = None
    stream_options: StreamOptions | None = None
    max_tokens: Annotated[int, Field(ge=1)] | None = None
    max_completion_tokens: Annotated[int, Field(ge=1)] | None = None
    temperature: Annotated[float, Field(ge=0, le=2)] | None = None
    stop: Text | Annotated[list[Text], Field(max_length=4)] | None = None
    tools: Annotated[list[OfferedTool], Field(max_length=128)] | None = None
    tool_choice: Literal["auto", "none", "required"] | ToolChoice | None = None
    response_format: dict[str, Any] | None = None
    user: Annotated[Text, Field(min_length=1, max_length=500)] | None = None
    """Who of the program's people asks, by whatever the program calls them: each has a memory of their own."""
    conversation: Annotated[Text, Field(min_length=1, max_length=500)] | None = None
    """A conversation that is kept here: its id, or a name of the program's own. Then the last message is all that is
    read of `messages`, besides instructions."""
    store: bool | None = None
    """False: nothing of this is kept or remembered; what is known is told all the same."""
    n: int | None = None
    logprobs: bool | None = None
    top_logprobs: int | None = None
    modalities: list[str] | None = None
    audio: Any = None
    functions: Any = None


@router.post(
    "/chat/completions",
    response_model=None,
    responses=told_whole_or_streamed("A chat completion, or its chunks with `stream`", Completion),
)
async def create_completion(request: Request, caller: MayAskForCompletions, body: CompletionBody) -> Response:
    _refuse_what_is_not_done(body)
    access = await entitlements_of(request).access(caller.user_id)
    asked = await ask(request, caller, access, _asks(body))
    heard = answer(request, asked)
    if body.stream:
        wants_usage = bool(body.stream_options and body.stream_options.include_usage)
        return EventStream(_chunks(asked, heard, wants_usage=wants_usage), asked.headers, STREAM_HEADERS)
    async with aclosing(heard):
        return JSONResponse(_whole(asked, await hear_whole(heard)), headers=asked.headers)


def _refuse_what_is_not_done(body: CompletionBody) -> None:
    if (body.n or 1) > 1:
        raise not_taken("n", "One answer is given to a question; leave `n` out, or ask again for another.")
    if body.logprobs or body.top_logprobs:
        raise not_taken("logprobs", "How likely each word was is not told; leave `logprobs` out.")
    if body.audio is not None or "audio" in (body.modalities or ()):
        raise not_taken("audio", "Answers are words here; leave `audio` out, and `modalities` without it.")
    if body.functions:
        raise not_taken("functions", "Send `tools` in the place of `functions`.")


def _asks(body: CompletionBody) -> ProgramAsks:
    asked = read_messages(body.messages)
    tools = [] if body.tool_choice == "none" else [_tool(one.function) for one in body.tools or ()]
    shaped = body.response_format if (body.response_format or {}).get("type") not in (None, "text") else None
    since = [[one.content, [call.arguments for call in one.tool_calls]] for one in asked.since]
    told = ToldByProgram(
        instructions=asked.instructions,
        history=None if body.conversation else asked.before,
        since=asked.since,
        tools=tools,
        forced_tool=_forced(body, tools),
        temperature=body.temperature,
        max_output_tokens=body.max_completion_tokens or body.max_tokens,
        stop=[body.stop] if isinstance(body.stop, str) else body.stop or (),
        answer_format=shaped,
        tokens=sum(map(tokens_of, (asked.instructions, [(t.name, t.description, t.parameters) for t in tools], since))),
    )
    return ProgramAsks(body.model, asked, told, body.user, body.conversation, is_stored=body.store is not False)


def _tool(given: OfferedFunction) -> ToolSpec:
    return ToolSpec(given.name, given.description or "", given.parameters or {"type": "object", "properties": {}})


def _forced(body: CompletionBody, tools: Sequence[ToolSpec]) -> str | None:
    if isinstance(body.tool_choice, ToolChoice):
        name = body.tool_choice.function.name
        if name not in {tool.name for tool in tools}:
            raise not_taken("tool_choice", "`tool_choice` names a function that is not among `tools`.")
        return name
    if body.tool_choice == "required":
        if len(tools) != 1:
            raise not_taken("tool_choice", "`required` is kept with one tool; name the function, or say `auto`.")
        return tools[0].name
    return None


def _head(asked: ProgramTurn, kind: str) -> dict[str, Any]:
    return {
        "id": f"chatcmpl-{asked.turn.ids.turn_id.hex}",
        "object": kind,
        "created": int(time.time()),
        "model": asked.asks.model,
        "system_fingerprint": None,
        "conversation": str(asked.turn.ids.chat_id) if asked.is_kept else None,
    }


def _whole(asked: ProgramTurn, heard: HeardAnswer) -> dict[str, Any]:
    calls = [{"id": one.id, "type": "function", "function": _function(one)} for one in heard.calls]
    message = {
        "role": "assistant",
        "content": heard.text or (None if calls else ""),
        "refusal": None,
        **({"tool_calls": calls} if calls else {}),
    }
    choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": finish_reason(heard.ended)}
    return {**_head(asked, "chat.completion"), "choices": [choice], "usage": _usage(heard.ended)}


async def _chunks(
    asked: ProgramTurn, heard: AsyncGenerator[Heard, None], *, wants_usage: bool
) -> AsyncGenerator[bytes, None]:
    head = _head(asked, "chat.completion.chunk")

    def chunk(delta: Mapping[str, Any], reason: str | None = None) -> bytes:
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": reason}
        return sent({**head, "choices": [choice]})

    yield chunk({"role": "assistant", "content": ""})
    calls = 0
    try:
        async with aclosing(heard):
            async for one in heard:
                match one:
                    case Words(text):
                        yield chunk({"content": text})
                    case ToolCall():
                        call = {"index": calls, "id": one.id, "type": "function", "function": _function(one)}
                        yield chunk({"tool_calls": [call]})
                        calls += 1
                    case Waiting():
                        yield KEEP_ALIVE
                    case HeardEnd():
                        yield chunk({}, finish_reason(one))
                        if wants_usage:
                            yield sent({**head, "choices": [], "usage": _usage(one)})
    except AnswerFailed as failed:
        yield sent(error_body(failed.code, failed.message, 503))
    yield DONE


def sent(data: Mapping[str, Any]) -> bytes:
    return b"data: " + orjson.dumps(data) + b"\n\n"


def _function(call: ToolCall) -> dict[str, str]:
    return {"name": call.name, "arguments": call.arguments}


def finish_reason(ended: HeardEnd) -> str:
    return _REASONS.get(ended.reason, "stop")


def _usage(ended: HeardEnd) -> dict[str, int]:
    return {
        "prompt_tokens": ended.input_tokens,
        "completion_tokens": ended.output_tokens,
        "total_tokens": ended.input_tokens + ended.output_tokens,
    }
