"""Jobs that failed for good: list them, give one another try, or drop it."""

from __future__ import annotations

import argparse
import asyncio

from holdfast.cli.database import any_postgres, prepare
from holdfast.core.config import Settings, load_settings
from holdfast.core.db import Db, connect
from holdfast.core.dead_jobs import drop_dead_job, list_dead_jobs, retry_dead_job
from holdfast.core.embedded.postgres import EmbeddedPostgres
from holdfast.core.migrate import migrate


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True)
    actions.add_parser("list", help="what failed, where, and when")
    for name, text in (("retry", "back into the queue"), ("drop", "gone, undone")):
        actions.add_parser(name, help=text).add_argument("id", type=int, nargs="+", help="as `list` shows it")


def run(arguments: argparse.Namespace) -> int:
    settings = load_settings()
    with any_postgres(settings) as server:
        asyncio.run(_do(settings, server, arguments))
    return 0


async def _do(settings: Settings, server: EmbeddedPostgres | None, arguments: argparse.Namespace) -> None:
    addresses = await prepare(settings, server)
    await migrate(addresses.owner)
    worker = await connect(addresses.worker, size=3, name="holdfast-jobs")
    try:
        if arguments.action == "list":
            await _list(worker)
        for job_id in getattr(arguments, "id", ()):
            await (retry_dead_job if arguments.action == "retry" else drop_dead_job)(worker, job_id)
            print(f"{job_id}: {'queued again' if arguments.action == 'retry' else 'dropped'}")
    finally:
        await worker.close()


async def _list(worker: Db) -> None:
    dead = await list_dead_jobs(worker)
    for job in dead:
        print(f"{job.id:>8}  {job.kind:<28} {job.tries} tries  {job.died_at:%Y-%m-%d %H:%M}  {job.error}")
    if not dead:
        print("No job has failed for good.")
