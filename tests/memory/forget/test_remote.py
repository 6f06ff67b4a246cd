"""Where an account's memory is another installation's: it forgets there, what chats keep of it goes here."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import asyncpg
import pytest

from holdfast.core.db import Owner, owner_of
from holdfast.core.errors import Unavailable
from holdfast.core.ids import ChatId, new_id
from holdfast.core.migrate import Addresses
from holdfast.memory.client.remote import RemoteMemory
from holdfast.memory.forget.forget import forget
from holdfast.memory.forget.run_pending import run_pending
from holdfast.memory.forget.types import ForgetQuery
from holdfast.memory.parts import MemoryParts
from holdfast.memory.types import IncomingTurn, RecallQuery
from holdfast.turn.memory_feed.forget_chat import count_learned, forget_chat
from tests.scripted import ScriptedModel, says
from tests.serving import PASSWORD, Person, Served, serving
from tests.working import work_off

pytestmark = pytest.mark.anyio

KEY = "a service key of some length"
SECRET = "The treasure lies under the crooked oak behind the mill."
ECHO = "So the treasure lies under the crooked oak behind the mill."


@dataclass(frozen=True, slots=True)
class Here:
    served: Served
    ada: Person
    chat: ChatId

    @property
    def memory(self) -> MemoryParts:
        return self.served.parts.memory

    @property
    def owner(self) -> Owner:
        return owner_of(self.ada.id)

    @property
    def memory_cut_off(self) -> MemoryParts:
        """Nobody listens there."""
        return replace(self.memory, remote=RemoteMemory("http://127.0.0.1:9", KEY))

    async def wishes(self) -> int:
        async with self.memory.db.as_owner(self.owner) as tx:
            count: int = await tx.fetchval("select count(*) from forget_errands where wish is not null")
        return count


@asynccontextmanager
async def two_installations(here: Addresses, there: Addresses) -> AsyncIterator[tuple[Here, Served]]:
    """Ada chats here, and has told a secret; it is remembered there."""
    answers = [says(ECHO), says("A fine cat."), says("You said so before.")]
    async with (
        serving(there, [ScriptedModel(is_demo=True)], service_key=KEY) as memory,
        serving(here, [ScriptedModel(*answers, is_demo=True)], service_key=KEY, memory={"url": memory.url}) as served,
        served.person("ada") as ada,
    ):
        chat = ChatId(new_id())
        for text in (SECRET, "My cat is called Pixel."):
            assert (await ada.say(text, chat=chat)).status == 200
        await work_off(served.parts)
        await work_off(memory.parts)
        yield Here(served, ada, chat), memory


async def said_there(memory: Served, owner: Owner) -> list[str]:
    async with memory.parts.db.as_owner(owner) as tx:
        return [row["text"] for row in await tx.fetch("select text from episodes order by id")]


async def everything_here(connection: asyncpg.Connection) -> str:
    tables = ("messages", "traces", "prompt_texts", "stream_chunks", "episodes", "chats", "forget_errands")
    found = [await connection.fetchval(f"select coalesce(string_agg(t::text, ' '), '') from {t} t") for t in tables]
    return " ".join(found)


async def test_what_was_said_is_gone_there_and_from_the_chats_here(
    addresses: Addresses, addresses_elsewhere: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with two_installations(addresses, addresses_elsewhere) as (here, there):
        assert SECRET in await said_there(there, here.owner)
        receipt = (await here.ada.http.post("/memory/forget", json={"query": "treasure crooked oak"})).json()
        assert receipt["verified"], receipt
        assert receipt["body"]["elsewhere"]["body"]["id"] == receipt["id"]
        assert (receipt["counts"]["turns"], receipt["counts"]["messages"]) == (2, 2)
        assert await said_there(there, here.owner) == ["My cat is called Pixel.", "A fine cat."]
        told = str(await here.ada.messages(here.chat))
        assert "Pixel" in told
        assert "crooked oak" not in told
        assert "crooked oak" not in await everything_here(as_owner)
        assert await here.wishes() == 0
        verified = (await here.ada.http.get(f"/memory/receipts/{receipt['id']}/verify")).json()
        assert (verified["valid"], verified["gone"], verified["found"]) == (True, True, {})
        assert "memory" in verified["checked"]


async def test_a_fact_is_forgotten_by_the_number_it_has_there(
    addresses: Addresses, addresses_elsewhere: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with two_installations(addresses, addresses_elsewhere) as (here, there):
        remote = here.served.parts.remembers
        found = (await remote.recall(here.owner, RecallQuery("What is the cat called?"))).facts
        fact = next(hit.fact for hit in found if "Pixel" in hit.fact.text)
        unknown = await here.ada.http.post("/memory/forget", json={"factIds": ["987654321"]})
        assert (unknown.status_code, unknown.json()["error"]["code"]) == (404, "unknown_fact")
        assert await here.wishes() == 0
        answer = await here.ada.http.post("/memory/forget", json={"factIds": [str(fact.id)]})
        assert answer.status_code == 200, answer.text
        assert "Pixel" not in str(await said_there(there, here.owner))
        assert "Pixel" not in await everything_here(as_owner)
        assert SECRET in str(await here.ada.messages(here.chat))


async def test_a_wish_outlives_a_memory_that_is_away(
    addresses: Addresses, addresses_elsewhere: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with two_installations(addresses, addresses_elsewhere) as (here, there):
        with pytest.raises(Unavailable, match="written down"):
            await forget(here.memory_cut_off, here.owner, ForgetQuery("treasure crooked oak"))
        assert await here.wishes() == 1
        assert SECRET in await said_there(there, here.owner)
        later = replace(here.memory, clock=lambda: datetime.now(UTC) + timedelta(minutes=10))
        assert await run_pending(later, here.owner) == 1
        assert "oak" not in str(await said_there(there, here.owner))
        assert "crooked" not in await everything_here(as_owner)
        assert await here.wishes() == 0


async def test_whoever_dies_between_there_and_here_finishes_later_and_nothing_is_done_twice(
    addresses: Addresses, addresses_elsewhere: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with two_installations(addresses, addresses_elsewhere) as (here, _):
        with pytest.raises(Unavailable):
            await forget(here.memory_cut_off, here.owner, ForgetQuery("treasure crooked oak"))
        receipt_id = await as_owner.fetchval("select receipt from forget_errands where wish is not null")
        assert isinstance(here.served.parts.remembers, RemoteMemory)
        first = await here.served.parts.remembers.carry_out(here.owner, {"query": "treasure crooked oak"}, receipt_id)
        assert "crooked" in await everything_here(as_owner)
        later = replace(here.memory, clock=lambda: datetime.now(UTC) + timedelta(minutes=10))
        assert await run_pending(later, here.owner) == 1
        assert "crooked" not in await everything_here(as_owner)
        kept = (await here.ada.http.get("/memory/receipts")).json()["receipts"]
        assert [one["id"] for one in kept] == [str(receipt_id)] == [first["id"]]
        assert kept[0]["body"]["elsewhere"]["signature"] == first["signature"]


async def test_an_account_that_leaves_is_forgotten_there_too_whenever_that_memory_answers(
    addresses: Addresses, addresses_elsewhere: Addresses
) -> None:
    async with two_installations(addresses, addresses_elsewhere) as (here, there):
        left = await here.ada.http.request("DELETE", "/api/auth/me", json={"password": PASSWORD})
        assert left.status_code == 204, left.text
        assert await here.wishes() == 1
        assert SECRET in await said_there(there, here.owner)
        cut_off = here.memory_cut_off
        assert await run_pending(cut_off, here.owner) == 0
        later = replace(here.memory, clock=lambda: datetime.now(UTC) + timedelta(hours=2))
        assert await run_pending(later, here.owner) == 1
        assert await said_there(there, here.owner) == []
        # Something that was on its way there when the account left.
        said = IncomingTurn("user", SECRET, datetime.now(UTC), external_id=str(new_id()))
        await here.served.parts.remembers.ingest(here.owner, said, session_id="late")
        much_later = replace(here.memory, clock=lambda: datetime.now(UTC) + timedelta(hours=3))
        assert await run_pending(much_later, here.owner) == 1
        assert await said_there(there, here.owner) == []
        assert await here.wishes() == 0


async def test_everything_is_forgotten_in_both_and_what_is_said_afterwards_stays(
    addresses: Addresses, addresses_elsewhere: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with two_installations(addresses, addresses_elsewhere) as (here, there):
        receipt: dict[str, Any] = (await here.ada.http.post("/memory/forget", json={"everything": True})).json()
        assert receipt["verified"], receipt
        assert await said_there(there, here.owner) == []
        assert "oak" not in await everything_here(as_owner)
        assert await here.wishes() == 0
        await here.ada.say("My dog is called Rex.")
        await work_off(here.served.parts)
        later = replace(here.memory, clock=lambda: datetime.now(UTC) + timedelta(hours=3))
        await run_pending(later, here.owner)
        assert "My dog is called Rex." in await said_there(there, here.owner)
        verified = (await here.ada.http.get(f"/memory/receipts/{receipt['id']}/verify")).json()
        assert (verified["valid"], verified["gone"]) == (True, True)


async def test_whoever_has_the_service_key_asks_this_memory_and_no_other(
    addresses: Addresses, addresses_elsewhere: Addresses
) -> None:
    async with two_installations(addresses, addresses_elsewhere) as (here, there):
        client = RemoteMemory(here.served.url, KEY)
        receipt = await client.forget(here.owner, ForgetQuery("treasure crooked oak"))
        await client.aclose()
        assert "elsewhere" not in receipt.body
        assert SECRET in await said_there(there, here.owner)


async def test_a_deleted_chat_is_counted_and_forgotten_there_and_gone_here(
    addresses: Addresses, addresses_elsewhere: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with two_installations(addresses, addresses_elsewhere) as (here, there):
        counted = await here.ada.http.post("/memory/forget/count", json={"chatId": str(here.chat)})
        assert counted.json()["counts"]["turns"] == 4
        answer = await here.ada.http.delete(f"/api/chats/{here.chat}?forget=true")
        assert answer.status_code == 200, answer.text
        receipt = answer.json()
        assert receipt["verified"], receipt
        assert (receipt["counts"]["turns"], receipt["counts"]["chats"]) == (4, 1)
        assert await said_there(there, here.owner) == []
        assert "crooked" not in await everything_here(as_owner)
        assert (await here.ada.http.get("/api/chats")).json()["chats"] == []


async def test_a_chat_whose_memory_is_away_stays_until_both_can_go(
    addresses: Addresses, addresses_elsewhere: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with two_installations(addresses, addresses_elsewhere) as (here, there):
        with pytest.raises(Unavailable):
            await count_learned(here.memory.db, here.memory_cut_off, here.ada.id, here.chat)
        with pytest.raises(Unavailable, match="written down"):
            await forget_chat(here.memory.db, here.memory_cut_off, here.ada.id, here.chat)
        assert await here.wishes() == 1
        assert SECRET in str(await here.ada.messages(here.chat))
        later = replace(here.memory, clock=lambda: datetime.now(UTC) + timedelta(minutes=10))
        assert await run_pending(later, here.owner) == 1
        assert await said_there(there, here.owner) == []
        assert "crooked" not in await everything_here(as_owner)
        assert await as_owner.fetchval("select count(*) from chats") == 0
        assert await here.wishes() == 0


async def test_a_session_that_never_came_there_does_not_stand_in_the_way(
    addresses: Addresses, addresses_elsewhere: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with two_installations(addresses, addresses_elsewhere) as (here, there):
        chat = new_id()
        await here.ada.say("The key lies under the third stone.", chat=chat)
        await as_owner.execute("update messages set created_at = created_at - interval '3 days'")
        await as_owner.execute("update chats set updated_at = updated_at - interval '3 days'")
        answer = await here.ada.http.delete(f"/api/chats/{chat}?forget=true")
        assert answer.status_code == 200, answer.text
        assert answer.json()["counts"]["messages"] == 2
        assert "third stone" not in await everything_here(as_owner)
        assert SECRET in await said_there(there, here.owner)
