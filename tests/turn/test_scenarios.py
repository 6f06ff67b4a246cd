"""Scenarios of a turn's contract that no other file tells: the lease that a beat renews, the summary that is promised
with the answer, and research, which is refused in one sentence until there is some."""

from __future__ import annotations

import asyncio

import asyncpg
import pytest

from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from holdfast.memory.jobs import SUMMARISE_CHAT
from holdfast.memory.summaries.chats import MIN_NEW_MESSAGES
from holdfast.models.types import TextDelta
from tests.scripted import ScriptedModel, says
from tests.serving import chat_body, serving
from tests.waiting import until

pytestmark = pytest.mark.anyio


async def test_a_beat_renews_the_lease_of_an_answer_that_says_nothing_for_long(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    model = ScriptedModel([TextDelta("Let me think"), asyncio.Event()])
    async with serving(addresses, [model]) as served, served.person() as ada:
        chat = new_id()
        reading = asyncio.create_task(ada.say("Go on.", chat=chat))
        await until(lambda: as_owner.fetchval("select true from streams where has_chunks"))
        # Five seconds of silence are no reason for anybody to take it over, and its writer says so again.
        was = await as_owner.fetchval(
            "update streams set last_active_at = now() - interval '5 seconds' returning last_active_at"
        )
        await until(
            lambda: as_owner.fetchval("select last_active_at > $1::timestamptz + interval '4 s' from streams", was)
        )
        row = await as_owner.fetchrow("select status, process_id from streams")
        assert row is not None
        assert tuple(row) == ("active", served.parts.streams.process_id)
        await ada.http.post(f"/api/chat/{chat}/stop")
        await reading


async def test_the_summary_of_what_leaves_the_window_is_promised_with_the_answer_after_which_enough_has_left(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async def promised() -> int:
        count: int = await as_owner.fetchval(
            "select count(*) from jobs.pgqueuer where entrypoint = $1", SUMMARISE_CHAT.name
        )
        return count

    async with serving(addresses, [ScriptedModel(says("Yes."))]) as served, served.person() as ada:
        window = served.parts.personas.get("assistant").settings.history.messages
        chat = new_id()
        for _ in range(window // 2):
            await ada.say("Another line.", chat=chat, selectedPersonaId="assistant")
        assert await promised() == 0, "all of it is in view"
        for _ in range(MIN_NEW_MESSAGES // 2 - 1):
            await ada.say("One more.", chat=chat, selectedPersonaId="assistant")
        assert await promised() == 0, "what has left is too little"
        for _ in range(2):
            await ada.say("One more.", chat=chat, selectedPersonaId="assistant")
        assert await promised() == 1, "once, however often it is wanted before a worker comes"


async def test_research_is_refused_in_one_sentence_and_nothing_is_begun(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    model = ScriptedModel()
    async with serving(addresses, [model]) as served, served.person() as ada:
        answer = await ada.http.post("/api/chat", json=chat_body("Look into it.", selectedResearchMode="nexus"))
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "research_unavailable")
        assert "nexus" not in (await ada.http.get("/api/info")).text, "it is offered nowhere"
        assert [await as_owner.fetchval(f"select count(*) from {table}") for table in ("chats", "turns")] == [0, 0]
        assert model.calls == []
