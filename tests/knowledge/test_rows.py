"""Whatever hangs on a space is its owner's: nobody else sees, changes, deletes or makes a row of it, in any table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

import asyncpg
import pytest

from holdfast.core.db import Db
from holdfast.core.ids import ConnectorId, DocumentId, UserId
from holdfast.core.migrate import Addresses
from holdfast.documents import connector_store
from holdfast.documents.connector_types import BroughtItem
from tests.architecture.belongings import bring_document, connect_feed
from tests.scripted import ScriptedModel, says
from tests.serving import Person, Served, serving

pytestmark = pytest.mark.anyio


async def tables_of_spaces(connection: asyncpg.Connection) -> Sequence[str]:
    rows = await connection.fetch(
        """
        select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'space_id'
         where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1
        """
    )
    return [row["relname"] for row in rows]


async def test_nobody_reaches_a_row_of_anothers_space(addresses: Addresses, as_owner: asyncpg.Connection) -> None:
    async with (
        serving(addresses, [ScriptedModel(says("-"))]) as served,
        served.person() as ada,
        served.person("bob") as bob,
    ):
        await have_a_feed_fetched(served, ada, await bring_document(served, ada))
        space: int = await as_owner.fetchval("select id from knowledge_spaces where user_id = $1", ada.id)
        await as_owner.execute(
            "insert into knowledge_cells (space_id, embedder, cell, centre) values ($1, 'test', 0, '[1, 0]')", space
        )
        db = served.parts.db
        for table in await tables_of_spaces(as_owner):
            held: int = await as_owner.fetchval(f"select count(*) from {table} where space_id = $1", space)
            assert held, f"{table} has no row of hers, so nothing is shown"
            assert await count(db, ada.id, table) == held
            assert await count(db, bob.id, table) == 0
            async with db.as_user(bob.id) as tx:
                assert await tx.execute(f"delete from {table} where space_id = {space}") == "DELETE 0"
                assert await tx.execute(f"update {table} set space_id = space_id") == "UPDATE 0"
            row = await as_owner.fetchrow(f"select * from {table} where space_id = $1 limit 1", space)
            assert row
            with pytest.raises(asyncpg.InsufficientPrivilegeError):
                await plant(db, bob.id, table, dict(row))
            assert await as_owner.fetchval(f"select count(*) from {table} where space_id = $1", space) == held


async def test_a_space_cannot_be_made_for_somebody_else_or_for_the_house(addresses: Addresses) -> None:
    async with (
        serving(addresses, [ScriptedModel(says("-"))]) as served,
        served.person() as ada,
        served.person("bob") as bob,
    ):
        for user in (ada.id, None):
            row = {"kind": "company", "namespace": "planted", "user_id": user}
            with pytest.raises(asyncpg.InsufficientPrivilegeError):
                await plant(served.parts.db, bob.id, "knowledge_spaces", row)


async def have_a_feed_fetched(served: Served, person: Person, document: str) -> None:
    """With an entry that it brought, as it would when the feed answers."""
    made = await connect_feed(person)
    async with served.parts.db.as_user(person.id) as tx:
        connector = await connector_store.find_connector(tx, ConnectorId(UUID(made)))
        assert connector
        await connector_store.note_item(tx, connector, BroughtItem("1", "1", DocumentId(UUID(document))))


async def plant(db: Db, user_id: UserId, table: str, row: Mapping[str, Any]) -> None:
    names, places = ", ".join(row.keys()), ", ".join(f"${place}" for place in range(1, len(row) + 1))
    async with db.as_user(user_id) as tx:
        await tx.execute(f"insert into {table} ({names}) overriding system value values ({places})", *row.values())


async def count(db: Db, user_id: UserId, table: str) -> int:
    async with db.as_user(user_id) as tx:
        found: int = await tx.fetchval(f"select count(*) from {table}")
    return found
