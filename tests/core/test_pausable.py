"""A deadline whose time stands still while somebody else is waited for."""

from __future__ import annotations

import asyncio

import pytest

from holdfast.core.pausable import PausableTimeout
from tests.waiting import never, takes

pytestmark = pytest.mark.anyio


async def test_what_takes_too_long_is_ended_and_says_so() -> None:
    timer = PausableTimeout(0.01)
    with pytest.raises(TimeoutError):
        async with timer:
            await never()
    assert timer.expired()


async def test_time_stands_still_until_the_last_pause_has_ended() -> None:
    timer = PausableTimeout(0.1)

    async def pause(seconds: float) -> None:
        with timer.paused():
            await takes(seconds)

    async with timer:
        await asyncio.gather(pause(0.05), pause(0.3))
    assert not timer.expired()
    with timer.paused():  # somebody still waits when it is over
        pass


async def test_behind_a_pause_only_what_was_left_is_left() -> None:
    timer = PausableTimeout(0.05)

    async def pause_and_wait() -> None:
        async with timer:
            with timer.paused():
                await takes(0.1)
            await never()

    with pytest.raises(TimeoutError):
        await pause_and_wait()
    assert timer.expired()
