"""The SQL behind errands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import orjson

from holdfast.core.db import Db, Owner, Tx
from holdfast.memory.forget.types import Errand


async def add_errand(
    tx: Tx, owner: Owner, receipt: UUID, sink: str, names: Sequence[str] | None, due_at: datetime,
    wish: Mapping[str, Any] | None = None,
) -> None:  # fmt: skip
    await tx.execute(
        """
        insert into forget_errands (tenant_id, user_id, receipt, sink, names, due_at, wish)
        values ($1, $2, $3, $4, $5, $6, $7::jsonb)
        """,
        owner.tenant_id, owner.user_id, receipt, sink, None if names is None else list(names), due_at,
        None if wish is None else orjson.dumps(wish).decode(),
    )  # fmt: skip


async def drop_wishes(tx: Tx, owner: Owner) -> None:
    await tx.execute(
        "delete from forget_errands where tenant_id = $1 and user_id = $2 and wish is not null",
        owner.tenant_id, owner.user_id,
    )  # fmt: skip


async def drop_wish(tx: Tx, owner: Owner, receipt: UUID) -> None:
    await tx.execute(
        "delete from forget_errands where tenant_id = $1 and user_id = $2 and receipt = $3 and wish is not null",
        owner.tenant_id, owner.user_id, receipt,
    )  # fmt: skip


async def take_errand(tx: Tx, owner: Owner, *, now: datetime, until: datetime, without: Sequence[str]) -> Errand | None:
    """The one that is due the longest, but for those of these sinks."""
    row = await tx.fetchrow(
        """
        update forget_errands e set attempts = attempts + 1, due_at = $4
         where e.id = (select n.id from forget_errands n
                        where n.tenant_id = $1 and n.user_id = $2 and n.due_at <= $3 and n.sink <> all ($5)
                        order by n.due_at, n.id limit 1 for update skip locked)
           and e.tenant_id = $1 and e.user_id = $2
        returning id, sink, names, is_done, attempts, receipt, wish
        """,
        owner.tenant_id, owner.user_id, now, until, list(without),
    )  # fmt: skip
    if row is None:
        return None
    fields = dict(row)
    wish = fields.pop("wish")
    return Errand(**fields, wish=None if wish is None else orjson.loads(wish))


async def put_off_errand(
    tx: Tx, owner: Owner, errand: int, *, due_at: datetime, is_done: bool, error: str | None
) -> None:
    await tx.execute(
        """
        update forget_errands set due_at = $4, is_done = is_done or $5, last_error = $6
         where id = $3 and tenant_id = $1 and user_id = $2
        """,
        owner.tenant_id, owner.user_id, errand, due_at, is_done, error,
    )  # fmt: skip


async def drop_errand(tx: Tx, owner: Owner, errand: int) -> None:
    await tx.execute(
        "delete from forget_errands where id = $3 and tenant_id = $1 and user_id = $2",
        owner.tenant_id, owner.user_id, errand,
    )  # fmt: skip


async def owners_with_errands(db: Db, *, now: datetime, most: int) -> Sequence[Owner]:
    rows = await db.look_up("select tenant_id, user_id from forget_errands_waiting($1, $2)", now, most)
    return [Owner(row["tenant_id"], row["user_id"]) for row in rows]
