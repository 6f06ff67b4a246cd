"""HTTP from the wire, with bounds that uvicorn leaves to a proxy in front: a head has a size and a time.

Without them a stranger could send headers that never end. They would be gathered in memory, a little slower with every
byte, and everybody else would wait meanwhile. Bodies are bounded where they are read (`body.py`).
"""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

_REFUSAL = b"HTTP/1.1 %b\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class BoundedHttp(HttpToolsProtocol):
    head_bytes = 64 * 1024
    head_seconds = 20.0
    """From the first byte, or from the connection on, to the empty line that ends the head."""

    _received = 0
    _awaits_head = True
    _has_turned = False
    """Whether a head or a body began or ended in the piece at hand."""
    _clock: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._start_clock()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_clock()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._awaits_head:
            self._start_clock()
        self._has_turned = False
        super().data_received(data)
        if self._has_turned or not self._awaits_head:
            self._received = 0
            return
        self._received += len(data)
        if self._received > self.head_bytes:
            self._refuse(b"431 Request Header Fields Too Large")

    def on_message_begin(self) -> None:
        self._awaits_head = self._has_turned = True
        self._start_clock()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._awaits_head, self._has_turned = False, True
        self._stop_clock()
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._awaits_head = self._has_turned = True
        super().on_message_complete()

    def _start_clock(self) -> None:
        if self._clock is None:
            self._clock = self.loop.call_later(self.head_seconds, self._refuse, b"408 Request Timeout")

    def _stop_clock(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    def _refuse(self, status: bytes) -> None:
        self._stop_clock()
        if self.transport.is_closing():
            return
        if self.cycle is None or self.cycle.response_complete:
            self.transport.write(_REFUSAL % status)
        self.transport.close()
