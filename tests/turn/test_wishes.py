"""How somebody wants an answer this time: from another model, shorter, or without what is remembered."""

from __future__ import annotations

from uuid import UUID

import pytest

from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from tests.scripted import ScriptedModel, says
from tests.serving import Person, serving
from tests.working import work_off

pytestmark = pytest.mark.anyio


async def ask_again(person: Person, chat: UUID, **wishes: object) -> None:
    body = {"id": str(chat), "trigger": "regenerate-message", **wishes}
    response = await person.http.post("/api/chat", json=body)
    assert response.status_code == 200, response.text


def last_prompt(model: ScriptedModel) -> str:
    """Of the last answer; a title is asked for without a system's words."""
    return str(model.calls[-1][0])


async def test_a_shorter_or_longer_answer_is_asked_for_beside_the_question(addresses: Addresses) -> None:
    model = ScriptedModel(says("A long story."))
    async with serving(addresses, [model]) as served, served.person() as ada:
        chat = new_id()
        await ada.say("What is a tide?", chat=chat)
        assert "shorter" not in last_prompt(model)
        await ask_again(ada, chat, selectedLength="shorter")
        assert "They want a shorter answer this time" in last_prompt(model)
        await ask_again(ada, chat, selectedLength="longer")
        assert "They want a longer answer this time" in last_prompt(model)
        refused = await ada.http.post("/api/chat", json={"id": str(chat), "selectedLength": "endless"})
        assert refused.status_code == 422


async def test_without_memory_nothing_remembered_is_told_and_the_glass_box_says_so(addresses: Addresses) -> None:
    model = ScriptedModel(says("I see."))
    async with serving(addresses, [model]) as served, served.person() as ada:
        await ada.say("I am allergic to peanuts.", chat=new_id())
        await work_off(served.parts)
        chat = new_id()
        await ada.say("What am I allergic to?", chat=chat)
        assert "peanuts" in last_prompt(model)
        body = {"id": str(chat), "trigger": "regenerate-message", "withoutMemory": True}
        answer = await ada.http.post("/api/chat", json=body)
        assert "What am I allergic to?" in last_prompt(model)
        assert "peanuts" not in last_prompt(model)
        trace = (await ada.http.get(f"/api/turns/{answer.headers['x-holdfast-turn-id']}/trace")).json()
        assert [one["source"] for one in trace["missing"]] == ["memory"]
        await ask_again(ada, chat)
        assert "peanuts" in last_prompt(model), "the wish holds once"
