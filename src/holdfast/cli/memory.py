"""The memory service on its own: its API, its worker, and Postgres (embedded, or by HOLDFAST_DATABASE_URL).

Whoever calls it proves themselves with HOLDFAST_SERVICE_KEY; other installations use it by HOLDFAST_MEMORY_URL.
"""

from __future__ import annotations

import argparse
import socket

from holdfast.cli.beside import WorkerBeside, worker_beside
from holdfast.cli.database import keep_running, own_postgres, prepare, warn_of_owner
from holdfast.cli.serving import address_of, run_to_the_end, serve_until_stopped, take_port
from holdfast.cli.stopping import Stopping
from holdfast.cli.up import alongside, say
from holdfast.core.config import Settings, load_settings_once
from holdfast.core.embedded.postgres import EmbeddedPostgres
from holdfast.core.errors import Setup
from holdfast.core.log import configure_logging, log_what_nobody_caught
from holdfast.core.migrate import migrate


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """None: everything is a setting."""


def run(arguments: argparse.Namespace) -> int:
    settings = load_settings_once()
    if settings.service_key is None:
        raise Setup("The memory service opens to its service key alone: set HOLDFAST_SERVICE_KEY.")
    if settings.memory.url is not None:
        raise Setup("HOLDFAST_MEMORY_URL names another memory service; unset it to serve this one.")
    configure_logging(level=settings.log_level, format=settings.log_format)
    log_what_nobody_caught()
    with (
        take_port(settings) as listener,
        own_postgres(settings) as server,
        worker_beside(settings) as beside,
    ):
        run_to_the_end(_serve(settings, listener, server, beside))
    return 0


async def _serve(
    settings: Settings, listener: socket.socket, server: EmbeddedPostgres | None, beside: WorkerBeside | None
) -> None:
    from holdfast.web.app import create_app
    from holdfast.wiring import open_parts

    def tell() -> None:
        say(f"Holdfast's memory is ready at {settings.public_url or address_of(listener)}")
        if beside:
            beside.begin(addresses)

    stopping = Stopping(say)
    with stopping.on_signals():
        addresses = await prepare(settings, server)
        await migrate(addresses.owner)
        warn_of_owner(settings)
        async with (
            alongside(keep_running(server) if server else None),
            open_parts(settings, addresses, worker_word=beside.word if beside else None) as parts,
        ):
            app = create_app(parts, is_memory_only=True)
            await serve_until_stopped(app, listener, settings, stopping, tell)
