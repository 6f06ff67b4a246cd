"""`prompt_settings` is closed to the app: everybody may ask what holds now, and only an admin for the rest."""

from __future__ import annotations

from collections.abc import Sequence

import asyncpg

from holdfast.core.db import Tx


async def find_newest(tx: Tx) -> asyncpg.Record | None:
    return await tx.fetchrow("select version, settings from prompt_settings_now()")


async def list_versions(tx: Tx, before: int | None, limit: int) -> Sequence[asyncpg.Record]:
    rows: Sequence[asyncpg.Record] = await tx.fetch(
        "select version, settings, changed_by, changed_at from list_prompt_settings($1, $2)", before, limit
    )
    return rows


async def add_version(tx: Tx, based_on: int, settings: str) -> int | None:
    """The new version's number; None: somebody else changed them since."""
    made: int | None = await tx.fetchval("select change_prompt_settings($1, $2::text::jsonb)", based_on, settings)
    return made
