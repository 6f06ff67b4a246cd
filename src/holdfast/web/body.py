"""Strict JSON in, bounded.

JSON that two readers could understand differently is refused: names that occur twice, NaN, numbers and nesting
without end. Text that Postgres cannot store (NUL, lone surrogates) is refused here too, once for every route.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from typing import Any

from fastapi.routing import APIRoute
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from holdfast.core.errors import TooLarge
from holdfast.web.errors import error_response

JSON_BYTES = 4_000_000
UPLOAD_BYTES = 25_000_000
_DEEPEST = 60
_MOST_VALUES = 20_000
_CLOSE = {"connection": "close"}
"""The rest of a body that was refused midway is not waited for."""


class StrictRequest(Request):
    async def json(self) -> Any:
        return parse_json(await self.body())


class StrictRoute(APIRoute):
    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def strict(request: Request) -> Response:
            return await handle(StrictRequest(request.scope, request.receive))

        return strict


def parse_json(body: bytes) -> Any:
    try:
        text = body.decode("utf-8")
        if text.count("{") + text.count("[") > _MOST_VALUES and _values(text) > _MOST_VALUES:
            raise ValueError("too many values")
        if "\\u" in text.lower() or "\x00" in text:
            _check_text(text)
        value = json.loads(text, object_pairs_hook=_without_doubles, parse_constant=_no_constant, parse_int=_small_int)
        _check_depth(value, 0)
        return value
    except (ValueError, RecursionError):
        raise HTTPException(400) from None


def _values(text: str) -> int:
    """Objects and lists, counted before they are made. Brackets that people wrote, as code has them, are text."""
    outside = text.replace("\\\\", "").replace('\\"', "").split('"')[::2]
    return sum(piece.count("{") + piece.count("[") for piece in outside)


def _check_text(text: str) -> None:
    decoded = json.loads(text)
    raw = json.dumps(decoded, ensure_ascii=False)
    raw.encode("utf-8")  # a lone surrogate cannot be encoded
    if "\\u0000" in raw.replace("\\\\", ""):  # a backslash that people wrote is no escape
        raise ValueError("NUL")


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a name occurs twice")
    return made


def _no_constant(name: str) -> Any:
    raise ValueError(name)


def _small_int(digits: str) -> int:
    if len(digits) > 30:
        raise ValueError("a number without end")
    return int(digits)


def _check_depth(value: Any, depth: int) -> None:
    if depth > _DEEPEST:
        raise ValueError("too deep")
    if isinstance(value, dict):
        for inner in value.values():
            _check_depth(inner, depth + 1)
    elif isinstance(value, list):
        for inner in value:
            _check_depth(inner, depth + 1)


class BodyLimit:
    """Counts real bytes while they come, and the time they take; what a header claims is only looked at first."""

    def __init__(self, app: ASGIApp, *, silence_seconds: float = 20.0, body_seconds: float = 300.0) -> None:
        self._app = app
        self._silence_seconds = silence_seconds
        self._body_seconds = body_seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        is_upload = headers.get("content-type", "").lower().startswith("multipart/")
        limit = UPLOAD_BYTES if is_upload else JSON_BYTES
        claimed = headers.get("content-length", "")
        if claimed.isdigit() and len(claimed) < 20 and int(claimed) > limit:
            await error_response(TooLarge(f"The body is larger than {limit} bytes."))(scope, receive, send)
            return
        now = asyncio.get_running_loop().time
        seen, is_whole, due = 0, False, now() + self._body_seconds

        async def counted() -> Message:
            nonlocal seen, is_whole
            try:
                # Once the body is whole, only the caller's leaving is still to be heard, and that may take for ever.
                async with asyncio.timeout_at(None if is_whole else min(due, now() + self._silence_seconds)):
                    message = await receive()
            except TimeoutError:
                raise HTTPException(408, headers=_CLOSE) from None
            if message["type"] == "http.request":
                is_whole = not message.get("more_body", False)
                seen += len(message.get("body", b""))
                if seen > limit:
                    raise HTTPException(413, headers=_CLOSE)
            return message

        await self._app(scope, counted, send)
