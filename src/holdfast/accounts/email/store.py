"""Every SQL statement on one-time links. The table is closed: definer functions say what a link does."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

import asyncpg

from holdfast.core.db import Db, Tx


@dataclass(frozen=True, slots=True)
class Known:
    """Whose link it is, and the address they sign in with."""

    user_id: UUID
    email: str | None


async def add_link(tx: Tx, token_hash: bytes, purpose: str, email: str, *, seconds: int) -> None:
    """For the asker."""
    await tx.execute("select add_one_time_link($1, $2, $3, $4)", token_hash, purpose, email, seconds)


async def find_reset_link(db: Db, token_hash: bytes) -> Known | None:
    rows = await db.look_up("select * from find_reset_link($1)", token_hash)
    return Known(**rows[0]) if rows else None


async def spend_reset_link(tx: Tx, token_hash: bytes, password_hash: str, *, revokes_keys: bool) -> bool:
    return bool(await tx.fetchval("select spend_reset_link($1, $2, $3)", token_hash, password_hash, revokes_keys))


async def make_reset_link(tx: Tx, token_hash: bytes, user_id: UUID, *, seconds: int) -> str:
    """`made`, or why not. The function asks for an admin by itself."""
    return str(await tx.fetchval("select make_reset_link($1, $2, $3)", token_hash, user_id, seconds))


async def drop_old_links(db: Db, *, at_most: int) -> int:
    return int((await db.look_up("select drop_old_links($1) as gone", at_most))[0]["gone"])


async def make_reset_link_as_operator(
    connection: asyncpg.Connection, token_hash: bytes, email: str, *, seconds: int
) -> str:
    """At the command line, as the tables' owner: `made` or `unknown`."""
    outcome = await connection.fetchval(
        "select put_reset_link($1, u.id, $3) from users u where lower(u.email) = lower($2)", token_hash, email, seconds
    )
    return str(outcome or "unknown")
