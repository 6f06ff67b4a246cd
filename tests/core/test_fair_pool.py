"""The next one goes to whoever holds fewest, and a few are kept for such as hold none."""

from __future__ import annotations

import asyncio

import pytest

from holdfast.core.errors import RateLimited
from holdfast.core.fair_pool import FairPool

pytestmark = pytest.mark.anyio


def a_pool(size: int = 6, *, seconds: float = 10.0, in_line: int = 100) -> FairPool[str]:
    return FairPool(size, most_of_one=4, in_line=in_line, seconds=seconds)


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_one_who_is_alone_has_as_many_as_one_may() -> None:
    pool = a_pool()
    for _ in range(4):
        await pool.take("ada")
    fifth = asyncio.create_task(pool.take("ada"))
    await settle()
    assert not fifth.done()
    pool.give_back("ada")
    await fifth


async def test_however_many_want_many_whoever_holds_none_is_next() -> None:
    pool = a_pool()
    greedy = [asyncio.create_task(pool.take(name)) for _ in range(20) for name in ("ada", "bob", "cleo")]
    await settle()
    assert sum(task.done() for task in greedy) == 4, "two are kept for such as hold none"
    await pool.take("dora")
    await pool.take(None)
    eve = asyncio.create_task(pool.take("eve"))
    await settle()
    assert not eve.done(), "there is none left"
    pool.give_back("ada")
    await settle()
    assert eve.done(), "before all who wait for their second"
    for task in greedy:
        task.cancel()


async def test_a_second_one_for_the_same_work_does_not_wait() -> None:
    pool = a_pool(1)
    await pool.take("ada")
    pool.take_anyway("ada")
    waiting = asyncio.create_task(pool.take("bob"))
    pool.give_back("ada")
    await settle()
    assert not waiting.done()
    pool.give_back("ada")
    await waiting


async def test_who_holds_some_is_told_to_come_back_and_who_holds_none_that_nothing_moves() -> None:
    pool = a_pool(3, seconds=0.05, in_line=1)
    await pool.take("ada")
    await pool.take("ada")
    with pytest.raises(RateLimited):
        await pool.take("ada")
    await pool.take("bob")
    with pytest.raises(TimeoutError):
        await pool.take("cleo")
    waiting = asyncio.create_task(pool.take("cleo"))
    await settle()
    with pytest.raises(RateLimited):
        await pool.take("cleo")
    waiting.cancel()


async def test_who_leaves_the_line_takes_none_along() -> None:
    pool = a_pool(1)
    await pool.take("ada")
    left, given, last = (asyncio.create_task(pool.take(name)) for name in ("bob", "cleo", "dora"))
    await settle()
    left.cancel()
    pool.give_back("ada")
    given.cancel()  # in the very moment they get it
    await asyncio.gather(left, given, return_exceptions=True)
    async with asyncio.timeout(1):
        await last
