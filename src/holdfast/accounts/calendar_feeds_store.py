"""Every SQL statement on the secret addresses of calendars."""

from __future__ import annotations

from datetime import datetime

from holdfast.accounts.store import ask
from holdfast.core.db import Db, Tx
from holdfast.core.ids import UserId


async def find_calendar_feed(tx: Tx, user_id: UserId) -> tuple[datetime, datetime | None] | None:
    row = await tx.fetchrow("select created_at, last_read_at from calendar_feeds where user_id = $1", user_id)
    return (row["created_at"], row["last_read_at"]) if row else None


async def put_calendar_feed(tx: Tx, user_id: UserId, token_hash: bytes) -> None:
    await tx.execute(
        """
        insert into calendar_feeds (user_id, token_hash) values ($1, $2)
        on conflict (user_id) do update set token_hash = $2, created_at = now(), last_read_at = null
        """,
        user_id, token_hash,
    )  # fmt: skip


async def end_calendar_feed(tx: Tx, user_id: UserId) -> None:
    await tx.execute("delete from calendar_feeds where user_id = $1", user_id)


async def read_calendar_feed(db: Db, token_hash: bytes) -> UserId | None:
    rows = await ask(db, "select read_calendar_feed($1) as user_id", token_hash)
    return rows[0]["user_id"] if rows else None
