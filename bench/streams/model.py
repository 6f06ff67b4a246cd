"""The model: a word every few milliseconds, each saying when it was sent. Asked by the question's last word:
`stamped:500:0.02` for 500 words, 20 ms apart."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator

import uvloop

from bench.model import ToldModel
from tests.loopback.model_server import Recorded
from tests.loopback.openai_wire import DONE, Reply, delta, last_user_text, text, usage

_BEFORE, _AFTER = text(" @STAMP").split(b"STAMP")


class StampedModel(ToldModel):
    def answer(self, request: Recorded) -> Reply:
        if "messages" in request.body:
            asked = last_user_text(request.body).split()[-1]
            if asked.startswith("stamped:") and request.body.get("stream"):
                _, count, gap = asked.split(":")
                return Reply(_stamped(int(count)), gap_seconds=float(gap))
        return super().answer(request)


def _stamped(count: int) -> Iterator[bytes]:
    for _ in range(count):
        yield _BEFORE + b"%d" % time.monotonic_ns() + _AFTER
    yield from (delta({}, "stop"), usage(7, count), DONE)


async def _serve() -> None:
    async with StampedModel() as server:
        print(server.port, flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    uvloop.run(_serve())
