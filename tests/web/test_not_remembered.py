"""Temporary chats, chats whose memory rests, and people whose memory rests altogether: nothing of them is learned."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

import asyncpg
import pytest

from holdfast.chats.sessions import close_idle_sessions
from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from tests.scripted import ScriptedModel, says
from tests.serving import Person, Served, serving
from tests.working import work_off

pytestmark = pytest.mark.anyio

PAULA = "I'm Paula. I live in Coimbra and I am allergic to peanuts. I promised to call Rui by Friday."
MEMORY_TABLES = (
    *("episodes", "episode_terms", "memory_sessions", "memory_outbox", "facts", "fact_evidence", "loops", "entities"),
    *("edges", "memory_vectors", "carried_vectors", "session_summaries", "user_model_items", "recalled_shingles"),
)


def answering(times: int = 6) -> ScriptedModel:
    return ScriptedModel(*[says("Good to know.")] * times, is_demo=True)


async def in_memory(as_owner: asyncpg.Connection, person: Person) -> Mapping[str, int]:
    """Rows of the memory that are theirs, by table; only tables that hold any."""
    found = {}
    for table in MEMORY_TABLES:
        found[table] = await as_owner.fetchval(f"select count(*) from {table} where user_id = $1", str(person.id))
    return {table: rows for table, rows in found.items() if rows}


async def end_sessions(served: Served, as_owner: asyncpg.Connection) -> None:
    """As when nobody came back, and everything that follows from it."""
    await as_owner.execute("update sessions set closes_at = now() - interval '1 hour'")
    await close_idle_sessions(served.parts.db)
    await work_off(served.parts)


async def change(person: Person, chat: UUID, **fields: Any) -> Any:
    answer = await person.http.patch(f"/api/chats/{chat}", json=fields)
    return answer.json() | {"status": answer.status_code}


async def test_of_a_temporary_chat_nothing_lands_in_the_memory_not_even_when_its_session_ends(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [answering()]) as served, served.person("paula") as paula:
        chat = new_id()
        await paula.say(PAULA, chat=chat, selectedMemory="temporary")
        await paula.say("And my sister is called Ana.", chat=chat)  # its later messages need not say so again
        await work_off(served.parts)
        assert await in_memory(as_owner, paula) == {}
        await end_sessions(served, as_owner)
        assert await in_memory(as_owner, paula) == {}
        (listed,) = (await paula.http.get("/api/chats")).json()["chats"]
        assert listed["memory"] == "temporary"
        # What was said lately is looked through before something is forgotten; this is not even then.
        await paula.http.post("/memory/forget", json={"query": "Coimbra"})
        assert await in_memory(as_owner, paula) == {}
        refused = await change(paula, chat, memory="on")
        assert (refused["status"], refused["error"]["code"]) == (409, "temporary_chat")


async def test_a_temporary_chat_is_told_nothing_that_is_known_and_another_one_is(addresses: Addresses) -> None:
    model = answering(8)
    async with serving(addresses, [model]) as served, served.person("paula") as paula:
        await paula.say(PAULA, chat=new_id())
        await work_off(served.parts)
        await paula.http.put("/memory/about", json={"about": "I keep bees."})
        facts = (await paula.http.get("/memory/facts")).json()["facts"]
        pinned = next(fact for fact in facts if "peanuts" in fact["text"])
        await paula.http.patch(f"/memory/facts/{pinned['id']}", json={"isPinned": True})
        told = {}
        for memory in ("on", "temporary"):
            for persona in ("assistant", "sophie"):
                answer = await paula.say(
                    "Where do I live, and what am I allergic to?",
                    chat=new_id(),
                    selectedMemory=memory,
                    selectedPersonaId=persona,
                )
                turn = next(part["messageMetadata"]["turnId"] for part in answer.parts if part["type"] == "start")
                trace = (await paula.http.get(f"/api/turns/{turn}/trace")).json()
                told[memory, persona] = " ".join(block["text"] or "" for block in trace["blocks"])
        assert "peanuts" in told["on", "assistant"]
        assert "bees" in told["on", "assistant"]
        for persona in ("assistant", "sophie"):
            for word in ("Coimbra", "bees", "Paula", "is allergic to peanuts"):
                assert word not in told["temporary", persona], persona


async def test_while_a_chat_rests_nothing_said_in_it_is_remembered_and_never_will_be(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [answering()]) as served, served.person("paula") as paula:
        chat = new_id()
        await paula.say("I'm Paula and I live in Coimbra.", chat=chat)
        await work_off(served.parts)
        assert (await change(paula, chat, memory="paused"))["memory"] == "paused"
        await paula.say("I am allergic to peanuts.", chat=chat)
        await work_off(served.parts)
        assert (await change(paula, chat, memory="on"))["memory"] == "on"
        await paula.say("My sister is called Ana.", chat=chat)
        await work_off(served.parts)
        await end_sessions(served, as_owner)
        said = {row["text"] for row in await as_owner.fetch("select text from episodes where role = 'user'")}
        assert said == {"I'm Paula and I live in Coimbra.", "My sister is called Ana."}
        facts = str((await paula.http.get("/memory/facts")).json())
        assert "Ana" in facts
        assert "peanuts" not in facts


async def test_whoever_pauses_the_memory_altogether_is_not_remembered_until_they_go_on(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with (
        serving(addresses, [answering()]) as served,
        served.person("paula") as paula,
        served.person("eve") as eve,
    ):
        assert (await paula.http.get("/api/chats/memory")).json() == {"isPaused": False}
        assert (await paula.http.put("/api/chats/memory", json={"isPaused": True})).json() == {"isPaused": True}
        await paula.say(PAULA, chat=new_id())
        await eve.say("I'm Eve and I live in Faro.", chat=new_id())
        await work_off(served.parts)
        assert await in_memory(as_owner, paula) == {}
        assert "facts" in await in_memory(as_owner, eve), "hers alone rests"
        # It outlives the memory itself.
        await paula.http.post("/memory/forget", json={"everything": True})
        assert (await paula.http.get("/api/chats/memory")).json() == {"isPaused": True}
        await paula.http.put("/api/chats/memory", json={"isPaused": False})
        await paula.say("I live in Aveiro.", chat=new_id())
        await work_off(served.parts)
        assert "facts" in await in_memory(as_owner, paula)
