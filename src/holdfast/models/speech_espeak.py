"""A voice on this machine: eSpeak NG, in a process of its own for each answer.

It sounds like what it is, and speaks a hundred languages at once and for nothing.
"""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from holdfast.models.failures import failed
from holdfast.models.local_kinds import VOICE_MODEL
from holdfast.models.speech import Sound
from holdfast.models.speech_process import run_process
from holdfast.models.types import Failure

_SECONDS = 30.0
_MOST_BYTES = 8_000_000


class LocalVoice:
    name = f"local:{VOICE_MODEL}"

    def __init__(self, folder: Path, *, voice: str | None = None) -> None:
        self._folder = folder
        self._voice = voice
        self._turns = asyncio.Semaphore(2)

    async def say(self, text: str, language: str | None, voice: str | None) -> Sound:
        if not (self._folder / "espeak-ng-data").is_dir():
            raise failed(Failure.NOT_CONFIGURED, upstream="local voice missing")
        # Its plain "en" is the hardest of its Englishes to understand, for people and for our own ears.
        accent = None if language is None or language.lower() == "en" else language
        wanted = [name for name in (voice, accent, self._voice, "en-us") if name]
        order = json.dumps({"folder": str(self._folder), "text": text, "voices": wanted}).encode()
        async with self._turns:
            code, data = await run_process(
                "holdfast.models.speech_espeak_process", [], order, most_bytes=_MOST_BYTES, seconds=_SECONDS
            )
        if code != 0 or not data:
            raise failed(Failure.SERVER_ERROR, upstream=f"espeak process ended with {code}")
        return Sound("audio/mpeg", data)

    async def aclose(self) -> None:
        """There is nothing to close: a process lives for one answer."""
