"""The way to Postgres for commands: the operator's server by URL, or the embedded one.

The embedded server may already be running, under a `holdfast up` in another window; then commands use that one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from holdfast.core.config import Settings
from holdfast.core.embedded.postgres import EmbeddedPostgres, find_postgres, start_postgres
from holdfast.core.errors import Setup
from holdfast.core.log import get_logger
from holdfast.core.migrate import Addresses, prepare_embedded, prepare_external

log = get_logger()


@contextmanager
def own_postgres(settings: Settings) -> Iterator[EmbeddedPostgres | None]:
    """Started here and ended here. None: the operator has a server, or so `HOLDFAST_DATABASE_URL` says."""
    if settings.database_url:
        yield None
        return
    server = start_postgres(settings.data_dir)
    try:
        yield server
    finally:
        server.stop()


@contextmanager
def any_postgres(settings: Settings) -> Iterator[EmbeddedPostgres | None]:
    """As above, but a server that is running already is used and left running."""
    running = None if settings.database_url else find_postgres(settings.data_dir)
    if running:
        yield running
        return
    with own_postgres(settings) as server:
        yield server


async def prepare(settings: Settings, server: EmbeddedPostgres | None) -> Addresses:
    if server:
        return await prepare_embedded(server)
    assert settings.database_url is not None
    own = [url.get_secret_value() if url else None for url in (settings.app_database_url, settings.worker_database_url)]
    return await prepare_external(settings.database_url.get_secret_value(), *own)


def warn_of_owner(settings: Settings) -> None:
    """For what serves: with the owner's login alone, row-level security can be left by SQL that runs as the app."""
    if settings.database_url and not (settings.app_database_url and settings.worker_database_url):
        log.warning("app_logs_in_as_owner", part="postgres")


def need_database_url(settings: Settings, command: str) -> None:
    if not settings.database_url:
        raise Setup(
            f"`holdfast {command}` is for installations with their own Postgres: set HOLDFAST_DATABASE_URL, "
            "or use `holdfast up`, which brings everything."
        )


async def keep_running(server: EmbeddedPostgres) -> None:
    """Should something end the embedded server while we serve, it is started again; connections heal by themselves."""
    pause_seconds = 0.5
    while True:
        await asyncio.sleep(pause_seconds)
        if not server.has_died:
            pause_seconds = 0.5
            continue
        log.error("postgres_died", part="postgres")
        pause_seconds = min(pause_seconds * 2, 30.0)  # a full disk ends it again and again
        try:
            server.revive()  # on this very thread: the server's life is tied to it
        except Setup as error:
            log.error("postgres_not_started", part="postgres", code=error.code)
