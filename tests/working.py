"""A real worker beside a test's server, in the test's own process.

It keeps no schedule unless it is told to: a minute that ends in the middle of a test would end sessions whose clock is
the test's own.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg

from holdfast.cli.worker import work
from holdfast.wiring import Parts
from tests.waiting import HANGS_SECONDS, until

_LEFT = """
select exists (select from jobs.pgqueuer
                where status = 'picked' or (status = 'queued' and attempts = 0 and execute_after <= now()))
"""


@asynccontextmanager
async def working(parts: Parts, *, is_on_schedule: bool = False) -> AsyncIterator[None]:
    stop = asyncio.Event()
    life = asyncio.create_task(work(parts, stop, is_on_schedule=is_on_schedule))
    try:
        yield
    finally:
        stop.set()
        await asyncio.gather(life, return_exceptions=True)


async def work_off(parts: Parts, *, seconds: float = HANGS_SECONDS) -> None:
    """Everything that waits or runs, and everything that follows from it. A job that failed is not waited for."""
    async with working(parts):
        await worked_off(parts, seconds=seconds)


async def worked_off(parts: Parts, *, seconds: float = HANGS_SECONDS) -> None:
    """The same, where a worker is at work already."""
    connection = await asyncpg.connect(parts.addresses.owner.dsn)
    try:
        await until(lambda: _is_idle(connection), seconds=seconds)
    finally:
        await connection.close()


async def _is_idle(connection: asyncpg.Connection) -> bool:
    return not await connection.fetchval(_LEFT)
