"""Real parts for every test: one Postgres a test process, one fresh database a test."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import asyncpg
import pytest

from holdfast.core.db import DatabaseAddress, Db, connect
from holdfast.core.embedded.postgres import EmbeddedPostgres, start_postgres
from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses, migrate, prepare_embedded
from tests.cli.running import environment, holdfast
from tests.embedded.folders import data_folder, in_memory

_TEMPLATE = "holdfast_template"
_QUICK = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "max_connections": "150"}
_NEW_OBJECTS = 20_000
"""Between two looks for what nobody holds any more; Python itself looks after 700."""
_STEADY = {"autovacuum": "off"}
"""A plan is that of a table nobody has looked at yet, however long a test takes."""


def pytest_configure() -> None:
    """A run in the background of a shell, or under nohup, ignores Ctrl-C or a closed terminal, and so would every
    server that a test starts and then asks to stop."""
    gc.disable()
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)


def pytest_collection_finish() -> None:
    """What was imported stays. Looked through for what nobody holds any more, it would cost half a second of CPU now
    and then, in whichever test is being measured; and half the time of collecting, while it grows."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_NEW_OBJECTS, *gc.get_threshold()[1:])
    gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whatever takes long begins first: at the end the others would stand idle until it is done."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[EmbeddedPostgres]:
    folder = Path(tempfile.mkdtemp(prefix="hf-", dir=in_memory()))
    folder.chmod(0o755)  # under root the server runs as nobody, who must be able to pass
    server = start_postgres(folder, settings=_QUICK | _STEADY)
    yield server
    server.stop()
    shutil.rmtree(folder, ignore_errors=True)
    if os.geteuid() == 0:
        shutil.rmtree(server.places.home, ignore_errors=True)


@pytest.fixture(scope="session")
async def template(postgres: EmbeddedPostgres) -> Addresses:
    addresses = await prepare_embedded(postgres, _TEMPLATE)
    await migrate(addresses.owner)
    return addresses


@pytest.fixture(scope="session")
async def superuser(postgres: EmbeddedPostgres, template: Addresses) -> AsyncIterator[asyncpg.Connection]:
    """Makes a database for each test and drops it; one for all, because to connect costs five milliseconds of CPU."""
    connection = await asyncpg.connect(postgres.dsn("postgres", "postgres"))
    yield connection
    await connection.close()


@pytest.fixture
async def addresses(superuser: asyncpg.Connection, template: Addresses) -> AsyncIterator[Addresses]:
    """A database of its own, copied from a migrated one."""
    async with _copied(superuser, template) as made:
        yield made


@pytest.fixture
async def addresses_elsewhere(superuser: asyncpg.Connection, template: Addresses) -> AsyncIterator[Addresses]:
    """Another one, for a second installation."""
    async with _copied(superuser, template) as made:
        yield made


@asynccontextmanager
async def _copied(superuser: asyncpg.Connection, template: Addresses) -> AsyncIterator[Addresses]:
    name = f"t_{new_id().hex}"
    await superuser.execute(f'create database "{name}" template "{_TEMPLATE}" owner holdfast_owner strategy file_copy')

    def here(address: DatabaseAddress) -> DatabaseAddress:
        return replace(address, dsn=address.dsn.replace(f"/{_TEMPLATE}?", f"/{name}?"))

    yield Addresses(here(template.owner), here(template.app), here(template.worker))
    await superuser.execute(f'drop database if exists "{name}" with (force)')


@pytest.fixture
async def db(addresses: Addresses) -> AsyncIterator[Db]:
    """The app's own way in: the role that row-level security binds."""
    database = await connect(addresses.app, size=10)
    yield database
    await database.close()


@pytest.fixture
async def as_owner(addresses: Addresses) -> AsyncIterator[asyncpg.Connection]:
    """The role that migrates, for looking at what the app may not see."""
    connection = await asyncpg.connect(addresses.owner.dsn)
    yield connection
    await connection.close()


@pytest.fixture
def new_folder() -> Iterator[Path]:
    """Where a data folder is to be made."""
    with data_folder() as folder:
        yield folder


@pytest.fixture(scope="session")
def _migrated_folder() -> Iterator[Path]:
    with data_folder() as folder:
        done = holdfast("migrate", env=environment(folder))
        assert done.returncode == 0, done
        yield folder


@pytest.fixture
def used_folder(_migrated_folder: Path) -> Iterator[Path]:
    """A data folder that has its database already, for tests of what comes after a first start."""
    with data_folder(like=_migrated_folder) as folder:
        yield folder
