"""As many readers as asked for, each with a connection of their own, who note how late each word reaches them.

One job a line on standard input (`Job` as JSON). When all of them read, a line says so; the next line of input is the
window to look at (two times of the monotonic clock, in ns), and the answer to it is how late words were in it.
"""

from __future__ import annotations

import asyncio
import re
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import cast

import orjson
import uvloop

_STAMP = re.compile(rb"@(\d+)(?=\D)")
_MAX_SPLIT = 40
_BEGIN_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Job:
    port: int
    requests: Sequence[str]
    pause_seconds: float
    """Between one and the next: the beginning of a turn costs more than its stream."""


@dataclass(frozen=True, slots=True)
class Late:
    words: int
    p50_ms: float
    p95_ms: float
    p99_ms: float
    most_ms: float


@dataclass(slots=True)
class _Heard:
    reading: int = 0
    refused: str = ""
    words: list[tuple[int, int]] = field(default_factory=list)
    """When each came, and how late it was, in ns."""


class _Reader(asyncio.Protocol):
    def __init__(self, request: bytes, heard: _Heard) -> None:
        self._request = request
        self._heard = heard
        self._rest = b""
        self._is_reading = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        now = time.monotonic_ns()
        if not self._is_reading and data.startswith(b"HTTP/1.1") and not data.startswith(b"HTTP/1.1 200"):
            self._heard.refused = data[:500].decode("latin-1")
        data = self._rest + data
        end = 0
        for stamp in _STAMP.finditer(data):
            self._heard.words.append((now, now - int(stamp[1])))
            end = stamp.end()
        self._rest = data[max(end, len(data) - _MAX_SPLIT) :]
        if end and not self._is_reading:
            self._is_reading = True
            self._heard.reading += 1


async def read(job: Job) -> tuple[_Heard, list[_Reader]]:
    loop, heard = asyncio.get_running_loop(), _Heard()
    readers = []
    for request in job.requests:
        made = _Reader(request.encode(), heard)
        await loop.create_connection(lambda made=made: made, "127.0.0.1", job.port)  # type: ignore[misc]
        readers.append(made)
        await asyncio.sleep(job.pause_seconds)
    deadline = loop.time() + _BEGIN_SECONDS
    while heard.reading < len(readers):
        if heard.refused or loop.time() > deadline:
            raise RuntimeError(heard.refused or f"only {heard.reading} of {len(readers)} streams began")
        await asyncio.sleep(0.05)
    return heard, readers


def look_at(heard: _Heard, since_ns: int, until_ns: int) -> Late:
    late = sorted(late / 1e6 for at, late in heard.words if since_ns <= at < until_ns)
    if not late:
        raise RuntimeError("no word came in the window")

    def share(part: float) -> float:
        return round(late[min(int(len(late) * part), len(late) - 1)], 2)

    return Late(len(late), share(0.5), share(0.95), share(0.99), round(late[-1], 2))


async def _line() -> bytes:
    return await asyncio.get_running_loop().run_in_executor(None, sys.stdin.buffer.readline)


async def _serve() -> None:
    while line := await _line():
        readers: list[_Reader] = []
        try:
            heard, readers = await read(Job(**orjson.loads(line)))
            print("{}", flush=True)
            told: object = asdict(look_at(heard, *orjson.loads(await _line())))
        except (RuntimeError, OSError) as error:
            told = {"error": str(error)}
        for reader in readers:
            reader.transport.close()
        print(orjson.dumps(told).decode(), flush=True)


if __name__ == "__main__":
    uvloop.run(_serve())
