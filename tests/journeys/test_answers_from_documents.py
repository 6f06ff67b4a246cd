"""A document is brought, asked about, answered from and cited; and whoever may not read it is told nothing of it."""

from __future__ import annotations

from typing import Any

import pytest

from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from tests.scripted import ScriptedModel, says
from tests.serving import Person, serving
from tests.web.test_documents import HANDBOOK, bring
from tests.working import work_off

pytestmark = pytest.mark.anyio

CHAT = new_id()
QUESTION = "How many days of holiday do I have a year?"


def block(trace: dict[str, Any], kind: str) -> dict[str, Any] | None:
    return next((one for one in trace["blocks"] if one["kind"] == kind), None)


async def test_an_answer_cites_the_passage_it_was_given(addresses: Addresses) -> None:
    model = ScriptedModel(says("Twenty-eight", " days [1", "] and more [9]."))
    async with (
        serving(addresses, [model]) as served,
        served.person() as ada,
        served.person("bob") as bob,
    ):
        made = (await bring(ada))["document"]
        await work_off(served.parts)
        chat = new_id()
        answer = await ada.say(QUESTION, chat=chat)
        assert answer.text == "Twenty-eight days [1] and more ."
        cited = [part for part in answer.parts if part["type"] == "source-document"]
        assert [(one["title"], one["filename"]) for one in cited] == [("handbook.md", "handbook.md")]
        assert cited[0]["providerMetadata"]["holdfast"]["documentId"] == made["id"]
        told = "\n".join(message.content for message in model.calls[0][0] if isinstance(message.content, str))
        assert "[1] handbook.md › Handbook › Holidays" in told
        place = cited[0]["providerMetadata"]["holdfast"]
        text = HANDBOOK.decode()[place["starts"] : place["starts"] + place["length"]]
        assert text.startswith("## Holidays")
        assert text.endswith("end of March.")
        # With its mark, so that it leads somewhere while the rest is written; and no sentence is cut in two by it.
        assert answer.kinds.count("text-start") == 1
        assert answer.kinds.index("source-document") < answer.kinds.index("text-end")
        stored = (await ada.messages(chat))[-1]["parts"]
        assert [part["type"] for part in stored] == ["text", "source-document"]
        for visibility in ("snapshot", "public"):
            assert (await ada.http.patch(f"/api/chats/{chat}", json={"visibility": visibility})).status_code == 200
            seen = (await bob.messages(chat))[-1]["parts"]
            assert [part["type"] for part in seen] == ["text"], "whose it is not is told neither passage nor title"
        assert (await bob.http.get(f"/api/documents/{made['id']}/text")).status_code == 404


async def test_the_glass_box_tells_what_was_looked_for_and_the_passages_told(addresses: Addresses) -> None:
    model = ScriptedModel(says("Twenty-eight [1]."))
    async with serving(addresses, [model]) as served, served.person() as ada:
        made = (await bring(ada))["document"]
        await work_off(served.parts)
        answer = await ada.say(QUESTION)
        trace = await ada.trace(answer)
        quoted = block(trace, "user_documents")
        assert quoted
        assert "twenty-eight days" in quoted["text"]
        looked = next(one for one in trace["retrievals"] if one["source"] == "documents")
        assert looked["namespaces"] == ["user"]
        assert looked["passages"][0]["score"] > 0
        await ada.http.delete(f"/api/documents/{made['id']}")
        gone = block(await ada.trace(answer), "user_documents")
        assert gone
        assert (gone["text"], gone["sha256"]) == (None, quoted["sha256"])
        assert "changed or deleted" in gone["withheld"]


async def test_a_question_that_no_document_answers_is_told_none(addresses: Addresses) -> None:
    model = ScriptedModel(says("I do not know."))
    async with serving(addresses, [model]) as served, served.person() as ada:
        await bring(ada)
        await work_off(served.parts)
        assert (
            block(await ada.trace(await ada.say("Which volcano erupted in Iceland last spring?")), "user_documents")
            is None
        )


async def test_thanks_look_for_nothing_and_a_yes_for_what_was_offered(addresses: Addresses) -> None:
    said = (
        "Twenty-eight [1].",
        "You are welcome.",
        "Twenty-eight [1]. Shall I tell you of laptops?",
        "After four years.",
    )
    async with serving(addresses, [ScriptedModel(*map(says, said))]) as served, served.person() as ada:
        await bring(ada)
        await work_off(served.parts)
        for asked, does_search in ((QUESTION, True), ("Thanks!", False), (QUESTION, True), ("Yes", True)):
            trace = await ada.trace(await ada.say(asked, chat=CHAT))
            assert any(one["source"] == "documents" for one in trace["retrievals"]) is does_search, asked


async def test_nobody_elses_document_reaches_a_prompt(addresses: Addresses) -> None:
    model = ScriptedModel(says("I do not know."), says("I do not know."))
    async with (
        serving(addresses, [model]) as served,
        served.person() as ada,
        served.person("bob") as bob,
    ):
        await bring(ada)
        await work_off(served.parts)
        trace = await bob.trace(await bob.say(QUESTION))
        assert block(trace, "user_documents") is None
        assert all("twenty-eight" not in str(message.content) for call in model.calls for message in call[0])


async def test_what_the_organization_knows_its_members_are_told_until_they_leave(addresses: Addresses) -> None:
    model = ScriptedModel(*[says("Twenty-eight [1].") for _ in range(3)])
    async with (
        serving(addresses, [model]) as served,
        served.person() as ada,
        served.person("bob") as bob,
    ):
        org = (await ada.http.post("/api/organizations", json={"name": "Mill"})).json()["id"]
        code = (await ada.http.post(f"/api/organizations/{org}/invites", json={"maxUses": 3})).json()["code"]
        assert (await bob.http.post("/api/invites/accept", json={"code": code})).status_code == 200
        added = (await bring(bob, target="org"))["document"]
        await work_off(served.parts)
        refused = await bob.http.delete(f"/api/documents/{added['id']}")
        assert refused.status_code == 403, "a member may add to what it knows, and take nothing away"
        mine = await ask(bob)
        assert block(await bob.trace(mine), "org_documents")
        assert block(await ada.trace(await ask(ada)), "org_documents")
        left = await bob.http.post(f"/api/organizations/{org}/leave", json={})
        assert left.status_code == 204, left.text
        told = block(await bob.trace(mine), "org_documents")
        assert told
        assert told["text"] is None, "what was told then is not theirs to read any more"
        assert block(await bob.trace(await ask(bob)), "org_documents") is None


async def ask(person: Person) -> Any:
    return await person.say(QUESTION)
