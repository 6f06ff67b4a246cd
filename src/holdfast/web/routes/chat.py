"""The turn over HTTP: send a message or a recording, follow its answer, come back to it, stop it."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator
from dataclasses import replace
from typing import Annotated, Any, Literal, Self

from fastapi import APIRouter, Header, Query, Request
from pydantic import Field, model_validator
from starlette.datastructures import FormData
from starlette.responses import JSONResponse, Response
from starlette.routing import Match
from starlette.types import Scope

from holdfast.accounts.key_options import must_reach
from holdfast.accounts.types import Caller
from holdfast.chats.access import may_change, may_follow
from holdfast.core.errors import Invalid
from holdfast.core.ids import BlobId, ChatId, DocumentId, MessageId, StreamId, TurnId, new_id
from holdfast.models.speech_decode import MAX_BYTES
from holdfast.stream.follow import follow
from holdfast.turn.glassbox.debug import as_json, with_debug
from holdfast.turn.glassbox.views import DebugView
from holdfast.turn.recovery.answer import Answer, read_answer
from holdfast.turn.recovery.recover import RecoveredStream, find_resumed, follow_turn, recover, stop_chat
from holdfast.turn.types import AcceptedTurn, DebugCapture, SentSound, TurnRequest, UserMessage
from holdfast.web.body import StrictRoute
from holdfast.web.deps import Access, MayChat, MayReadChats
from holdfast.web.errors import responses
from holdfast.web.forms import open_form, read_fields, read_opened
from holdfast.web.places import places_of
from holdfast.web.readers import EventStream, while_welcome
from holdfast.web.shapes import LanguageTag, PersonaName, Text, WireModel
from holdfast.wiring import parts_of

router = APIRouter(prefix="/api/chat", tags=["chat"], route_class=StrictRoute)


_TOO_LARGE = f"A recording may have at most {MAX_BYTES // 1_000_000} MB."
_FORM: dict[str, Any] = {
    "requestBody": {
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "description": "A recording (m4a, webm, ogg, mp3 or wav) instead of words. Without `audio`, the "
                    "recording of this chatId and messageId that is kept because it could not be heard.",
                    "additionalProperties": False,
                    "properties": {
                        "audio": {"type": "string", "format": "binary"},
                        "personaId": {"type": "string"},
                        "language": {"type": "string", "pattern": "^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$"},
                        "chatId": {"type": "string", "format": "uuid"},
                        "messageId": {"type": "string", "format": "uuid"},
                    },
                }
            }
        }
    }
}


class TextPart(WireModel):
    type: Literal["text"]
    text: Annotated[Text, Field(max_length=1_000_000)]


class FilePart(WireModel):
    """A file by the id its upload was given; never by an address the browser names."""

    type: Literal["file"]
    blob_id: BlobId
    media_type: Annotated[Text, Field(max_length=200)] | None = None
    filename: Annotated[Text, Field(max_length=300)] | None = None


class BroughtDocument(WireModel):
    document_id: DocumentId
    filename: Annotated[Text, Field(max_length=300)] | None = None
    media_type: Annotated[Text, Field(max_length=200)] | None = None


class DocumentPart(WireModel):
    """A document that was uploaded for the target `chat`: the message takes it along into its chat."""

    type: Literal["data-document"]
    data: BroughtDocument


class SentMessage(WireModel):
    id: MessageId
    role: Literal["user"]
    parts: Annotated[
        list[Annotated[TextPart | FilePart | DocumentPart, Field(discriminator="type")]],
        Field(min_length=1, max_length=50),
    ]

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if not any(not isinstance(part, TextPart) or part.text.strip() for part in self.parts):
            raise ValueError("a message needs words or a file")
        return self


class ChatBody(WireModel):
    id: ChatId
    message: SentMessage | None = None
    selected_persona_id: PersonaName | None = None
    selected_profile_id: Annotated[Text, Field(max_length=100)] | None = None
    selected_model: Annotated[Text, Field(max_length=200)] | None = None
    selected_length: Literal["shorter", "longer"] | None = None
    """Beside the answer that was given before."""
    without_memory: bool = False
    """Of what is remembered nothing is looked up for this answer; the chat itself is read as ever."""
    selected_visibility: Literal["private", "public"] = "private"
    selected_memory: Literal["on", "temporary"] = "on"
    """Of a chat that begins with this message; `temporary`: nothing of it is remembered, and nothing known is told."""
    selected_research_mode: Literal["off", "nexus"] = "off"
    composer_document_id: DocumentId | None = None
    trigger: Literal["submit-message", "regenerate-message", "continue-message"] = "submit-message"
    message_id: MessageId | None = None
    """With `submit-message`, the message this one replaces; with `regenerate-message`, the answer to write again; with
    `continue-message`, the answer that was cut short and goes on: it stays one message, told from its first word."""

    @model_validator(mode="after")
    def _asks_something(self) -> Self:
        if self.message is None and self.trigger == "submit-message":
            raise ValueError("submit-message needs a message")
        return self


class SpokenBody(WireModel):
    """The fields beside the recording; without `audio`, the one that is kept from an earlier try is meant."""

    persona_id: PersonaName | None = None
    language: LanguageTag | None = None
    chat_id: ChatId | None = None
    message_id: MessageId | None = None


class Timing(WireModel):
    stt: float | None
    context: float | None
    llm: float | None
    tts: float | None
    total: float | None


class JsonAnswer(WireModel):
    chat_id: ChatId
    turn_id: TurnId
    message_id: MessageId
    transcript: str
    response: str
    audio_url: str | None
    """Its owner's only, and only for a while (a day, unless the operator chose otherwise)."""
    timing: Timing
    status: Literal["completed", "errored", "interrupted"]
    error: str | None = None
    audio_error: str | None = None
    """The answer was to be spoken and could not be; its text is whole."""
    debug: DebugView | None = None
    """Only with `x-debug-context: 1` or `x-debug-prompt: 1`, and only where the installation allows it."""


class Stopped(WireModel):
    stopped: bool


class SpokenRoute(StrictRoute):
    """Beside the route for JSON, at the same address: takes what comes as a form."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        kinds = [value for name, value in scope.get("headers", ()) if name == b"content-type"]
        if not any(kind.lower().startswith(b"multipart/form-data") for kind in kinds):
            return Match.NONE, {}
        return super().matches(scope)


async def send_recording(request: Request, caller: MayChat) -> Response:
    """`audio`, `personaId`, `language`, `chatId`, `messageId`: heard, answered, spoken; always the JSON."""
    parts = parts_of(request)
    started = time.monotonic()
    form = await open_form(request, "audio", most_bytes=MAX_BYTES, too_large=_TOO_LARGE)
    try:
        # From here on it is in memory, until it is heard; until then it lies on disk, however long the line is.
        async with places_of(request).recording(caller.user_id):
            spoken = await _spoken_request(form, caller)
            _must_reach(caller, spoken.persona_id, None, None)
            # Asked now that it is here: whoever sends slowly does not keep the rights they had at the first byte.
            access = await parts.entitlements.access(caller.user_id)
            turn = await parts.pipeline.accept(replace(spoken, debug_capture=_watched(request), access=access))
    finally:
        await form.close()
    answer = await read_answer(parts.db, parts.streams, turn)
    return JSONResponse(_json_answer(turn, answer, started))


# Before the other, which takes whatever comes to this address.
router.routes.append(
    SpokenRoute("/api/chat", send_recording, methods=["POST"], include_in_schema=False, response_model=None)
)


@router.post(
    "",
    response_model=JsonAnswer,
    openapi_extra=_FORM,
    responses={
        200: {
            "content": {"text/event-stream": {"schema": {"type": "string"}}},
            "description": "The AI SDK's UI message stream, or JSON when asked for",
        },
        **responses(400, 401, 403, 404, 409, 413, 415, 422, 429, 503),
    },
)
async def send_message(
    request: Request,
    caller: MayChat,
    access: Access,
    body: ChatBody,
    accept: Annotated[str, Header()] = "text/event-stream",
) -> Response:
    parts = parts_of(request)
    _must_reach(caller, body.selected_persona_id, body.selected_profile_id, body.selected_model)
    asked = replace(
        _request(caller, body), takes_sound=_wants_json(accept), debug_capture=_watched(request), access=access
    )
    started = time.monotonic()
    turn = await parts.pipeline.accept(asked)
    if _wants_json(accept):
        answer = await read_answer(parts.db, parts.streams, turn)
        return JSONResponse(_json_answer(turn, answer, started))
    frames = follow_turn(parts.db, parts.streams, turn)
    if asked.debug_capture and not turn.is_repeat:
        frames = with_debug(frames, asked.debug_capture)
    return _event_stream(while_welcome(request, turn.ids.chat_id, frames), turn.ids.turn_id, turn.ids.stream_id)


@router.get(
    "",
    response_model=RecoveredStream,
    responses={204: {"description": "No answer is being written"}, **responses(401, 403, 404, 422, 429, 503)},
)
async def recover_stream(
    request: Request,
    caller: MayReadChats,
    chat_id: Annotated[ChatId, Query(alias="chatId")],
    from_seq: Annotated[int, Query(alias="fromSeq", ge=0, le=2**31 - 1)] = 0,
) -> RecoveredStream | Response:
    parts = parts_of(request)
    owner = await may_follow(parts.db, caller.user_id, chat_id)
    if owner is None:
        return Response(status_code=204)
    is_owner = owner == caller.user_id
    found = await recover(parts.db, parts.streams, owner, chat_id, from_seq, is_owner=is_owner)
    return found or Response(status_code=204)


@router.get(
    "/{chat_id}/stream",
    response_class=Response,
    responses={
        200: {
            "content": {"text/event-stream": {"schema": {"type": "string"}}},
            "description": "The running answer, from its start or after Last-Event-ID",
        },
        204: {"description": "No answer is being written"},
        **responses(401, 403, 404, 422, 429, 503),
    },
)
async def resume_stream(
    request: Request,
    chat_id: ChatId,
    caller: MayReadChats,
    stream_id: Annotated[StreamId | None, Query(alias="streamId")] = None,
    last_event_id: Annotated[str | None, Header(max_length=20)] = None,
) -> Response:
    """`streamId` (as `x-holdfast-stream-id` told it) goes on with that very answer, and with no later one."""
    parts = parts_of(request)
    owner = await may_follow(parts.db, caller.user_id, chat_id)
    if owner is None:
        return Response(status_code=204)
    is_seq = last_event_id is not None and last_event_id.isdecimal() and len(last_event_id) < 10
    last_seq = int(last_event_id) if last_event_id and is_seq else None
    stream = await find_resumed(parts.db, owner, chat_id, stream_id=stream_id, last_seq=last_seq)
    if stream is None:
        return Response(status_code=204)
    from_seq = 0 if last_seq is None else last_seq + 1
    frames = follow(parts.db, parts.streams, owner, stream.id, from_seq, is_owner=owner == caller.user_id)
    return _event_stream(while_welcome(request, chat_id, frames), stream.turn_id, stream.id)


@router.post("/{chat_id}/stop", response_model=Stopped, responses=responses(401, 403, 404, 422, 429, 503))
async def stop_answer(request: Request, chat_id: ChatId, caller: MayChat) -> Stopped:
    parts = parts_of(request)
    await may_change(parts.db, caller.user_id, chat_id)
    return Stopped(stopped=await stop_chat(parts.db, parts.streams, caller.user_id, chat_id))


def _must_reach(caller: Caller, persona_id: str | None, profile_id: str | None, model: str | None) -> None:
    """A key that is bound to models names whom it asks: the chat itself may be with another."""
    if caller.models is not None:
        persona = persona_id or "a persona that is not named"
        must_reach(caller, f"{persona}/{profile_id}" if profile_id else persona, *([model] if model else ()))


def _request(caller: Caller, body: ChatBody) -> TurnRequest:
    message = None
    is_again = body.trigger != "submit-message"
    if body.message and not is_again:
        sent = [part.model_dump(mode="json", by_alias=True, exclude_none=True) for part in body.message.parts]
        message = UserMessage(body.message.id, sent)
    return TurnRequest(
        user_id=caller.user_id,
        key_id=caller.key_id,
        chat_id=body.id,
        message=message,
        trigger=body.trigger,
        about_message_id=body.message_id,
        question_id=body.message.id if body.message and is_again else None,
        persona_id=body.selected_persona_id,
        model_name=body.selected_model,
        length=body.selected_length,
        uses_memory=not body.without_memory,
        visibility=body.selected_visibility,
        chat_memory=body.selected_memory,
        research_mode=body.selected_research_mode,
        profile_id=body.selected_profile_id,
        composer_document_id=body.composer_document_id,
    )


async def _spoken_request(sent: FormData, caller: Caller) -> TurnRequest:
    form = await read_opened(sent, "audio", most_bytes=MAX_BYTES, too_large=_TOO_LARGE)
    body = read_fields(form, SpokenBody)
    if not form.file and (body.chat_id is None or body.message_id is None):
        raise Invalid(
            "Send the recording in a field named audio, or the chatId and messageId of one that is kept.",
            code="no_recording",
        )
    message = UserMessage(MessageId(body.message_id or new_id()), (), SentSound(form.file or None))
    return TurnRequest(
        user_id=caller.user_id,
        key_id=caller.key_id,
        chat_id=ChatId(body.chat_id or new_id()),
        message=message,
        persona_id=body.persona_id,
        language=body.language,
        takes_sound=True,
    )


def _watched(request: Request) -> DebugCapture | None:
    """Only where the installation allows it; elsewhere the headers mean nothing."""
    if not parts_of(request).settings.features.context_debug:
        return None
    if request.headers.get("x-debug-prompt") == "1":
        return DebugCapture("prompt")
    return DebugCapture("context") if request.headers.get("x-debug-context") == "1" else None


def _wants_json(accept: str) -> bool:
    named = accept.lower()  # kinds of content are the same in any case
    return "application/json" in named and "text/event-stream" not in named


def _event_stream(frames: AsyncGenerator[bytes, None], turn_id: TurnId, stream_id: StreamId) -> EventStream:
    return EventStream(frames, {"x-holdfast-turn-id": str(turn_id), "x-holdfast-stream-id": str(stream_id)})


def _debug(capture: DebugCapture) -> dict[str, Any] | None:
    return as_json(capture.seen) if capture.seen else None


def _json_answer(turn: AcceptedTurn, answer: Answer, started: float) -> dict[str, Any]:
    return {
        "chatId": str(turn.ids.chat_id),
        "turnId": str(turn.ids.turn_id),
        "messageId": str(turn.ids.answer_id),
        "transcript": turn.user_input.text,
        "response": answer.text,
        "audioUrl": f"/api/audio/{answer.audio_id}" if answer.audio_id else None,
        "timing": {**answer.timing, "total": round((time.monotonic() - started) * 1000, 2)},
        "status": answer.status,
        "error": answer.error,
        "audioError": answer.audio_error,
        **({"debug": _debug(turn.request.debug_capture)} if turn.request.debug_capture else {}),
    }
