"""Streams end with the right to read them: whoever follows one is asked again who they are while it lasts."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from holdfast.chats.access import may_follow
from holdfast.core.db import RETRYABLE
from holdfast.core.errors import AppError, Unavailable
from holdfast.core.ids import ChatId, UserId
from holdfast.stream.wire import DONE, HEADERS
from holdfast.web.deps import recognise_request
from holdfast.wiring import parts_of

ASK_AGAIN_SECONDS = 3.0


class EventStream(Response):
    """Frames, each sent as it comes, the last one together with the end of the response.

    Starlette's own streaming response runs a task group beside every answer to hear whether the reader has left. Here
    that is asked for together with the rest, every few seconds; what goes to somebody who left goes nowhere.
    """

    media_type = "text/event-stream"

    def __init__(
        self, frames: AsyncGenerator[bytes, None], headers: Mapping[str, str], wire: Mapping[str, str] = HEADERS
    ) -> None:
        self.status_code, self.background, self._frames = 200, None, frames
        self.init_headers({**wire, **headers})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        has_ended = False
        async with aclosing(self._frames) as frames:
            async for frame in frames:
                has_ended = frame.endswith(DONE)
                await send({"type": "http.response.body", "body": frame, "more_body": not has_ended})
        if not has_ended:
            await send({"type": "http.response.body", "body": b"", "more_body": False})


async def while_welcome(
    request: Request, chat_id: ChatId, frames: AsyncGenerator[bytes, None], *, as_person: UserId | None = None
) -> AsyncGenerator[bytes, None]:
    """The frames, until they end, or the reader leaves, or their sign-in, key or account does, or the chat is shared
    no more.

    `as_person`: of the caller's program, whose chat it is.

    Frames come at least every few seconds (a comment, if nothing else), so asking between them is often enough.
    """
    asked_at = time.monotonic()
    try:
        async for frame in frames:
            yield frame
            if time.monotonic() - asked_at >= ASK_AGAIN_SECONDS:
                if await request.is_disconnected() or not await _is_welcome(request, chat_id, as_person):
                    return
                asked_at = time.monotonic()
    finally:
        await frames.aclose()


async def _is_welcome(request: Request, chat_id: ChatId, as_person: UserId | None) -> bool:
    try:
        caller = await recognise_request(request)
        if caller is None:
            return False
        return await may_follow(parts_of(request).db, as_person or caller.user_id, chat_id) is not None
    except (Unavailable, *RETRYABLE):
        return True  # the database is away: nobody's right has ended by that
    except AppError:
        return False
