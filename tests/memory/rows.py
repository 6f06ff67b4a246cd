"""Rows as tuples, for looking at what the app may not see."""

from __future__ import annotations

from typing import Any

import asyncpg


async def first(connection: asyncpg.Connection, query: str) -> tuple[Any, ...]:
    row = await connection.fetchrow(query)
    assert row is not None
    return tuple(row)
