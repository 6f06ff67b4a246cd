"""What hangs on what: rows in a chat go with the chat, and chats with the account (docs/decisions/0009)."""

from __future__ import annotations

import re
from pathlib import Path
from uuid import UUID

import asyncpg
import pytest

from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from tests.scripted import ScriptedModel, says
from tests.serving import PASSWORD, Person, serving

pytestmark = pytest.mark.anyio

MIGRATION = Path(__file__).parents[2] / "migrations" / "versions" / "20261115_0005_chats.py"
TABLES = re.findall(r"create table (\w+)", MIGRATION.read_text(encoding="utf-8"))


async def owners(connection: asyncpg.Connection, table: str) -> list[UUID]:
    return [row["user_id"] for row in await connection.fetch(f"select distinct user_id from {table}")]


async def talk(person: Person) -> UUID:
    """A chat that leaves a row in every table."""
    chat = new_id()
    answer = await person.say("Remember the third stone.", chat=chat, selectedPersonaId="sophie")
    assert answer.is_done
    path = f"/api/chats/{chat}/messages/{(await person.messages(chat))[1]['id']}/feedback"
    rated = await person.http.put(path, json={"rating": "up"})
    assert rated.status_code < 300, rated.text
    return chat


async def test_every_table_reaches_the_account_over_keys_that_cascade(as_owner: asyncpg.Connection) -> None:
    assert len(TABLES) == 9
    reached = await as_owner.fetch(
        """
        with recursive hangs as (
          select 'users'::regclass::oid as id
          union
          select k.conrelid from hangs join pg_constraint k on k.confrelid = hangs.id
           where k.contype = 'f' and k.confdeltype = 'c'
             and not exists (select from pg_attribute a
                              where a.attrelid = k.conrelid and a.attnum = any (k.conkey) and not a.attnotnull)
        )
        select id::regclass::text as name from hangs
        """
    )
    assert set(TABLES) - {row["name"] for row in reached} == set()


async def test_no_row_in_a_chat_locks_its_persons_account(as_owner: asyncpg.Connection) -> None:
    keyed = await as_owner.fetch(
        """
        select conrelid::regclass::text as name from pg_constraint
         where contype = 'f' and confrelid = 'users'::regclass and conrelid = any ($1::text[]::regclass[])
        """,
        TABLES,
    )
    assert {row["name"] for row in keyed} == {"chats", "prompt_texts", "feedback"}


async def test_deleting_an_account_leaves_no_row_of_it_and_every_row_of_others(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    model = ScriptedModel(says("I will."), says("I will."))
    async with (
        serving(addresses, [model]) as served,
        served.person("root"),
        served.person("ada") as ada,
        served.person("bob") as bob,
    ):
        await talk(ada)
        await talk(bob)
        for table in TABLES:
            assert set(await owners(as_owner, table)) == {ada.id, bob.id}, table
        left = await ada.http.request("DELETE", "/api/auth/me", json={"password": PASSWORD})
        assert left.status_code == 204, left.text
        for table in TABLES:
            assert await owners(as_owner, table) == [bob.id], table


async def test_a_message_outlives_its_sessions_row_and_goes_with_its_chat(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    model = ScriptedModel(says("I will."), says("Still here."))
    async with serving(addresses, [model]) as served, served.person() as ada:
        chat = await talk(ada)
        before = await ada.messages(chat)
        assert await as_owner.execute("update sessions set closed_at = now()") == "UPDATE 1"
        assert await ada.messages(chat) == before
        assert await as_owner.execute("delete from sessions") == "DELETE 1"
        assert await ada.messages(chat) == before
        assert (await ada.say("Are you there?", chat=chat)).text == "Still here."
        assert len(await ada.messages(chat)) == 4
        assert (await ada.http.delete(f"/api/chats/{chat}")).status_code == 204
        for table in ("sessions", "messages", "turns", "traces", "streams", "stream_chunks", "feedback"):
            assert await owners(as_owner, table) == [], table
