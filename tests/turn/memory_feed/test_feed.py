"""What is said in a chat is remembered, once."""

from __future__ import annotations

from uuid import UUID

import asyncpg
import orjson
import pytest

from holdfast.core.db import owner_of
from holdfast.core.ids import TurnId, new_id
from holdfast.core.migrate import Addresses
from holdfast.turn.memory_feed.feed import feed_memory
from tests.scripted import ScriptedModel, says
from tests.serving import serving
from tests.working import work_off

pytestmark = pytest.mark.anyio


async def test_both_sides_of_a_turn_are_remembered_once_however_often_the_job_runs(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with (
        serving(
            addresses, [ScriptedModel(says("A fine name for a cat."))], memory={"learn_delay_seconds": 0}
        ) as served,
        served.person("ada") as ada,
    ):
        chat = new_id()
        answer = await ada.say("My cat is called Pixel.", chat=chat)
        turn = answer.headers["x-holdfast-turn-id"]
        question, told = await ada.messages(chat)
        await work_off(served.parts)
        await feed_memory(served.parts.db, served.parts.remembers, ada.id, TurnId(UUID(turn)))
        rows = await as_owner.fetch("select tenant_id, user_id, external_id, role, text from episodes order by seq")
        owner = owner_of(ada.id)
        assert [tuple(row) for row in rows] == [
            (owner.tenant_id, owner.user_id, question["id"], "user", "My cat is called Pixel."),
            (owner.tenant_id, owner.user_id, told["id"], "assistant", "A fine name for a cat."),
        ]


async def test_the_statement_that_stores_an_answer_promises_once_that_it_is_remembered(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [ScriptedModel(says("I see."))]) as served, served.person("ada") as ada:
        turn = (await ada.say("My cat is called Pixel.")).headers["x-holdfast-turn-id"]
        jobs = await as_owner.fetch(
            "select convert_from(payload, 'UTF8') as ids, headers from jobs.pgqueuer where entrypoint = 'feed_memory'"
        )
        (job,) = jobs
        assert orjson.loads(job["ids"]) == {"turn": turn}
        assert orjson.loads(job["headers"])["user_id"] == str(ada.id)


async def test_what_is_too_long_for_one_turn_of_memory_comes_in_pieces(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [ScriptedModel(says("A long story."))]) as served, served.person("ada") as ada:
        text = "Once upon a time. " + " " * 120_000 + "The end."
        assert (await ada.say(text)).status == 200
        await work_off(served.parts)
        kept = await as_owner.fetch("select text, external_id from episodes where role = 'user' order by seq")
    assert "".join(row["text"] for row in kept) == text
    assert [row["external_id"].partition("/")[2] for row in kept] == ["", "2"]


async def test_a_forget_does_not_miss_what_is_still_on_its_way_to_memory(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [ScriptedModel(says("I see."))]) as served, served.person("ada") as ada:
        chat = new_id()
        await ada.say("The treasure lies under the oak.", chat=chat)
        receipt = (await ada.http.post("/memory/forget", json={"query": "treasure under the oak"})).json()
        assert receipt["verified"], receipt
        await work_off(served.parts)
        assert await as_owner.fetchval("select count(*) from episodes where text like '%treasure%'") == 0
        assert "treasure" not in str(await ada.messages(chat))
