"""What is noted in passing is written a little later, with what came meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

_GATHER_SECONDS = 2.0


async def write_what_gathers(is_wanted: asyncio.Event, write: Callable[[], Awaitable[None]]) -> None:
    """Until cancelled. `write` clears `is_wanted`, and sets it again for what it could not write."""
    while True:
        await is_wanted.wait()
        await asyncio.sleep(_GATHER_SECONDS)
        await write()
