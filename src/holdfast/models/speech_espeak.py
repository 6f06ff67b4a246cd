"""A voice on this machine: eSpeak NG, in the sandbox.

It sounds like what it is, and speaks a hundred languages at once and for nothing.
"""

from __future__ import annotations

from pathlib import Path

from holdfast.core.sandbox.run import Sandbox
from holdfast.core.sandbox.types import ReaderRefused, SandboxFailed, SandboxLimits
from holdfast.models.failures import failed, sandbox_failed
from holdfast.models.local_kinds import VOICE_MODEL
from holdfast.models.speech import Sound
from holdfast.models.types import Failure

_READER = "holdfast.models.speech_espeak_reader"
_WORDS_A_MINUTE = 175
_LIMITS = SandboxLimits(seconds=30.0, cpu_seconds=25, memory_bytes=512 << 20, output_bytes=8_000_000)


class LocalVoice:
    name = f"local:{VOICE_MODEL}"

    def __init__(self, folder: Path, *, voice: str | None = None) -> None:
        self._folder = folder
        self._voice = voice
        self._sandbox = Sandbox([_READER], folder=folder)

    @property
    def is_here(self) -> bool:
        return (self._folder / "espeak-ng-data").is_dir()

    async def say(self, text: str, language: str | None, voice: str | None, speed: float = 1.0) -> Sound:
        if not self.is_here:
            raise failed(Failure.NOT_CONFIGURED, upstream="local voice missing")
        # Its plain "en" is the hardest of its Englishes to understand, for people and for our own ears.
        accent = None if language is None or language.lower() == "en" else language
        wanted = [name for name in (voice, accent, self._voice, "en-us") if name]
        order = {"voices": wanted, "words_a_minute": round(_WORDS_A_MINUTE * speed)}
        try:
            data = await self._sandbox.run(_READER, text.encode(), order, limits=_LIMITS)
        except ReaderRefused:
            raise failed(Failure.SERVER_ERROR, upstream="the voice said nothing") from None
        except SandboxFailed as error:
            raise sandbox_failed(error) from None
        return Sound("audio/mpeg", data)

    async def aclose(self) -> None:
        await self._sandbox.aclose()
