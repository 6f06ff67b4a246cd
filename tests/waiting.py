"""Waiting for something to be so, instead of for a while: a busy machine only takes longer.

The only places where a test may sleep (`architecture/test_house.py` looks): here, and where a slow part is simulated.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

HANGS_SECONDS = 60.0
"""What takes so long has not been slow: it will never come."""
_LOOKS_EVERY_SECONDS = 0.02


async def until(is_so: Callable[[], object], *, seconds: float = HANGS_SECONDS) -> Any:
    """`is_so` tells by itself, or has to be awaited; what it found is returned."""
    async with asyncio.timeout(seconds):
        while True:
            found = is_so()
            found = await found if isinstance(found, Awaitable) else found
            if found:
                return found
            await asyncio.sleep(_LOOKS_EVERY_SECONDS)


def wait_until(is_so: Callable[[], object], *, seconds: float = HANGS_SECONDS) -> Any:
    """The same, where nothing else has to go on in this process."""
    ends_at = time.monotonic() + seconds
    while not (found := is_so()):
        if time.monotonic() > ends_at:
            raise TimeoutError
        time.sleep(_LOOKS_EVERY_SECONDS)
    return found


async def never() -> None:
    """A part that does not answer."""
    await asyncio.Event().wait()


async def takes(seconds: float) -> None:
    """A part that is simulated takes so long, or the words of an answer come so far apart. Nothing may rest on it."""
    await asyncio.sleep(seconds)


async def a_moment(dice: Random, most_seconds: float, least_seconds: float = 0) -> None:
    """Until a fault comes: at any moment, which is what is tested."""
    await asyncio.sleep(dice.uniform(least_seconds, most_seconds))
