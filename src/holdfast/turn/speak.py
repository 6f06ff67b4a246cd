"""The answer aloud. Without a voice there is nothing to do, and the text is the answer."""

from __future__ import annotations

from typing import Protocol


class Voice(Protocol):
    async def say(self, text: str) -> str:
        """The address under which its owner can hear it."""


async def speak(voice: Voice | None, text: str) -> str | None:
    return await voice.say(text) if voice and text else None
