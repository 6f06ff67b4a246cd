"""A recording made into words, and paid for by the second. What becomes of the words is the caller's matter."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import datetime

from holdfast.core.db import Db
from holdfast.core.errors import AppError, Invalid, NotSetUp, Unavailable, Unsupported
from holdfast.core.log import get_logger
from holdfast.entitlements.types import AccessContext, QuotaExhausted
from holdfast.models.speech import NothingSaid, Speech
from holdfast.models.types import Failure, ModelFailed
from holdfast.turn.spend_voice import spend_voice

HEAR_SECONDS = 60.0
log = get_logger()


class NotHeard(Unavailable):
    """The transcriber is away or failed; the same recording may be heard later."""

    code = "not_heard"


class NoHearing(NotSetUp):
    code = "no_hearing"


@dataclass(frozen=True, slots=True)
class HeardWords:
    text: str
    seconds: float
    """How long the recording is."""


async def transcribe(
    db: Db, speech: Speech, data: bytes, language: str | None, access: AccessContext | None, now: datetime
) -> HeardWords:
    recording = await speech.decoder.decode(data)
    utterances = await speech.gate.find(recording)
    if not utterances:
        raise NothingSaid
    async with spend_voice(db, access, recording.seconds, now):
        text = await speech.hearing.hear(recording, utterances, language)
        if not any(character.isalnum() for character in text):
            raise NothingSaid
    return HeardWords(text, recording.seconds)


async def transcribe_once(
    db: Db, speech: Speech, data: bytes, language: str | None, access: AccessContext, now: datetime
) -> HeardWords:
    """For whoever keeps the recording themselves, and sends it again where it was not heard."""
    try:
        async with asyncio.timeout(HEAR_SECONDS):
            return await transcribe(db, speech, data, language, access, now)
    except (Invalid, Unsupported, QuotaExhausted):
        raise  # the same sound will not be heard, however often it is sent
    except Exception as error:  # noqa: BLE001 — border: whatever failed in ears, the recording is worth another try
        log.warning("recording_not_heard", error=type(error).__name__, code=getattr(error, "code", None))
        raise _refusal(error) from None


def _refusal(error: Exception) -> AppError:
    if isinstance(error, ModelFailed) and error.failure is Failure.NOT_CONFIGURED:
        return NoHearing(
            "This installation cannot hear; an administrator can run `holdfast models fetch`, or name a transcriber "
            "with HOLDFAST_SPEECH_TRANSCRIBE_BASE_URL."
        )
    wait = error.retry_after_seconds if isinstance(error, AppError) else None
    return NotHeard(
        "The recording could not be heard just now; send it again in a moment.", retry_after_seconds=wait or 5
    )
