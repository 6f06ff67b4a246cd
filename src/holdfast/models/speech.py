"""Sound in, sound out: what goes into ears and voices and what comes out, the same for every provider.

Whatever people send is decoded first (`speech_decode`), then searched for speech (`speech_segments`), and only what
holds some is given to a `Hearing`: every transcriber makes words of silence if one lets it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from holdfast.core.errors import Invalid

SAMPLE_RATE = 16_000
BYTES_PER_SECOND = SAMPLE_RATE * 2


class NothingSaid(Invalid):
    """The recording can be read, and nobody speaks in it."""

    code = "nothing_said"

    def __init__(self) -> None:
        super().__init__("No speech was found in the recording; check the microphone and say it again.")


@dataclass(frozen=True, slots=True)
class Recording:
    """What was recorded, as every hearing takes it: 16 kHz, one channel, 16 bits."""

    pcm: bytes

    @property
    def seconds(self) -> float:
        return len(self.pcm) / BYTES_PER_SECOND


@dataclass(frozen=True, slots=True)
class SpeechSegment:
    """A part of a recording in which somebody speaks, in samples."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Sound:
    """Something spoken, ready to be played."""

    media_type: str
    data: bytes


class Hearing(Protocol):
    """Speech to text. Raises `ModelFailed`, or `Invalid` for what it cannot hear at all."""

    @property
    def name(self) -> str:
        """`provider:model`, as it stands in traces."""

    @property
    def languages(self) -> Sequence[str] | None:
        """Codes of those it hears; None: any. Nothing where its model is not on this machine."""

    async def hear(self, recording: Recording, segments: Sequence[SpeechSegment], language: str | None) -> str: ...

    async def aclose(self) -> None: ...


class Voice(Protocol):
    """Text to speech. Raises `ModelFailed`."""

    @property
    def name(self) -> str: ...

    @property
    def is_here(self) -> bool:
        """False where its model is not on this machine."""

    async def say(self, text: str, language: str | None, voice: str | None, speed: float = 1.0) -> Sound:
        """`voice`: one of the provider's own, instead of the installation's. `speed`: beside its usual one."""

    async def aclose(self) -> None: ...


class Decodes(Protocol):
    async def decode(self, data: bytes) -> Recording:
        """`Unsupported` for what is no recording, `Invalid` for one that is damaged or too long, `ModelFailed` for
        a decoder that had too little time."""

    async def aclose(self) -> None: ...


class SpeechDetector(Protocol):
    async def find(self, recording: Recording) -> Sequence[SpeechSegment]:
        """Where somebody speaks; nothing for silence and noise."""


@dataclass(frozen=True, slots=True)
class Speech:
    """What an installation hears and speaks with, and its limits."""

    decoder: Decodes
    gate: SpeechDetector
    hearing: Hearing
    voice: Voice
    keep_seconds: float
    """How long spoken answers can be fetched, and recordings that were not understood are kept."""

    async def aclose(self) -> None:
        await self.decoder.aclose()
        await self.hearing.aclose()
        await self.voice.aclose()
