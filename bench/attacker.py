"""Two hundred connections that do their worst, each of them again and again, for as many seconds as they are told.

Each sends again as soon as it is answered, or hung up on. What they send is made once and sent as it is: an attack that
computes more than it costs is none, and on the same machine what it computes is taken from what is measured. How often
each was answered, and with what, is told.

One job a line on standard input, as JSON; one line on standard output when it is over, as JSON too.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from uuid import uuid4

import orjson
import uvloop

from bench.server import Chat, Person, turn_request

HOSTILE = 200
_HELD_SECONDS = 5.0
_MAX_ADDRESSES = 200


@dataclass(frozen=True, slots=True)
class Link:
    """One hostile connection: as whom it comes, and from which address."""

    person: Person
    address: str | None

    async def send(self, *pieces: bytes, stays_seconds: float = 0.0) -> str:
        """The status that was answered with; `closed` without one, `held` where nobody waited for it."""
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", self.person.port, limit=4096, local_addr=(self.address, 0) if self.address else None
        )
        try:
            writer.writelines(pieces)
            if stays_seconds:
                await asyncio.sleep(stays_seconds)  # and reads nothing
                return "held"
            answer = await reader.read(4096)
            return answer.split(b" ", 2)[1].decode() if answer.startswith(b"HTTP/") else "closed"
        finally:
            writer.transport.abort()


Attack = Callable[[Link], Awaitable[str]]


def _head(port: int, path: str, person: Person | None, size: int, kind: str = "application/json") -> bytes:
    who = f"cookie: {person.cookie}\r\n" if person else ""
    return (
        f"POST {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\ncontent-type: {kind}\r\n{who}content-length: {size}\r\n\r\n"
    ).encode()


async def slow_bodies(link: Link) -> str:
    return await link.send(_head(link.person.port, "/api/auth/login", None, 60_000) + b"{", stays_seconds=_HELD_SECONDS)


async def large_bodies(link: Link) -> str:
    names = _many_names()
    await link.send(_head(link.person.port, "/api/auth/login", None, len(names)), names)
    return await link.send(_head(link.person.port, "/ingest", link.person, len(names)), names)


async def logins(link: Link) -> str:
    body = orjson.dumps({"email": f"{uuid4()}@example.org", "password": "not that one at all"})
    return await link.send(_head(link.person.port, "/api/auth/login", None, len(body)), body)


async def ingests(link: Link) -> str:
    body = b'{"sessionId":"%b",%b' % (str(uuid4()).encode(), _many_lines())
    return await link.send(_head(link.person.port, "/session/ingest", link.person, len(body)), body)


async def uploads(link: Link) -> str:
    form = _large_form()
    return await link.send(
        _head(link.person.port, "/api/files", link.person, len(form), "multipart/form-data; boundary=x"), form
    )


async def unread_streams(link: Link) -> str:
    asked = turn_request(Chat(str(uuid4()), link.person), "instant:3000").encode()
    return await link.send(asked, stays_seconds=_HELD_SECONDS)


@cache
def _many_names() -> bytes:
    return orjson.dumps({str(number): 1 for number in range(200_000)})


@cache
def _many_lines() -> bytes:
    messages = [{"role": "user", "text": "\n" * 7_999 + "x"} for _ in range(40)]
    return orjson.dumps({"messages": messages})[1:]


@cache
def _large_form() -> bytes:
    head = b'--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
    return head + b"words " * 500_000 + b"\r\n--x--\r\n"


ATTACKS: Sequence[Attack] = (slow_bodies, large_bodies, logins, ingests, uploads, unread_streams)


async def attack(port: int, cookies: Sequence[str], seconds: float, addresses: int = 0) -> dict[str, Counter[str]]:
    """`addresses`: from how many of the loopback network they come; 0: all of them from the one that people have too,
    as behind one router."""
    people, until = [Person(port, cookie) for cookie in cookies], time.monotonic() + seconds
    answers: dict[str, Counter[str]] = {do.__name__: Counter() for do in ATTACKS}
    addresses = min(addresses, _MAX_ADDRESSES)

    async def again_and_again(number: int) -> None:
        do, person = ATTACKS[number % len(ATTACKS)], people[number % len(people)]
        link = Link(person, f"127.0.1.{number % addresses + 1}" if addresses else None)
        while time.monotonic() < until:
            answer = "unanswered"
            with suppress(TimeoutError):
                async with asyncio.timeout(max(until - time.monotonic(), 0.1)):
                    try:
                        answer = await do(link)
                    except OSError:
                        answer = "closed"
            answers[do.__name__][answer] += 1
            await asyncio.sleep(0.01)

    await asyncio.gather(*(again_and_again(number) for number in range(HOSTILE)))
    return answers


def _serve() -> None:
    for line in sys.stdin:
        began = time.monotonic()
        answers = uvloop.run(attack(**orjson.loads(line)))
        print(orjson.dumps({"answers": answers, "seconds": time.monotonic() - began}).decode(), flush=True)


if __name__ == "__main__":
    _serve()
