"""What the platform adds to a turn, step by step, for somebody with 100 memories and somebody with 10,000.

A model on loopback answers at once, so what is left is ours: everything from the request to the first word, and from
the last word to the stored answer. Each person has 50 chats. They take turns with each other, question by question, so
that a busy machine slows both alike.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from statistics import median
from typing import Any
from uuid import UUID

import asyncpg
import orjson
import uvloop

from bench.recall.fill import fill
from bench.recall.latency import questions
from holdfast.cli.eval import open_throw_away
from holdfast.core.config import load_settings
from holdfast.core.db import owner_of
from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from holdfast.memory.parts import MemoryParts
from holdfast.models.chain import Chain
from holdfast.models.endpoint import Endpoint
from holdfast.models.openai_compatible import OpenAICompatible
from tests.loopback.model_server import ModelServer
from tests.serving import Person, Served, chat_body, serving

SIZES = (100, 10_000)
CHATS = 50
WARM_UP = 40
"""Turns before it counts: each connection of the pool plans a statement anew until it has seen it a few times."""
MOST_MS = 25.0
MOST_RATIO = 1.5
STEPS = ("admit", "listen", "route", "begin", "collect", "draft")
PERSONAS = ("assistant", "sophie")


@dataclass(slots=True)
class Measured:
    """One person with one persona."""

    steps: dict[str, list[float]] = field(default_factory=lambda: {step: [] for step in (*STEPS, "finish")})
    overhead: list[float] = field(default_factory=list)

    def add(self, trace: dict[str, Any], whole_ms: float) -> None:
        marks, before = trace["timings"], 0.0
        for step in STEPS:
            self.steps[step].append(marks[step] - before)
            before = marks[step]
        (attempt,) = trace["models"]
        self.overhead.append(whole_ms - attempt["ms"])
        self.steps["finish"].append(whole_ms - marks["exchange"])


async def run(sizes: Sequence[int], turns: int) -> dict[tuple[int, str], Measured]:
    measured = {(size, persona): Measured() for size in sizes for persona in PERSONAS}
    async with open_throw_away(load_settings()) as (memory, addresses), ModelServer() as upstream:
        chain = Chain([OpenAICompatible(Endpoint(upstream.base_url), "bench", "instant:20")])
        async with (
            serving(addresses, chain=chain, embedder=memory.embedder) as served,
            AsyncExitStack() as stack,
        ):
            people = {
                size: await stack.enter_async_context(_settled(served, memory, addresses, size)) for size in sizes
            }
            await asyncio.sleep(5)  # what messages are held against is embedded soon after the start
            asked = iter(questions(len(PERSONAS) * (turns + WARM_UP)))
            for number in range(turns + WARM_UP):
                for persona in PERSONAS:
                    question = next(asked)
                    for size in random.Random(number).sample(list(sizes), len(sizes)):
                        trace, ms = await _ask(*people[size], persona, question)
                        if number >= WARM_UP:
                            measured[size, persona].add(trace, ms)
    return measured


@asynccontextmanager
async def _settled(
    served: Served, memory: MemoryParts, addresses: Addresses, size: int
) -> AsyncIterator[tuple[Person, dict[str, UUID]]]:
    """Somebody with so many memories and 50 chats, and the chat they hold with each persona."""
    async with served.person(f"person{size}") as person:
        for _ in range(CHATS):
            await person.say("A chat among others.")
        connection = await asyncpg.connect(addresses.owner.dsn)
        await fill(connection, memory, owner_of(person.id), size)
        await connection.execute("analyze")
        await connection.close()
        yield person, {persona: new_id() for persona in PERSONAS}


async def _ask(person: Person, chats: Mapping[str, UUID], persona: str, question: str) -> tuple[dict[str, Any], float]:
    """Over a bare socket: a whole HTTP client in this process would be most of what is measured."""
    body = orjson.dumps(chat_body(question, chat=chats[persona], selectedPersonaId=persona))
    url = person.http.base_url
    cookie = "; ".join(f"{name}={value}" for name, value in person.http.cookies.items())
    head = (
        f"POST /api/chat HTTP/1.1\r\nhost: {url.host}:{url.port}\r\norigin: http://{url.host}:{url.port}\r\n"
        f"content-type: application/json\r\ncookie: {cookie}\r\ncontent-length: {len(body)}\r\n\r\n"
    )
    reader, writer = await asyncio.open_connection(url.host, url.port)
    began = time.perf_counter()
    writer.write(head.encode() + body)
    answer = await reader.readuntil(b"\r\n0\r\n\r\n")
    ms = (time.perf_counter() - began) * 1000
    writer.close()
    assert answer.startswith(b"HTTP/1.1 200"), answer
    turn = answer.partition(b"x-holdfast-turn-id: ")[2].partition(b"\r\n")[0].decode()
    return (await person.http.get(f"/api/turns/{turn}/trace")).json(), ms


def main(given: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.turns", description=__doc__)
    parser.add_argument("--turns", type=int, default=60)
    parser.add_argument("--sizes", type=int, nargs=2, default=list(SIZES))
    arguments = parser.parse_args(given)
    measured = uvloop.run(run(arguments.sizes, arguments.turns))
    small, large = arguments.sizes
    is_kept = True
    for (size, persona), one in measured.items():
        steps = "  ".join(f"{step} {median(times):.1f}" for step, times in one.steps.items())
        print(f"{persona:>10}, {size:>6,} memories: adds {median(one.overhead):5.1f} ms  ({steps})")
    for persona in PERSONAS:
        adds = median(measured[large, persona].overhead)
        ratio = adds / median(measured[small, persona].overhead)
        is_kept = is_kept and adds <= MOST_MS and ratio <= MOST_RATIO
        print(
            f"{persona:>10}: {adds:.1f} ms (limit {MOST_MS}), {ratio:.2f}x from {small:,} to {large:,} ({MOST_RATIO}x)"
        )
    return 0 if is_kept else 1


if __name__ == "__main__":
    sys.exit(main())
