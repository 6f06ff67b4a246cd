"""A piece of text, spoken at once and kept nowhere: how a page reads aloud, sentence by sentence."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from holdfast.core.errors import AppError, Invalid, NotSetUp, Unavailable
from holdfast.core.language.which import languages_of
from holdfast.core.language.words import words_of
from holdfast.core.log import get_logger
from holdfast.models.speech import Sound, Speech
from holdfast.models.types import Failure, ModelFailed
from holdfast.personas.types import Persona

MAX_CHARACTERS = 1_000
_SECONDS = 30.0
log = get_logger()


@dataclass(frozen=True, slots=True)
class SpokenWish:
    text: str
    language: str | None = None
    """None: the one the text is written in, as far as that can be told."""
    persona: Persona | None = None
    """In whose voice; None: the installation's."""
    speed: float = 1.0


class NotSpoken(Unavailable):
    """The voice is away or failed; the text is there to be read."""

    code = "not_spoken"


class NoVoice(NotSetUp):
    code = "no_voice"


async def say(speech: Speech, wish: SpokenWish) -> Sound:
    if not any(character.isalnum() for character in wish.text):
        raise Invalid("There is no word in this text to be spoken.", code="nothing_to_say")
    voice = wish.persona.settings.voice.name if wish.persona else None
    language = wish.language or languages_of(words_of(wish.text))[0]
    try:
        async with asyncio.timeout(_SECONDS):
            return await speech.voice.say(wish.text, language, voice, wish.speed)
    except Exception as error:  # noqa: BLE001 — border: whatever failed in a voice, the text can still be read
        log.warning("piece_not_spoken", error=type(error).__name__, code=getattr(error, "code", None))
        raise _refusal(error) from None


def _refusal(error: Exception) -> AppError:
    if isinstance(error, ModelFailed) and error.failure is Failure.NOT_CONFIGURED:
        return NoVoice(
            "This installation has no voice; an administrator can run `holdfast models fetch`, or name one with "
            "HOLDFAST_SPEECH_VOICE_PROVIDER."
        )
    wait = error.retry_after_seconds if isinstance(error, AppError) else None
    return NotSpoken("This could not be spoken just now; try again in a moment.", retry_after_seconds=wait)
