"""Rows of an export, written again under new ids. Each store restores its own tables with this, and says which columns
come along."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import orjson

from holdfast.core.db import Owner, Tx


async def restore_rows(
    tx: Tx, owner: Owner, table: str, columns: str, rows: Sequence[Mapping[str, Any]], *, has_id: bool = True
) -> Sequence[int]:
    """`columns`: as in a table's definition. The new ids in the order of the rows; none for a table without."""
    names = ", ".join(column.split()[0] for column in columns.split(","))
    added = await tx.fetch(
        f"""
        insert into {table} (tenant_id, user_id, {names})
        select $1, $2, {names}
          from rows from (jsonb_to_recordset($3::text::jsonb) as ({columns})) with ordinality x ({names}, place)
         order by place
        {"returning id" if has_id else ""}
        """,  # noqa: S608
        owner.tenant_id, owner.user_id, orjson.dumps(rows).decode(),
    )  # fmt: skip
    return sorted(row["id"] for row in added)
