"""`POST /api/v1/responses`: the same turn in OpenAI's newer shape, as far as its clients use it.

A response is a turn. Its id names the turn and as whom it was asked, so that it is found again without anybody's name.
"""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from itertools import count
from typing import Annotated, Any, Literal
from uuid import UUID

import orjson
from fastapi import APIRouter, Request
from pydantic import Field
from starlette.responses import JSONResponse, Response

from holdfast.accounts.programs import is_person_of
from holdfast.accounts.types import Caller
from holdfast.core.errors import NotFound
from holdfast.core.ids import TurnId, UserId
from holdfast.models.types import ToolCall, ToolSpec
from holdfast.turn.recovery.answer import FoundAnswer, find_answer_of
from holdfast.turn.recovery.recover import stop_chat
from holdfast.turn.types import ToldByProgram
from holdfast.web.body import StrictRoute
from holdfast.web.deps import MayAskForCompletions, MayChat, MayReadChats, entitlements_of
from holdfast.web.errors import responses
from holdfast.web.readers import EventStream
from holdfast.web.shapes import Text
from holdfast.web.v1.asking import ProgramAsks, ProgramTurn, answer, ask
from holdfast.web.v1.completions import STREAM_HEADERS, OfferedFunction
from holdfast.web.v1.door import error_body
from holdfast.web.v1.heard import KEEP_ALIVE, AnswerFailed, Heard, HeardAnswer, HeardEnd, Waiting, Words, hear_whole
from holdfast.web.v1.messages import (
    MAX_MESSAGES,
    CalledFunction,
    ContentPart,
    ImageAddress,
    SentByProgram,
    SentCall,
    read_messages,
    tokens_of,
)
from holdfast.web.v1.shapes import ProgramModel, not_taken, told_whole_or_streamed
from holdfast.web.v1.told import ToldResponse
from holdfast.wiring import parts_of

router = APIRouter(prefix="/api/v1/responses", tags=["programs"], route_class=StrictRoute)

_PREFIX = "resp_"
_TOLD: dict[int | str, dict[str, Any]] = {200: {"model": ToldResponse}, **responses(401, 403, 404, 422, 429, 503)}


class InputPart(ProgramModel):
    type: str
    text: Text | None = None
    image_url: Text | None = None


class InputItem(ProgramModel):
    type: Literal["message", "function_call", "function_call_output"] = "message"
    role: Literal["system", "developer", "user", "assistant"] = "user"
    content: Text | list[InputPart] | None = None
    call_id: Annotated[Text, Field(max_length=200)] = ""
    name: Annotated[Text, Field(max_length=200)] = ""
    arguments: Text = "{}"
    output: Text = ""


class ResponseTool(OfferedFunction):
    type: Literal["function"]


class ResponseText(ProgramModel):
    format: dict[str, Any] | None = None


class ResponseBody(ProgramModel):
    model: Annotated[Text, Field(min_length=1, max_length=300)]
    input: Text | Annotated[list[InputItem], Field(min_length=1, max_length=MAX_MESSAGES)]
    instructions: Text | None = None
    stream: bool | None = None
    store: bool | None = None
    """False: nothing of this is kept or remembered; what is known is told all the same."""
    background: bool | None = None
    """Answered at once with what is in progress; ask for it again until it is done."""
    previous_response_id: Annotated[Text, Field(max_length=100)] | None = None
    """It goes on with the conversation that this one was in, which is kept here."""
    conversation: Annotated[Text, Field(max_length=500)] | None = None
    user: Annotated[Text, Field(min_length=1, max_length=500)] | None = None
    max_output_tokens: Annotated[int, Field(ge=1)] | None = None
    temperature: Annotated[float, Field(ge=0, le=2)] | None = None
    tools: Annotated[list[ResponseTool], Field(max_length=128)] | None = None
    text: ResponseText | None = None


@router.post(
    "",
    response_model=None,
    responses=told_whole_or_streamed("A response, or its events with `stream`", ToldResponse),
)
async def create_response(request: Request, caller: MayAskForCompletions, body: ResponseBody) -> Response:
    if body.background and (body.stream or body.store is False):
        raise not_taken("background", "What goes on in the background is kept, and asked for again; it has no stream.")
    asks = await _asks(request, caller, body)
    asked = await ask(request, caller, await entitlements_of(request).access(caller.user_id), asks)
    if body.background:
        return JSONResponse(_object(asked, "in_progress"), headers=asked.headers)
    heard = answer(request, asked)
    if body.stream:
        return EventStream(_events(asked, heard), asked.headers, STREAM_HEADERS)
    async with aclosing(heard):
        return JSONResponse(_answered(asked, await hear_whole(heard)), headers=asked.headers)


@router.get(
    "/{response_id}",
    response_model=None,
    responses={200: {"model": ToldResponse}, **responses(401, 403, 404, 422, 429, 503)},
)
async def get_response(request: Request, caller: MayReadChats, response_id: str) -> Response:
    person, turn_id = await _named(request, caller, response_id)
    found = await find_answer_of(parts_of(request).db, person, turn_id)
    return JSONResponse(_found(response_id, found))


@router.post(
    "/{response_id}/cancel",
    response_model=None,
    responses={200: {"model": ToldResponse}, **responses(401, 403, 404, 422, 429, 503)},
)
async def cancel_response(request: Request, caller: MayChat, response_id: str) -> Response:
    """What was said until then is kept; one that has ended stays as it is."""
    parts = parts_of(request)
    person, turn_id = await _named(request, caller, response_id)
    found = await find_answer_of(parts.db, person, turn_id)
    if found.status == "running":
        await stop_chat(parts.db, parts.streams, person, found.chat_id)
        found = await find_answer_of(parts.db, person, turn_id)
    return JSONResponse(_found(response_id, found))


async def _asks(request: Request, caller: Caller, body: ResponseBody) -> ProgramAsks:
    conversation, user = body.conversation, body.user
    if body.previous_response_id is not None:
        person, turn_id = await _named(request, caller, body.previous_response_id)
        conversation = str((await find_answer_of(parts_of(request).db, person, turn_id)).chat_id)
    sent = [SentByProgram(role="user", content=body.input)] if isinstance(body.input, str) else _sent(body.input)
    if body.instructions:
        sent = [SentByProgram(role="system", content=body.instructions), *sent]
    asked = read_messages(sent)
    tools = [
        ToolSpec(one.name, one.description or "", one.parameters or {"type": "object", "properties": {}})
        for one in body.tools or ()
    ]
    shaped = body.text.format if body.text and (body.text.format or {}).get("type") not in (None, "text") else None
    since = [[one.content, [call.arguments for call in one.tool_calls]] for one in asked.since]
    told = ToldByProgram(
        instructions=asked.instructions,
        history=None if conversation else asked.before,
        since=asked.since,
        tools=tools,
        temperature=body.temperature,
        max_output_tokens=body.max_output_tokens,
        answer_format=_as_completions_have_it(shaped),
        tokens=sum(map(tokens_of, (asked.instructions, [(t.name, t.description, t.parameters) for t in tools], since))),
    )
    return ProgramAsks(body.model, asked, told, user, conversation, is_stored=body.store is not False)


def _as_completions_have_it(shape: dict[str, Any] | None) -> dict[str, Any] | None:
    if shape is None or shape.get("type") != "json_schema":
        return shape
    return {"type": "json_schema", "json_schema": {name: told for name, told in shape.items() if name != "type"}}


def _sent(items: Sequence[InputItem]) -> list[SentByProgram]:
    return [_one_sent(item) for item in items]


def _one_sent(item: InputItem) -> SentByProgram:
    if item.type == "function_call":
        call = SentCall(id=item.call_id, function=CalledFunction(name=item.name, arguments=item.arguments))
        return SentByProgram(role="assistant", tool_calls=[call])
    if item.type == "function_call_output":
        return SentByProgram(role="tool", content=item.output, tool_call_id=item.call_id)
    if item.content is None or isinstance(item.content, str):
        return SentByProgram(role=item.role, content=item.content)
    return SentByProgram(role=item.role, content=[_part(part) for part in item.content])


def _part(part: InputPart) -> ContentPart:
    if part.type in ("input_text", "output_text"):
        return ContentPart(type="text", text=part.text)
    if part.type == "input_image" and part.image_url is not None:
        return ContentPart(type="image_url", image_url=ImageAddress(url=part.image_url))
    raise not_taken("input", "An input may hold text and images; nothing else is taken here.")


async def _named(request: Request, caller: Caller, response_id: str) -> tuple[UserId, TurnId]:
    """As whom it was asked, and its turn."""
    digits = response_id.removeprefix(_PREFIX)
    try:
        turn_id, person = TurnId(UUID(digits[:32])), UserId(UUID(digits[32:]))
    except ValueError:
        raise _unknown() from None
    if not await is_person_of(parts_of(request).db, caller.user_id, person):
        raise _unknown()
    return person, turn_id


def _unknown() -> NotFound:
    return NotFound("There is no such response.", code="response_not_found")


def _object(asked: ProgramTurn, status: str) -> dict[str, Any]:
    ids = asked.turn.ids
    return {
        **_frame(f"{_PREFIX}{ids.turn_id.hex}{ids.user_id.hex}", asked.asks.model, int(time.time()), status),
        "conversation": {"id": str(ids.chat_id)} if asked.is_kept else None,
        "store": asked.is_kept,
    }


def _frame(response_id: str, model: str, created_at: int, status: str) -> dict[str, Any]:
    return {
        "id": response_id,
        "object": "response",
        "created_at": created_at,
        "model": model,
        "status": status,
        "output": [],
        "usage": None,
        "error": None,
        "incomplete_details": None,
        "instructions": None,
        "metadata": {},
        "parallel_tool_calls": True,
        "temperature": None,
        "tool_choice": "auto",
        "tools": [],
        "top_p": None,
    }


def _answered(asked: ProgramTurn, heard: HeardAnswer) -> dict[str, Any]:
    output = [_message(asked, heard.text)] if heard.text or not heard.calls else []
    output += [_call(one) for one in heard.calls]
    return {**_object(asked, "completed"), "output": output, "usage": _usage(heard.ended), **_cut(heard.ended)}


def _cut(ended: HeardEnd) -> dict[str, Any]:
    if ended.reason != "length":
        return {}
    return {"status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}}


def _message(asked: ProgramTurn, text: str, status: str = "completed") -> dict[str, Any]:
    content = [_text(text)] if status == "completed" else []
    named = f"msg_{asked.turn.ids.answer_id.hex}"
    return {"id": named, "type": "message", "role": "assistant", "status": status, "content": content}


def _text(text: str) -> dict[str, Any]:
    return {"type": "output_text", "text": text, "annotations": []}


def _call(call: ToolCall, status: str = "completed") -> dict[str, Any]:
    return {
        "id": f"fc_{call.id}",
        "type": "function_call",
        "call_id": call.id,
        "name": call.name,
        "arguments": call.arguments if status == "completed" else "",
        "status": status,
    }


def _usage(ended: HeardEnd) -> dict[str, Any]:
    return {
        "input_tokens": ended.input_tokens,
        "input_tokens_details": {"cached_tokens": 0},
        "output_tokens": ended.output_tokens,
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": ended.input_tokens + ended.output_tokens,
    }


def _found(response_id: str, found: FoundAnswer) -> dict[str, Any]:
    status = {"running": "in_progress", "completed": "completed", "interrupted": "cancelled"}.get(
        found.status, "failed"
    )
    text = [{"id": f"msg_{found.answer_id.hex}", "type": "message", "role": "assistant", "status": "completed",
             "content": [_text(found.text)]}] if found.text else []  # fmt: skip
    error = {"code": "server_error", "message": found.error} if status == "failed" else None
    return {
        **_frame(response_id, found.model, int(found.created_at.timestamp()), status),
        "output": text,
        "error": error,
        "conversation": {"id": str(found.chat_id)},
    }


async def _events(asked: ProgramTurn, heard: AsyncGenerator[Heard, None]) -> AsyncGenerator[bytes, None]:
    numbers, outputs = count(), count()
    started = _object(asked, "in_progress")
    said: list[str] = []
    done: list[dict[str, Any]] = []
    message = _message(asked, "", "in_progress")
    place: dict[str, Any] = {}

    def event(kind: str, **told: Any) -> bytes:
        data = {"type": kind, "sequence_number": next(numbers), **told}
        return f"event: {kind}\n".encode() + b"data: " + orjson.dumps(data) + b"\n\n"

    def end_message() -> list[bytes]:
        if not place:
            return []
        text = "".join(said)
        done.append(_message(asked, text))
        whole = [
            event("response.output_text.done", **place, text=text, logprobs=[]),
            event("response.content_part.done", **place, part=_text(text)),
            event("response.output_item.done", output_index=place["output_index"], item=done[-1]),
        ]
        place.clear()
        return whole

    yield event("response.created", response=started)
    try:
        async with aclosing(heard):
            async for one in heard:
                match one:
                    case Words(text):
                        if not place:
                            place |= {"output_index": next(outputs), "content_index": 0, "item_id": message["id"]}
                            yield event("response.output_item.added", output_index=place["output_index"], item=message)
                            yield event("response.content_part.added", **place, part=_text(""))
                        said.append(text)
                        yield event("response.output_text.delta", **place, delta=text, logprobs=[])
                    case ToolCall():
                        for frame in end_message():
                            yield frame
                        for frame in _call_events(event, one, next(outputs)):
                            yield frame
                        done.append(_call(one))
                    case Waiting():
                        yield KEEP_ALIVE
                    case HeardEnd():
                        for frame in end_message():
                            yield frame
                        whole = {**_object(asked, "completed"), "output": done, "usage": _usage(one), **_cut(one)}
                        kind = "response.incomplete" if whole["status"] == "incomplete" else "response.completed"
                        yield event(kind, response=whole)
    except AnswerFailed as failed:
        error: Mapping[str, Any] = error_body(failed.code, failed.message, 503)["error"]
        told = {"code": "server_error", "message": error["message"]}
        yield event("response.failed", response={**started, "status": "failed", "error": told, "output": done})


def _call_events(event: Any, call: ToolCall, at: int) -> list[bytes]:
    named = {"output_index": at, "item_id": f"fc_{call.id}"}
    return [
        event("response.output_item.added", output_index=at, item=_call(call, "in_progress")),
        event("response.function_call_arguments.delta", **named, delta=call.arguments),
        event("response.function_call_arguments.done", **named, name=call.name, arguments=call.arguments),
        event("response.output_item.done", output_index=at, item=_call(call)),
    ]
