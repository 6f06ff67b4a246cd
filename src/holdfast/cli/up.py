"""Serve everything from this machine, in the foreground: Postgres, the web server, and the worker beside it.

With HOLDFAST_DATABASE_URL set, that Postgres is used instead of the embedded one.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import socket
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any

from holdfast.cli.beside import WorkerBeside, worker_beside
from holdfast.cli.database import keep_running, own_postgres, prepare, warn_of_owner
from holdfast.cli.serving import address_of, run_to_the_end, serve_until_stopped, take_port
from holdfast.cli.stopping import Stopping
from holdfast.core.config import Settings, load_settings_once
from holdfast.core.embedded.postgres import EmbeddedPostgres
from holdfast.core.embedded.process import end_with_parent
from holdfast.core.first_words import FirstWords
from holdfast.core.log import configure_logging, log_what_nobody_caught
from holdfast.core.migrate import Addresses, migrate


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--with-parent", action="store_true", help="end when the process that started this one ends")


def run(arguments: argparse.Namespace) -> int:
    if arguments.with_parent:
        end_with_parent(signal.SIGTERM)
    settings = load_settings_once()
    configure_logging(level=settings.log_level, format=settings.log_format)
    log_what_nobody_caught()
    with (
        take_port(settings) as listener,
        own_postgres(settings) as server,
        worker_beside(settings) as beside,
    ):
        run_to_the_end(_up(settings, listener, server, beside))
    return 0


async def _up(
    settings: Settings, listener: socket.socket, server: EmbeddedPostgres | None, beside: WorkerBeside | None
) -> None:
    stopping = Stopping(say)
    with stopping.on_signals():
        addresses = await prepare(settings, server)
        await migrate(addresses.owner)
        warn_of_owner(settings)
        async with alongside(keep_running(server) if server else None):
            await _serve(settings, listener, addresses, stopping, beside, is_alone=server is not None)


async def _serve(
    settings: Settings,
    listener: socket.socket,
    addresses: Addresses,
    stopping: Stopping,
    beside: WorkerBeside | None,
    *,
    is_alone: bool,
) -> None:
    # Imported when the port and the database are ours: these bring the whole house with them.
    from holdfast.accounts.profile import has_accounts
    from holdfast.web.app import create_app
    from holdfast.wiring import open_parts

    def tell() -> None:
        say(welcome(settings, address_of(listener), has_accounts=is_claimed))
        if beside:
            beside.begin(addresses)  # not before: nothing is in the way of the first page

    async def drain() -> None:
        if beside:
            beside.ask_to_stop()
        try:
            await parts.drain()
        except asyncio.CancelledError:  # asked again
            if beside:
                beside.cut_short()
            raise

    word, first_words = (beside.word, FirstWords(beside.tell_waiting)) if beside else (None, None)
    async with open_parts(settings, addresses, is_alone=is_alone, worker_word=word, first_words=first_words) as parts:
        is_claimed = await has_accounts(parts.db)
        await serve_until_stopped(create_app(parts), listener, settings, stopping, tell, drain)


@asynccontextmanager
async def alongside(life: Coroutine[Any, Any, None] | None) -> AsyncIterator[None]:
    task = asyncio.create_task(life) if life else None
    try:
        yield
    finally:
        if task:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


def welcome(settings: Settings, address: str, *, has_accounts: bool) -> str:
    database = "HOLDFAST_DATABASE_URL" if settings.database_url else str(settings.data_dir)
    lines = [
        f"Holdfast is ready at {settings.public_url or address}",
        f"  data    {database}",
        f"  model   {which_model(settings)}",
        *first_account(settings, has_accounts=has_accounts),
    ]
    return "\n".join(lines)


def first_account(settings: Settings, *, has_accounts: bool) -> list[str]:
    """What to do next, for whoever reads this; others do not."""
    from holdfast.accounts.admission import first_code

    if has_accounts:
        return ["  hint    Ctrl-C stops"]
    code = first_code(settings)
    hint = "  hint    the first account you make there is the administrator; Ctrl-C stops"
    return [hint] if code is None else [f"  code    {code} (the first account takes it)", hint]


def which_model(settings: Settings) -> str:
    if settings.model.base_url:
        return f"{settings.model.name or 'the first one'} at {settings.model.base_url}"
    for name, key in settings.providers:
        if key:
            return f"by {name.upper()}_API_KEY"
    return "the small demo model on this machine; HOLDFAST_MODEL_BASE_URL plugs in a real one"


def say(line: str) -> None:
    print(line, flush=True)
