"""What was said: the words, and the files that came along, looked up as the caller; or a recording, made into words.

A recording that nobody could hear just now is kept for a while under its message's id, so that the person need not say
it again. One that cannot be heard at all (damaged, too long, silent) is refused, and not kept. Of one that was heard
and then refused (an answer is still being written, too many words) the words are kept for as long: sent again under the
same id, it is neither heard nor paid for a second time.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime
from uuid import UUID

import orjson

from holdfast.chats.access import may_change, must_not_be_deleted
from holdfast.chats.attachments import check_attached
from holdfast.chats.recordings import NewSound, drop_recordings, find_recording, keep_recording
from holdfast.chats.types import DOCUMENT, Part, text_of
from holdfast.core.blobs import Blobs
from holdfast.core.db import RETRYABLE, Db
from holdfast.core.errors import AppError, Invalid, NotFound, Unsupported
from holdfast.core.ids import BlobId, DocumentId
from holdfast.core.log import get_logger
from holdfast.entitlements.types import QuotaExhausted
from holdfast.models.speech import Speech
from holdfast.models.tokens import count_tokens
from holdfast.turn import answers_store
from holdfast.turn.transcribe import HEAR_SECONDS, NotHeard, transcribe
from holdfast.turn.types import Transcription, TurnRequest, UserInput

UNHEARD = "audio/x-unheard"
HEARD = "audio/x-heard"
"""Words in the place of their recording."""
log = get_logger()


async def listen(db: Db, blobs: Blobs, speech: Speech, request: TurnRequest, now: datetime) -> UserInput:
    assert request.message is not None
    if request.message.sound:
        return await _hear(db, blobs, speech, request, now)
    user_input = hear_again(request.message.parts)
    if user_input.file_ids:
        await check_attached(db, request.user_id, user_input.file_ids)
    return user_input


def hear_again(parts: Sequence[Part]) -> UserInput:
    """A question that was stored before: its files were checked then, and one deleted since is simply not there."""
    text = text_of(parts)
    return UserInput(
        text,
        parts,
        [BlobId(UUID(part["blobId"])) for part in parts if part["type"] == "file"],
        count_tokens(text),
        [DocumentId(UUID(part["data"]["documentId"])) for part in parts if part["type"] == DOCUMENT],
    )


async def forget_recording(db: Db, request: TurnRequest) -> None:
    """Its words are stored: the recording itself is needed no more."""
    if request.message and request.message.sound:
        try:
            await drop_recordings(db, request.user_id, [_name(request), _name(request, HEARD)])
        except RETRYABLE as error:
            log.warning("recording_not_dropped", error=type(error).__name__)  # its time ends by itself


@asynccontextmanager
async def keeping_words(
    db: Db, blobs: Blobs, speech: Speech, request: TurnRequest, user_input: UserInput | None
) -> AsyncIterator[None]:
    """What was heard is kept where no turn comes of it."""
    try:
        yield
    except Exception:  # border: whatever the turn is refused with, its words were paid for
        if user_input and user_input.sound:
            await _keep_words(db, blobs, speech, request, user_input.text, user_input.sound)
        raise


async def _keep_words(
    db: Db, blobs: Blobs, speech: Speech, request: TurnRequest, text: str, sound: Transcription
) -> None:
    words = orjson.dumps({"text": text, "model": sound.model, "seconds": sound.seconds})
    name, user = _name(request, HEARD), request.user_id
    try:
        await drop_recordings(db, user, [name])
        kept = NewSound(name, HEARD, words)
        await keep_recording(db, blobs, user, kept, keep_seconds=speech.keep_seconds, access=None)
    except (AppError, *RETRYABLE) as error:
        log.warning("words_not_kept", error=type(error).__name__)


async def _heard_before(db: Db, blobs: Blobs, speech: Speech, request: TurnRequest) -> UserInput | None:
    """The words of a recording whose turn was refused."""
    kept = await find_recording(db, blobs, request.user_id, _name(request, HEARD), keep_seconds=speech.keep_seconds)
    if kept is None:
        return None
    words = orjson.loads(kept)
    sound = Transcription(words["model"], words["seconds"], 0.0)
    return replace(hear_again([{"type": "text", "text": words["text"]}]), sound=sound)


async def _hear(db: Db, blobs: Blobs, speech: Speech, request: TurnRequest, now: datetime) -> UserInput:
    known = await _asked_before(db, request)
    if known is not None:
        return hear_again(known)
    if words := await _heard_before(db, blobs, speech, request):
        return words
    data = await _sound(db, blobs, speech, request)
    started = time.monotonic()
    try:
        async with asyncio.timeout(HEAR_SECONDS):
            heard = await transcribe(db, speech, data, request.language, request.access, now)
    except (Invalid, Unsupported, QuotaExhausted):
        raise  # the same sound will not be heard, however often it is sent
    except Exception as error:  # noqa: BLE001 — border: what a person said is not lost because the ears failed
        log.warning("recording_not_heard", error=type(error).__name__, code=getattr(error, "code", None))
        raise await _not_heard(db, blobs, speech, request, data, error) from None
    sound = Transcription(speech.hearing.name, round(heard.seconds, 2), round((time.monotonic() - started) * 1000, 2))
    return replace(hear_again([{"type": "text", "text": heard.text}]), sound=sound)


async def _asked_before(db: Db, request: TurnRequest) -> Sequence[Part] | None:
    """The words of this very message, if it was heard before. Whose chat it is, is asked first: hearing is dear."""
    assert request.message is not None
    try:
        await may_change(db, request.user_id, request.chat_id)
    except NotFound:
        await must_not_be_deleted(db, request.user_id, request.chat_id)
        return None  # the chat begins with this message
    async with db.as_user(request.user_id) as tx:
        try:
            return (await answers_store.get_question(tx, request.user_id, request.chat_id, request.message.id))[0]
        except NotFound:
            return None


async def _sound(db: Db, blobs: Blobs, speech: Speech, request: TurnRequest) -> bytes:
    assert request.message is not None
    assert request.message.sound is not None
    if request.message.sound.data is not None:
        return request.message.sound.data
    kept = await find_recording(db, blobs, request.user_id, _name(request), keep_seconds=speech.keep_seconds)
    if kept is None:
        raise NotFound(
            "No recording is kept for this message; send it in a field named audio.", code="unknown_recording"
        )
    return kept


async def _not_heard(
    db: Db, blobs: Blobs, speech: Speech, request: TurnRequest, data: bytes, error: Exception
) -> NotHeard:
    assert request.message is not None
    wait = error.retry_after_seconds if isinstance(error, AppError) else None
    told = {"chatId": str(request.chat_id), "messageId": str(request.message.id)}
    try:
        if request.message.sound and request.message.sound.data is not None:
            await drop_recordings(db, request.user_id, [_name(request)])
            await keep_recording(
                db,
                blobs,
                request.user_id,
                NewSound(_name(request), UNHEARD, data),
                keep_seconds=speech.keep_seconds,
                access=request.access,
            )
    except AppError:
        return NotHeard(
            "The recording could not be heard just now, and not be kept either; send it again in a moment.",
            details={**told, "isKept": False}, retry_after_seconds=wait or 5,
        )  # fmt: skip
    return NotHeard(
        "The recording could not be heard just now, and is kept: send its chatId and messageId again, without audio.",
        details={**told, "isKept": True}, retry_after_seconds=wait or 5,
    )  # fmt: skip


def _name(request: TurnRequest, kind: str = UNHEARD) -> str:
    assert request.message is not None
    return f"{kind.removeprefix('audio/x-')} {request.chat_id} {request.message.id}"
