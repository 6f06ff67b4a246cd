"""One provider's address with its key, and the connections to it that all its models share.

Every wait is bounded here: for the first byte, for the next one, and for the whole. Whatever goes wrong on the way
becomes a `ModelFailed` that holds no upstream text.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from typing import Any

import httpx2

from holdfast.core.http import operator_client
from holdfast.models.failures import failed, failed_with_status
from holdfast.models.types import Failure

# Once an answer is complete only usage and an end mark can follow; nobody waits long for those.
_AFTER_COMPLETE_SECONDS = 5.0
# A body read to its very end leaves its connection usable. The end usually arrives with the last event.
_FOR_THE_END_SECONDS = 0.05


@dataclass(frozen=True, slots=True)
class Timeouts:
    first_byte_seconds: float = 60.0
    """From asking to the first byte of the answer's body."""
    between_bytes_seconds: float = 60.0
    whole_seconds: float = 900.0
    """A provider that sends signs of life for ever must come to an end too."""


class Answer:
    """The body of a 200, read piece by piece."""

    def __init__(self, response: httpx2.Response, body: AsyncGenerator[bytes], timeouts: Timeouts, asked_at: float):
        self.is_json = "json" in response.headers.get("content-type", "")
        self._body = body
        self._gap = timeouts.between_bytes_seconds
        self._clock = asyncio.get_running_loop().time
        self._first_byte_until: float | None = asked_at + timeouts.first_byte_seconds
        self._until = asked_at + timeouts.whole_seconds

    async def next(self, *, is_complete: bool = False) -> bytes | None:
        """The next bytes, or None at the end. `is_complete`: nothing is lost if no more come."""
        now = self._clock()
        gap = _AFTER_COMPLETE_SECONDS if is_complete else self._gap
        until = min(self._until, now + gap if self._first_byte_until is None else self._first_byte_until)
        try:
            async with asyncio.timeout_at(until):
                data = await anext(self._body)
        except StopAsyncIteration:
            return None
        except TimeoutError:
            if is_complete:
                return None
            raise failed(self._silence()) from None
        except httpx2.TransportError as error:
            if is_complete:
                return None
            raise failed(Failure.CUT_OFF, upstream=type(error).__name__) from None
        self._first_byte_until = None
        return data

    def _silence(self) -> Failure:
        if self._first_byte_until is not None:
            return Failure.SLOW_FIRST_BYTE
        return Failure.CUT_OFF if self._clock() >= self._until else Failure.STALLED

    async def read_all(self, max_bytes: int) -> bytes:
        whole = bytearray()
        while (data := await self.next()) is not None:
            whole += data
            if len(whole) > max_bytes:
                raise failed(Failure.MALFORMED, upstream="endless document")
        return bytes(whole)

    async def read_to_the_end(self) -> None:
        try:
            async with asyncio.timeout(_FOR_THE_END_SECONDS):
                async for _ in self._body:
                    pass
        except (TimeoutError, httpx2.TransportError):
            pass  # the answer is complete; only its connection is lost


class Endpoint:
    def __init__(
        self,
        base_url: str,
        api_key: str | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        timeouts: Timeouts = Timeouts(),
    ) -> None:
        self.base_url = base_url
        self.timeouts = timeouts
        # Compressed text would have to be collected before it can be read, so it is asked for plainly.
        self._headers = {"content-type": "application/json", "accept-encoding": "identity", **(headers or {})}
        if api_key and api_key.strip():
            self._headers["authorization"] = f"Bearer {api_key.strip()}"
        self._kept: httpx2.AsyncClient | None = None
        self._fresh: httpx2.AsyncClient | None = None

    @asynccontextmanager
    async def answering(self, path: str, body: bytes) -> AsyncIterator[Answer]:
        """POST and hand over the answer, its body still unread; leaving closes it. Anything but a 200 is a failure."""
        asked_at = asyncio.get_running_loop().time()
        try:
            async with asyncio.timeout(self.timeouts.first_byte_seconds):
                response = await self._send(path, body)
        except TimeoutError:
            raise failed(Failure.SLOW_FIRST_BYTE) from None
        except httpx2.TransportError as error:
            raise failed(Failure.UNREACHABLE, upstream=type(error).__name__) from None
        except (httpx2.InvalidURL, ValueError):
            raise failed(Failure.NOT_CONFIGURED, upstream="not an address") from None
        try:
            if response.status_code != 200:
                raise failed_with_status(response.status_code, response.headers.get("retry-after"))
            async with aclosing(response.aiter_raw()) as pieces:
                yield Answer(response, pieces, self.timeouts, asked_at)
        finally:
            await response.aclose()

    async def _send(self, path: str, body: bytes) -> httpx2.Response:
        """Send over a kept connection if there is one.

        A server may close a kept connection in the very moment we use it. Then nothing of an answer has come, and the
        request is sent once more over a new connection; a failure on a new connection is a failure.
        """
        is_new_connection = False

        async def watch(step: str, _: dict[str, Any]) -> None:
            nonlocal is_new_connection
            is_new_connection |= step == "connection.connect_tcp.started"

        if self._kept is None:
            self._kept = self._client(max_kept_connections=50)
        request = self._kept.build_request("POST", path, content=body, extensions={"trace": watch})
        try:
            return await self._kept.send(request, stream=True)
        except (httpx2.ReadError, httpx2.WriteError, httpx2.RemoteProtocolError):
            if is_new_connection:
                raise
        if self._fresh is None:
            self._fresh = self._client(max_kept_connections=0)
        return await self._fresh.send(self._fresh.build_request("POST", path, content=body), stream=True)

    def _client(self, *, max_kept_connections: int) -> httpx2.AsyncClient:
        # Only connecting is bounded by the client; `Answer` knows which byte it is waiting for.
        connect_seconds = min(10.0, self.timeouts.first_byte_seconds)
        return operator_client(
            base_url=self.base_url,
            headers=self._headers,
            timeout=httpx2.Timeout(None, connect=connect_seconds),
            max_kept_connections=max_kept_connections,
        )

    async def aclose(self) -> None:
        for client in (self._kept, self._fresh):
            if client is not None:
                await client.aclose()
        self._kept = self._fresh = None
