"""What a worker counts, told through the database, so that `/metrics` of a server has it as well.

A worker has no port. Every few seconds it writes down its own counters; a server shows those of every worker that was
heard lately beside its own, with the label `process`. They begin anew with the worker, as counters do.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg

from holdfast.admin import store
from holdfast.core.db import RETRYABLE, Db
from holdfast.core.errors import DatabaseUnavailable
from holdfast.core.ids import ProcessId
from holdfast.core.log import get_logger
from holdfast.core.metrics import own_samples, show_others

EVERY_SECONDS = 10.0
_HEARD_SECONDS = 60.0
log = get_logger()


async def tell_figures(db: Db, process_id: ProcessId) -> None:
    async with db.as_nobody() as tx:
        await store.tell_figures(tx, process_id, own_samples())


async def hear_figures(db: Db) -> None:
    told = await store.figures_told(db, within_seconds=_HEARD_SECONDS)
    show_others({f"worker-{process.hex[-8:]}": samples for process, samples in told})


@asynccontextmanager
async def telling_figures(db: Db, process_id: ProcessId) -> AsyncIterator[None]:
    async def tell_for_ever() -> None:
        while True:
            try:
                await tell_figures(db, process_id)
            except (DatabaseUnavailable, *RETRYABLE, asyncpg.PostgresError) as error:  # told again in a moment
                log.warning("figures_not_told", error=type(error).__name__)
            await asyncio.sleep(EVERY_SECONDS)

    task = asyncio.create_task(tell_for_ever())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
