"""What answers cost: each by itself, and a chat in all, with every version and every try that failed."""

from __future__ import annotations

import asyncio
from typing import Any
from uuid import UUID

import pytest

from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from holdfast.models.chain import Chain
from holdfast.models.failures import failed
from holdfast.models.prices import read_prices
from holdfast.models.types import Done, Failure, TextDelta, TokenUsage
from tests.scripted import Line, ScriptedModel, says
from tests.serving import Person, chat_body, serving

pytestmark = pytest.mark.anyio


def costing(usd: float | None, *words: str) -> list[Line]:
    return [*(TextDelta(word) for word in words or ("Yes.",)), Done(TokenUsage(100, 10, usd))]


async def cost(person: Person, chat: UUID) -> Any:
    answer = await person.http.get(f"/api/chats/{chat}/cost")
    assert answer.status_code == 200, answer.text
    return answer.json()


async def again(person: Person, chat: UUID) -> None:
    answer = (await person.messages(chat))[-1]["id"]
    body = {"id": str(chat), "trigger": "regenerate-message", "messageId": answer}
    assert (await person.http.post("/api/chat", json=body)).status_code == 200


async def test_each_answer_tells_its_cost_and_a_chat_the_sum_of_all_versions(addresses: Addresses) -> None:
    model = ScriptedModel(costing(0.25), costing(0.5), costing(0.125))
    async with serving(addresses, [model]) as served, served.person() as ada:
        chat = new_id()
        assert (await cost_of_nothing(ada)).status_code == 404
        await ada.say("One?", chat=chat)
        await again(ada, chat)
        await ada.say("Two?", chat=chat)
        assert [one["costUsd"] for one in await ada.messages(chat)] == [None, 0.5, None, 0.125]
        assert await cost(ada, chat) == {"usd": 0.875, "unknown": 0}


async def cost_of_nothing(person: Person) -> Any:
    return await person.http.get(f"/api/chats/{new_id()}/cost")


async def test_what_nobody_told_is_unknown_and_not_nothing(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel(costing(None), costing(0.5))]) as served, served.person() as ada:
        chat = new_id()
        await ada.say("One?", chat=chat)
        assert (await ada.messages(chat))[-1]["costUsd"] is None
        assert await cost(ada, chat) == {"usd": None, "unknown": 1}
        await ada.say("Two?", chat=chat)
        assert await cost(ada, chat) == {"usd": 0.5, "unknown": 1}, "at least so much"


async def test_an_answer_that_failed_halfway_counts_and_one_that_never_began_does_not(addresses: Addresses) -> None:
    model = ScriptedModel([failed(Failure.SERVER_ERROR)], [TextDelta("Half"), failed(Failure.CUT_OFF)], costing(0.5))
    async with serving(addresses, [model]) as served, served.person() as ada:
        chat = new_id()
        await ada.say("One?", chat=chat)
        assert await cost(ada, chat) == {"usd": None, "unknown": 0}
        await ada.say("Two?", chat=chat)
        await ada.say("Three?", chat=chat)
        assert await cost(ada, chat) == {"usd": 0.5, "unknown": 1}


async def test_a_price_that_the_operator_stated_counts_what_the_provider_left_out(addresses: Addresses) -> None:
    stopped: list[Line] = [TextDelta("Half an answer"), asyncio.Event()]
    model = ScriptedModel(says("Yes."), stopped)
    chain = Chain([model], prices=read_prices(["test:scripted=1000000/0"]))
    async with serving(addresses, chain=chain) as served, served.person() as ada:
        chat = new_id()
        await ada.say("One?", chat=chat)
        assert (await ada.messages(chat))[-1]["costUsd"] == 10.0, "ten tokens went in"
        saying = asyncio.create_task(ada.http.post("/api/chat", json=chat_body("Two?", chat=chat)))
        await model.waits.wait()
        assert (await ada.http.post(f"/api/chat/{chat}/stop")).status_code < 300
        await saying
        found = await cost(ada, chat)
        assert found["unknown"] == 0
        assert found["usd"] > 10.0, "what was stopped was read by the model all the same"
        turn = (await ada.messages(chat))[-1]["turnId"]
        trace = (await ada.http.get(f"/api/turns/{turn}/trace")).json()
        assert trace["models"][-1]["costUsd"] == found["usd"] - 10.0


async def test_only_whoever_pays_is_told(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel(costing(0.5))]) as served, served.person() as ada:
        chat = new_id()
        await ada.say("One?", chat=chat)
        shared = await ada.http.patch(f"/api/chats/{chat}", json={"visibility": "public"})
        assert shared.status_code == 200
        async with served.person("eve") as eve:
            assert (await eve.http.get(f"/api/chats/{chat}/cost")).status_code == 403
            assert [one["costUsd"] for one in await eve.messages(chat)] == [None, None]
