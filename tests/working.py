"""A real worker beside a test's server, until nothing is left to do."""

from __future__ import annotations

import asyncio

import asyncpg

from holdfast.cli.worker import working
from holdfast.wiring import Parts

_LEFT = """
select exists (select from jobs.pgqueuer
                where status = 'picked' or (status = 'queued' and attempts = 0 and execute_after <= now()))
"""


async def work_off(parts: Parts, *, seconds: float = 60) -> None:
    """Everything that waits or runs, and everything that follows from it. A job that failed is not waited for."""
    connection = await asyncpg.connect(parts.addresses.owner.dsn)
    try:
        async with working(parts), asyncio.timeout(seconds):
            while await connection.fetchval(_LEFT):
                await asyncio.sleep(0.05)
    finally:
        await connection.close()
