"""Alembic, in a process of its own: `python -m holdfast.core.upgrade`, with the database's address on standard input.

A server that did it itself would keep thirty megabytes of what it needs once. What is foreseen to go wrong is told in
one sentence on standard output; anything else where errors go.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import asyncpg

from holdfast.core.embedded.process import end_with_parent
from holdfast.core.errors import Setup


async def upgrade(dsn: str) -> None:
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-P", "-m", "holdfast.core.upgrade"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        told, _ = await child.communicate(dsn.encode())
    finally:
        if child.returncode is None:
            child.kill()  # whoever waits for it has gone, and with them the lock under which it worked
    if child.returncode:
        raise Setup(told.decode().strip() or "The schema could not be changed; the lines above say why.")


def migrations_folder() -> Path:
    beside_the_code = Path(__file__).parents[3] / "migrations"
    return beside_the_code if beside_the_code.exists() else Path(__file__).parents[1] / "migrations"


def _upgrade(dsn: str) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config(attributes={"dsn": dsn})
    config.set_main_option("script_location", str(migrations_folder()).replace("%", "%%"))
    command.upgrade(config, "head")


@contextmanager
def explained() -> Iterator[None]:
    """What is foreseen, in one sentence."""
    try:
        yield
    except asyncpg.LockNotAvailableError:
        raise Setup("The schema is in use and could not be changed; nothing was changed, run the same again.") from None
    except asyncpg.DiskFullError:
        raise Setup("The disk of the database is full, so its schema could not be changed; free some space.") from None
    except asyncpg.InsufficientPrivilegeError as error:
        raise Setup(f"The user of HOLDFAST_DATABASE_URL may not change the schema: {error}.") from None


def _run() -> int:
    end_with_parent(signal.SIGKILL)
    try:
        with explained():
            _upgrade(sys.stdin.read())
    except Setup as error:
        sys.stdout.write(error.message)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(_run())
