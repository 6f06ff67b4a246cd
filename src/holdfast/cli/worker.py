"""The job worker only, for installations with their own Postgres. Start as many as there is work for."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from holdfast.cli.database import need_database_url, prepare, warn_of_owner
from holdfast.cli.serving import run_to_the_end
from holdfast.core.config import Settings, load_settings_once
from holdfast.core.first_words import GiveWay
from holdfast.core.log import configure_logging, log_what_nobody_caught
from holdfast.core.migrate import Addresses, migrate

if TYPE_CHECKING:
    from holdfast.wiring import WorkParts


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """None: everything is a setting."""


def run(arguments: argparse.Namespace) -> int:
    settings = load_settings_once()
    need_database_url(settings, "worker")
    configure_logging(level=settings.log_level, format=settings.log_format)
    log_what_nobody_caught()
    run_to_the_end(_work(settings))
    return 0


async def _work(settings: Settings) -> None:
    addresses = await prepare(settings, None)
    await migrate(addresses.owner)
    warn_of_owner(settings)
    await work_until_asked(settings, addresses, when_ready=lambda: print("Holdfast's worker is ready.", flush=True))


async def work_until_asked(
    settings: Settings,
    addresses: Addresses,
    *,
    embedding_threads: int | None = None,
    gives_way: GiveWay | None = None,
    when_ready: Callable[[], None] = lambda: None,
) -> None:
    """For a process that is nothing but a worker."""
    from holdfast.admin.tell import telling_figures
    from holdfast.wiring import open_work_parts
    from holdfast.worker.run import stop_on_signals

    stop = stop_on_signals()
    async with open_work_parts(settings, addresses, embedding_threads=embedding_threads, gives_way=gives_way) as parts:
        when_ready()
        async with telling_figures(parts.db, parts.streams.process_id):
            await work(parts, stop)


async def work(parts: WorkParts, stop: asyncio.Event, *, is_on_schedule: bool = True) -> None:
    """Whatever is enqueued, and, on schedule, what its time has come for."""
    from holdfast.worker.jobs_page import JOBS, SCHEDULE
    from holdfast.worker.pace import WorkerPace
    from holdfast.worker.run import Duties, run_worker

    pace = WorkerPace(grace_seconds=parts.settings.stop_grace_seconds)
    await run_worker(
        parts.addresses.worker,
        parts.db,
        Duties(parts, JOBS, SCHEDULE if is_on_schedule else ()),
        stop=stop,
        pace=pace,
        report=parts.observers.report,
    )
