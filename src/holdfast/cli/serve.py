"""The web server only, for installations with their own Postgres; jobs are done by `holdfast worker`."""

from __future__ import annotations

import argparse
import socket

from holdfast.cli.database import need_database_url, prepare, warn_of_owner
from holdfast.cli.serving import address_of, run_to_the_end, serve_until_stopped, take_port
from holdfast.cli.stopping import Stopping
from holdfast.cli.up import first_account
from holdfast.core.config import Settings, load_settings_once
from holdfast.core.log import configure_logging, log_what_nobody_caught
from holdfast.core.migrate import migrate


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """None: everything is a setting."""


def run(arguments: argparse.Namespace) -> int:
    settings = load_settings_once().model_copy(update={"embedded_worker": False})
    need_database_url(settings, "serve")
    configure_logging(level=settings.log_level, format=settings.log_format)
    log_what_nobody_caught()
    with take_port(settings) as listener:
        run_to_the_end(_serve(settings, listener))
    return 0


async def _serve(settings: Settings, listener: socket.socket) -> None:
    from holdfast.accounts.profile import has_accounts
    from holdfast.web.app import create_app
    from holdfast.wiring import open_parts

    def tell() -> None:
        said = [f"Holdfast is ready at {settings.public_url or address_of(listener)}"]
        print("\n".join(said if is_claimed else [*said, *first_account(settings, has_accounts=False)]), flush=True)

    stopping = Stopping(print)
    with stopping.on_signals():
        addresses = await prepare(settings, None)
        await migrate(addresses.owner)
        warn_of_owner(settings)
        async with open_parts(settings, addresses) as parts:
            is_claimed = await has_accounts(parts.db)
            await serve_until_stopped(create_app(parts), listener, settings, stopping, tell, parts.drain)
