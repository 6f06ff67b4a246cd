"""A share for each: bounded, in order, and nothing is lost with whoever leaves the line."""

from __future__ import annotations

import asyncio

import pytest

from holdfast.core.errors import RateLimited
from holdfast.core.shares import Shares

pytestmark = pytest.mark.anyio


async def test_only_so_many_are_served_at_once_and_the_others_in_order() -> None:
    shares: Shares[str] = Shares(2, in_line=10)
    served: list[int] = []
    inside = most = 0

    async def come(number: int) -> None:
        nonlocal inside, most
        async with shares.of("ada"):
            inside += 1
            most = max(most, inside)
            served.append(number)
            await asyncio.sleep(0)
            inside -= 1

    await asyncio.gather(*(come(number) for number in range(10)))
    assert (served, most) == (list(range(10)), 2)


async def test_a_full_line_is_told_to_come_back_and_others_have_their_own() -> None:
    shares: Shares[str] = Shares(1, in_line=1)
    async with shares.of("ada"):
        waiting = asyncio.create_task(shares.take("ada"))
        await asyncio.sleep(0)
        with pytest.raises(RateLimited) as refused:
            await shares.take("ada")
        assert refused.value.retry_after_seconds
        async with shares.of("bob"):
            pass
    await waiting
    shares.give_back("ada")


async def test_whoever_leaves_the_line_takes_no_place_along() -> None:
    shares: Shares[str] = Shares(1, in_line=5, seconds=0.05)
    async with shares.of("ada"):
        with pytest.raises(RateLimited):
            await shares.take("ada")  # patience ends
        left = asyncio.create_task(shares.take("ada"))
        given = asyncio.create_task(shares.take("ada"))
        await asyncio.sleep(0)
        left.cancel()
    # The place was handed to whoever was first in line; they are cancelled in the very moment they get it.
    given.cancel()
    await asyncio.gather(left, given, return_exceptions=True)
    async with asyncio.timeout(1), shares.of("ada"):
        pass
