"""Waiting for something to be so, instead of for a while: a busy machine only takes longer."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

HANGS_SECONDS = 60.0
"""What takes so long has not been slow: it will never come."""


async def until(is_so: Callable[[], object], *, seconds: float = HANGS_SECONDS) -> None:
    """`is_so` tells by itself, or has to be awaited."""
    async with asyncio.timeout(seconds):
        while True:
            found = is_so()
            if await found if isinstance(found, Awaitable) else found:
                return
            await asyncio.sleep(0.02)
