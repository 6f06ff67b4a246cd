"""A recording in memory is 20 MB: one of a person, a few of everybody, and the rest on disk until it is their turn."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import AsyncExitStack

import pytest

from holdfast.core.config import LimitSettings
from holdfast.core.errors import RateLimited
from holdfast.core.ids import UserId, new_id
from holdfast.web.places import make_places
from tests.waiting import until

pytestmark = pytest.mark.anyio


async def test_one_persons_recordings_wait_for_each_other_and_nobody_elses_for_them() -> None:
    places, heard, may_go = make_places(LimitSettings(recordings_at_once=4)), Counter[UserId](), asyncio.Event()
    ada, *others = (UserId(new_id()) for _ in range(4))

    async def send(user_id: UserId) -> None:
        async with places.recording(user_id):
            heard[user_id] += 1
            await may_go.wait()

    async with AsyncExitStack() as stack:
        group = await stack.enter_async_context(asyncio.TaskGroup())
        stack.callback(may_go.set)
        for _ in range(3):
            group.create_task(send(ada))
        await until(lambda: heard[ada] == 1)
        with pytest.raises(RateLimited) as refused:
            await send(ada)
        assert refused.value.retry_after_seconds
        for other in others:
            group.create_task(send(other))
        await until(lambda: all(heard[other] == 1 for other in others))
        assert heard[ada] == 1
    assert heard[ada] == 3, "and then it was the turn of those that waited"


async def test_of_everybody_only_a_few_are_in_memory() -> None:
    places, heard, may_go = make_places(LimitSettings(recordings_at_once=2)), Counter[UserId](), asyncio.Event()

    async def send(user_id: UserId) -> None:
        async with places.recording(user_id):
            heard[user_id] += 1
            await may_go.wait()

    async with asyncio.TaskGroup() as group:
        for _ in range(5):
            group.create_task(send(UserId(new_id())))
        await until(lambda: heard.total() == 2)
        for _ in range(10):
            await asyncio.sleep(0)
        assert heard.total() == 2
        may_go.set()
    assert heard.total() == 5
