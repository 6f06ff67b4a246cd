"""The job worker only, for installations with their own Postgres. Start as many as there is work for."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from holdfast.cli.database import need_database_url, prepare
from holdfast.cli.serving import run_to_the_end
from holdfast.core.config import Settings, load_settings
from holdfast.core.log import configure_logging, log_what_nobody_caught
from holdfast.core.migrate import migrate

if TYPE_CHECKING:
    from holdfast.wiring import Parts


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """None: everything is a setting."""


def run(arguments: argparse.Namespace) -> int:
    settings = load_settings()
    need_database_url(settings, "worker")
    configure_logging(level=settings.log_level, format=settings.log_format)
    log_what_nobody_caught()
    run_to_the_end(_work(settings))
    return 0


async def _work(settings: Settings) -> None:
    from holdfast.wiring import open_parts
    from holdfast.worker.run import stop_on_signals

    stop = stop_on_signals()
    addresses = await prepare(settings, None)
    await migrate(addresses.owner)
    async with open_parts(settings, addresses) as parts:
        print("Holdfast's worker is ready.", flush=True)
        await work(parts, stop)


@asynccontextmanager
async def working(parts: Parts) -> AsyncIterator[None]:
    """A worker inside the web process, unless the operator runs workers of their own."""
    if not parts.settings.embedded_worker:
        yield
        return
    stop = asyncio.Event()
    life = asyncio.create_task(work(parts, stop))
    try:
        yield
    finally:
        stop.set()
        await asyncio.gather(life, return_exceptions=True)


async def work(parts: Parts, stop: asyncio.Event) -> None:
    from holdfast.worker.jobs_page import JOBS, SCHEDULE
    from holdfast.worker.run import Pace, run_worker

    pace = Pace(grace_seconds=parts.settings.stop_grace_seconds)
    await run_worker(parts.addresses.worker, parts.db, parts, jobs=JOBS, schedule=SCHEDULE, stop=stop, pace=pace)
