"""The last step, for whoever takes the whole answer: the stored text, spoken. The text stands whatever comes of it."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Sequence
from dataclasses import replace

from holdfast.chats.recordings import NewSound, keep_recording
from holdfast.core.ask_within import Missing
from holdfast.core.blobs import Blobs
from holdfast.core.db import Db, execute_with_retry
from holdfast.core.errors import DatabaseUnavailable
from holdfast.core.ids import BlobId
from holdfast.core.log import get_logger
from holdfast.core.metrics import SOURCES_MISSING
from holdfast.models.speech import Speech
from holdfast.personas.types import Persona
from holdfast.turn import store
from holdfast.turn.glassbox.types import SpokenTrace
from holdfast.turn.types import AcceptedTurn, Timings, TurnRequest

SPEAK_SECONDS = 30.0
MAX_CHARACTERS = 3_000
"""About three minutes; whoever wants more of it reads."""
_MAX_READ_CHARACTERS = 20_000
"""Characters beside code: more than is ever spoken of the longest answer."""
SPOKEN = "audio/mpeg"
AWAITED = SpokenTrace("awaited")
log = get_logger()

_CODE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_LINK = re.compile(r"!?\[([^\[\]]{0,200})\]\([^()\n]{0,1000}\)")
_ADDRESS = re.compile(r"https?://\S+")
_MARKS = re.compile(r"^[ \t]*(?:#{1,6} |> ?|[-*+] |\|)|[*_`~|]+|^-{3,}$", re.MULTILINE)


def will_speak(request: TurnRequest, persona: Persona) -> bool:
    is_spoken_to = bool(request.message and request.message.sound)
    match persona.settings.voice.speaks:
        case "always":
            return request.takes_sound
        case "when_spoken_to":
            return request.takes_sound and is_spoken_to
        case _:
            return False


async def speak(db: Db, blobs: Blobs, speech: Speech, turn: AcceptedTurn, text: str, timings: Timings) -> None:
    """Speak it, keep the sound, and note both in the trace; a voice that fails is noted there too."""
    if not is_to_be_spoken(turn, text):
        return
    started = time.monotonic()
    missing: list[Missing] = []
    try:
        async with asyncio.timeout(SPEAK_SECONDS):
            audio_id = await _spoken(db, blobs, speech, turn, text)
        told = SpokenTrace("spoken", speech.voice.name, audio_id)
    except Exception as error:  # noqa: BLE001 — border: the answer is stored and stands, with a voice or without
        log.warning("answer_not_spoken", error=type(error).__name__, code=getattr(error, "code", None))
        SOURCES_MISSING.labels("voice").inc()
        told = SpokenTrace("failed", speech.voice.name, reason=type(error).__name__)
        missing.append(Missing("voice", getattr(error, "code", type(error).__name__)))
    told = replace(told, ms=round((time.monotonic() - started) * 1000, 2))
    timings.mark("speak", time.monotonic())
    try:
        await execute_with_retry(lambda: _note(db, turn, told, missing, timings.marks["speak"]))
    except DatabaseUnavailable:
        log.warning("speech_not_noted")  # whoever waits for it is told after a while that there is no sound


async def _note(db: Db, turn: AcceptedTurn, told: SpokenTrace, missing: Sequence[Missing], ms: float) -> None:
    async with db.as_user(turn.ids.user_id) as tx:
        await store.note_speech(tx, turn.ids.user_id, turn.ids.turn_id, told, missing, ms)


def is_to_be_spoken(turn: AcceptedTurn, text: str) -> bool:
    return will_speak(turn.request, turn.persona) and bool(spoken_words(text))


async def _spoken(db: Db, blobs: Blobs, speech: Speech, turn: AcceptedTurn, text: str) -> BlobId:
    voice = turn.persona.settings.voice.name
    sound = await speech.voice.say(spoken_words(text), turn.request.language, voice)
    kept = NewSound(f"spoken {turn.ids.turn_id}.mp3", SPOKEN, sound.data)
    return await keep_recording(
        db, blobs, turn.ids.user_id, kept, keep_seconds=speech.keep_seconds, access=turn.request.access
    )


def spoken_words(text: str) -> str:
    """What one would read aloud of a text with marks in it: no code, no addresses, no stars; not too much of it."""
    plain = _CODE.sub(" ", text)[:_MAX_READ_CHARACTERS]
    plain = _ADDRESS.sub(" ", _LINK.sub(r"\1", plain))
    plain = re.sub(r"\n\s*\n", "\n", _MARKS.sub("", plain)).strip()
    if len(plain) > MAX_CHARACTERS:
        cut = plain[:MAX_CHARACTERS]
        end = max(cut.rfind(mark) for mark in ".!?\n")
        plain = cut[: end + 1] if end > 0 else cut
    return plain if any(character.isalnum() for character in plain) else ""
