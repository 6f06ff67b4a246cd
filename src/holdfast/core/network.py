"""TCP for httpcore, straight on asyncio.

Streaming answers arrive in thousands of tiny reads, and each read through anyio's socket stream costs two extra system
calls (it stops and restarts the transport around every read) and a cancel scope. This network keeps the transport
reading and only stops it when the reader falls behind.
"""

from __future__ import annotations

import asyncio
import ssl
from collections import deque
from collections.abc import Iterable
from typing import Any, cast

import httpcore2

_FALLEN_BEHIND_BYTES = 256 * 1024


class _Pipe(asyncio.Protocol):
    """The bytes that have come and were not read yet."""

    transport: asyncio.Transport

    def __init__(self) -> None:
        self._pieces: deque[bytes] = deque()
        self._waiting_bytes = 0
        self._is_paused = False
        self._reader: asyncio.Future[None] | None = None
        self._writer: asyncio.Future[None] | None = None
        self._may_write = True
        self.has_ended = False
        self.error: Exception | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)  # uvloop's transports are no subclass of asyncio's

    def data_received(self, data: bytes) -> None:
        self._pieces.append(data)
        self._waiting_bytes += len(data)
        if self._waiting_bytes > _FALLEN_BEHIND_BYTES and not self._is_paused:
            self._is_paused = True
            self.transport.pause_reading()
        self._wake()

    def eof_received(self) -> None:
        self.has_ended = True
        self._wake()

    def connection_lost(self, error: Exception | None) -> None:
        self.has_ended = True
        self.error = error
        self._wake()
        self.resume_writing()

    def pause_writing(self) -> None:
        self._may_write = False

    def resume_writing(self) -> None:
        self._may_write = True
        if self._writer is not None and not self._writer.done():
            self._writer.set_result(None)

    def _wake(self) -> None:
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    @property
    def is_readable(self) -> bool:
        return bool(self._pieces) or self.has_ended

    async def read(self, max_bytes: int) -> bytes:
        """Some bytes, or b"" at the end of the stream."""
        if not self._pieces and not self.has_ended:
            self._reader = asyncio.get_running_loop().create_future()
            try:
                await self._reader
            finally:
                self._reader = None
        if not self._pieces:
            if self.error is not None:
                raise self.error
            return b""
        data = self._pieces.popleft() if len(self._pieces) == 1 else self._join()
        if len(data) > max_bytes:
            self._pieces.appendleft(data[max_bytes:])
            data = data[:max_bytes]
        self._waiting_bytes -= len(data)
        if self._is_paused and self._waiting_bytes < _FALLEN_BEHIND_BYTES // 2 and not self.transport.is_closing():
            self._is_paused = False
            self.transport.resume_reading()
        return data

    def _join(self) -> bytes:
        data = b"".join(self._pieces)
        self._pieces.clear()
        return data

    async def drained(self) -> None:
        if not self._may_write and not self.has_ended:
            self._writer = asyncio.get_running_loop().create_future()
            try:
                await self._writer
            finally:
                self._writer = None
        if self.error is not None:
            raise self.error


class NetworkStream(httpcore2.AsyncNetworkStream):
    def __init__(self, pipe: _Pipe) -> None:
        self._pipe = pipe

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        try:
            if timeout is None:
                return await self._pipe.read(max_bytes)
            async with asyncio.timeout(timeout):
                return await self._pipe.read(max_bytes)
        except TimeoutError:
            raise httpcore2.ReadTimeout from None
        except OSError as error:
            raise httpcore2.ReadError(type(error).__name__) from None

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        if not buffer:
            return
        try:
            async with asyncio.timeout(timeout):
                self._pipe.transport.write(buffer)
                await self._pipe.drained()
        except TimeoutError:
            raise httpcore2.WriteTimeout from None
        except OSError as error:
            raise httpcore2.WriteError(type(error).__name__) from None

    async def aclose(self) -> None:
        self.abort()

    def abort(self) -> None:
        """End it at once; whoever reads hears so."""
        # Nothing that is still to be sent matters any more, and a graceful TLS goodbye can hang on a dead peer.
        self._pipe.transport.abort()

    async def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore2.AsyncNetworkStream:
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(timeout):
                transport = await loop.start_tls(
                    self._pipe.transport, self._pipe, ssl_context, server_hostname=server_hostname
                )
        except TimeoutError:
            self._pipe.transport.abort()
            raise httpcore2.ConnectTimeout from None
        except OSError as error:  # ssl.SSLError is one
            self._pipe.transport.abort()
            raise httpcore2.ConnectError(type(error).__name__) from None
        assert transport is not None
        self._pipe.transport = transport
        return self

    def get_extra_info(self, info: str) -> Any:
        if info == "is_readable":
            return self._pipe.is_readable
        names = {"client_addr": "sockname", "server_addr": "peername"}
        return self._pipe.transport.get_extra_info(names.get(info, info))


class Network(httpcore2.AsyncNetworkBackend):
    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        loop = asyncio.get_running_loop()
        local = (local_address, 0) if local_address else None
        try:
            async with asyncio.timeout(timeout):
                _, pipe = await loop.create_connection(_Pipe, host, port, local_addr=local)
        except TimeoutError:
            raise httpcore2.ConnectTimeout from None
        except (OSError, ValueError) as error:  # ValueError: what is not a host name
            raise httpcore2.ConnectError(type(error).__name__) from None
        return NetworkStream(pipe)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
