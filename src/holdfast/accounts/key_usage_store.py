"""What keys used, a row a day for each route, model and status: numbers, never a word of what was sent."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from holdfast.accounts.types import KeyUsage
from holdfast.core.db import Db, Tx
from holdfast.core.ids import KeyId, UserId


async def add_usage(tx: Tx, user_id: UserId, key_id: KeyId, used: KeyUsage) -> None:
    await tx.execute(
        """
        insert into key_usage as u
               (user_id, key_id, day, route, model, status, requests, input_tokens, output_tokens, cost_usd, ms)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
        on conflict (user_id, key_id, day, route, model, status) do update set
          requests = u.requests + excluded.requests, input_tokens = u.input_tokens + excluded.input_tokens,
          output_tokens = u.output_tokens + excluded.output_tokens, cost_usd = u.cost_usd + excluded.cost_usd,
          ms = u.ms + excluded.ms
        """,
        user_id, key_id, used.day, used.route, used.model, used.status, used.requests, used.input_tokens,
        used.output_tokens, used.cost_usd, used.ms,
    )  # fmt: skip


async def list_usage(tx: Tx, user_id: UserId, first: date, last: date, key_id: KeyId | None) -> Sequence[KeyUsage]:
    rows = await tx.fetch(
        """
        select day, route, model, status, requests, input_tokens, output_tokens, cost_usd, ms, key_id
          from key_usage
         where user_id = $1 and day between $2 and $3 and ($4::uuid is null or key_id = $4)
         order by day, key_id, route, model, status
        """,
        user_id, first, last, key_id,
    )  # fmt: skip
    return [KeyUsage(**row) for row in rows]


async def drop_old(db: Db) -> None:
    await db.look_up("select drop_old_key_usage()")
