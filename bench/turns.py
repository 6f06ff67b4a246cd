"""What the platform adds to a turn, step by step, for somebody with 100 memories and somebody with 10,000.

A model on loopback answers at once, so what is left is ours: from the moment a turn is admitted to its first word, and
from the last word to the stored answer. What comes before (HTTP, signing in) and the way back to whoever asks is told
beside it, as `with the way`. A real `holdfast up` is asked, with its own Postgres on the disk; the model and whoever
asks are processes of their own. Each person has 50 chats, and goes on in ten of them by turns, so that a conversation
is about as long as conversations are. People take turns with each other, question by question, so that a busy machine
slows both alike, and leave time between for what follows a turn.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import asyncpg
import httpx2
import uvloop

from bench.process import child
from bench.recall.fill import fill, real_words
from bench.recall.latency import questions
from bench.server import Chat, Person, Server, holdfast, turn_request
from holdfast.cli.eval import local_embedder
from holdfast.core.config import load_settings
from holdfast.core.db import connect, owner_of
from holdfast.core.embedded.postgres import find_postgres
from holdfast.core.ids import UserId, new_id
from holdfast.core.migrate import prepare_embedded
from holdfast.memory.parts import MemoryParts

SETTLE = """
update memory_sessions
   set closed_at = now(), window_from = next_seq, folded_to = next_seq, learned_to = next_seq where closed_at is null
"""
SIZES = (100, 10_000)
CHATS = 50
TALKS = 10
WARM_UP = 40
"""Turns before it counts: each connection of the pool plans a statement anew until it has seen it a few times."""
PAUSE_SECONDS = 0.3
"""Nobody asks again in the very moment of the answer; what follows a turn (learning, vectors) is done by then."""
MAX_MS = 25.0
MAX_RATIO = 1.5
STEPS = ("admit", "listen", "route", "begin", "collect", "draft")
PERSONAS = ("assistant", "sophie")


@dataclass(frozen=True, slots=True)
class Exchange:
    """One question and its answer, as seen from outside."""

    answer: bytes
    headers_ms: float
    whole_ms: float


@dataclass(slots=True)
class Measured:
    """One person with one persona."""

    steps: dict[str, list[float]] = field(default_factory=lambda: {step: [] for step in (*STEPS, "exchange", "finish")})
    overhead: list[float] = field(default_factory=list)
    with_the_way: list[float] = field(default_factory=list)

    def add(self, trace: dict[str, Any], seen: Exchange) -> None:
        marks, before = trace["timings"], 0.0
        for step in STEPS:
            self.steps[step].append(marks[step] - before)
            before = marks[step]
        (attempt,) = trace["models"]
        self.steps["exchange"].append(marks["exchange"] - before - attempt["ms"])
        # The headers leave when a turn has begun, so what the way took is what they took beyond that.
        way = seen.headers_ms - marks["begin"]
        self.with_the_way.append(seen.whole_ms - attempt["ms"])
        self.overhead.append(seen.whole_ms - way - attempt["ms"])
        self.steps["finish"].append(seen.whole_ms - way - marks["exchange"])


async def run(sizes: Sequence[int], turns: int) -> dict[tuple[int, str], Measured]:
    measured = {(size, persona): Measured() for size in sizes for persona in PERSONAS}
    with tempfile.TemporaryDirectory(prefix="hf-bench-") as folder, child("bench.model") as model:
        Path(folder).chmod(0o755)  # under root the database runs as nobody, who must be able to pass
        assert model.stdout
        with holdfast(Path(folder) / "data", int(model.stdout.readline())) as server:
            words = real_words(local_embedder(load_settings()))
            people = {size: await _settled(server, Path(folder) / "data", size, words) for size in sizes}
            await asyncio.sleep(8)  # what messages are held against is embedded soon after the start
            asked = iter(questions(len(PERSONAS) * (turns + WARM_UP), words))
            for number in range(turns + WARM_UP):
                for persona in PERSONAS:
                    question = next(asked)
                    for size in random.Random(number).sample(list(sizes), len(sizes)):
                        trace, seen = await _ask(people[size], persona, question, number)
                        if number >= WARM_UP:
                            measured[size, persona].add(trace, seen)
    return measured


@dataclass(frozen=True, slots=True)
class Settled:
    """Somebody with so many memories and 50 chats, and those in which they talk with each persona."""

    person: Person
    chats: Mapping[str, Sequence[str]]


async def _settled(server: Server, data_dir: Path, size: int, words: Sequence[str]) -> Settled:
    person = server.register(f"person{size}@example.org")
    postgres = find_postgres(data_dir)
    assert postgres is not None
    addresses = await prepare_embedded(postgres)
    connection = await asyncpg.connect(addresses.owner.dsn)
    db = await connect(addresses.app, size=2, name="holdfast-bench")
    user: UserId = await connection.fetchval("select id from users where email = $1", f"person{size}@example.org")
    memory = MemoryParts(db, local_embedder(load_settings()), chain=None)
    await fill(connection, memory, owner_of(user), size, words)
    # Long ago, and done with: otherwise the server would look through all of it while it is being measured.
    await connection.execute(SETTLE)
    await connection.execute("analyze")
    await db.close()
    await connection.close()
    for _ in range(CHATS):
        await _exchange(person, turn_request(Chat(str(new_id()), person), "instant:5"))
    return Settled(person, {persona: [str(new_id()) for _ in range(TALKS)] for persona in PERSONAS})


async def _ask(of: Settled, persona: str, question: str, number: int) -> tuple[dict[str, Any], Exchange]:
    await asyncio.sleep(PAUSE_SECONDS)
    chat = Chat(of.chats[persona][number % TALKS], of.person)
    asked = turn_request(chat, words=question, persona=persona)
    seen = await _exchange(of.person, asked)
    turn = seen.answer.partition(b"x-holdfast-turn-id: ")[2].partition(b"\r\n")[0].decode()
    address = f"http://127.0.0.1:{of.person.port}/api/turns/{turn}/trace"
    async with httpx2.AsyncClient(trust_env=False, timeout=60) as http:
        return (await http.get(address, headers={"cookie": of.person.cookie})).json(), seen


async def _exchange(person: Person, request: str) -> Exchange:
    """Over a bare socket, until the last byte of the answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", person.port)
    began = time.perf_counter()
    writer.write(request.encode())
    headers = await reader.readuntil(b"\r\n\r\n")
    begun = time.perf_counter()
    answer = await reader.readuntil(b"\r\n0\r\n\r\n")
    ended = time.perf_counter()
    writer.close()
    assert headers.startswith(b"HTTP/1.1 200"), headers
    return Exchange(headers + answer, (begun - began) * 1000, (ended - began) * 1000)


def main(given: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.turns", description=__doc__)
    parser.add_argument("--turns", type=int, default=60)
    parser.add_argument("--sizes", type=int, nargs=2, default=list(SIZES))
    arguments = parser.parse_args(given)
    measured = uvloop.run(run(arguments.sizes, arguments.turns))
    small, large = arguments.sizes
    for (size, persona), one in measured.items():
        steps = "  ".join(f"{step} {median(times):.1f}" for step, times in one.steps.items())
        own, way = median(one.overhead), median(one.with_the_way)
        print(f"{persona:>10}, {size:>6,} memories: adds {own:5.1f} ms, {way:.1f} with the way  ({steps})")
    is_kept = True
    for persona in PERSONAS:
        adds = median(measured[large, persona].overhead)
        ratio = adds / median(measured[small, persona].overhead)
        is_kept = is_kept and adds <= MAX_MS and ratio <= MAX_RATIO
        print(f"{persona:>10}: {adds:.1f} ms (limit {MAX_MS}), {ratio:.2f}x from {small:,} to {large:,} ({MAX_RATIO}x)")
    return 0 if is_kept else 1


if __name__ == "__main__":
    sys.exit(main())
