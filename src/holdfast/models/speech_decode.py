"""Recordings into samples: m4a, webm, ogg, mp3 and wav, by their own bytes and never by the word of whoever sent them.

FFmpeg reads more formats than anyone should send, playlists that name other files among them, so the format is decided
here and named to it. It runs in the sandbox, with little memory and time (`speech_decode_reader`).
"""

from __future__ import annotations

from holdfast.core.errors import Invalid, Unsupported
from holdfast.core.sandbox.run import Sandbox
from holdfast.core.sandbox.types import Fault, ReaderRefused, SandboxFailed, SandboxLimits
from holdfast.models.failures import sandbox_failed
from holdfast.models.speech import BYTES_PER_SECOND, NothingSaid, Recording

MAX_BYTES = 20_000_000

_READER = "holdfast.models.speech_decode_reader"
_SECONDS, _CPU_SECONDS = 20.0, 15
_MEMORY_BYTES = 512 << 20
_MIN_SECONDS = 0.1
_ADTS_OR_MPEG = 0xE0


class Decoder:
    def __init__(self, longest_seconds: float) -> None:
        self._longest = longest_seconds
        self._sandbox = Sandbox([_READER])

    async def decode(self, data: bytes) -> Recording:
        kind = recognise(data)
        if kind is None:
            raise Unsupported("Recordings in m4a, webm, ogg, mp3 and wav can be heard; this is none of them.")
        recording = Recording(await self._samples(kind, data))
        if recording.seconds < _MIN_SECONDS:
            raise NothingSaid
        return recording

    async def _samples(self, kind: str, data: bytes) -> bytes:
        order = {"kind": kind, "longest_seconds": self._longest}
        most = int((self._longest + 1) * BYTES_PER_SECOND)
        limits = SandboxLimits(_SECONDS, _CPU_SECONDS, _MEMORY_BYTES, most)
        try:
            return await self._sandbox.run(_READER, data, order, limits=limits)
        except ReaderRefused as refused:
            raise self._too_long() if refused.word == "too_long" else _unreadable() from None
        except SandboxFailed as error:
            if error.fault in (Fault.CRASHED, Fault.TOO_MUCH_MEMORY, Fault.TOO_MUCH_OUTPUT):
                raise _unreadable() from None
            raise sandbox_failed(error) from None

    def _too_long(self) -> Invalid:
        return Invalid(
            f"A recording may last {self._longest:.0f} seconds; send it in pieces.",
            code="recording_too_long",
            details={"longestSeconds": self._longest},
        )

    async def aclose(self) -> None:
        await self._sandbox.aclose()


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
