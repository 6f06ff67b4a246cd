"""HTTP to a server that somebody named: the guarded way out, with a bound on everything that comes back.

A connection is shared by many calls, and the library that speaks the protocol ends all of them when one request raises.
So nothing is raised here: a host that cannot be reached, an answer that is too large or breaks off, becomes an answer
that says so to its own call alone. Why it was is kept in `Noted`, which travels with the caller's context.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Protocol

import httpx2

from holdfast.core.guard import AddressRefused
from holdfast.core.http import Outside, no_cookies
from holdfast.core.log import get_logger
from holdfast.tools.mcp.types import McpFailed, McpFault

log = get_logger()

MAX_ANSWER_BYTES = 4_000_000
"""Of one answer, whatever it holds. An event within it may have 1 MiB, which the library sees to."""
READ_SECONDS = 120.0
"""Between two pieces of an answer; a server that says nothing for longer is gone."""
_CONNECT_SECONDS = 10.0
SIGN_IN_AGAIN = McpFault("sign_in_again", "The server wants you to sign in there; do that on the page of connections.")
_TOO_LARGE = McpFault("too_large", "The server answered with more than four megabytes.")
_UNREACHABLE = McpFault("unreachable", "The server cannot be reached.")
_BROKE_OFF = McpFault("unreachable", "The server broke off in the middle of its answer.")
_ENCODED = McpFault("protocol", "The server answered in an encoding that was not asked for.")


class Bearer(Protocol):
    """Whoever holds the token that opens a server."""

    async def token(self, *, refused: str | None = None) -> str:
        """A valid one; `refused`: the server has just refused this. `McpFailed` where a person has to sign in."""


@dataclass(slots=True)
class Noted:
    """What became of the requests of one call."""

    fault: McpFault | None = None
    status: int | None = None


_noted: ContextVar[Noted | None] = ContextVar("mcp_noted", default=None)


@contextmanager
def noting() -> Iterator[Noted]:
    note = Noted()
    token = _noted.set(note)
    try:
        yield note
    finally:
        _noted.reset(token)


def note_fault(fault: McpFault, status: int | None = None) -> None:
    if (note := _noted.get()) is not None:
        note.fault, note.status = note.fault or fault, status


class BoundedTransport(httpx2.AsyncBaseTransport):
    def __init__(self, outside: Outside, bearer: Bearer | None) -> None:
        self._outside = outside
        self._inner = outside.transport()
        self._bearer = bearer

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        try:
            self._outside.must_be_usual(request.url)
            response = await self._opened(request)
        except McpFailed as failed:
            return _failed(request, failed.fault, 401 if failed.fault == SIGN_IN_AGAIN else 502)
        except AddressRefused as refused:
            return _failed(request, McpFault("not_public", refused.message))
        except httpx2.TransportError as error:
            log.info("mcp_unreachable", host=request.url.host, error=type(error).__name__)
            return _failed(request, _UNREACHABLE)
        if response.headers.get("content-encoding", "identity") not in ("identity", ""):
            await response.aclose()
            return _failed(request, _ENCODED)
        _note_status(response)
        assert isinstance(response.stream, httpx2.AsyncByteStream)
        response.stream = _Bounded(response.stream)
        return response

    async def _opened(self, request: httpx2.Request) -> httpx2.Response:
        if self._bearer is None:
            return await self._inner.handle_async_request(request)
        token = await self._bearer.token()
        response = await self._with(token, request)
        if response.status_code == 401:
            await response.aclose()
            response = await self._with(await self._bearer.token(refused=token), request)
        return response

    async def _with(self, token: str, request: httpx2.Request) -> httpx2.Response:
        request.headers["authorization"] = f"Bearer {token}"
        return await self._inner.handle_async_request(request)

    async def aclose(self) -> None:
        await self._inner.aclose()


class _Bounded(httpx2.AsyncByteStream):
    def __init__(self, stream: httpx2.AsyncByteStream) -> None:
        self._stream = stream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        try:
            async for piece in self._stream:
                size += len(piece)
                if size > MAX_ANSWER_BYTES:
                    note_fault(_TOO_LARGE)
                    return
                yield piece
        except httpx2.TransportError:
            note_fault(_BROKE_OFF)

    async def aclose(self) -> None:
        await self._stream.aclose()


def _note_status(response: httpx2.Response) -> None:
    status = response.status_code
    if status == 401:
        note_fault(SIGN_IN_AGAIN, status)
    elif status == 403:
        note_fault(McpFault("refused", "The server does not let you do this."), status)
    elif 300 <= status < 400:
        note_fault(McpFault("refused", "The server sends us to another address; enter that one yourself."), status)
    elif status >= 500:
        note_fault(McpFault("unreachable", f"The server has a fault ({status})."), status)
    elif status >= 400 and (note := _noted.get()) is not None:
        note.status = status


def _failed(request: httpx2.Request, fault: McpFault, status: int = 502) -> httpx2.Response:
    """In the place of an answer that there is none of."""
    note_fault(fault, status)
    return httpx2.Response(status, request=request)


def http_client(outside: Outside, headers: Mapping[str, str], bearer: Bearer | None) -> httpx2.AsyncClient:
    """For one connection alone; the caller closes it. Cookies are kept nowhere, and redirects are not followed here."""
    return httpx2.AsyncClient(
        transport=BoundedTransport(outside, bearer),
        headers={"user-agent": "holdfast", **headers, "accept-encoding": "identity"},
        timeout=httpx2.Timeout(_CONNECT_SECONDS, read=READ_SECONDS),
        trust_env=False,
        follow_redirects=False,
        cookies=no_cookies(),
    )
