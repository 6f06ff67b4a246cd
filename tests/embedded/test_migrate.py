from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from urllib.parse import quote

import asyncpg
import pytest

from holdfast.core.db import DatabaseAddress, connect
from holdfast.core.embedded.postgres import EmbeddedPostgres, start_postgres
from holdfast.core.errors import Setup
from holdfast.core.ids import new_id
from holdfast.core.migrate import (
    Addresses,
    known_revisions,
    migrate,
    open_or_explain,
    prepare_embedded,
    prepare_external,
)
from tests.embedded.folders import data_folder

pytestmark = pytest.mark.anyio

ROLES = ("holdfast_app", "holdfast_worker")


@pytest.fixture(scope="module")
def bare() -> Iterator[EmbeddedPostgres]:
    """A server nobody has prepared, as an operator's would be."""
    with data_folder() as folder:
        server = start_postgres(folder, settings={"fsync": "off"})
        yield server
        server.stop()


@pytest.fixture
async def empty(bare: EmbeddedPostgres) -> AsyncIterator[str]:
    """The URL of an empty database on it."""
    root = await asyncpg.connect(bare.dsn("postgres", "postgres"))
    name = f"t_{new_id().hex}"
    await root.execute(f"create database {name}")
    yield bare.dsn("postgres", name)
    await root.execute(f"drop database {name} with (force)")
    await root.close()


async def test_many_processes_that_migrate_at_once_take_turns(empty: str) -> None:
    await prepare_external(empty)
    await asyncio.gather(*(migrate(DatabaseAddress(empty)) for _ in range(4)))
    connection = await asyncpg.connect(empty)
    rows = await connection.fetch("select version_num from alembic_version")
    assert [row["version_num"] for row in rows] == [known_revisions()[-1]]
    await connection.close()


async def test_a_database_that_is_newer_than_the_code_is_refused(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    await as_owner.execute("update alembic_version set version_num = '9999'")
    with pytest.raises(Setup, match=r"at revision 9999, newer than this code .* install a newer Holdfast"):
        await migrate(addresses.owner)
    assert await as_owner.fetchval("select version_num from alembic_version") == "9999"


async def test_a_migration_that_meets_a_lock_changes_nothing_and_says_so(empty: str) -> None:
    await prepare_external(empty)
    holder = await asyncpg.connect(empty)
    await holder.execute("create table alembic_version (version_num varchar(32) primary key)")
    async with holder.transaction():
        await holder.execute("lock table alembic_version in access share mode; lock table alembic_version")
        with pytest.raises(Setup, match="nothing was changed"):
            async with asyncio.timeout(30):
                # Reading the version waits for the lock as well, so the patience is this connection's own.
                await migrate(DatabaseAddress(f"{empty}&options={quote('-c lock_timeout=1s')}"))
    await migrate(DatabaseAddress(empty))
    await holder.close()


@pytest.mark.parametrize(
    "url",
    [
        "nonsense",
        "http://localhost/x",
        "postgresql://host:port/db",
        "postgresql+asyncpg://u:p@h/d",
        "postgresql://[::1/db",
    ],
)
async def test_what_is_no_address_is_called_that(url: str) -> None:
    with pytest.raises(Setup, match="is not an address like postgresql://"):
        await open_or_explain(url)


@pytest.mark.parametrize("url", ["postgresql://u:p@127.0.0.1:1/d", "postgresql://u:p@no-such-host.invalid/d"])
async def test_a_server_that_is_not_there_is_called_that(url: str) -> None:
    with pytest.raises(Setup, match="does not answer"):
        await open_or_explain(url)


async def test_a_wrong_password_and_a_missing_database_are_told_apart(bare: EmbeddedPostgres) -> None:
    right = bare.dsn("postgres", "postgres")
    with pytest.raises(Setup, match="refused its user or password"):
        await open_or_explain(right.replace(bare.passwords.postgres, "wrong"))
    with pytest.raises(Setup, match="does not exist on that server; create it"):
        await open_or_explain(bare.dsn("postgres", "nowhere"))


async def test_a_user_who_may_not_make_roles_is_told_what_an_administrator_should_run(bare: EmbeddedPostgres) -> None:
    root = await asyncpg.connect(bare.dsn("postgres", "postgres"))
    await root.execute("create role modest login password 'modest'")
    await root.execute("drop role if exists holdfast_worker; drop role if exists holdfast_app")
    socket = quote(str(bare.places.sockets))
    url = f"postgresql://modest:modest@/postgres?host={socket}"
    with pytest.raises(Setup, match="run: create role holdfast_app;") as refused:
        await prepare_external(url)
    advice = refused.value.message.split("run: ")[1].replace("and in that database: ", "")
    await root.execute(advice)
    addresses = await prepare_external(url)
    assert addresses.app.role == "holdfast_app"
    await root.close()


async def test_app_and_worker_that_log_in_as_themselves_cannot_lay_their_role_down(bare: EmbeddedPostgres) -> None:
    root = await asyncpg.connect(bare.dsn("postgres", "postgres"))
    name, socket = f"t_{new_id().hex}", quote(str(bare.places.sockets))
    for role in ("keeper", "holdfast_app", "holdfast_worker"):
        if not await root.fetchval("select 1 from pg_roles where rolname = $1", role):
            await root.execute(f"create role {role}")
        await root.execute(f"alter role {role} login nosuperuser nobypassrls password 'own'")
    await root.execute("grant holdfast_app to holdfast_worker; grant holdfast_app, holdfast_worker to keeper")
    await root.execute(f"create database {name} owner keeper")
    url = {role: f"postgresql://{role}:own@/{name}?host={socket}" for role in ("keeper", *ROLES)}
    within = await asyncpg.connect(bare.dsn("postgres", name))
    await within.execute("create extension vector")
    await within.close()
    try:
        addresses = await prepare_external(url["keeper"], url["holdfast_app"], url["holdfast_worker"])
        await migrate(addresses.owner)
        left = await who_is_left(addresses.app)
        assert left == ("holdfast_app", "on")
        assert (await who_is_left(addresses.worker))[0] == "holdfast_worker"
        # Without URLs of their own they can: that is what the warning says.
        assert (await who_is_left((await prepare_external(url["keeper"])).app))[0] == "keeper"
        with pytest.raises(Setup, match="HOLDFAST_APP_DATABASE_URL owns the tables"):
            await prepare_external(url["keeper"], url["keeper"], url["holdfast_worker"])
        with pytest.raises(Setup, match="HOLDFAST_WORKER_DATABASE_URL is a superuser"):
            await prepare_external(url["keeper"], url["holdfast_app"], bare.dsn("postgres", name))
        with pytest.raises(Setup, match="HOLDFAST_WORKER_DATABASE_URL is not holdfast_worker"):
            await prepare_external(url["keeper"], url["holdfast_app"], url["holdfast_app"])
    finally:
        await root.execute(f"drop database {name} with (force)")
        await root.close()


async def test_the_roles_that_serve_people_make_no_table_not_even_one_that_goes_again(bare: EmbeddedPostgres) -> None:
    """What lets an object's creator do more than they may has nobody to work with."""
    name = f"t_{new_id().hex}"
    root = await asyncpg.connect(bare.dsn("postgres", "postgres"))
    try:
        for _ in range(2):  # at every start
            await prepare_embedded(bare, name)
        for role in ROLES:
            connection = await asyncpg.connect(bare.dsn("postgres", name))
            await connection.execute(f"set session authorization {role}")
            for kind in ("", "temporary"):
                with pytest.raises(asyncpg.InsufficientPrivilegeError):
                    await connection.execute(f"create {kind} table mine (id int)")
            await connection.close()
    finally:
        await root.execute(f"drop database {name} with (force)")
        await root.close()


async def who_is_left(address: DatabaseAddress) -> tuple[str, str]:
    """After laying its role down; and how the connection reads strings."""
    db = await connect(address, size=3)
    try:
        async with db.as_nobody() as tx:
            assert await tx.fetchval("select current_user") == address.role
            await tx.execute("select set_config('role', 'none', false)")
            return await tx.fetchval("select current_user"), await tx.fetchval("show standard_conforming_strings")
    finally:
        await db.close()
