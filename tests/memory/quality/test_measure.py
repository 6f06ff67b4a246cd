"""The meter counts what is there, tells each person their own, and the operator sums alone."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import asyncpg
import pytest

from holdfast.core.metrics import render_metrics
from holdfast.memory.parts import MemoryParts
from holdfast.memory.quality.measure import STALE_AFTER, measure, quality_of, quality_overall
from holdfast.memory.quality.types import Counts, rates
from tests.memory.conftest import ADA, BOB
from tests.memory.forget.living import NOON, add_fact, live, talk

pytestmark = pytest.mark.anyio


@pytest.fixture
def memory(memory: MemoryParts) -> MemoryParts:
    return replace(memory, clock=lambda: NOON + timedelta(days=1))


async def test_rates_come_from_what_is_held_and_what_was_refused(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    for text in ("Ada has a dog", "ada has a dog!", "Ada has a cat", "Ada has a boat"):
        await add_fact(memory, ADA, text, [])
    await add_fact(memory, ADA, "Ada had a hat", [], retired=True)
    await as_owner.execute("update facts set valid_to = $1 where text = 'Ada has a boat'", NOON)
    await as_owner.execute(
        "insert into memory_quality values ('acme', 'ada', '2026-05-04', 20, 8, 4, 5, 2, 1), "
        "('acme', 'ada', '2026-05-05', 20, 2, 0, 5, 0, 1)"
    )
    found = await quality_of(memory, ADA)
    assert found.counts == Counts(40, 10, 4, 10, 2, 2, held=4, held_twice=1, stale=1)
    told = (found.duplicate, found.junk, found.echo, found.stale, found.contradicted)
    assert told == (0.25, 0.25, 0.05, 0.25, 0.2)


async def test_what_nobody_repeats_goes_stale_but_for_what_is_pinned(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    for text in ("Ada has a dog", "Ada has a cat", "Ada has a boat"):
        await add_fact(memory, ADA, text, [])
    later = replace(memory, clock=lambda: NOON + STALE_AFTER + timedelta(days=1))
    await as_owner.execute("update facts set is_pinned = true where text = 'Ada has a dog'")
    await as_owner.execute("update facts set reinforced_at = $1 where text = 'Ada has a cat'", later.clock())
    assert (await quality_of(later, ADA)).counts.stale == 1
    assert (await quality_of(memory, ADA)).counts.stale == 0


async def test_everybody_is_told_of_their_own_memories_only(memory: MemoryParts) -> None:
    await add_fact(memory, ADA, "Ada has a dog", [])
    assert (await quality_of(memory, BOB)).counts == Counts(0, 0, 0, 0, 0, 0, 0, 0, 0)
    assert (await quality_of(memory, ADA)).counts.held == 1


async def test_overall_sums_over_all_and_the_same_words_of_two_people_are_no_duplicate(memory: MemoryParts) -> None:
    for owner in (ADA, BOB):
        await add_fact(memory, owner, "I have a dog", [])
    found = await quality_overall(memory)
    assert (found.counts.held, found.counts.held_twice) == (2, 0)


async def test_learning_feeds_the_meter(memory: MemoryParts) -> None:
    await live(
        memory, ADA, {"s": talk("I live in Hamburg.", "Nice.", "hello", "hi", "I live in Hamburg.")}, close=False
    )
    found = await quality_of(memory, ADA)
    assert found.counts.candidates >= found.counts.learned >= 1
    assert found.counts.held >= 1


async def test_metrics_name_nobody(memory: MemoryParts) -> None:
    await add_fact(memory, ADA, "Ada has a dog", [])
    await measure(memory)
    told = render_metrics().decode()
    assert 'holdfast_memory_quality{rate="stale"} 0.0' in told
    assert "holdfast_memory_facts_held 1.0" in told
    assert not [line for line in told.splitlines() if "memory" in line and ("ada" in line or "acme" in line)]


def test_nothing_learned_is_no_division_by_zero() -> None:
    assert rates(Counts(0, 0, 0, 0, 0, 0, 0, 0, 0)).junk == 0.0
