"""Sessions of the Model Context Protocol: whose, by which key, and when they were last used."""

from __future__ import annotations

from datetime import datetime

from holdfast.core.db import Tx
from holdfast.core.ids import KeyId, UserId


async def drop_idle(tx: Tx, user_id: UserId, before: datetime) -> None:
    await tx.execute("delete from mcp_sessions where user_id = $1 and last_used_at < $2", user_id, before)


async def add(tx: Tx, user_id: UserId, key_id: KeyId | None, token_hash: bytes, now: datetime, *, at_most: int) -> None:
    await tx.execute(
        """
        delete from mcp_sessions where token_hash in (
          select token_hash from mcp_sessions where user_id = $1 and key_id is not distinct from $2
           order by last_used_at desc, token_hash offset $3)
        """,
        user_id, key_id, at_most - 1,
    )  # fmt: skip
    await tx.execute(
        "insert into mcp_sessions (token_hash, user_id, key_id, last_used_at) values ($1, $2, $3, $4)",
        token_hash, user_id, key_id, now,
    )  # fmt: skip


async def touch(
    tx: Tx, user_id: UserId, key_id: KeyId | None, token_hash: bytes, now: datetime, *, since: datetime
) -> bool:
    """Whether there is one. It is written down once a minute, and not with every request."""
    is_there: bool = await tx.fetchval(
        """
        with held as (
          select token_hash, last_used_at from mcp_sessions
           where token_hash = $3 and user_id = $1 and key_id is not distinct from $2 and last_used_at > $5),
        touched as (
          update mcp_sessions s set last_used_at = $4 from held
           where s.token_hash = held.token_hash and held.last_used_at < $4::timestamptz - interval '1 minute')
        select exists (select from held)
        """,
        user_id, key_id, token_hash, now, since,
    )  # fmt: skip
    return is_there


async def end(tx: Tx, user_id: UserId, key_id: KeyId | None, token_hash: bytes) -> bool:
    done = await tx.execute(
        "delete from mcp_sessions where token_hash = $3 and user_id = $1 and key_id is not distinct from $2",
        user_id, key_id, token_hash,
    )  # fmt: skip
    return bool(done == "DELETE 1")
