"""Streams end with the right to read them: whoever follows one is asked again who they are while it lasts."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, AsyncIterator
from uuid import UUID

from starlette.requests import Request

from holdfast.chats.access import may_read
from holdfast.core.db import RETRYABLE
from holdfast.core.errors import AppError, Unavailable
from holdfast.web.deps import recognise_request
from holdfast.wiring import parts_of

ASK_AGAIN_SECONDS = 3.0


async def while_welcome(request: Request, chat_id: UUID, frames: AsyncGenerator[bytes, None]) -> AsyncIterator[bytes]:
    """The frames, until they end, or the reader's sign-in, key or account does, or the chat is shared no more.

    Frames come at least every few seconds (a comment, if nothing else), so asking between them is often enough.
    """
    asked_at = time.monotonic()
    try:
        async for frame in frames:
            yield frame
            if time.monotonic() - asked_at >= ASK_AGAIN_SECONDS:
                if not await _is_welcome(request, chat_id):
                    return
                asked_at = time.monotonic()
    finally:
        await frames.aclose()


async def _is_welcome(request: Request, chat_id: UUID) -> bool:
    try:
        caller = await recognise_request(request)
        if caller is None:
            return False
        await may_read(parts_of(request).db, caller.user_id, chat_id)
        return True
    except (Unavailable, *RETRYABLE):
        return True  # the database is away: nobody's right has ended by that
    except AppError:
        return False
