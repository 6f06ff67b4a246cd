"""Alembic's entry: every revision in its own transaction, waiting for locks only briefly.

The DSN comes from `holdfast.core.migrate` by attribute; revisions hold SQL and import nothing from `src/`.
"""

import asyncio
import sys
from pathlib import Path

import asyncpg
from alembic import context
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

sys.path.insert(0, str(Path(__file__).parent))


def _migrate(connection: Connection) -> None:
    context.configure(connection=connection, transaction_per_migration=True)
    with context.begin_transaction():
        context.run_migrations()


async def _run() -> None:
    dsn = context.config.attributes["dsn"]

    async def connect(*_: object, **__: object) -> asyncpg.Connection:
        # A migration that would wait for a lock stops everybody behind it: better to fail and be run again.
        return await asyncpg.connect(
            dsn, server_settings={"lock_timeout": "5s", "application_name": "holdfast-migrate"}
        )

    engine = create_async_engine("postgresql+asyncpg://", async_creator=connect, poolclass=NullPool)
    async with engine.connect() as connection:
        await connection.run_sync(_migrate)
        await connection.commit()
    await engine.dispose()


asyncio.run(_run())
