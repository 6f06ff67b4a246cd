"""What is told is heard, however late the listening begins: a worker must not be given up as deaf while it starts."""

from __future__ import annotations

import asyncio

import pytest

from holdfast.core.db import Db
from holdfast.worker.driver import LastingDriver
from tests.waiting import HANGS_SECONDS

pytestmark = pytest.mark.anyio

CHANNEL = "tests_of_the_driver"


async def test_what_is_told_before_anybody_listens_is_heard_once_somebody_does(worker_db: Db) -> None:
    """As pgqueuer's first look after its listener, on a machine too busy to have begun listening."""
    heard: asyncio.Queue[str] = asyncio.Queue()
    async with LastingDriver(worker_db.pool, tries=2) as driver:
        telling = asyncio.create_task(driver.notify(CHANNEL, "Are you there?"))
        await asyncio.wait({telling}, timeout=0.5)
        await driver.add_listener(CHANNEL, lambda payload: heard.put_nowait(str(payload)))
        assert await asyncio.wait_for(heard.get(), HANGS_SECONDS) == "Are you there?"
        await telling


async def test_what_is_told_while_a_killed_listener_is_replaced_is_heard(worker_db: Db) -> None:
    heard: asyncio.Queue[str] = asyncio.Queue()
    async with LastingDriver(worker_db.pool, tries=5) as driver:
        await driver.add_listener(CHANNEL, lambda payload: heard.put_nowait(str(payload)))
        driver._listener.terminate()
        await driver.notify(CHANNEL, "Are you there?")
        assert await asyncio.wait_for(heard.get(), HANGS_SECONDS) == "Are you there?"
