"""A chat that was deleted on one page is not made anew by another that still shows it."""

from __future__ import annotations

import asyncio
from typing import Any
from uuid import UUID

import asyncpg
import httpx2
import pytest

from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from tests.scripted import ScriptedModel
from tests.serving import Person, chat_body, serving

pytestmark = pytest.mark.anyio


async def send(person: Person, chat: UUID, **fields: Any) -> httpx2.Response:
    return await person.http.post("/api/chat", json=chat_body("Are you still there?", chat=chat, **fields))


def is_refused(response: httpx2.Response) -> None:
    assert response.status_code == 404, response.text
    error = response.json()["error"]
    assert (error["code"], error["retryable"]) == ("chat_deleted", False)
    assert error["message"] == "This chat was deleted; start a new one."


async def test_a_message_to_a_deleted_chat_is_refused_and_makes_nothing(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    model = ScriptedModel()
    async with serving(addresses, [model]) as served, served.person() as ada:
        chat = new_id()
        await ada.say("Hello", chat=chat)
        assert (await ada.http.delete(f"/api/chats/{chat}")).status_code == 204
        calls = len(model.calls)
        is_refused(await send(ada, chat))
        again = {"id": str(chat), "trigger": "regenerate-message"}
        is_refused(await ada.http.post("/api/chat", json=again))
        assert await as_owner.fetchval("select count(*) from chats") == 0
        assert len(model.calls) == calls
        assert (await send(ada, new_id())).status_code == 200, "a new id still makes a chat"
        assert (await ada.http.get("/api/chats/messages", params={"chatId": str(chat)})).status_code == 404


async def test_the_same_id_may_be_anothers_chat(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada, served.person("bob") as bob:
        chat = new_id()
        await ada.say("Hello", chat=chat)
        await ada.http.delete(f"/api/chats/{chat}")
        assert (await send(bob, chat)).status_code == 200
        assert (await send(ada, chat)).status_code in (403, 404)


async def test_many_pages_that_send_while_one_deletes_leave_no_chat_behind(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        for _ in range(3):
            chat = new_id()
            await ada.say("Hello", chat=chat)
            sent, deleted = [send(ada, chat) for _ in range(8)], ada.http.delete(f"/api/chats/{chat}")
            answers = await asyncio.gather(*sent, deleted)
            assert answers[-1].status_code == 204
            assert {answer.status_code for answer in answers[:-1]} <= {200, 404, 409}
            is_refused(await send(ada, chat))
        assert await as_owner.fetchval("select count(*) from chats") == 0


async def test_a_recording_for_a_deleted_chat_is_not_even_looked_at(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        chat = new_id()
        await ada.say("Hello", chat=chat)
        await ada.http.delete(f"/api/chats/{chat}")
        files: dict[str, Any] = {"chatId": (None, str(chat)), "audio": ("it.webm", b"no sound at all", "audio/webm")}
        is_refused(await ada.http.post("/api/chat", files=files))


async def test_a_chat_that_a_forget_emptied_stays_deleted_too(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        chat = new_id()
        await ada.say("The treasure lies under the oak.", chat=chat)
        session = await as_owner.fetchval("select id from sessions")
        receipt = (await ada.http.post("/memory/forget", json={"sessionIds": [str(session)]})).json()
        assert receipt["verified"], receipt
        assert await as_owner.fetchval("select count(*) from chats") == 0
        is_refused(await send(ada, chat))


async def test_forgetting_everything_and_leaving_take_along_what_was_deleted(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    count = "select count(*) from deleted_chats"
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada, served.person("bob") as bob:
        for person in (ada, bob):
            chat = new_id()
            await person.say("Hello", chat=chat)
            await person.http.delete(f"/api/chats/{chat}")
        assert await as_owner.fetchval(count) == 2
        assert (await ada.http.post("/memory/forget", json={"everything": True})).status_code == 200
        assert await as_owner.fetchval(count) == 1
        await as_owner.execute("delete from users where id = $1", bob.id)
        assert await as_owner.fetchval(count) == 0


async def test_after_three_months_a_deleted_chat_is_not_known_any_more(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        old, new = new_id(), new_id()
        for chat in (old, new):
            await ada.say("Hello", chat=chat)
        await ada.http.delete(f"/api/chats/{old}")
        await as_owner.execute("update deleted_chats set deleted_at = now() - interval '91 days'")
        await ada.http.delete(f"/api/chats/{new}")
        assert [row["chat_id"] for row in await as_owner.fetch("select chat_id from deleted_chats")] == [new]
