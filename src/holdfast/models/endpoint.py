"""One provider's address with its key, and the connections to it that all its models share.

Whatever goes wrong on the way becomes a `ModelFailed` that holds no upstream text.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import aclosing, asynccontextmanager, closing
from typing import Any

import httpx2

from holdfast.core.http import operator_client
from holdfast.models.answer import Answer, Timeouts
from holdfast.models.failures import failed, failed_with_status
from holdfast.models.types import Failure


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
                with closing(Answer(response, pieces, self.timeouts, asked_at)) as answer:
                    yield answer
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
