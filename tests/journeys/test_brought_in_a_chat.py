"""A document that a message brings: told whole where it is small, gone with its chat unless it is kept."""

from __future__ import annotations

from typing import Any

import httpx2
import pytest

from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from tests.journeys.test_answers_from_documents import block
from tests.scripted import ScriptedModel, says
from tests.serving import Person, serving
from tests.web.test_documents import bring, look_for
from tests.working import work_off

pytestmark = pytest.mark.anyio


async def send(person: Person, chat: Any, document_id: str, text: str) -> httpx2.Response:
    """As the client does: the words, and which document comes along."""
    brought = {"type": "data-document", "data": {"documentId": document_id, "filename": "handbook.md"}}
    message = {"id": str(new_id()), "role": "user", "parts": [brought, {"type": "text", "text": text}]}
    return await person.http.post("/api/chat", json={"id": str(chat), "message": message})


async def test_what_a_message_brings_is_told_whole_and_is_the_chats_until_it_is_kept(addresses: Addresses) -> None:
    model = ScriptedModel(says("Two things [2]."), says("Yes."), says("Yes."))
    async with (
        serving(addresses, [model]) as served,
        served.person() as ada,
        served.person("bob") as bob,
    ):
        made = (await bring(ada, target="chat"))["document"]
        assert made["target"] == "chat"
        await work_off(served.parts)
        assert await look_for(ada, "days of holiday a year") == [], "it waits for its message, and answers nobody yet"
        assert (await send(bob, new_id(), made["id"], "What is this?")).status_code == 404
        chat = new_id()
        # Not one word of the question stands in it.
        answer = await send(ada, chat, made["id"], "Summarize, please")
        assert answer.status_code == 200, answer.text
        told = "\n".join(str(message.content) for message in model.calls[-1][0])
        assert "twenty-eight days of holiday" in told
        assert "replaced after four years" in told
        question, reply = await ada.messages(chat)
        assert question["parts"][0]["data"]["documentId"] == made["id"]
        assert [part["type"] for part in reply["parts"]] == ["text", "source-document"]
        theirs = (await ada.http.get("/api/documents", params={"target": f"chat:{chat}"})).json()["documents"]
        assert [one["target"] for one in theirs] == [f"chat:{chat}"]
        trace = await ada.trace(await ada.say("And about laptops?", chat=chat))
        assert block(trace, "user_documents")
        assert block(await ada.trace(await ada.say("How many days of holiday?")), "user_documents") is None

        kept = await ada.http.patch(f"/api/documents/{made['id']}", json={"target": "user"})
        assert (kept.status_code, kept.json()["target"]) == (200, "user")
        assert (await ada.http.delete(f"/api/chats/{chat}")).status_code == 204
        assert {one["documentId"] for one in await look_for(ada, "days of holiday a year")} == {made["id"]}
        whole = await ada.http.get(f"/api/documents/{made['id']}/content")
        assert b"twenty-eight" in whole.content


async def test_of_what_is_large_a_message_is_told_the_beginning_and_what_answers_it(addresses: Addresses) -> None:
    towns = ("Faro", "Braga", "Porto", "Beja", "Olhao", "Tomar", "Lagos", "Moura", "Evora", "Mafra", "Chaves", "Ovar")
    about = "The mill of {0} grinds from dawn. Whoever works there in {0} sleeps at noon. " * 14
    chapters = [f"## {town}\n\n{about.format(town)}" for town in towns]
    model = ScriptedModel(says("It begins with Faro [1]."))
    async with serving(addresses, [model]) as served, served.person() as ada:
        made = (await bring(ada, "\n\n".join(chapters).encode(), name="mills.md", target="chat"))["document"]
        await work_off(served.parts)
        assert (await ada.http.get(f"/api/documents/{made['id']}")).json()["passages"] > 16
        assert (await send(ada, new_id(), made["id"], "When does the mill of Evora grind?")).status_code == 200
        told = "\n".join(str(message.content) for message in model.calls[-1][0])
        assert "mill of Faro" in told
        assert "mill of Evora" in told
        assert 2 < told.count("mills.md ›") < 14, "not all of it"
