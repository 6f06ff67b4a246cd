"""The schema, brought up to date under a lock, and the roles it grants rights to.

Three roles: the owner (of the tables; migrates), `holdfast_app` (bound by row-level security) and `holdfast_worker`
(the app's rights, and the job tables). In the embedded database each logs in with its own password. With an external
one, `HOLDFAST_DATABASE_URL` is the owner's; app and worker log in by URLs of their own, or, where the operator gave
none, as the owner, and become the other roles when they open. SQL that runs as the app could then leave its role.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import asyncpg

from holdfast.core.db import DatabaseAddress
from holdfast.core.embedded.postgres import EmbeddedPostgres
from holdfast.core.errors import Setup
from holdfast.core.upgrade import explained, migrations_folder, upgrade

_LOCK = 0x686F6C64
_ROLES = ("holdfast_app", "holdfast_worker")


@dataclass(frozen=True, slots=True)
class Addresses:
    owner: DatabaseAddress
    app: DatabaseAddress
    worker: DatabaseAddress


async def prepare_embedded(server: EmbeddedPostgres, database: str = "holdfast") -> Addresses:
    connection = await asyncpg.connect(server.dsn("postgres", "postgres"))
    try:
        for role in ("holdfast_owner", *_ROLES):
            if not await connection.fetchval("select 1 from pg_roles where rolname = $1", role):
                password = getattr(server.passwords, role)
                await connection.execute(f"create role {role} login nosuperuser nobypassrls password '{password}'")
        await connection.execute("grant holdfast_app to holdfast_worker")
        if not await connection.fetchval("select 1 from pg_database where datname = $1", database):
            await connection.execute(f'create database "{database}" owner holdfast_owner')
        if await connection.fetchval("select has_database_privilege('holdfast_app', $1, 'temporary')", database):
            # Everybody may, by default; and faults of Postgres itself have wanted an object of one's own.
            await connection.execute(f'revoke temporary on database "{database}" from public')
    finally:
        await connection.close()
    await _make_extension(server.dsn("postgres", database))
    owner, app, worker = (DatabaseAddress(server.dsn(role, database)) for role in ("holdfast_owner", *_ROLES))
    return Addresses(owner, app, worker)


async def prepare_external(url: str, app_url: str | None = None, worker_url: str | None = None) -> Addresses:
    """Check that the server is there and fit, and that the roles exist; say what to do where they cannot."""
    connection = await open_or_explain(url)
    try:
        version = int(await connection.fetchval("show server_version_num"))
        if version < 150000:
            raise Setup(f"HOLDFAST_DATABASE_URL is a Postgres {version // 10000}; Holdfast needs 15 or newer.")
        if not await connection.fetchval("select 1 from pg_available_extensions where name = 'vector'"):
            raise Setup("HOLDFAST_DATABASE_URL is a Postgres without pgvector; install it (postgresql-NN-pgvector).")
        await _make_roles(connection)
    finally:
        await connection.close()
    await _make_extension(url)
    app, worker = [
        DatabaseAddress(url, role) if own is None else await _own_login(own, role)
        for role, own in zip(_ROLES, (app_url, worker_url), strict=True)
    ]
    return Addresses(DatabaseAddress(url), app, worker)


async def _own_login(url: str, role: str) -> DatabaseAddress:
    """A login that serves: it has this role's rights, and can become nobody who has more."""
    name = f"HOLDFAST_{role.removeprefix('holdfast_').upper()}_DATABASE_URL"
    connection = await open_or_explain(url, name)
    try:
        if fault := await find_too_much(connection):
            raise Setup(f"The user of {name} {fault}, so row-level security would not bind it; use {role} itself.")
        if not await connection.fetchval("select pg_has_role(session_user, $1, 'member')", role):
            raise Setup(f"The user of {name} is not {role}; use that role, or: grant {role} to that user;")
        return DatabaseAddress(url, role)
    finally:
        await connection.close()


async def find_too_much(connection: asyncpg.Connection) -> str | None:
    """Why this login is more than row-level security binds, if it is. Asked of who logged in, whatever role it has."""
    row = await connection.fetchrow(
        """
        select r.rolsuper, r.rolbypassrls,
               exists (select from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
                          and pg_has_role(session_user, c.relowner, 'member')) as is_owner
          from pg_roles r where r.rolname = session_user
        """
    )
    assert row is not None
    if row["rolsuper"]:
        return "is a superuser"
    if row["rolbypassrls"]:
        return "has BYPASSRLS"
    return "owns the tables" if row["is_owner"] else None


async def _make_extension(url: str) -> None:
    """pgvector, in the database itself: only a superuser may bring it in, the tables' owner may not."""
    connection = await asyncpg.connect(url)
    try:
        if not await connection.fetchval("select 1 from pg_extension where extname = 'vector'"):
            await connection.execute("create extension if not exists vector")
    except (asyncpg.DuplicateObjectError, asyncpg.UniqueViolationError):
        return  # another process made it this very moment
    except asyncpg.InsufficientPrivilegeError:
        raise Setup(
            "The user of HOLDFAST_DATABASE_URL may not bring in pgvector; as an administrator run in that database: "
            "create extension vector;"
        ) from None
    finally:
        await connection.close()


async def open_or_explain(url: str, name: str = "HOLDFAST_DATABASE_URL") -> asyncpg.Connection:
    try:
        return await asyncpg.connect(url, timeout=10)
    except (ValueError, asyncpg.ClientConfigurationError):
        raise Setup(f"{name} is not an address like postgresql://user:password@host/database.") from None
    except asyncpg.InvalidAuthorizationSpecificationError:
        raise Setup(f"The database of {name} refused its user or password.") from None
    except asyncpg.InvalidCatalogNameError:
        raise Setup(f"The database named in {name} does not exist on that server; create it.") from None
    except (OSError, TimeoutError, asyncpg.PostgresError):
        raise Setup(f"The server of {name} does not answer; is it running, is the address right?") from None


async def _make_roles(connection: asyncpg.Connection) -> None:
    try:
        for role in _ROLES:
            if not await connection.fetchval("select 1 from pg_roles where rolname = $1", role):
                await connection.execute(f"create role {role} nologin nosuperuser nobypassrls")
        if not await connection.fetchval("select pg_has_role('holdfast_worker', 'holdfast_app', 'member')"):
            await connection.execute("grant holdfast_app to holdfast_worker")
        for role in _ROLES:
            if not await connection.fetchval("select pg_has_role(current_user, $1, 'member')", role):
                await connection.execute(f"grant {role} to current_user")
    except asyncpg.DuplicateObjectError:
        return  # another process made it this very moment
    except asyncpg.InsufficientPrivilegeError:
        user = await connection.fetchval("select current_user")
        raise Setup(
            "The user of HOLDFAST_DATABASE_URL may not create roles; as an administrator run: "
            "create role holdfast_app; create role holdfast_worker; grant holdfast_app to holdfast_worker; "
            f'grant holdfast_app, holdfast_worker to "{user}"; and in that database: create extension vector;'
        ) from None


async def migrate(address: DatabaseAddress) -> None:
    """Bring the schema up to date. Many processes may call this at once; one does the work, the others wait."""
    connection = await asyncpg.connect(address.dsn)
    try:
        with explained():
            if await is_current(connection):
                return
            await connection.execute("select pg_advisory_lock($1)", _LOCK)
            if not await is_current(connection):
                await upgrade(address.dsn)
    finally:
        await connection.close()


async def is_current(connection: asyncpg.Connection) -> bool:
    """Whether the schema is the one this code knows; `Setup` if it is newer."""
    known = known_revisions()
    if not await connection.fetchval("select to_regclass('alembic_version')::text"):
        return False
    present = await connection.fetchval("select version_num from alembic_version")
    if present is not None and present not in known:
        raise Setup(
            f"The database is at revision {present}, newer than this code ({known[-1]}); install a newer Holdfast."
        )
    return bool(present == known[-1])


def known_revisions() -> Sequence[str]:
    """In order: the files are dated and numbered, and each holds its revision's number in its name."""
    names = sorted(file.name for file in (migrations_folder() / "versions").glob("*.py"))
    found = [re.match(r"\d{8}_(\d{4})_", name) for name in names]
    return [match.group(1) for match in found if match]
