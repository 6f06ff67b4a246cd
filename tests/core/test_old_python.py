"""Whichever Python runs this: a timeout that expires is told as one, also in a task that was cancelled before."""

from __future__ import annotations

import asyncio

import pytest

from tests.waiting import never

pytestmark = pytest.mark.anyio


async def test_a_timeout_expires_as_one_in_a_task_that_was_cancelled_and_went_on() -> None:
    async def resume_abandoned() -> str:
        try:
            await never()
        except asyncio.CancelledError:
            try:
                async with asyncio.timeout(0.01):
                    await never()
            except TimeoutError:
                return "too slow"
        return "not cancelled"

    task = asyncio.create_task(resume_abandoned())
    await asyncio.sleep(0)
    task.cancel()
    assert await task == "too slow"


async def test_timeouts_inside_timeouts_end_at_their_own_time() -> None:
    async def inside(outer: float, inner: float) -> int:
        task = asyncio.current_task()
        assert task
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(outer), asyncio.timeout(inner):
                await never()
        return task.cancelling()

    assert await asyncio.create_task(inside(0.01, 10)) == 0
    assert await asyncio.create_task(inside(10, 0.01)) == 0
