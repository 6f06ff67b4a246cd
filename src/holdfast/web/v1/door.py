"""What every request of a program passes, besides what all requests pass.

**Refusals** of `/api/v1` carry OpenAI's `type` and `param` beside our own words, whoever refused. Each answer has an
`x-request-id`. **What a key used** is written down when its request has ended, on any route, also where it was refused.
**Other sites'** pages may call with a key, where the operator names them
(`HOLDFAST_PROGRAMS_ORIGINS`): a preflight brings no key, so it is answered here, before anybody is asked for.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

import orjson
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from holdfast.accounts.key_usage import note_usage
from holdfast.accounts.types import KeyUsage, KeyWindows
from holdfast.core.clock import utc_now
from holdfast.core.config import Settings
from holdfast.core.db import Db
from holdfast.core.ids import new_id
from holdfast.web.v1.used import key_of, used_of, windows_of

PREFIX = "/api/v1/"
_TYPES = {401: "authentication_error", 403: "permission_error", 404: "not_found_error", 429: "rate_limit_error"}
_TOLD = "x-request-id, retry-after, x-should-retry, x-holdfast-turn-id, x-holdfast-conversation, " + ", ".join(
    f"x-ratelimit-{what}-requests" for what in ("limit", "remaining", "reset")
)
"""Headers that a page may read."""
_LONG_SECONDS = 60
"""OpenAI's clients wait for as long as they are told, however long; beyond this they are told not to try again."""


class ProgramDoor:
    def __init__(self, app: ASGIApp, db: Db, settings: Settings) -> None:
        self._app, self._db = app, db
        self._origins = frozenset(origin.strip().rstrip("/").lower() for origin in settings.programs.origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        is_of_program = scope["path"].startswith(PREFIX)
        shared = self._shared_with(Headers(scope=scope)) if is_of_program else {}
        if shared and _is_preflight(scope):
            await Response(status_code=204, headers={**shared, **_preflight(scope)})(scope, receive, send)
            return
        answer = _Answer(send, scope, shared, is_of_program=is_of_program)
        started = time.monotonic()
        try:
            await self._app(scope, receive, answer.send)
        finally:
            if key := key_of(scope):
                await note_usage(self._db, *key, _used(scope, answer.status, started))

    def _shared_with(self, headers: Headers) -> dict[str, str]:
        """What lets the page of another site read the answer; empty: it may not, or no page asks."""
        origin = headers.get("origin", "")
        if not origin or not self._origins & {"*", origin.lower()}:
            return {}
        told = "*" if "*" in self._origins else origin
        return {"access-control-allow-origin": told, "access-control-expose-headers": _TOLD, "vary": "Origin"}


def _is_preflight(scope: Scope) -> bool:
    return scope["method"] == "OPTIONS" and "access-control-request-method" in Headers(scope=scope)


def _preflight(scope: Scope) -> dict[str, str]:
    """OpenAI's clients send a dozen headers of their own, so whatever is asked for is allowed: a cookie is not."""
    return {
        "access-control-allow-methods": "GET, POST, DELETE",
        "access-control-allow-headers": Headers(scope=scope).get("access-control-request-headers", ""),
        "access-control-max-age": "600",
    }


def _used(scope: Scope, status: int, started: float) -> KeyUsage:
    used = used_of(scope)
    return KeyUsage(
        day=utc_now().date(),
        route=f"{scope['method']} {getattr(scope.get('route'), 'path', '')} {used.detail}".strip()[:200],
        status=status if status >= 400 else used.status or status,
        model=used.model[:300],
        input_tokens=used.input_tokens,
        output_tokens=used.output_tokens,
        cost_usd=used.cost_usd,
        ms=(time.monotonic() - started) * 1000,
    )


class _Answer:
    """One answer on its way out. A refusal is held until it is whole, for its shape is changed."""

    def __init__(self, send: Send, scope: Scope, shared: Mapping[str, str], *, is_of_program: bool) -> None:
        self._send, self._scope, self._shared, self._is_of_program = send, scope, shared, is_of_program
        self._refusal: Message | None = None
        self._body: list[bytes] = []
        self.status = 499
        """Nobody waited for an answer."""

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
        if not self._is_of_program:
            await self._send(message)
            return
        if message["type"] == "http.response.start":
            headers = MutableHeaders(raw=message.setdefault("headers", []))
            headers["x-request-id"] = f"req_{new_id().hex}"
            headers.update(_rate_headers(windows_of(self._scope)))
            headers.update(self._shared)
            if message["status"] >= 400:
                self._refusal = message
                return
        elif self._refusal is not None and message["type"] == "http.response.body":
            self._body.append(message.get("body", b""))
            if not message.get("more_body", False):
                await self._refuse(self._refusal, b"".join(self._body))
            return
        await self._send(message)

    async def _refuse(self, start: Message, body: bytes) -> None:
        told = _in_their_shape(body, start["status"])
        headers = MutableHeaders(raw=start["headers"])
        headers["content-length"] = str(len(told))
        wait = Headers(raw=start["headers"]).get("retry-after", "")
        if wait.isdigit() and int(wait) > _LONG_SECONDS:
            headers["x-should-retry"] = "false"
        await self._send(start)
        await self._send({"type": "http.response.body", "body": told})


def _rate_headers(windows: KeyWindows | None) -> dict[str, str]:
    if windows is None:
        return {}
    window = windows.tightest
    return {
        "x-ratelimit-limit-requests": str(window.limit),
        "x-ratelimit-remaining-requests": str(max(0, window.limit - window.used)),
        "x-ratelimit-reset-requests": f"{window.seconds}s",
    }


def _in_their_shape(body: bytes, status: int) -> bytes:
    try:
        told = orjson.loads(body)["error"]
    except (orjson.JSONDecodeError, KeyError, TypeError):
        return body
    details = told.get("details")
    param = details.get("param") if isinstance(details, Mapping) else _first_field(details)
    return orjson.dumps({"error": {**told, "type": type_of(status), "param": param}})


def _first_field(details: Any) -> str | None:
    first = details[0] if isinstance(details, list) and details else {}
    field = str(first.get("field", "")) if isinstance(first, Mapping) else ""
    return field.removeprefix("body.") or None


def type_of(status: int) -> str:
    return _TYPES.get(status, "server_error" if status >= 500 else "invalid_request_error")


def error_body(code: str, message: str, status: int) -> dict[str, Any]:
    """For a stream that has begun: its head is sent, and says that all is well."""
    return {"error": {"message": message, "type": type_of(status), "param": None, "code": code}}
