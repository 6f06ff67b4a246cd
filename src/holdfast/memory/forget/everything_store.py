"""The SQL behind emptying every table of an owner."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.core.db import Owner, Tx
from holdfast.memory.forget.types import Gone, Learned

_KEPT = ("forget_receipts", "forget_marks", "forget_errands")


async def owned_tables(tx: Tx) -> Sequence[str]:
    """Every table whose rows carry an owner, but for receipts: one that is added later is found as well."""
    rows = await tx.fetch(
        """
        select quote_ident(c.relname) as name from pg_class c
         where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> all ($1)
           and 2 = (select count(*) from pg_attribute a
                     where a.attrelid = c.oid and a.attname in ('tenant_id', 'user_id') and not a.attisdropped)
         order by 1
        """,
        list(_KEPT),
    )  # fmt: skip
    return [row["name"] for row in rows]


async def all_that_is(tx: Tx, owner: Owner) -> Gone:
    """Numbers alone, for the marks: a whole memory is not read into ours."""
    rows = await tx.fetch(
        """
        select 'f' as kind, id, '' as text from facts where tenant_id = $1 and user_id = $2
        union all select 'l', id, '' from loops where tenant_id = $1 and user_id = $2
        """,
        owner.tenant_id, owner.user_id,
    )  # fmt: skip
    learned = [(row["kind"], Learned(row["id"], row["text"])) for row in rows]
    sessions = await tx.fetch(
        "select id, session_id from memory_sessions where tenant_id = $1 and user_id = $2 order by id",
        owner.tenant_id, owner.user_id,
    )  # fmt: skip
    return Gone(
        "everything",
        facts=[item for kind, item in learned if kind == "f"],
        loops=[item for kind, item in learned if kind == "l"],
        sessions=[row["id"] for row in sessions],
        session_ids=[row["session_id"] for row in sessions],
    )


async def all_messages(tx: Tx, owner: Owner) -> Sequence[tuple[str | None, str]]:
    rows = await tx.fetch(
        """
        select s.session_id, s.is_generated, e.external_id from episodes e join memory_sessions s on s.id = e.session
         where e.tenant_id = $1 and e.user_id = $2 and e.external_id is not null
        """,
        owner.tenant_id, owner.user_id,
    )  # fmt: skip
    named: list[tuple[str | None, str]] = [(row["session_id"], row["external_id"]) for row in rows]
    return named + [(None, row["external_id"]) for row in rows if row["is_generated"]]


async def delete_all(tx: Tx, owner: Owner, table: str) -> None:
    await tx.execute(
        f"delete from {table} where tenant_id = $1 and user_id = $2",  # noqa: S608
        owner.tenant_id, owner.user_id,
    )  # fmt: skip


async def count_all(tx: Tx, owner: Owner, table: str) -> int:
    count: int = await tx.fetchval(
        f"select count(*) from {table} where tenant_id = $1 and user_id = $2",  # noqa: S608
        owner.tenant_id, owner.user_id,
    )  # fmt: skip
    return count
