"""Ears and voices elsewhere: whatever speaks OpenAI's `/audio/transcriptions` and `/audio/speech` (LemonFox, Whisper
servers, OpenAI itself), and ElevenLabs.

Whatever goes wrong on the way becomes a `ModelFailed` that holds no upstream text.
"""

from __future__ import annotations

import io
import wave
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

import httpx2
import orjson

from holdfast.core.http import operator_client
from holdfast.models.failures import failed, failed_with_status
from holdfast.models.speech import SAMPLE_RATE, Recording, Sound, SpeechSegment
from holdfast.models.speech_decode import recognise
from holdfast.models.types import Failure

_MAX_WORDS_BYTES = 1_000_000
_MAX_SOUND_BYTES = 20_000_000
_ELEVENLABS_SLOWEST, _ELEVENLABS_FASTEST = 0.7, 1.2
"""It takes no other speed."""
_TIMEOUT = httpx2.Timeout(60.0, connect=10.0)


class _Elsewhere:
    def __init__(self, base_url: str, headers: Mapping[str, str]) -> None:
        given = {"accept-encoding": "identity", **{name: value for name, value in headers.items() if value}}
        self._client = operator_client(base_url=base_url.rstrip("/") + "/", headers=given, timeout=_TIMEOUT)

    async def post(self, path: str, *, most_bytes: int, **sent: Any) -> bytes:
        try:
            async with self._client.stream("POST", path, **sent) as response:
                if response.status_code != 200:
                    raise failed_with_status(response.status_code, response.headers.get("retry-after"))
                body = bytearray()
                async for piece in response.aiter_raw():
                    body += piece
                    if len(body) > most_bytes:
                        raise failed(Failure.MALFORMED, upstream="too much output")
                return bytes(body)
        except httpx2.TimeoutException as error:
            raise failed(Failure.SLOW_FIRST_BYTE, upstream=type(error).__name__) from None
        except (httpx2.HTTPError, httpx2.InvalidURL, OSError) as error:
            raise failed(Failure.UNREACHABLE, upstream=type(error).__name__) from None

    async def aclose(self) -> None:
        await self._client.aclose()


def _bearer(api_key: str | None) -> Mapping[str, str]:
    return {"authorization": f"Bearer {api_key}"} if api_key else {}


class RemoteHearing:
    def __init__(self, base_url: str, api_key: str | None, model: str) -> None:
        self._there = _Elsewhere(base_url, _bearer(api_key))
        self._model = model
        self.name = f"remote:{model}"

    @property
    def languages(self) -> None:
        return None

    async def hear(self, recording: Recording, segments: Sequence[SpeechSegment], language: str | None) -> str:
        fields = {"model": self._model, "response_format": "json", **({"language": language} if language else {})}
        file = {"file": ("recording.wav", _as_wav(recording, segments), "audio/wav")}
        body = await self._there.post("audio/transcriptions", most_bytes=_MAX_WORDS_BYTES, data=fields, files=file)
        try:
            text = orjson.loads(body)["text"]
        except (orjson.JSONDecodeError, KeyError, TypeError):
            text = None
        if not isinstance(text, str):
            raise failed(Failure.MALFORMED, upstream="malformed transcription")
        return text.replace("\0", "").strip()

    async def aclose(self) -> None:
        await self._there.aclose()


def _as_wav(recording: Recording, segments: Sequence[SpeechSegment]) -> bytes:
    """From the first word to the last: what is not there cannot be taken for words."""
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(SAMPLE_RATE)
        file.writeframes(recording.pcm[segments[0].start * 2 : segments[-1].end * 2])
    return out.getvalue()


class OpenAIVoice:
    is_here = True

    def __init__(self, base_url: str, api_key: str | None, model: str, voice: str) -> None:
        self._there = _Elsewhere(base_url, _bearer(api_key))
        self._model, self._voice = model, voice
        self.name = f"remote:{model}"

    async def say(self, text: str, language: str | None, voice: str | None, speed: float = 1.0) -> Sound:
        who = {"model": self._model, "voice": voice or self._voice}
        asked: dict[str, Any] = {**who, "input": text, "response_format": "mp3"}
        if speed != 1.0:
            asked["speed"] = speed
        return _mp3(await self._there.post("audio/speech", most_bytes=_MAX_SOUND_BYTES, json=asked))

    async def aclose(self) -> None:
        await self._there.aclose()


class ElevenLabsVoice:
    is_here = True

    def __init__(self, base_url: str, api_key: str | None, model: str, voice: str) -> None:
        self._there = _Elsewhere(base_url, {"xi-api-key": api_key or ""})
        self._model, self._voice = model, voice
        self.name = f"elevenlabs:{model}"

    async def say(self, text: str, language: str | None, voice: str | None, speed: float = 1.0) -> Sound:
        path = f"text-to-speech/{quote(voice or self._voice, safe='')}"
        wanted = {"output_format": "mp3_44100_64"}
        asked: dict[str, Any] = {"text": text, "model_id": self._model}
        if speed != 1.0:
            asked["voice_settings"] = {"speed": min(max(speed, _ELEVENLABS_SLOWEST), _ELEVENLABS_FASTEST)}
        return _mp3(await self._there.post(path, most_bytes=_MAX_SOUND_BYTES, params=wanted, json=asked))

    async def aclose(self) -> None:
        await self._there.aclose()


def _mp3(body: bytes) -> Sound:
    """An error page with a good status is no sound."""
    if recognise(body) != "mp3":
        raise failed(Failure.MALFORMED, upstream="not an mp3")
    return Sound("audio/mpeg", body)
