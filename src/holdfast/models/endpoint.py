"""One provider's address with its key, and the connections to it that all its models share.

Whatever goes wrong on the way becomes a `ModelFailed` that holds no upstream text.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, closing

from holdfast.core.http import tls_context
from holdfast.models.answer import AnswerBody, Timeouts
from holdfast.models.connection import Connection, ConnectionLost, EndpointAddress, connect
from holdfast.models.failures import failed, failed_with_status
from holdfast.models.types import Failure

_MAX_KEPT = 50
_KEPT_SECONDS = 30.0
_CONNECT_SECONDS = 10.0


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
        self._address: EndpointAddress | None = None
        self._kept: list[tuple[float, Connection]] = []

    @asynccontextmanager
    async def answering(self, path: str, body: bytes) -> AsyncIterator[AnswerBody]:
        """POST and hand over the answer, its body still unread; leaving closes it. Anything but a 200 is a failure."""
        asked_at = asyncio.get_running_loop().time()
        try:
            async with asyncio.timeout(self.timeouts.first_byte_seconds):
                connection = await self._send(path, body)
        except TimeoutError:
            raise failed(Failure.SLOW_FIRST_BYTE) from None
        except (OSError, ConnectionLost) as error:
            raise failed(Failure.UNREACHABLE, upstream=type(error).__name__) from None
        except ValueError:
            raise failed(Failure.NOT_CONFIGURED, upstream="not an address") from None
        try:
            if connection.status != 200:
                raise failed_with_status(connection.status, _text(connection, b"retry-after"))
            with closing(AnswerBody(connection, self.timeouts, asked_at)) as answer:
                yield answer
        finally:
            self._give_back(connection)

    async def _send(self, path: str, body: bytes) -> Connection:
        """Send over a kept connection if there is one.

        A server may close a kept connection in the very moment we use it. Then nothing of an answer has come, and the
        request is sent once more over a new connection; a failure on a new connection is a failure.
        """
        if self._address is None:
            self._address = EndpointAddress.of(self.base_url, self._headers)
        request = self._address.request(path, body)
        kept = self._take_kept()
        if kept is not None:
            try:
                return await _asked(kept, request)
            except ConnectionLost:
                if kept.has_answered:
                    raise
        tls = tls_context() if self._address.is_tls else None
        try:
            async with asyncio.timeout(min(_CONNECT_SECONDS, self.timeouts.first_byte_seconds)):
                fresh = await connect(self._address, tls)
        except TimeoutError:
            raise ConnectionLost from None
        return await _asked(fresh, request)

    def _take_kept(self) -> Connection | None:
        """The one used last; those that nobody needed for a while are closed."""
        now = asyncio.get_running_loop().time()
        while self._kept:
            since, connection = self._kept.pop()
            if connection.is_gone:
                continue
            if now - since < _KEPT_SECONDS:
                return connection
            connection.abort()
        return None

    def _give_back(self, connection: Connection) -> None:
        if connection.is_reusable and len(self._kept) < _MAX_KEPT:
            self._kept.append((asyncio.get_running_loop().time(), connection))
        else:
            connection.abort()

    async def aclose(self) -> None:
        for _, connection in self._kept:
            connection.abort()
        self._kept.clear()


async def _asked(connection: Connection, request: bytes) -> Connection:
    try:
        connection.ask(request)
        await connection.head()
    except BaseException:  # border: a connection with half an answer in it is nobody's, cancelled or failed
        connection.abort()
        raise
    return connection


def _text(connection: Connection, name: bytes) -> str | None:
    value = connection.headers.get(name)
    return None if value is None else value.decode("latin-1")
