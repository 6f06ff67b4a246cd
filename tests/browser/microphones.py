"""Browsers with a microphone: what is spoken into it is a file that our own voice has read."""

from __future__ import annotations

import random
import wave
from array import array
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from playwright.async_api import Page, async_playwright

from tests.browser.conftest import FLAGS, MOVING, another_browser, find_chromium
from tests.sounds import RATE, sentence


def pause(seconds: float) -> bytes:
    return bytes(2 * int(seconds * RATE))


def hush(seconds: float) -> bytes:
    """A quiet room: no sound of it is a tone."""
    chance = random.Random(7)
    return array("h", (int(chance.gauss(0, 25)) for _ in range(int(seconds * RATE)))).tobytes()


def record(folder: Path, *pieces: bytes | str) -> Path:
    """Sentences and pauses, as a microphone would give them."""
    spoken = b"".join(sentence(piece) if isinstance(piece, str) else piece for piece in pieces)
    file = folder / "microphone.wav"
    with wave.open(str(file), "wb") as recording:
        recording.setparams((1, 2, RATE, 0, "NONE", ""))
        recording.writeframes(spoken)
    return file


@asynccontextmanager
async def with_microphone(
    speech: Path | None, *, permits: bool = True, repeats: bool = False, how: Mapping[str, Any] | None = None
) -> AsyncIterator[Page]:
    """
    The file begins when the page opens the microphone, and is silent at its end; or `repeats`. None: nothing is plugged
    in.
    `permits`: the person has allowed it.
    """
    chromium = find_chromium(asks=not permits)
    flags: Sequence[str] = [*FLAGS, "--autoplay-policy=no-user-gesture-required"]
    if speech is not None:
        fake = [
            "--use-fake-device-for-media-stream",
            f"--use-file-for-fake-audio-capture={speech}{'' if repeats else '%noloop'}",
        ]
        flags = [*flags, *fake, *(["--use-fake-ui-for-media-stream"] if permits else [])]
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=list(flags))
        try:
            permissions = ["microphone"] if permits else []
            async with another_browser(browser, permissions=permissions, **{**MOVING, **(how or {})}) as page:
                yield page
        finally:
            await browser.close()
