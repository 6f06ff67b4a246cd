"""A model provider on loopback that speaks the real OpenAI wire, misbehaves on demand and remembers what it saw.

In a test:      `async with ModelServer() as server: … server.base_url … server.requests[-1]`
On its own:     `python -m tests.loopback.model_server --port 0` prints its port; `GET /stats` tells the counters.

What a request gets is decided by `server.script` (a queue of `Reply`) and, when that is empty, by the model's name
(`openai_wire.BEHAVIOURS`). It is a bare asyncio protocol, because the bench must measure the client, not this.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, cast

from tests.loopback.openai_wire import Reply, behave, embedded, gathered
from tests.waiting import HANGS_SECONDS

_LAST_CHUNK = b"0\r\n\r\n"
_READER_IS_SLOW = 1 << 20


@dataclass(slots=True)
class Recorded:
    """One request as it arrived, and how its client behaved."""

    method: str
    path: str
    headers: dict[str, str]
    body: dict[str, Any]
    connection: int
    """Which connection brought it, so that a test sees reuse."""
    outcome: str = "open"
    """open, answered, or left: the client closed before the answer ended."""
    pieces_sent: int = 0


@dataclass
class ModelServer:
    port: int = 0
    script: deque[Reply] = field(default_factory=deque)
    requests: deque[Recorded] = field(default_factory=lambda: deque(maxlen=10_000))
    counts: dict[str, int] = field(default_factory=lambda: {"requests": 0, "answered": 0, "left": 0, "connections": 0})

    def __post_init__(self) -> None:
        self._changed = asyncio.Event()
        self._connections: set[_Connection] = set()

    async def __aenter__(self) -> ModelServer:
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: _Connection(self), "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for connection in list(self._connections):
            connection.abort()

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def base_url(self) -> str:
        return f"{self.origin}/v1"

    def close_idle_connections(self) -> None:
        """What a server does to connections that were kept alive for too long."""
        for connection in list(self._connections):
            if connection.is_idle:
                connection.abort()

    async def settled(self, **counts: int) -> None:
        """Wait until the counters have reached these values."""
        async with asyncio.timeout(HANGS_SECONDS):
            while any(self.counts[name] < wanted for name, wanted in counts.items()):
                self._changed.clear()
                await self._changed.wait()

    def note(self, what: str) -> None:
        self.counts[what] += 1
        self._changed.set()

    def answer(self, request: Recorded) -> Reply:
        if request.path == "/stats":
            return _json(self.counts)
        if request.path.endswith("/models"):
            return _json({"object": "list", "data": [{"id": "echo", "object": "model", "owned_by": "loopback"}]})
        if self.script:
            return self.script.popleft()
        if request.path.endswith("/embeddings"):
            return embedded(request.body)
        if request.path.endswith("/chat/completions"):
            reply = behave(request.body)
            return reply if request.body.get("stream") else gathered(reply)
        return Reply([b"{}"], status=404)


def _json(value: Any) -> Reply:
    return Reply([json.dumps(value).encode()], headers={"content-type": "application/json"})


class _Connection(asyncio.Protocol):
    def __init__(self, server: ModelServer) -> None:
        self._server = server
        self._received = bytearray()
        self._request: Recorded | None = None
        self._reply = Reply()
        self._pieces: Iterator[bytes] = iter(())
        self._timer: asyncio.TimerHandle | asyncio.Handle | None = None

    @property
    def is_idle(self) -> bool:
        return self._request is None

    def abort(self) -> None:
        self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.set_write_buffer_limits(high=_READER_IS_SLOW)
        self._server._connections.add(self)
        self._server.note("connections")
        self._number = self._server.counts["connections"]
        self._paused = False

    def connection_lost(self, _: Exception | None) -> None:
        self._server._connections.discard(self)
        if self._timer is not None:
            self._timer.cancel()
        if self._request is not None:
            self._request.outcome = "left"
            self._server.note("left")

    def data_received(self, data: bytes) -> None:
        self._received += data
        if self._request is None and (request := self._whole_request()) is not None:
            self._begin(request)

    def _whole_request(self) -> Recorded | None:
        head, separator, rest = self._received.partition(b"\r\n\r\n")
        if not separator:
            return None
        first, *lines = head.decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        length = int(headers.get("content-length", "0"))
        if len(rest) < length:
            return None
        self._received = rest[length:]
        method, path, _ = first.split(" ")
        body = json.loads(rest[:length]) if length else {}
        return Recorded(method, path, headers, body, self._number)

    def _begin(self, request: Recorded) -> None:
        self._request = request
        if request.path != "/stats":
            self._server.requests.append(request)
            self._server.note("requests")
        self._reply = self._server.answer(request)
        self._pieces = iter(self._reply.pieces)
        self._later(self._reply.before_headers_seconds, self._head)

    def _head(self) -> None:
        if self._reply.ending == "refuse":
            self._request = None
            self._transport.close()
            return
        lines = [f"HTTP/1.1 {self._reply.status} Loopback", "transfer-encoding: chunked"]
        lines += [f"{name}: {value}" for name, value in self._reply.headers.items()]
        self._transport.write("\r\n".join(lines).encode("latin-1") + b"\r\n\r\n")
        self._later(self._reply.before_first_seconds, self._go_on)

    def _go_on(self) -> None:
        """Write until a gap is due, the reader is slow, or all is said."""
        assert self._request is not None
        while not self._paused:
            for _ in range(self._reply.burst):
                piece = next(self._pieces, None)
                if piece is None:
                    return self._end()
                self._request.pieces_sent += 1
                self._transport.write(b"%x\r\n%b\r\n" % (len(piece), piece))
            if self._reply.gap_seconds or self._request.pieces_sent % 1000 == 0:
                return self._later(self._reply.gap_seconds, self._go_on)
        return None

    def _end(self) -> None:
        assert self._request is not None
        if self._reply.ending == "hang":
            return
        self._request.outcome = "answered"
        self._server.note("answered")
        self._request = None
        if self._reply.ending == "drop":
            self._transport.close()
        else:
            self._transport.write(_LAST_CHUNK)
            if self._received:
                self.data_received(b"")

    def _later(self, seconds: float, step: Any) -> None:
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(seconds, step) if seconds else loop.call_soon(step)

    def pause_writing(self) -> None:
        self._paused = True

    def resume_writing(self) -> None:
        self._paused = False
        if self._request is not None:
            self._later(0, self._go_on)


async def _serve(port: int) -> None:
    async with ModelServer(port) as server:
        print(server.port, flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0)
    try:
        asyncio.run(_serve(parser.parse_args().port))
    except KeyboardInterrupt:
        pass
