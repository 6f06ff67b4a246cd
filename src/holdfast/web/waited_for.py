"""Work for as long as somebody waits for it: whoever hangs up ends it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from fastapi import Request

from holdfast.core.errors import Unavailable

_LOOK_SECONDS = 0.25
T = TypeVar("T")


async def while_waited_for(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """The body must have been read: what comes after it is only that the line is dead."""
    running = asyncio.create_task(work)
    try:
        while not running.done():
            await asyncio.wait({running}, timeout=_LOOK_SECONDS)
            if not running.done() and await request.is_disconnected():
                running.cancel()
                await asyncio.wait({running})  # what it had taken is given back
                raise Unavailable("Nobody waits for this any more.", code="left")
        return running.result()
    finally:
        running.cancel()
