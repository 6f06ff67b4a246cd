"""Every SQL statement on receipts, their marks and what is pending; and what empties every table of an owner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import orjson
from asyncpg import Record

from holdfast.core.db import Db, Owner, Tx
from holdfast.core.ids import ReceiptId
from holdfast.memory.forget.types import DeletedItem, Deletion, NewPending, Pending, Receipt

_KEPT = ("forget_receipts", "forget_marks", "forget_errands")
"""What stays when everything goes: the proof of it, and what others still have to do."""


# Receipts and marks


async def add_receipt(tx: Tx, owner: Owner, receipt: Receipt) -> bool:
    """False: that number is taken."""
    done = await tx.execute(
        """
        insert into forget_receipts (id, tenant_id, user_id, made_at, body, signature, is_imported)
        values ($1, $2, $3, $4, $5::jsonb, $6, $7) on conflict do nothing
        """,
        receipt.id, owner.tenant_id, owner.user_id, receipt.made_at, orjson.dumps(receipt.body).decode(),
        receipt.signature, receipt.is_imported,
    )  # fmt: skip
    return done.endswith(" 1")


async def sign_receipt(tx: Tx, owner: Owner, receipt: Receipt) -> None:
    await tx.execute(
        "update forget_receipts set body = $4::jsonb, signature = $5 where id = $3 and tenant_id = $1 and user_id = $2",
        owner.tenant_id, owner.user_id, receipt.id, orjson.dumps(receipt.body).decode(), receipt.signature,
    )  # fmt: skip


async def find_receipt(tx: Tx, owner: Owner, receipt_id: ReceiptId) -> Receipt | None:
    row = await tx.fetchrow(
        """
        select id, made_at, body, signature, is_imported from forget_receipts
         where id = $3 and tenant_id = $1 and user_id = $2
        """,
        owner.tenant_id, owner.user_id, receipt_id,
    )  # fmt: skip
    return _receipt(row) if row else None


async def receipts(tx: Tx, owner: Owner, *, before: tuple[datetime, UUID] | None, limit: int) -> Sequence[Receipt]:
    when, receipt_id = before or (None, None)
    rows = await tx.fetch(
        """
        select id, made_at, body, signature, is_imported from forget_receipts
         where tenant_id = $1 and user_id = $2 and ($3::timestamptz is null or (made_at, id) < ($3, $4::uuid))
         order by made_at desc, id desc limit $5
        """,
        owner.tenant_id, owner.user_id, when, receipt_id, limit,
    )  # fmt: skip
    return [_receipt(row) for row in rows]


async def add_marks(tx: Tx, owner: Owner, receipt: ReceiptId, marks: Sequence[tuple[str, int]]) -> None:
    await tx.execute(
        """
        insert into forget_marks (tenant_id, user_id, receipt, kind, item_id)
        select $1, $2, $3, m.kind::"char", m.item_id from unnest($4::text[], $5::bigint[]) m (kind, item_id)
        """,
        owner.tenant_id, owner.user_id, receipt, [kind for kind, _ in marks], [item for _, item in marks],
    )  # fmt: skip


async def mark_messages(tx: Tx, owner: Owner, receipt: ReceiptId, messages: Sequence[tuple[str | None, str]]) -> None:
    """(session id, external id): what is sent again under these names is not taken."""
    await tx.execute(
        """
        insert into forget_marks (tenant_id, user_id, receipt, kind, digest)
        select distinct $1, $2, $3::uuid, 'x'::"char", memory_mark(m.session_id, m.external_id)
          from unnest($4::text[], $5::text[]) m (session_id, external_id)
        """,
        owner.tenant_id, owner.user_id, receipt,
        [session_id for session_id, _ in messages], [external_id for _, external_id in messages],
    )  # fmt: skip


async def mark_digests(tx: Tx, owner: Owner, receipt: ReceiptId, kind: str, digests: Sequence[bytes]) -> None:
    await tx.execute(
        """
        insert into forget_marks (tenant_id, user_id, receipt, kind, digest)
        select $1, $2, $3::uuid, $4::text::"char", d from unnest($5::bytea[]) d
        """,
        owner.tenant_id, owner.user_id, receipt, kind, list(digests),
    )  # fmt: skip


async def plain(tx: Tx, texts: Sequence[str]) -> Sequence[str]:
    rows = await tx.fetch("select distinct memory_plain(t) as plain from unnest($1::text[]) t", list(texts))
    return [row["plain"] for row in rows]


async def plain_texts(tx: Tx, owner: Owner, *, after: int, most: int) -> Sequence[tuple[int, str]]:
    """What is said and known today, as it is compared. Facts and loops come with the first page, before any turn."""
    learned = """
    union all select 0, memory_plain(text) from facts where tenant_id = $1 and user_id = $2
    union all select 0, memory_plain(text) from loops where tenant_id = $1 and user_id = $2
    """
    rows = await tx.fetch(
        f"""
        select * from (
          (select id, memory_plain(text) as plain from episodes
            where tenant_id = $1 and user_id = $2 and id > $3 order by id limit $4)
          {learned if after == 0 else ""}) found order by id
        """,  # noqa: S608
        owner.tenant_id, owner.user_id, after, most,
    )  # fmt: skip
    return [(row["id"], row["plain"]) for row in rows]


async def receipts_of_all(tx: Tx, *, after: UUID | None, most: int) -> Sequence[tuple[Owner, Receipt]]:
    """For an operator, by the role that keeps the schema; everybody else sees their own."""
    rows = await tx.fetch(
        """
        select tenant_id, user_id, id, made_at, body, signature, is_imported from forget_receipts
         where not is_imported and ($1::uuid is null or id > $1) order by id limit $2
        """,
        after, most,
    )  # fmt: skip
    found = [dict(row) for row in rows]
    return [(Owner(row.pop("tenant_id"), row.pop("user_id")), _receipt(row)) for row in found]


async def marks(tx: Tx, owner: Owner, receipt: ReceiptId) -> Sequence[tuple[str, int | bytes]]:
    rows = await tx.fetch(
        """
        select kind::text as kind, item_id, digest from forget_marks
         where receipt = $3 and tenant_id = $1 and user_id = $2 order by kind, item_id, digest
        """,
        owner.tenant_id, owner.user_id, receipt,
    )  # fmt: skip
    return [(row["kind"], row["item_id"] if row["digest"] is None else row["digest"]) for row in rows]


async def find_marked(tx: Tx, owner: Owner, receipt: ReceiptId) -> Mapping[str, int]:
    """Of the rows a receipt speaks of, how many are there today."""
    row = await tx.fetchrow(
        """
        with k as materialized (
          select kind, item_id from forget_marks where receipt = $3 and tenant_id = $1 and user_id = $2
        )
        select (select count(*) from k join episodes e on e.id = k.item_id where k.kind = 'e') as turns,
               (select count(*) from k join episode_terms t on t.episode_id = k.item_id where k.kind = 'e') as words,
               (select count(*) from k join memory_vectors v on v.kind = k.kind and v.item_id = k.item_id) as vectors,
               (select count(*) from k join facts f on f.id = k.item_id where k.kind = 'f') as facts,
               (select count(*) from k join loops l on l.id = k.item_id where k.kind = 'l') as loops,
               (select count(*) from k join memory_sessions s on s.id = k.item_id where k.kind = 's') as sessions
        """,
        owner.tenant_id, owner.user_id, receipt,
    )  # fmt: skip
    assert row is not None
    return dict(row)


async def sinks_waiting(tx: Tx, owner: Owner, receipt: ReceiptId) -> Sequence[str]:
    rows = await tx.fetch(
        """
        select distinct sink from forget_errands
         where tenant_id = $1 and user_id = $2 and receipt = $3 and not is_done order by 1
        """,
        owner.tenant_id, owner.user_id, receipt,
    )  # fmt: skip
    return [row["sink"] for row in rows]


async def restore_receipts(tx: Tx, owner: Owner, rows: Sequence[Mapping[str, Any]]) -> None:
    """As history: they were signed elsewhere. One that is known here already, to whomever, stays as it is."""
    await tx.execute(
        """
        insert into forget_receipts (id, tenant_id, user_id, made_at, body, signature, is_imported)
        select x.id, $1, $2, x.made_at, x.body, decode(x.signature, 'hex'), true
          from jsonb_to_recordset($3::text::jsonb) x (id uuid, made_at timestamptz, body jsonb, signature text)
        on conflict do nothing
        """,
        owner.tenant_id, owner.user_id, orjson.dumps(rows).decode(),
    )  # fmt: skip


def _receipt(row: Record | Mapping[str, Any]) -> Receipt:
    fields: dict[str, Any] = dict(row)
    return Receipt(**{**fields, "body": orjson.loads(fields["body"])})


# Deletions that are pending


async def add_pending(tx: Tx, owner: Owner, new: NewPending) -> None:
    await tx.execute(
        """
        insert into forget_errands (tenant_id, user_id, receipt, sink, names, due_at, wish)
        values ($1, $2, $3, $4, $5, $6, $7::jsonb)
        """,
        owner.tenant_id, owner.user_id, new.receipt_id, new.sink, None if new.names is None else list(new.names),
        new.due_at, None if new.wish is None else orjson.dumps(new.wish).decode(),
    )  # fmt: skip


async def drop_wishes(tx: Tx, owner: Owner) -> None:
    """Everything is to be forgotten: wishes for less hold words, and are no more."""
    await tx.execute(
        "delete from forget_errands where tenant_id = $1 and user_id = $2 and wish is not null",
        owner.tenant_id, owner.user_id,
    )  # fmt: skip


async def drop_wish(tx: Tx, owner: Owner, receipt: ReceiptId) -> None:
    await tx.execute(
        "delete from forget_errands where tenant_id = $1 and user_id = $2 and receipt = $3 and wish is not null",
        owner.tenant_id, owner.user_id, receipt,
    )  # fmt: skip


async def take_pending(
    tx: Tx, owner: Owner, *, now: datetime, until: datetime, without: Sequence[str]
) -> Pending | None:
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
    return Pending(**fields, wish=None if wish is None else orjson.loads(wish))


async def put_off_pending(
    tx: Tx, owner: Owner, pending: int, *, due_at: datetime, is_done: bool, error: str | None
) -> None:
    await tx.execute(
        """
        update forget_errands set due_at = $4, is_done = is_done or $5, last_error = $6
         where id = $3 and tenant_id = $1 and user_id = $2
        """,
        owner.tenant_id, owner.user_id, pending, due_at, is_done, error,
    )  # fmt: skip


async def drop_pending(tx: Tx, owner: Owner, pending: int) -> None:
    await tx.execute(
        "delete from forget_errands where id = $3 and tenant_id = $1 and user_id = $2",
        owner.tenant_id, owner.user_id, pending,
    )  # fmt: skip


async def owners_with_pending(db: Db, *, now: datetime, most: int) -> Sequence[Owner]:
    rows = await db.look_up("select tenant_id, user_id from forget_errands_waiting($1, $2)", now, most)
    return [Owner(row["tenant_id"], row["user_id"]) for row in rows]


# Everything of an owner


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


async def all_that_is(tx: Tx, owner: Owner) -> Deletion:
    """Numbers alone, for the marks: a whole memory is not read into ours."""
    rows = await tx.fetch(
        """
        select 'f' as kind, id, '' as text from facts where tenant_id = $1 and user_id = $2
        union all select 'l', id, '' from loops where tenant_id = $1 and user_id = $2
        """,
        owner.tenant_id, owner.user_id,
    )  # fmt: skip
    learned = [(row["kind"], DeletedItem(row["id"], row["text"])) for row in rows]
    sessions = await tx.fetch(
        "select id, session_id from memory_sessions where tenant_id = $1 and user_id = $2 order by id",
        owner.tenant_id, owner.user_id,
    )  # fmt: skip
    return Deletion(
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


async def drop_carried(tx: Tx, owner: Owner) -> None:
    """All of them: they save a moment of work at most, and of which words each is made nobody can tell any more."""
    await tx.execute(
        "delete from carried_vectors where tenant_id = $1 and user_id = $2", owner.tenant_id, owner.user_id
    )
