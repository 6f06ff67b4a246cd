"""Recordings into samples: m4a, webm, ogg, mp3 and wav, by their own bytes and never by the word of whoever sent them.

FFmpeg reads more formats than anyone should send, playlists that name other files among them, so the format is decided
here and named to it. It runs in a process of its own with little memory and time (`speech_decode_process`).
"""

from __future__ import annotations

import asyncio

from holdfast.core.errors import Invalid, Unsupported
from holdfast.models.speech import BYTES_PER_SECOND, NothingSaid, Recording
from holdfast.models.speech_process import run_process

MOST_BYTES = 20_000_000
TOO_LONG = 4
"""The exit code by which the process says so."""

_SECONDS = 20.0
_SHORTEST_SECONDS = 0.1
_ADTS_OR_MPEG = 0xE0


class Decoder:
    def __init__(self, longest_seconds: float) -> None:
        self._longest = longest_seconds
        self._turns = asyncio.Semaphore(2)

    async def decode(self, data: bytes) -> Recording:
        kind = recognise(data)
        if kind is None:
            raise Unsupported("Recordings in m4a, webm, ogg, mp3 and wav can be heard; this is none of them.")
        recording = Recording(await self._samples(kind, data))
        if recording.seconds < _SHORTEST_SECONDS:
            raise NothingSaid
        return recording

    async def _samples(self, kind: str, data: bytes) -> bytes:
        module, arguments = "holdfast.models.speech_decode_process", [kind, str(self._longest)]
        most = int((self._longest + 1) * BYTES_PER_SECOND)
        async with self._turns:
            code, samples = await run_process(module, arguments, data, most_bytes=most, seconds=_SECONDS)
        if code == TOO_LONG:
            raise Invalid(
                f"A recording may last {self._longest:.0f} seconds; send it in pieces.",
                code="recording_too_long",
                details={"longestSeconds": self._longest},
            )
        if code != 0:
            raise _unreadable()
        return samples


def recognise(data: bytes) -> str | None:
    """FFmpeg's name for the format, or None for what is none of ours."""
    head = data[:12]
    if head[4:8] == b"ftyp":
        return "mov"
    if head.startswith(b"\x1a\x45\xdf\xa3"):
        return "matroska"
    if head.startswith(b"OggS"):
        return "ogg"
    if head[:4] == b"RIFF" and head[8:12] == b"WAVE":
        return "wav"
    if head.startswith(b"ID3") or (len(head) > 1 and head[0] == 0xFF and head[1] & _ADTS_OR_MPEG == _ADTS_OR_MPEG):
        return "mp3"
    return None


def _unreadable() -> Invalid:
    return Invalid("The recording is damaged and cannot be read; record it again.", code="recording_unreadable")
