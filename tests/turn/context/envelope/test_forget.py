"""What is forgotten leaves the envelope too, and the summary is made of what is left."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import asyncpg
import orjson
import pytest

from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from tests.architecture.catalogue import mentions_of
from tests.scripted import ScriptedModel, says
from tests.serving import Person, serving
from tests.working import work_off

pytestmark = pytest.mark.anyio

MARKER = "quokkazanzibar"


async def report(person: Person, text: str, chat: UUID) -> None:
    answer = await person.say(text, chat=chat, selectedPersonaId="incident")
    assert answer.status == 200


async def envelope(as_owner: asyncpg.Connection, chat: UUID) -> dict[str, Any]:
    stored = await as_owner.fetchval("select envelope from envelopes where chat_id = $1", chat)
    found: dict[str, Any] = orjson.loads(stored)
    return found


async def test_a_forgotten_message_takes_its_facts_along_and_what_held_before_holds_again(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [ScriptedModel(says("Copy."), is_demo=True)]) as served, served.person() as ada:
        chat = new_id()
        await report(ada, "House fire at 3 Hill Street. Three injured.", chat)
        await report(ada, f"Location: {MARKER} harbour, the third pier behind the fish market\nInjured: 5", chat)
        await report(ada, "We need a ladder.", chat)
        await work_off(served.parts)
        before = await envelope(as_owner, chat)
        assert MARKER in before["summary"]

        receipt = await ada.http.post("/memory/forget", json={"query": MARKER})
        assert receipt.status_code == 200, receipt.text
        assert receipt.json()["verified"], receipt.text
        await work_off(served.parts)
        assert "public.envelopes" not in await mentions_of(as_owner, MARKER)
        left = await envelope(as_owner, chat)
        assert {(fact["kind"], fact["text"]) for fact in left["facts"]} == {
            ("incident", "House fire"),
            ("location", "3 Hill Street"),
            ("injured", "Three injured"),
            ("need", "a ladder"),
        }
        assert left["summary"] == "House fire at 3 Hill Street; Three injured."

        await report(ada, "Still here.", chat)
        assert MARKER not in str(await envelope(as_owner, chat))


async def test_forgetting_the_last_message_does_not_make_the_envelope_anew(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [ScriptedModel(says("Copy."), is_demo=True)]) as served, served.person() as ada:
        chat = new_id()
        await report(ada, "House fire at 3 Hill Street.", chat)
        await report(ada, f"Staging at the {MARKER} yard behind the old fish market.", chat)
        await work_off(served.parts)
        assert (await ada.http.post("/memory/forget", json={"query": MARKER})).status_code == 200
        left = await envelope(as_owner, chat)
        assert [fact["kind"] for fact in left["facts"]] == ["incident", "location"]
        await report(ada, "Still here.", chat)
        assert await envelope(as_owner, chat) == left


async def test_forgetting_everything_leaves_no_envelope(addresses: Addresses, as_owner: asyncpg.Connection) -> None:
    async with serving(addresses, [ScriptedModel(says("Copy."), is_demo=True)]) as served, served.person() as ada:
        await report(ada, "House fire at 3 Hill Street.", new_id())
        done = await ada.http.post("/memory/forget", json={"everything": True})
        assert done.status_code == 200, done.text
        assert await as_owner.fetchval("select count(*) from envelopes") == 0
