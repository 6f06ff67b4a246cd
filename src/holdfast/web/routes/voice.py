"""Speech for itself, beside the turn: a recording into words, and words into sound.

Nothing of either is kept. Whoever talks mends the words before they are sent, so the recording stays with them until it
was heard; whoever listens asks for the next piece while one plays, and for none once they have heard enough.
"""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import Field
from starlette.responses import Response

from holdfast.core.errors import Invalid
from holdfast.core.throttle import Limit
from holdfast.models.speech_decode import MAX_BYTES
from holdfast.turn.say import MAX_CHARACTERS, SpokenWish, say
from holdfast.turn.speak import SPOKEN
from holdfast.turn.transcribe import transcribe_once
from holdfast.web.body import StrictRoute
from holdfast.web.deps import MayChat, accounts_of
from holdfast.web.errors import responses
from holdfast.web.forms import FILE, describe_form, open_form, read_fields, read_opened
from holdfast.web.places import places_of
from holdfast.web.shapes import LanguageTag, PersonaName, Text, WireModel
from holdfast.web.waited_for import while_waited_for
from holdfast.wiring import parts_of

router = APIRouter(prefix="/api/voice", tags=["voice"], route_class=StrictRoute)

_TOO_LARGE = f"A recording may have at most {MAX_BYTES // 1_000_000} MB."
_PIECES = Limit("spoken_pieces", 1_200, 3_600)
"""Of one person; somebody who listens for an hour without a pause hears some four hundred."""
_LANGUAGE = {"type": "string", "pattern": "^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$"}
_FORM = describe_form(
    {"audio": FILE, "language": _LANGUAGE},
    "audio",
    description="A recording: m4a, webm, ogg, mp3 or wav.",
    additionalProperties=False,
)
_SOUND: dict[int | str, dict[str, Any]] = {
    200: {"content": {SPOKEN: {"schema": {"type": "string", "format": "binary"}}}, "description": "The text, spoken"},
}


class TranscribeFields(WireModel):
    language: LanguageTag | None = None
    """What is spoken in it; absent: whatever the transcriber makes of it."""


class Transcript(WireModel):
    text: str
    seconds: float
    """How long the recording is; every second that was begun counts towards the month's voice minutes."""


class SpeakBody(WireModel):
    text: Annotated[Text, Field(min_length=1, max_length=MAX_CHARACTERS)]
    """A sentence or a few: what is spoken is what stands here, marks and all."""
    language: LanguageTag | None = None
    """Absent: told from the text."""
    persona_id: PersonaName | None = None
    """In this one's voice, where it has one."""
    speed: Annotated[float, Field(ge=0.5, le=2.0)] = 1.0


@router.post("/transcribe", openapi_extra=_FORM, responses=responses(400, 401, 403, 413, 415, 422, 429, 503))
async def transcribe_recording(request: Request, caller: MayChat) -> Transcript:
    """The words of a recording. Hanging up ends it, and costs nothing."""
    parts = parts_of(request)
    form = await open_form(request, "audio", most_bytes=MAX_BYTES, too_large=_TOO_LARGE)
    try:
        async with places_of(request).recording(caller.user_id):
            sent = await read_opened(form, "audio", most_bytes=MAX_BYTES, too_large=_TOO_LARGE)
            language = read_fields(sent, TranscribeFields).language
            if not sent.file:
                raise Invalid("Send the recording in a field named audio.", code="no_recording")
            # Asked now that it is here: whoever sends slowly does not keep the rights they had at the first byte.
            access = await parts.entitlements.access(caller.user_id)
            pipeline = parts.pipeline
            heard = await while_waited_for(
                request,
                transcribe_once(parts.db, pipeline.speech, sent.file, language, access, pipeline.clock()),
            )
    finally:
        await form.close()
    return Transcript(text=heard.text, seconds=round(heard.seconds, 2))


@router.post(
    "/speak", response_class=Response, responses={**_SOUND, **responses(400, 401, 403, 404, 413, 422, 429, 503)}
)
async def speak_piece(request: Request, caller: MayChat, body: SpeakBody) -> Response:
    """A piece of text as an MP3, for whoever has a page to read aloud."""
    parts = parts_of(request)
    await accounts_of(request).throttle.take(_PIECES, str(caller.user_id))
    async with places_of(request).pieces_of.of(caller.user_id):
        persona = await parts.pipeline.persona_of(caller.user_id, body.persona_id) if body.persona_id else None
        wish = SpokenWish(body.text, body.language, persona, body.speed)
        sound = await while_waited_for(request, say(parts.pipeline.speech, wish))
    return Response(sound.data, media_type=sound.media_type)
