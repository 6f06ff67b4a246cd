"""Every statement on connectors and on what each of them has brought."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from holdfast.core.db import Db, Tx
from holdfast.core.ids import ConnectorId, UserId
from holdfast.documents.connector_types import BroughtItem, Connector, NewConnector
from holdfast.documents.types import ReadingFault

_CONNECTOR = """
c.id, c.space_id, s.kind as space_kind, s.namespace, c.kind, c.address, c.name, c.every_minutes, c.is_paused, c.status,
c.error_code, c.error_message, c.mark, c.synced_at, c.next_at, c.created_by, c.created_at,
(select count(*) from connector_items i where i.connector_id = c.id and i.document_id is not null) as documents,
(select count(*) from connector_items i where i.connector_id = c.id and i.error_code is not null) as refused
"""
_FROM = "connectors c join knowledge_spaces s on s.id = c.space_id"


async def add_connector(tx: Tx, space_id: int, new: NewConnector) -> bool:
    """False: there is one of this kind and address for this space already."""
    done = await tx.execute(
        """
        insert into connectors (id, space_id, kind, address, name, every_minutes, created_by, next_at)
        values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(mins => $6))
        on conflict (space_id, kind, address) do nothing
        """,
        new.id, space_id, new.kind, new.address, new.name, new.every_minutes, new.created_by,
    )  # fmt: skip
    return bool(done == "INSERT 0 1")


async def find_connector(tx: Tx, connector_id: ConnectorId) -> Connector | None:
    row = await tx.fetchrow(f"select {_CONNECTOR} from {_FROM} where c.id = $1", connector_id)  # noqa: S608
    return _connector(row) if row else None


async def list_connectors(tx: Tx, *, most: int) -> Sequence[Connector]:
    rows = await tx.fetch(f"select {_CONNECTOR} from {_FROM} order by c.created_at, c.id limit $1", most)  # noqa: S608
    return [_connector(row) for row in rows]


async def count_connectors(tx: Tx, space_id: int) -> int:
    count: int = await tx.fetchval("select count(*) from connectors where space_id = $1", space_id)
    return count


async def change_connector(
    tx: Tx, connector_id: ConnectorId, *, name: str | None, every_minutes: int | None, is_paused: bool | None
) -> None:
    await tx.execute(
        """
        update connectors set name = coalesce($2, name), every_minutes = coalesce($3, every_minutes),
               is_paused = coalesce($4, is_paused),
               next_at = least(next_at, now() + make_interval(mins => coalesce($3, every_minutes)))
         where id = $1
        """,
        connector_id, name, every_minutes, is_paused,
    )  # fmt: skip


async def delete_connector(tx: Tx, connector_id: ConnectorId) -> None:
    await tx.execute("delete from connectors where id = $1", connector_id)


async def note_waiting(tx: Tx, connector_id: ConnectorId) -> None:
    await tx.execute("update connectors set status = 'waiting' where id = $1 and status <> 'syncing'", connector_id)


async def note_syncing(tx: Tx, connector_id: ConnectorId) -> None:
    await tx.execute("update connectors set status = 'syncing' where id = $1", connector_id)


async def note_synced(tx: Tx, connector_id: ConnectorId, mark: str | None, fault: ReadingFault | None) -> None:
    """Of one that failed, what was there before stays known."""
    await tx.execute(
        """
        update connectors set status = case when $3::text is null then 'ok' else 'failed' end,
               error_code = $3, error_message = $4, mark = case when $3 is null then $2 else mark end,
               synced_at = case when $3 is null then now() else synced_at end
         where id = $1
        """,
        connector_id, mark, fault and fault.code, fault and fault.message,
    )  # fmt: skip


async def read_items(tx: Tx, connector_id: ConnectorId) -> Mapping[str, BroughtItem]:
    rows = await tx.fetch(
        """
        select key, mark, document_id, error_code, error_message from connector_items where connector_id = $1
         order by key
        """,
        connector_id,
    )
    return {row["key"]: _item(row) for row in rows}


async def read_refused(tx: Tx, connector_id: ConnectorId, *, most: int) -> Sequence[BroughtItem]:
    rows = await tx.fetch(
        """
        select key, mark, document_id, error_code, error_message from connector_items
         where connector_id = $1 and error_code is not null order by key limit $2
        """,
        connector_id, most,
    )  # fmt: skip
    return [_item(row) for row in rows]


async def note_item(tx: Tx, connector: Connector, item: BroughtItem) -> None:
    fault = item.fault
    await tx.execute(
        """
        insert into connector_items (connector_id, space_id, key, mark, document_id, error_code, error_message)
        values ($1, $2, $3, $4, $5, $6, $7)
        on conflict (connector_id, key) do update set mark = excluded.mark, document_id = excluded.document_id,
               error_code = excluded.error_code, error_message = excluded.error_message
        """,
        connector.id, connector.space_id, item.key, item.mark, item.document_id, fault and fault.code,
        fault and fault.message,
    )  # fmt: skip


async def drop_item(tx: Tx, connector_id: ConnectorId, key: str) -> None:
    await tx.execute("delete from connector_items where connector_id = $1 and key = $2", connector_id, key)


async def take_due(db: Db, *, most: int) -> Sequence[tuple[ConnectorId, UserId]]:
    """Those whose time has come, each with somebody as whom it may be done; their next time is set."""
    rows = await db.look_up("select connector_id, acting_id from take_due_connectors($1)", most)
    return [(ConnectorId(row["connector_id"]), UserId(row["acting_id"])) for row in rows if row["acting_id"]]


@dataclass(frozen=True, slots=True)
class KnownPacks:
    """What of the packs' knowledge was brought: of each namespace a mark, or that it rests."""

    acting: UserId | None
    """An admin; None while nobody has come yet."""
    marks: Mapping[str, str | None]
    resting: frozenset[str]


async def known_packs(db: Db) -> KnownPacks:
    rows = await db.look_up("select namespace, mark, rests, acting_id from known_packs()")
    acting = rows[0]["acting_id"] if rows else None
    marks = {row["namespace"]: row["mark"] for row in rows if row["namespace"]}
    return KnownPacks(UserId(acting) if acting else None, marks, frozenset(r["namespace"] for r in rows if r["rests"]))


async def open_pack(tx: Tx, connector_id: ConnectorId, space_id: int, namespace: str, made_by: UserId) -> ConnectorId:
    """Its number, new or known; it is not begun again within the hour."""
    found: ConnectorId = await tx.fetchval(
        """
        insert into connectors (id, space_id, kind, address, name, every_minutes, created_by, next_at)
        values ($1, $2, 'pack', $3, $3, 60, $4, now() + interval '1 hour')
        on conflict (space_id, kind, address) do update set next_at = excluded.next_at returning id
        """,
        connector_id, space_id, namespace, made_by,
    )  # fmt: skip
    return found


def _connector(row: Any) -> Connector:
    told = dict(row)
    code, message = told.pop("error_code"), told.pop("error_message")
    return Connector(**told, fault=ReadingFault(code, message) if code else None)


def _item(row: Any) -> BroughtItem:
    fault = ReadingFault(row["error_code"], row["error_message"]) if row["error_code"] else None
    return BroughtItem(row["key"], row["mark"], row["document_id"], fault)
