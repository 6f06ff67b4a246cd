"""Run one of Postgres' own tools (pg_dump, pg_restore, psql …) on the embedded database, as its administrator.

The server is the one that `holdfast up` runs at the moment, or is started for as long as the tool runs.
"""

from __future__ import annotations

import argparse
import os
import subprocess

from holdfast.cli.database import any_postgres
from holdfast.core.config import load_settings
from holdfast.core.errors import Setup


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("tool", help="pg_dump, pg_restore, psql …")
    parser.add_argument("words", nargs=argparse.REMAINDER, help="its own arguments")


def run(arguments: argparse.Namespace) -> int:
    settings = load_settings()
    if settings.database_url:
        raise Setup("`holdfast postgres` is for the embedded database; use your own tools with HOLDFAST_DATABASE_URL.")
    with any_postgres(settings) as server:
        assert server is not None
        tool = server.places.binaries / arguments.tool
        if tool.parent != server.places.binaries or not tool.exists():
            known = ", ".join(sorted(file.name for file in server.places.binaries.iterdir()))
            raise Setup(f"There is no tool {arguments.tool}; there are {known}.")
        access = {
            "PGHOST": str(server.places.sockets),
            "PGUSER": "postgres",
            "PGPASSWORD": server.passwords.postgres,
            "PGDATABASE": "holdfast",
        }
        return subprocess.run([str(tool), *arguments.words], env={**os.environ, **access}, check=False).returncode
