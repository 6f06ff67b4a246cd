"""Every SQL statement on one-time links. The table is closed: definer functions say what a link does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import asyncpg

from holdfast.accounts.email.types import FinishedChange, PendingChange, Undoable
from holdfast.core.db import Db, Tx
from holdfast.core.ids import UserId


@dataclass(frozen=True, slots=True)
class LinkOwner:
    """Whose link it is, and the address they sign in with."""

    user_id: UserId
    email: str | None


async def add_link(tx: Tx, token_hash: bytes, purpose: str, email: str, *, seconds: int) -> None:
    """For the asker."""
    await tx.execute("select add_one_time_link($1, $2, $3, $4)", token_hash, purpose, email, seconds)


async def find_reset_link(db: Db, token_hash: bytes) -> LinkOwner | None:
    rows = await db.look_up("select * from find_reset_link($1)", token_hash)
    return LinkOwner(**rows[0]) if rows else None


async def spend_reset_link(tx: Tx, token_hash: bytes, password_hash: str, *, revokes_keys: bool) -> bool:
    return bool(await tx.fetchval("select spend_reset_link($1, $2, $3)", token_hash, password_hash, revokes_keys))


async def make_reset_link(tx: Tx, token_hash: bytes, user_id: UserId, *, seconds: int) -> str:
    """`made`, or why not. The function asks for an admin by itself."""
    return str(await tx.fetchval("select make_reset_link($1, $2, $3)", token_hash, user_id, seconds))


async def drop_old_links(db: Db, *, at_most: int) -> int:
    return int((await db.look_up("select drop_old_links($1) as gone", at_most))[0]["gone"])


# Whose an address is; in the name of whoever is signed in


async def verify_own_email(tx: Tx, token_hash: bytes) -> bool:
    return bool(await tx.fetchval("select verify_own_email($1)", token_hash))


async def vouch_for_own_email(tx: Tx, email: str) -> None:
    await tx.execute("select vouch_for_own_email($1)", email)


async def begin_email_change(tx: Tx, token_hash: bytes, email: str, *, seconds: int) -> None:
    await tx.execute("select begin_email_change($1, $2, $3)", token_hash, email, seconds)


async def find_email_change(tx: Tx) -> Sequence[PendingChange]:
    """None or one."""
    return [PendingChange(**row) for row in await tx.fetch("select email, expires_at from find_email_change()")]


async def drop_email_change(tx: Tx) -> bool:
    return bool(await tx.fetchval("select drop_email_change()"))


async def finish_email_change(tx: Tx, token_hash: bytes, undo_hash: bytes, *, undo_seconds: int) -> FinishedChange:
    row = await tx.fetchrow(
        "select outcome, old_email from finish_email_change($1, $2, $3)", token_hash, undo_hash, undo_seconds
    )
    assert row is not None  # it always tells
    return FinishedChange(**row)


# By whoever reads the old address's mail


async def find_undo_link(db: Db, token_hash: bytes) -> Undoable | None:
    rows = await db.look_up("select * from find_undo_link($1)", token_hash)
    return Undoable(**rows[0]) if rows else None


async def undo_email_change(tx: Tx, token_hash: bytes, password_hash: str | None) -> bool:
    return bool(await tx.fetchval("select undo_email_change($1, $2)", token_hash, password_hash))


async def make_reset_link_as_operator(
    connection: asyncpg.Connection, token_hash: bytes, email: str, *, seconds: int
) -> str:
    """At the command line, as the tables' owner: `made` or `unknown`."""
    outcome = await connection.fetchval(
        "select put_reset_link($1, u.id, $3) from users u where lower(u.email) = lower($2)", token_hash, email, seconds
    )
    return str(outcome or "unknown")
