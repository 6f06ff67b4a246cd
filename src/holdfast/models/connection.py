"""One HTTP/1.1 connection to a provider: a request out, its answer in, then the next.

The hot path of the hot path. A client for the whole of HTTP makes a dozen objects of every few words and hands them
through as many layers; here a parser in C gets the bytes, and whatever of a body has come is passed on in one piece.
It does what a model call needs and nothing more: no redirects, cookies, proxies or compression.
"""

from __future__ import annotations

import asyncio
import base64
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast
from urllib.parse import quote, unquote, urlsplit

import httptools

_FALLEN_BEHIND_BYTES = 256 * 1024
_MAX_HEAD_BYTES = 64 * 1024


class ConnectionLost(Exception):
    """The connection ended too early, or what came over it was no HTTP."""


@dataclass(frozen=True, slots=True)
class EndpointAddress:
    """Where requests go, and the lines that every one of them begins with."""

    host: str
    port: int
    is_tls: bool
    prefix: str
    lines: bytes

    @classmethod
    def of(cls, base_url: str, headers: Mapping[str, str]) -> EndpointAddress:
        """`ValueError` for what is no address, or no header."""
        parts = urlsplit(base_url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("not an address")
        is_tls = parts.scheme == "https"
        host = parts.hostname.encode("idna").decode() if not parts.hostname.isascii() else parts.hostname
        port = parts.port or (443 if is_tls else 80)
        named = f"[{host}]" if ":" in host else host
        given = {"host": named if parts.port is None else f"{named}:{port}", **headers}
        if parts.username:
            pair = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
            given["authorization"] = f"Basic {base64.b64encode(pair.encode()).decode()}"
        lines = "".join(f"{name}: {value}\r\n" for name, value in given.items())
        prefix = quote(parts.path.rstrip("/"), safe="/%:@!$&'()*+,;=~") + "/"
        if not all(_is_plain(part) for pair in given.items() for part in pair):
            raise ValueError("not a header")
        return cls(host, port, is_tls, prefix, lines.encode("latin-1"))

    def request(self, path: str, body: bytes) -> bytes:
        first = f"POST {self.prefix}{path} HTTP/1.1\r\n".encode("latin-1")
        return b"%b%bcontent-length: %d\r\n\r\n%b" % (first, self.lines, len(body), body)


def _is_plain(text: str) -> bool:
    return text.isascii() and text.isprintable()


class Connection(asyncio.Protocol):
    """Build with `connect`. First `ask`, then `head`, then `read` until it says b""; `is_reusable` tells the rest."""

    _transport: asyncio.Transport

    def __init__(self) -> None:
        self._parser: httptools.HttpResponseParser | None = None
        self._waiting: asyncio.Future[None] | None = None
        self._is_gone = False
        self._is_paused = False
        self._begin()

    def _begin(self) -> None:
        self.status = 0
        self.headers: dict[bytes, bytes] = {}
        self.has_answered = False
        """At least one byte has come since we asked."""
        self._head_bytes = 0
        self._pieces: list[bytes] = []
        self._waiting_bytes = 0
        self._is_whole = False
        self._may_be_kept = False
        self._is_broken = False

    def ask(self, request: bytes) -> None:
        self._begin()
        self._parser = httptools.HttpResponseParser(self)
        self._transport.write(request)

    async def head(self) -> int:
        """The status; `headers` are then known."""
        while not self.status:
            await self._news()
        return self.status

    async def read(self) -> bytes:
        """What has come of the body, at once; b"" at its end."""
        while not self._pieces:
            if self._is_whole:
                return b""
            await self._news()
        data = b"".join(self._pieces)
        self._pieces.clear()
        self._waiting_bytes = 0
        if self._is_paused and not self._is_gone:
            self._is_paused = False
            self._transport.resume_reading()
        return data

    @property
    def is_reusable(self) -> bool:
        return self._is_whole and self._may_be_kept and not self._is_gone and not self._pieces

    @property
    def is_gone(self) -> bool:
        return self._is_gone

    def abort(self) -> None:
        # Nothing that is still to be sent matters any more, and a graceful TLS goodbye can hang on a dead peer.
        self._transport.abort()

    async def _news(self) -> None:
        if self._is_gone or self._is_broken:
            raise ConnectionLost
        self._waiting = asyncio.get_running_loop().create_future()
        try:
            await self._waiting
        finally:
            self._waiting = None

    def _tell(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    # What the transport says.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's transports are no subclass of asyncio's

    def data_received(self, data: bytes) -> None:
        if self._parser is None or self._is_whole:
            self.abort()  # nobody asked: whatever this is, it must not become the next answer's beginning
            return
        self.has_answered = True
        try:
            self._parser.feed_data(data)
        except (httptools.HttpParserError, httptools.HttpParserUpgrade):
            self._is_broken = True
            self.abort()
        if self._waiting_bytes > _FALLEN_BEHIND_BYTES and not self._is_paused:
            self._is_paused = True
            self._transport.pause_reading()
        self._tell()

    def connection_lost(self, error: Exception | None) -> None:
        self._is_gone = True
        if error is None and not self._is_broken and self.status and self._is_ended_by_closing():
            self._is_whole = True
        self._tell()

    def _is_ended_by_closing(self) -> bool:
        return b"content-length" not in self.headers and b"transfer-encoding" not in self.headers

    # What the parser says.

    def on_message_begin(self) -> None:
        if self._is_whole:
            self._may_be_kept = False

    def on_header(self, name: bytes, value: bytes) -> None:
        self._head_bytes += len(name) + len(value)
        if self._head_bytes > _MAX_HEAD_BYTES:
            raise ConnectionLost
        self.headers[name.lower()] = value

    def on_headers_complete(self) -> None:
        assert self._parser is not None
        status = self._parser.get_status_code()
        if status < 200:
            self.headers.clear()  # a word on the way ("103 Early Hints"); the answer follows
        else:
            self.status = status

    def on_body(self, data: bytes) -> None:
        self._pieces.append(data)
        self._waiting_bytes += len(data)

    def on_message_complete(self) -> None:
        assert self._parser is not None
        if self.status:
            self._is_whole = True
            self._may_be_kept = self._parser.should_keep_alive()


async def connect(address: EndpointAddress, tls: ssl.SSLContext | None) -> Connection:
    """`OSError` where nobody answers."""
    loop = asyncio.get_running_loop()
    named = address.host if tls else None
    _, connection = await loop.create_connection(Connection, address.host, address.port, ssl=tls, server_hostname=named)
    return connection
