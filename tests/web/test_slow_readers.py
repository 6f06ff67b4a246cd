"""A reader who takes a byte now and then, while a hundred times the memory it may cost goes by."""

from __future__ import annotations

import asyncio
import re
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from holdfast.models.types import Done, ReasoningDelta, TextDelta, TokenUsage
from holdfast.stream.live import TAIL_BYTES
from tests.scripted import Line, ScriptedModel
from tests.serving import Person, Served, chat_body, serving
from tests.waiting import takes

pytestmark = pytest.mark.anyio

PARTS, SIZE = 3_000, 20_000
"""60 MB."""


class Flood(list[Line]):
    """Thoughts, which nobody keeps, at the pace of a quick network; made as they are asked for."""

    def __init__(self, parts: int) -> None:
        super().__init__()
        self._parts = parts

    def __iter__(self) -> Iterator[Line]:
        for number in range(self._parts):
            yield ReasoningDelta(f"{number} " + "thought " * (SIZE // 8))
            yield TextDelta(".")  # ends the part before it, so that each is a chunk of its own
            yield 0.001
        yield Done(TokenUsage(1, PARTS))


def memory_bytes() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


class Dribble:
    """A connection that reads a byte at a time, and in the end whatever is left."""

    def __init__(self, served: Served, person: Person, path: str) -> None:
        self._link = socket.socket()
        self._link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self._link.setblocking(False)
        self._address = ("127.0.0.1", int(served.url.rsplit(":", 1)[1]))
        cookie = person.http.cookies["holdfast_session"]
        head = f"GET {path} HTTP/1.1\r\nhost: {served.url[7:]}\r\ncookie: holdfast_session={cookie}\r\n"
        self._asking = f"{head}connection: close\r\n\r\n".encode()
        self.received = bytearray()

    async def dribble(self, pause: float) -> None:
        loop = asyncio.get_running_loop()
        await loop.sock_connect(self._link, self._address)
        await loop.sock_sendall(self._link, self._asking)
        while True:
            self.received += await loop.sock_recv(self._link, 1)
            await takes(pause)

    async def read_on(self, seconds: float) -> None:
        """From now on as quickly as it comes."""
        async with asyncio.timeout(seconds):
            while piece := await asyncio.get_running_loop().sock_recv(self._link, 1 << 20):
                self.received += piece

    def close(self) -> None:
        self._link.close()

    @property
    def seqs(self) -> list[int]:
        return [int(seq) for seq in re.findall(rb"(?m)^id: (\d+)\n", bytes(self.received))]


async def test_slow_readers_slow_nobody_and_cost_little_and_miss_nothing(addresses: Addresses) -> None:
    model = ScriptedModel(Flood(300), Flood(PARTS))
    async with serving(addresses, [model]) as served, served.person() as ada:
        await ada.say("warm up")
        chat = new_id()
        seqs: list[int] = []
        kept: list[int] = []
        memory: list[int] = []
        slow = [Dribble(served, ada, f"/api/chat/{chat}/stream") for _ in range(5)]
        try:
            async with ada.http.stream("POST", "/api/chat", json=chat_body("go", chat=chat)) as quick:
                assert quick.status_code == 200
                dribbling = [asyncio.create_task(one.dribble(0.05)) for one in slow]
                began, before = time.monotonic(), memory_bytes()
                async for line in quick.aiter_lines():
                    if line.startswith("id: "):
                        seqs.append(int(line[4:]))
                        if len(seqs) % 50 == 0:
                            kept += [live.kept_bytes - live.unsaved_bytes for live in served.parts.streams]
                            memory.append(memory_bytes() - before)
                took = time.monotonic() - began
            for task in dribbling:
                task.cancel()
            await asyncio.gather(*dribbling, return_exceptions=True)
            print(f"60 MB in {took:.1f} s, memory +{max(memory) / 1e6:.0f} MB, tail {max(kept) / 1e6:.1f} MB")
            assert seqs == list(range(len(seqs)))
            assert len(seqs) > PARTS
            assert took < 60
            assert max(kept) <= TAIL_BYTES + 2 * SIZE
            # Sixty megabytes went by, and five readers took none of them: kept for each, it would have been 300.
            assert max(memory) < 40_000_000
            assert all(len(one.received) < 100_000 for one in slow)
            await slow[0].read_on(60)
            assert slow[0].seqs == seqs
            assert slow[0].received.endswith(b"data: [DONE]\n\n\r\n0\r\n\r\n")
        finally:
            for one in slow:
                one.close()  # the server waits for its readers when it ends
