"""A real worker beside a test's server, until nothing is left to do."""

from __future__ import annotations

import asyncio

from holdfast.cli.worker import working
from holdfast.core.jobs import queue_state
from holdfast.wiring import Parts


async def work_off(parts: Parts, *, seconds: float = 30) -> None:
    """Everything that waits, and everything that follows from it. A job that fails is not waited for."""
    async with working(parts), asyncio.timeout(seconds):
        while (await queue_state(parts.db)).waiting:
            await asyncio.sleep(0.05)
