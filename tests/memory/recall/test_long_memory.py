from __future__ import annotations

import time
from statistics import median

import asyncpg
import pytest

from bench.recall.fill import fill, turns
from holdfast.core.db import Owner
from holdfast.memory.parts import MemoryParts
from holdfast.memory.recall.recall import recall
from holdfast.memory.types import RecallQuery

pytestmark = pytest.mark.anyio


async def test_a_memory_ten_times_as_long_does_not_cost_ten_times_as_much(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    short, long = Owner("bench", "short"), Owner("bench", "long")
    await fill(as_owner, memory, short, 600)
    await fill(as_owner, memory, long, 6_000)
    assert await as_owner.fetchval("select count(*) from memory_cells where user_id = 'long'") >= 16
    said = [text for text, _ in zip(turns(600), range(600), strict=False)]
    seconds: dict[Owner, list[float]] = {short: [], long: []}
    for number in range(0, 600, 40):
        for owner, taken in seconds.items():
            began = time.perf_counter()
            answer = await recall(memory, owner, RecallQuery(said[number]))
            taken.append(time.perf_counter() - began)
            assert said[number] in [hit.episode.text for hit in answer.episodes]
    assert median(seconds[long]) < 4 * median(seconds[short])
