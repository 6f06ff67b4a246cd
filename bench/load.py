"""The load: as many people as asked for, each with a connection of their own, each asking the next question when the
last answer is whole. A closed loop: a slower server gets fewer questions, never a longer queue.

It runs in its own process and does as little as it can, because whatever it does takes CPU from what it measures: the
requests are made before, the answers are searched for two marks and looked at when all is over.

One job a line on standard input (`Job` as JSON), one line of answers on standard output.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from time import perf_counter
from typing import cast

import orjson
import uvloop

_LAST_CHUNK = b"\r\n0\r\n\r\n"
WORD = b"word"


@dataclass(frozen=True, slots=True)
class Job:
    port: int
    token: str
    """What stands in the stream where the answer's first words do."""
    people: Sequence[Sequence[str]]
    """For each person their requests, whole HTTP messages, in order."""


@dataclass(frozen=True, slots=True)
class Answer:
    first_ms: float
    whole_ms: float
    words: int


class _Connection(asyncio.Protocol):
    def __init__(self, token: bytes) -> None:
        self._token = token
        self._received = bytearray()
        self._asked_at = self._first_at = 0.0
        self._answer: asyncio.Future[Answer] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    async def ask(self, request: bytes) -> Answer:
        self._received = bytearray()
        self._first_at = 0.0
        self._answer = asyncio.get_running_loop().create_future()
        self._asked_at = perf_counter()
        self._transport.write(request)
        return await self._answer

    def data_received(self, data: bytes) -> None:
        now = perf_counter()
        self._received += data
        if not self._first_at and self._token in self._received:
            self._first_at = now
        if self._answer is None or self._answer.done():
            return
        if self._received.endswith(_LAST_CHUNK):
            first, whole = (round((at - self._asked_at) * 1000, 3) for at in (self._first_at or now, now))
            self._answer.set_result(Answer(first, whole, self._received.count(WORD)))
        elif not self._received.startswith(b"HTTP/1.1 200") and b"\r\n\r\n" in self._received:
            self._answer.set_exception(RuntimeError(f"refused: {bytes(self._received[:1000])!r}"))

    def connection_lost(self, error: Exception | None) -> None:
        if self._answer and not self._answer.done():
            self._answer.set_exception(RuntimeError(f"cut off after {bytes(self._received[-300:])!r}"))

    def close(self) -> None:
        self._transport.close()


async def run(job: Job) -> Sequence[Answer]:
    loop = asyncio.get_running_loop()
    connections = [
        (await loop.create_connection(lambda: _Connection(job.token.encode()), "127.0.0.1", job.port))[1]
        for _ in job.people
    ]
    requests = [[request.encode() for request in person] for person in job.people]

    async def converse(connection: _Connection, questions: Sequence[bytes]) -> list[Answer]:
        return [await connection.ask(question) for question in questions]

    try:
        answers = await asyncio.gather(*(converse(*pair) for pair in zip(connections, requests, strict=True)))
    finally:
        for connection in connections:
            connection.close()
    return [answer for person in answers for answer in person]


def _serve() -> None:
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        for line in sys.stdin:
            try:
                told: object = [asdict(answer) for answer in runner.run(run(Job(**orjson.loads(line))))]
            except (RuntimeError, OSError) as error:
                told = {"error": str(error)}
            print(orjson.dumps(told).decode(), flush=True)


if __name__ == "__main__":
    _serve()
