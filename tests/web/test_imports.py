"""Conversations from elsewhere: they appear, the memory learns from them, and brought again they double nothing."""

from __future__ import annotations

import copy
from typing import Any
from uuid import UUID

import httpx2
import pytest

from holdfast.core.migrate import Addresses
from tests.imports.exports import CHATGPT, CLAUDE, MEM0, OPEN_WEBUI, as_json, as_zip
from tests.scripted import ScriptedModel, says
from tests.serving import Person, Served, serving
from tests.working import work_off

pytestmark = pytest.mark.anyio


async def sent(person: Person, data: bytes, name: str = "conversations.json") -> httpx2.Response:
    return await person.http.post("/api/imports", files={"file": (name, data)})


async def bring(served: Served, person: Person, data: bytes) -> dict[str, Any]:
    begun = await sent(person, data)
    assert begun.status_code == 202, begun.text
    assert begun.json()["status"] == "pending"
    await work_off(served.parts)
    found: dict[str, Any] = (await person.http.get(f"/api/imports/{begun.json()['id']}")).json()
    return found


async def titles(person: Person) -> dict[str, str]:
    chats = (await person.http.get("/api/chats")).json()["chats"]
    return {chat["title"]: chat["id"] for chat in chats}


async def texts(person: Person, chat: str) -> list[str]:
    return [message["parts"][0]["text"] for message in await person.messages(UUID(chat))]


def model() -> ScriptedModel:
    return ScriptedModel(says("Aye."), is_demo=True)


async def test_chats_from_everywhere_appear_at_their_own_time_and_are_learned_from(addresses: Addresses) -> None:
    async with serving(addresses, [model()]) as served, served.person("kim") as kim, served.person("eve") as eve:
        for data, origin in (
            (as_zip(CHATGPT), "chatgpt"),
            (as_zip(CLAUDE), "claude"),
            (as_json(OPEN_WEBUI), "open-webui"),
            (as_json(MEM0), "mem0"),
        ):
            found = await bring(served, kim, data)
            assert (found["origin"], found["status"], found["chats"], found["done"]) == (origin, "ready", 1, 1)
            assert (found["newChats"], found["newMessages"]) == (1, 2)
        chats = await titles(kim)
        assert list(chats) == ["I am allergic to peanuts.", "Bread", "The harbour", "Memories from mem0"]
        assert await texts(kim, chats["The harbour"]) == ["My boat is called Merganser.", "A fine name for a boat."]
        facts = [fact["text"] for fact in (await kim.http.get("/memory/facts")).json()["facts"]]
        assert "Is allergic to peanuts" in facts
        query = {"query": "What is my boat called?"}
        said = (await kim.http.post("/memory/query", json=query)).json()["episodes"]
        assert "My boat is called Merganser." in [one["text"] for one in said]
        assert len((await kim.http.get("/api/imports")).json()["imports"]) == 4
        room = (await kim.http.get("/api/usage")).text
        assert "The harbour" not in room
        assert (await titles(eve), (await eve.http.get("/api/imports")).json()) == ({}, {"imports": []})


async def test_one_goes_on_talking_where_they_were(addresses: Addresses) -> None:
    async with serving(addresses, [model()]) as served, served.person("kim") as kim:
        await bring(served, kim, as_json(CHATGPT))
        chat = (await titles(kim))["The harbour"]
        answer = await kim.say("And what did I call her?", chat=UUID(chat))
        assert answer.text == "Aye."
        assert len(await kim.messages(UUID(chat))) == 4


async def test_what_is_brought_again_is_doubled_nowhere_and_what_was_said_since_is_added(addresses: Addresses) -> None:
    async with serving(addresses, [model()]) as served, served.person("kim") as kim:
        await bring(served, kim, as_json(CLAUDE))
        once = (await kim.http.get("/memory/facts")).json()
        again = await bring(served, kim, as_zip(CLAUDE))
        assert (again["status"], again["newChats"], again["newMessages"]) == ("ready", 0, 0)
        assert (await kim.http.get("/memory/facts")).json() == once
        longer = copy.deepcopy(CLAUDE)
        more = {"sender": "human", "text": "And to shrimps.", "created_at": "2025-11-09T10:00:00Z"}
        longer[0]["chat_messages"].append(more)
        found = await bring(served, kim, as_json(longer))
        assert (found["newChats"], found["newMessages"]) == (0, 1)
        chat = (await titles(kim))["I am allergic to peanuts."]
        assert (await texts(kim, chat))[-1] == "And to shrimps."


async def test_what_was_deleted_here_does_not_come_back(addresses: Addresses) -> None:
    async with serving(addresses, [model()]) as served, served.person("kim") as kim:
        await bring(served, kim, as_json(CLAUDE))
        chat = (await titles(kim))["I am allergic to peanuts."]
        gone = await kim.http.post("/memory/forget", json={"chatId": chat})
        assert gone.status_code == 200, gone.text
        assert (await kim.http.delete(f"/api/chats/{chat}")).status_code in (204, 404)
        assert (await kim.http.get("/memory/facts")).json()["facts"] == []
        found = await bring(served, kim, as_json(CLAUDE))
        assert (found["status"], found["newChats"], found["newMessages"]) == ("ready", 0, 0)
        assert await titles(kim) == {}


async def test_the_same_file_of_two_people_makes_chats_of_their_own(addresses: Addresses) -> None:
    async with serving(addresses, [model()]) as served, served.person("kim") as kim, served.person("eve") as eve:
        await bring(served, kim, as_json(CLAUDE))
        assert (await bring(served, eve, as_json(CLAUDE)))["newChats"] == 1
        assert not set((await titles(kim)).values()) & set((await titles(eve)).values())


async def test_what_is_no_export_is_refused_and_leaves_nothing(addresses: Addresses) -> None:
    async with serving(addresses, [model()]) as served, served.person("kim") as kim:
        refused = await sent(kim, b"\x89PNG")
        assert (refused.status_code, refused.json()["error"]["code"]) == (422, "unreadable_export")
        assert (await kim.http.post("/api/imports", json={})).status_code == 400
        assert (await kim.http.get("/api/imports")).json() == {"imports": []}
        begun = await sent(kim, as_json(CLAUDE))
        second = await sent(kim, as_json(CHATGPT))
        assert (second.status_code, second.json()["error"]["code"]) == (409, "import_running")
        stopped = await kim.http.post(f"/api/imports/{begun.json()['id']}/stop")
        assert (stopped.json()["status"], stopped.json()["error"]) == ("failed", "stopped")
        await work_off(served.parts)
        assert await titles(kim) == {}
        assert (await bring(served, kim, as_json(CLAUDE)))["newChats"] == 1, "who stopped it may begin again"
