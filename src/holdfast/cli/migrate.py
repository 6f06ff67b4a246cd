"""Bring the database up to date. Safe to run many times and from many machines: one does the work, the others wait."""

from __future__ import annotations

import argparse
import asyncio

from holdfast.cli.database import any_postgres, prepare
from holdfast.core.config import load_settings
from holdfast.core.migrate import Addresses, known_revisions, migrate


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """None: the database is a setting."""


def run(arguments: argparse.Namespace) -> int:
    settings = load_settings()
    with any_postgres(settings) as server:

        async def bring_up_to_date() -> Addresses:
            addresses = await prepare(settings, server)
            await migrate(addresses.owner)
            return addresses

        asyncio.run(bring_up_to_date())
    print(f"The database is at revision {known_revisions()[-1]}.")
    return 0
