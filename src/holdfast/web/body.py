"""Bodies: how many bytes, how quickly, and how many at once; and JSON as `strict_json` reads it.

What a header claims is only looked at first; what counts are the bytes that came.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from fastapi.routing import APIRoute
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from holdfast.core.config import Settings
from holdfast.core.errors import TooLarge
from holdfast.core.throttle import networks
from holdfast.web.doormen import checks_of, is_known, once
from holdfast.web.errors import error_response
from holdfast.web.held_bodies import HeldBodies
from holdfast.web.peers import peer_of
from holdfast.web.sizes import SMALL_BYTES, size_for
from holdfast.web.strict_json import parse_json

_CLOSE = {"connection": "close"}
"""The rest of a body that was refused midway is not waited for."""
_FORM_IN_MEMORY_BYTES = 1_000_000
"""What is kept of a file before the rest goes to disk."""


class StrictRequest(Request):
    async def json(self) -> Any:
        return parse_json(await self.body())


class StrictRoute(APIRoute):
    """Asks who is there before it reads what they sent."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()
        checks = list(checks_of(self.dependant)) if self.body_field else []

        async def strict(request: Request) -> Response:
            for check in checks:
                await once(request, check)
            return await handle(StrictRequest(request.scope, request.receive))

        return strict


@dataclass(frozen=True, slots=True)
class BodyTimeouts:
    silence_seconds: float = 20.0
    body_seconds: float = 300.0
    small_body_seconds: float = 20.0
    """A small body needs no minutes, and whoever sends one need not be known."""


class BodyLimit:
    def __init__(self, app: ASGIApp, settings: Settings, patience: BodyTimeouts = BodyTimeouts()) -> None:
        self._app = app
        self._patience = patience
        self._trusted = networks(settings.trusted_proxies)
        self._held = HeldBodies(settings.limits)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        is_form = headers.get("content-type", "").lower().startswith("multipart/")
        size = size_for(scope["path"])
        limit = size.form_bytes if is_form else size.json_bytes
        claimed = headers.get("content-length", "")
        if claimed.isdigit() and len(claimed) < 20 and int(claimed) > limit:
            await error_response(TooLarge(f"The body is larger than {limit} bytes."))(scope, receive, send)
            return
        body = _Body(self, scope, receive, limit, _FORM_IN_MEMORY_BYTES if is_form else limit)

        async def send_on(message: Message) -> None:
            if message["type"] == "http.response.start":
                body.let_go()  # it was read, and what was made of it is counted elsewhere
            await send(message)

        try:
            await self._app(scope, body.receive, send_on)
        finally:
            body.let_go()

    def patience_for(self, limit: int) -> tuple[float, float]:
        """How long it may be silent, and how long it may take."""
        is_small = limit <= SMALL_BYTES
        return self._patience.silence_seconds, (
            self._patience.small_body_seconds if is_small else self._patience.body_seconds
        )

    def peer(self, scope: Scope) -> str:
        return peer_of(scope, self._trusted)

    @property
    def held(self) -> HeldBodies:
        return self._held


class _Body:
    """One body on its way."""

    def __init__(self, limits: BodyLimit, scope: Scope, receive: Receive, limit: int, most_in_memory: int) -> None:
        self._limits, self._scope, self._receive = limits, scope, receive
        self._limit, self._most_in_memory = limit, most_in_memory
        self._silence_seconds, body_seconds = limits.patience_for(limit)
        self._due = asyncio.get_running_loop().time() + body_seconds
        self._seen = self._in_memory = 0
        self._is_whole = False
        self._peer: str | None = None
        """Whose place is held, where it is a stranger who sends in pieces."""

    async def receive(self) -> Message:
        message = await self._next()
        if message["type"] == "http.request":
            self._is_whole = not message.get("more_body", False)
            self._count(len(message.get("body", b"")))
        return message

    async def _next(self) -> Message:
        now = asyncio.get_running_loop().time()
        # Once the body is whole, only the caller's leaving is still to be heard, and that may take for ever.
        due = None if self._is_whole else min(self._due, now + self._silence_seconds)
        try:
            async with asyncio.timeout_at(due):
                return await self._receive()
        except TimeoutError:
            raise HTTPException(408, headers=_CLOSE) from None

    def _count(self, size: int) -> None:
        self._seen += size
        if self._seen > self._limit:
            raise HTTPException(413, headers=_CLOSE)
        if self._peer is None and not self._is_whole and not is_known(self._scope):
            peer = self._limits.peer(self._scope)
            self._limits.held.begin(peer)
            self._peer = peer
        more = min(self._seen, self._most_in_memory) - self._in_memory
        self._limits.held.add(more)
        self._in_memory += more

    def let_go(self) -> None:
        self._limits.held.drop(self._in_memory)
        if self._peer is not None:
            self._limits.held.end(self._peer)
        self._in_memory, self._peer = 0, None
