"""Two hundred connections that do their worst, each of them again and again, for as many seconds as they are told.

One job a line on standard input, as JSON; `done` on standard output when it is over.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from uuid import uuid4

import orjson
import uvloop

from bench.server import Chat, Person, turn_request

HOSTILE = 200

Attack = Callable[[int, Person], Awaitable[None]]


def _head(port: int, path: str, person: Person | None, size: int, kind: str = "application/json") -> bytes:
    who = f"cookie: {person.cookie}\r\n" if person else ""
    return (
        f"POST {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\ncontent-type: {kind}\r\n{who}content-length: {size}\r\n\r\n"
    ).encode()


async def _send(port: int, sent: bytes, *, stays_seconds: float = 0.0) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=4096)
    try:
        writer.write(sent)
        await writer.drain()
        if stays_seconds:
            await asyncio.sleep(stays_seconds)  # and reads nothing
        else:
            await reader.read(4096)
    finally:
        writer.close()


async def slow_bodies(port: int, person: Person) -> None:
    await _send(port, _head(port, "/api/auth/login", None, 60_000) + b"{", stays_seconds=5)


async def large_bodies(port: int, person: Person) -> None:
    names = orjson.dumps({str(number): 1 for number in range(200_000)})
    await _send(port, _head(port, "/api/auth/login", None, len(names)) + names)
    await _send(port, _head(port, "/ingest", person, len(names)) + names)


async def logins(port: int, person: Person) -> None:
    body = orjson.dumps({"email": f"{uuid4()}@example.org", "password": "not that one at all"})
    await _send(port, _head(port, "/api/auth/login", None, len(body)) + body)


async def ingests(port: int, person: Person) -> None:
    messages = [{"role": "user", "text": "\n" * 7_999 + "x"} for _ in range(40)]
    body = orjson.dumps({"sessionId": str(uuid4()), "messages": messages})
    await _send(port, _head(port, "/session/ingest", person, len(body)) + body)


async def uploads(port: int, person: Person) -> None:
    form = b'--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n' + b"words " * 500_000
    body = form + b"\r\n--x--\r\n"
    await _send(port, _head(port, "/api/files", person, len(body), "multipart/form-data; boundary=x") + body)


async def unread_streams(port: int, person: Person) -> None:
    asked = turn_request(Chat(str(uuid4()), person), "instant:3000").encode()
    await _send(port, asked, stays_seconds=5)


ATTACKS: Sequence[Attack] = (slow_bodies, large_bodies, logins, ingests, uploads, unread_streams)


async def attack(port: int, cookies: Sequence[str], seconds: float) -> None:
    people, until = [Person(port, cookie) for cookie in cookies], time.monotonic() + seconds

    async def again_and_again(number: int) -> None:
        do, person = ATTACKS[number % len(ATTACKS)], people[number % len(people)]
        while time.monotonic() < until:
            with suppress(OSError, TimeoutError, asyncio.IncompleteReadError):
                async with asyncio.timeout(max(until - time.monotonic(), 0.1)):
                    await do(port, person)
            await asyncio.sleep(0.01)

    await asyncio.gather(*(again_and_again(number) for number in range(HOSTILE)))


def _serve() -> None:
    for line in sys.stdin:
        uvloop.run(attack(**orjson.loads(line)))
        print("done", flush=True)


if __name__ == "__main__":
    _serve()
