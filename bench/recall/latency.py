"""The median query at 1,000, 10,000 and 100,000 turns of one person, and how it grows.

Every size is visited in turn, round by round, so that a busy machine slows all of them alike.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Sequence
from statistics import median, quantiles

import asyncpg
import uvloop

from bench.recall.fill import fill, turns
from holdfast.cli.eval import open_throw_away
from holdfast.core.config import load_settings
from holdfast.core.db import Owner
from holdfast.memory.recall.recall import recall
from holdfast.memory.types import RecallQuery

SIZES = (1_000, 10_000, 100_000)
LIMITS = {10_000: 2.0, 100_000: 4.0}


async def run(sizes: Sequence[int], queries: int) -> dict[int, list[float]]:
    times: dict[int, list[float]] = {size: [] for size in sizes}
    async with open_throw_away(load_settings()) as (memory, addresses):
        connection = await asyncpg.connect(addresses.owner.dsn)
        for size in sizes:
            began = time.perf_counter()
            await fill(connection, memory, Owner("bench", str(size)), size)
            print(f"{size:>8,} turns made in {time.perf_counter() - began:.0f} s", flush=True)
        await connection.close()
        for number, query in enumerate(questions(queries + 10)):
            for size in sizes:
                began = time.perf_counter()
                await recall(memory, Owner("bench", str(size)), RecallQuery(query))
                if number >= 10:
                    times[size].append((time.perf_counter() - began) * 1000)
    return times


def questions(count: int, words: Sequence[str] | None = None) -> Sequence[str]:
    """Questions of five to eight words that were used, one of them a speaker's name."""
    draw = random.Random(5)
    said = [text.split() for text, _ in zip(turns(2_000, seed=9, words=words), range(2_000), strict=False)]
    chosen = [draw.sample(draw.choice(said), draw.randint(3, 6)) for _ in range(count)]
    return [f"What did Maya say about {' '.join(about)}?" for about in chosen]


def main(given: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.recall.latency", description=__doc__)
    parser.add_argument("--queries", type=int, default=100)
    parser.add_argument("--sizes", type=int, nargs="+", default=list(SIZES))
    arguments = parser.parse_args(given)
    times = uvloop.run(run(arguments.sizes, arguments.queries))  # as the server does
    first = median(times[arguments.sizes[0]])
    is_kept = True
    for size, measured in times.items():
        ratio, limit = median(measured) / first, LIMITS.get(size)
        is_kept = is_kept and (limit is None or ratio <= limit)
        wanted = f"  (limit {limit}x)" if limit else ""
        p95 = quantiles(measured, n=20)[-1]
        print(f"{size:>8,}  p50 {median(measured):6.1f} ms  p95 {p95:6.1f} ms  {ratio:.2f}x{wanted}")
    return 0 if is_kept else 1


if __name__ == "__main__":
    sys.exit(main())
