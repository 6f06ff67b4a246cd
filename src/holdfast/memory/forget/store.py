"""The SQL behind receipts and their marks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import orjson
from asyncpg import Record

from holdfast.core.db import Owner, Tx
from holdfast.memory.forget.types import Receipt


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


async def find_receipt(tx: Tx, owner: Owner, receipt_id: UUID) -> Receipt | None:
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


async def add_marks(tx: Tx, owner: Owner, receipt: UUID, marks: Sequence[tuple[str, int]]) -> None:
    await tx.execute(
        """
        insert into forget_marks (tenant_id, user_id, receipt, kind, item_id)
        select $1, $2, $3, m.kind::"char", m.item_id from unnest($4::text[], $5::bigint[]) m (kind, item_id)
        """,
        owner.tenant_id, owner.user_id, receipt, [kind for kind, _ in marks], [item for _, item in marks],
    )  # fmt: skip


async def mark_messages(tx: Tx, owner: Owner, receipt: UUID, messages: Sequence[tuple[str | None, str]]) -> None:
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


async def mark_digests(tx: Tx, owner: Owner, receipt: UUID, kind: str, digests: Sequence[bytes]) -> None:
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


async def marks(tx: Tx, owner: Owner, receipt: UUID) -> Sequence[tuple[str, int | bytes]]:
    rows = await tx.fetch(
        """
        select kind::text as kind, item_id, digest from forget_marks
         where receipt = $3 and tenant_id = $1 and user_id = $2 order by kind, item_id, digest
        """,
        owner.tenant_id, owner.user_id, receipt,
    )  # fmt: skip
    return [(row["kind"], row["item_id"] if row["digest"] is None else row["digest"]) for row in rows]


async def find_marked(tx: Tx, owner: Owner, receipt: UUID) -> Mapping[str, int]:
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


async def sinks_waiting(tx: Tx, owner: Owner, receipt: UUID) -> Sequence[str]:
    rows = await tx.fetch(
        """
        select distinct sink from forget_errands
         where tenant_id = $1 and user_id = $2 and receipt = $3 and not is_done order by 1
        """,
        owner.tenant_id, owner.user_id, receipt,
    )  # fmt: skip
    return [row["sink"] for row in rows]


def _receipt(row: Record | Mapping[str, Any]) -> Receipt:
    fields: dict[str, Any] = dict(row)
    return Receipt(**{**fields, "body": orjson.loads(fields["body"])})
