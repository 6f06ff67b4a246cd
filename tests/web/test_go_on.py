"""An answer that was cut short goes on: one message, one count, and the model knows what it had said."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from uuid import UUID

import pytest

from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from holdfast.models.failures import failed
from holdfast.models.types import Failure, ReasoningDelta, TextDelta
from tests.scripted import Line, ScriptedModel, says
from tests.serving import Answer, Person, Served, chat_body, read_events, serving
from tests.working import work_off

pytestmark = pytest.mark.anyio
HALF = "The first half of it, and "


def half() -> list[Line]:
    return [ReasoningDelta("Let me see."), TextDelta(HALF), asyncio.Event()]


@asynccontextmanager
async def stopped(
    addresses: Addresses, *then: list[Line], plan: str = "unlimited"
) -> AsyncIterator[tuple[Served, Person, UUID, ScriptedModel]]:
    """Ada asked, and stopped the answer halfway."""
    model = ScriptedModel(half(), *then)
    async with serving(addresses, [model], default_plan=plan) as served, served.person() as ada:
        chat = new_id()
        saying = asyncio.create_task(ada.http.post("/api/chat", json=chat_body("Tell me both.", chat=chat)))
        await model.waits.wait()
        await ada.http.post(f"/api/chat/{chat}/stop")
        await saying
        yield served, ada, chat, model


async def go_on(ada: Person, chat: UUID, answer: str | None = None) -> Answer:
    about = answer or (await ada.messages(chat))[-1]["id"]
    body = {"id": str(chat), "trigger": "continue-message", "messageId": about}
    response = await ada.http.post("/api/chat", json=body)
    return read_events(response.content, response.status_code, response.headers)


async def refused(ada: Person, chat: UUID, answer: str) -> tuple[int, str]:
    body = {"id": str(chat), "trigger": "continue-message", "messageId": answer}
    response = await ada.http.post("/api/chat", json=body)
    return response.status_code, response.json()["error"]["code"]


async def used(ada: Person) -> int:
    entries = (await ada.http.get("/api/usage")).json()["usage"]
    found: int = next(one["used"] for one in entries if one["feature"] == "chats_per_day")
    return found


def text_of(message: dict[str, Any]) -> list[str]:
    return [part["text"] for part in message["parts"] if part["type"] == "text"]


async def test_it_stays_one_message_and_is_told_and_stored_whole(addresses: Addresses) -> None:
    async with stopped(addresses, says("the ", "second."), says("More.")) as (_, ada, chat, model):
        before = (await ada.messages(chat))[-1]
        assert (before["status"], before["endedBecause"]) == ("partial", "stopped")
        answer = await go_on(ada, chat)
        assert answer.text == HALF + "the second."
        assert answer.kinds.count("text-start") == 1
        assert answer.parts[0]["messageId"] == before["id"]
        question, after = await ada.messages(chat)
        assert (after["id"], text_of(after)) == (before["id"], [HALF + "the second."])
        assert (after["status"], after["endedBecause"], after["siblings"]) == ("complete", None, [before["id"]])
        assert [part["text"] for part in after["parts"] if part["type"] == "reasoning"] == ["Let me see."]
        asked = model.calls[1][0][-3:]
        assert [one.role for one in asked] == ["user", "assistant", "user"]
        assert asked[1].content == HALF
        assert "Go on with it exactly where it ends" in str(asked[2].content)
        trace = await ada.trace(answer)
        assert trace["continues"] == before["turnId"]
        assert after["turnId"] == trace["turnId"]
        so_far = next(block for block in trace["blocks"] if block["kind"] == "answer_so_far")
        assert so_far["sources"] == [{"type": "message", "id": after["id"]}]
        found = (await ada.http.get("/api/chats/search", params={"query": "second"})).json()
        assert [one["messageId"] for one in found["messages"]] == [after["id"]]
        await ada.say("And then?", chat=chat)
        assert HALF + "the second." in [one.content for one in model.calls[2][0]]
        assert question["role"] == "user"


async def test_it_counts_once_however_often_it_goes_on_within_reason(addresses: Addresses) -> None:
    more: list[list[Line]] = [[TextDelta("more, "), asyncio.Event()] for _ in range(4)]
    async with stopped(addresses, *more, plan="free") as (_, ada, chat, model):
        assert await used(ada) == 1
        counts = []
        for _ in more:
            model.waits.clear()
            going = asyncio.create_task(go_on(ada, chat))
            await model.waits.wait()
            await ada.http.post(f"/api/chat/{chat}/stop")
            await going
            counts.append(await used(ada))
        assert counts == [1, 1, 1, 2]
        assert text_of((await ada.messages(chat))[-1]) == [HALF + "more, " * 4]


async def test_one_that_failed_was_given_back_and_counts_when_it_goes_on(addresses: Addresses) -> None:
    model = ScriptedModel([TextDelta(HALF), failed(Failure.CUT_OFF)], says("the second."))
    async with serving(addresses, [model], default_plan="free") as served, served.person() as ada:
        chat = new_id()
        await ada.say("Tell me both.", chat=chat)
        assert await used(ada) == 0
        await go_on(ada, chat)
        assert await used(ada) == 1
        assert text_of((await ada.messages(chat))[-1]) == [HALF + "the second."]


async def test_what_was_there_stays_where_going_on_fails(addresses: Addresses) -> None:
    async with stopped(addresses, [failed(Failure.SERVER_ERROR)], says("the second.")) as (_, ada, chat, _model):
        await go_on(ada, chat)
        kept = (await ada.messages(chat))[-1]
        assert (text_of(kept), kept["status"], kept["endedBecause"]) == ([HALF], "partial", "failed")
        await go_on(ada, chat)
        assert text_of((await ada.messages(chat))[-1]) == [HALF + "the second."]


async def test_only_the_last_answer_that_is_not_whole_goes_on(addresses: Addresses) -> None:
    async with stopped(addresses, says("Else."), says("Yes.")) as (_, ada, chat, _model):
        question, answer = await ada.messages(chat)
        assert await refused(ada, chat, str(new_id())) == (404, "unknown_message")
        assert await refused(ada, chat, question["id"]) == (404, "unknown_message")
        await ada.say("Something else.", chat=chat)
        assert await refused(ada, chat, answer["id"]) == (409, "answer_replied")
        last = (await ada.messages(chat))[-1]
        assert await refused(ada, chat, last["id"]) == (409, "answer_complete")


async def test_the_memory_hears_each_half_once(addresses: Addresses) -> None:
    async with stopped(addresses, says("the second.")) as (served, ada, chat, _model):
        await work_off(served.parts)
        await go_on(ada, chat)
        await work_off(served.parts)
        answer = (await ada.messages(chat))[-1]["id"]
        async with served.parts.db.as_user(ada.id) as tx:
            rows = await tx.fetch("select external_id, text from episodes where role = 'assistant' order by id")
        assert [(row["external_id"], row["text"]) for row in rows] == [
            (answer, HALF),
            (f"{answer}/from-{len(HALF)}", "the second."),
        ]
