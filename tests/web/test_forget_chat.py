"""Deleting a chat, and what was learned from it with it: over HTTP, as a person and as a program."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import asyncpg
import pytest

from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from tests.architecture.belongings import make_key, upload
from tests.architecture.catalogue import mentions_of
from tests.scripted import ScriptedModel, says
from tests.serving import Person, serving
from tests.working import work_off

pytestmark = pytest.mark.anyio

PAULA = "I'm Paula. I live in Coimbra and I am allergic to peanuts. I promised to call Rui by Friday."
KEY = "a service key of sixteen and more"


def answering() -> ScriptedModel:
    return ScriptedModel(says("Good to know."), is_demo=True)


async def known_of(person: Person) -> dict[str, list[str]]:
    """All that a program can ask of the memory, in words."""
    facts = (await person.http.get("/memory/facts")).json()["facts"]
    loops = (await person.http.post("/memory/loops", json={})).json()["loops"]
    found = (await person.http.post("/memory/query", json={"query": "Where does Paula live? Peanuts, Rui?"})).json()
    return {
        "facts": sorted(fact["text"] for fact in facts),
        "loops": [loop["text"] for loop in loops],
        "episodes": [episode["text"] for episode in found["episodes"]],
    }


async def count(person: Person, chat: UUID) -> dict[str, int]:
    answer = await person.http.post("/memory/forget/count", json={"chatId": str(chat)})
    assert answer.status_code == 200, answer.text
    counts: dict[str, int] = answer.json()["counts"]
    return counts


async def test_what_was_learned_goes_with_the_chat_and_the_receipt_says_as_much_as_was_told_before(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [answering()]) as served, served.person("paula") as paula:
        chat = new_id()
        await paula.say(PAULA, chat=chat)
        await work_off(served.parts)
        known = await known_of(paula)
        assert {"Lives in Coimbra", "Is allergic to peanuts"} <= set(known["facts"])
        assert "Call Rui by Friday" in str(known["loops"])
        told = await count(paula, chat)
        assert (told["facts"], told["loops"], told["turns"]) == (len(known["facts"]), len(known["loops"]), 2)

        answer = await paula.http.delete(f"/api/chats/{chat}", params={"forget": "true"})
        assert answer.status_code == 200, answer.text
        receipt = answer.json()
        assert receipt["verified"], receipt
        assert {kind: receipt["counts"][kind] for kind in told} == told
        assert (receipt["counts"]["messages"], receipt["counts"]["chats"]) == (2, 1)

        assert await known_of(paula) == {"facts": [], "loops": [], "episodes": []}
        assert (await paula.http.get("/api/chats")).json()["chats"] == []
        assert await mentions_of(as_owner, "Coimbra") == []
        verified = (await paula.http.get(f"/memory/receipts/{receipt['id']}/verify")).json()
        assert (verified["valid"], verified["gone"]) == (True, True)
        await work_off(served.parts)
        assert await known_of(paula) == {"facts": [], "loops": [], "episodes": []}


async def test_a_program_that_only_deletes_keeps_what_was_learned(addresses: Addresses) -> None:
    async with serving(addresses, [answering()]) as served, served.person("paula") as paula:
        for how in ({}, {"forget": "false"}):
            chat = new_id()
            await paula.say(PAULA, chat=chat)
            await work_off(served.parts)
            known = await known_of(paula)
            answer = await paula.http.delete(f"/api/chats/{chat}", params=how)
            assert (answer.status_code, answer.content) == (204, b"")
            assert await known_of(paula) == known
            assert known["facts"]


async def test_what_was_said_in_another_chat_as_well_stays_known(addresses: Addresses) -> None:
    async with serving(addresses, [answering()]) as served, served.person("paula") as paula:
        first, second = new_id(), new_id()
        await paula.say(PAULA, chat=first)
        await paula.say("As I said, I live in Coimbra. My cat is called Pixel.", chat=second)
        await work_off(served.parts)
        assert "Lives in Coimbra" in (await known_of(paula))["facts"]
        assert (await paula.http.delete(f"/api/chats/{first}?forget=true")).status_code == 200
        facts = (await known_of(paula))["facts"]
        assert "Lives in Coimbra" in facts
        assert "Is allergic to peanuts" not in facts


async def test_words_that_the_memory_has_not_heard_yet_are_not_learned_afterwards(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    """Nothing has worked off the jobs of its turns, and the session is older than what is caught up with."""
    async with serving(addresses, [answering()]) as served, served.person("paula") as paula:
        chat = new_id()
        await paula.say(PAULA, chat=chat)
        await as_owner.execute("update messages set created_at = created_at - interval '3 days'")
        await as_owner.execute("update chats set updated_at = updated_at - interval '3 days'")
        assert await count(paula, chat) == {"turns": 0, "facts": 0, "loops": 0}
        receipt = (await paula.http.delete(f"/api/chats/{chat}?forget=true")).json()
        assert receipt["verified"], receipt
        assert receipt["counts"]["messages"] == 2
        await work_off(served.parts)
        assert await known_of(paula) == {"facts": [], "loops": [], "episodes": []}
        assert await mentions_of(as_owner, "Coimbra") == []


async def test_an_answer_that_repeats_it_in_another_chat_goes_with_it(addresses: Addresses) -> None:
    secret = "The treasure lies under the crooked oak behind the old mill."
    model = ScriptedModel(says("I see."), says(f"You said: {secret}"), is_demo=True)
    async with serving(addresses, [model]) as served, served.person("paula") as paula:
        first, second = new_id(), new_id()
        await paula.say(secret, chat=first)
        await paula.say("What did I tell you the other day?", chat=second)
        await work_off(served.parts)
        receipt = (await paula.http.delete(f"/api/chats/{first}?forget=true")).json()
        assert receipt["verified"], receipt
        assert [one["role"] for one in await paula.messages(second)] == ["user"]


async def test_a_file_goes_with_the_chat_it_was_sent_in_unless_another_has_it_too(addresses: Addresses) -> None:
    async with serving(addresses, [answering()]) as served, served.person("paula") as paula:
        first, second, third = new_id(), new_id(), new_id()
        alone, shared, forgotten = [await upload(paula.http) for _ in range(3)]
        for chat, files in ((first, (alone, shared)), (second, (shared,)), (third, (forgotten,))):
            parts: list[dict[str, Any]] = [{"type": "file", "blobId": file} for file in files]
            message = {"id": str(new_id()), "role": "user", "parts": [*parts, {"type": "text", "text": "Look"}]}
            assert (await paula.http.post("/api/chat", json={"id": str(chat), "message": message})).status_code == 200
        assert (await paula.http.delete(f"/api/chats/{first}")).status_code == 204
        assert (await paula.http.delete(f"/api/chats/{third}?forget=true")).status_code == 200
        found = [(await paula.http.get(f"/api/files/{file}")).status_code for file in (alone, shared, forgotten)]
        assert found == [404, 200, 404]


async def test_a_key_needs_the_memorys_scope_as_well(addresses: Addresses) -> None:
    async with serving(addresses, [answering()]) as served, served.person("paula") as paula:
        chat = new_id()
        await paula.say(PAULA, chat=chat)
        async with served.stranger() as program:
            narrow = {"x-api-key": (await make_key(paula.http, "chat"))["key"]}
            refused = await program.delete(f"/api/chats/{chat}?forget=true", headers=narrow)
            assert (refused.status_code, refused.json()["error"]["code"]) == (403, "missing_scope")
            assert len(await paula.messages(chat)) == 2
            body = {"name": "both", "scopes": ["chat", "memory"]}
            wide = {"x-api-key": (await paula.http.post("/api/keys", json=body)).json()["key"]}
            assert (await program.delete(f"/api/chats/{chat}?forget=true", headers=wide)).status_code == 200


async def test_anothers_chat_and_an_unknown_one_are_refused_and_nothing_is_forgotten(addresses: Addresses) -> None:
    async with (
        serving(addresses, [answering()], service_key=KEY) as served,
        served.person("paula") as paula,
        served.person("eve") as eve,
    ):
        chat = new_id()
        await paula.say(PAULA, chat=chat)
        await work_off(served.parts)
        for path in ("/memory/forget", "/memory/forget/count"):
            assert (await eve.http.post(path, json={"chatId": str(chat)})).status_code == 403
            assert (await eve.http.post(path, json={"chatId": str(new_id())})).status_code == 404
        assert (await eve.http.delete(f"/api/chats/{chat}?forget=true")).status_code == 403
        assert (await eve.http.delete(f"/api/chats/{new_id()}?forget=true")).status_code == 404
        assert (await paula.http.delete(f"/api/chats/{chat}?forget=perhaps")).status_code == 422
        assert (await eve.http.get("/memory/receipts")).json()["receipts"] == []
        async with served.stranger() as program:
            whose = {"tenantId": "default", "userId": str(paula.id), "chatId": str(chat)}
            answer = await program.post("/memory/forget", json=whose, headers={"x-api-key": KEY})
            assert answer.status_code == 422
        assert (await known_of(paula))["facts"]


async def test_the_memorys_own_door_forgets_a_chat_too_and_asked_twice_does_it_once(addresses: Addresses) -> None:
    async with serving(addresses, [answering()]) as served, served.person("paula") as paula:
        chat, number = new_id(), str(new_id())
        await paula.say(PAULA, chat=chat)
        await work_off(served.parts)
        wish = {"chatId": str(chat), "receiptId": number}
        receipt = (await paula.http.post("/memory/forget", json=wish)).json()
        assert (receipt["id"], receipt["verified"], receipt["counts"]["chats"]) == (number, True, 1)
        assert (await paula.http.get("/api/chats")).json()["chats"] == []
        assert (await paula.http.post("/memory/forget", json={**wish, "query": "peanuts"})).status_code == 422


async def test_a_session_that_nobody_knows_is_passed_over_where_that_is_asked_for(addresses: Addresses) -> None:
    async with serving(addresses, [answering()]) as served, served.person("paula") as paula:
        line = {"role": "user", "text": "The treasure lies under the oak."}
        await paula.http.post("/ingest", json={"sessionId": "known", **line})
        wish = {"sessionIds": ["known", "never heard of"]}
        assert (await paula.http.post("/memory/forget", json=wish)).status_code == 404
        assert (await paula.http.post("/memory/forget/count", json=wish)).status_code == 404
        kindly = {**wish, "skipUnknown": True}
        assert (await paula.http.post("/memory/forget/count", json=kindly)).json()["counts"]["turns"] == 1
        assert (await paula.http.post("/memory/forget", json=kindly)).json()["counts"]["turns"] == 1
        assert (await paula.http.post("/memory/forget", json={"sessionIds": []})).status_code == 422
