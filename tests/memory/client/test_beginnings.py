"""What the chat runtime asks for when a session begins: the same words from this process and over HTTP."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from holdfast.core.db import Owner
from holdfast.core.migrate import Addresses
from holdfast.memory.brief.types import Summaries
from holdfast.memory.client.remote import RemoteMemory
from holdfast.memory.client.types import MemoryClient, MemoryUnavailable
from holdfast.memory.learning.facts.facts import list_facts, pin_fact
from holdfast.memory.learning.types import FactFilter
from holdfast.memory.parts import MemoryParts
from holdfast.memory.profile.days import analyse_day
from holdfast.memory.profile.identity import set_about
from holdfast.memory.profile.refresh import refresh
from holdfast.memory.summaries.spine import update_spine
from holdfast.memory.types import BriefQuery, IncomingTurn
from tests.loopback.fixed_answer import answering
from tests.memory.client.memories import ADA, EVE, KEY, both_memories
from tests.working import work_off

pytestmark = pytest.mark.anyio

LATE = datetime(2026, 3, 2, 22, 30, tzinfo=UTC)
"""In Auckland it is the next morning already."""
SAID = (
    "My sister Nina lives in Lisbon.",
    "I work as a carpenter and I want to open my own workshop.",
    "Please keep your answers short.",
    "I need to call the dentist tomorrow.",
)


async def live_through_monday(client: MemoryClient, memory: MemoryParts, parts: Any) -> None:
    for number, text in enumerate(SAID):
        said = IncomingTurn("user", text, LATE + timedelta(minutes=number), external_id=f"m{number}")
        await client.ingest(ADA, said, session_id="monday")
    await client.close_session(ADA, "monday")
    await work_off(parts)
    (fact,) = (await list_facts(memory, ADA, FactFilter(query="Nina Lisbon"), limit=1)).facts
    await pin_fact(memory, ADA, fact.id, is_pinned=True)
    await set_about(memory, ADA, "I build tables.")
    await refresh(memory, ADA)
    await update_spine(memory, ADA)
    await analyse_day(memory, ADA, date(2026, 3, 2))


async def test_both_memories_answer_alike_to_the_letter(addresses: Addresses) -> None:
    async with both_memories(addresses) as (local, remote, served):
        await live_through_monday(local, local.memory, served.parts)
        asked = BriefQuery("tuesday", "assistant", LATE + timedelta(hours=3))
        here, there = await local.start_brief(ADA, asked), await remote.start_brief(ADA, asked)
        assert here == there
        assert (here["handover"]["depth"], here["resume"]["use_bridge"]) == ("yesterday", False)
        assert here["resume"]["gap_minutes"] == 177
        assert {item["kind"] for item in here["items"]} == {"commitment", "thread", "fact"}
        (dentist,) = [item for item in here["items"] if "dentist" in item["text"]]
        assert [seen["externalId"] for seen in dentist["evidence"]] == ["m3"]

        asked = replace(asked, session_id="monday")
        here, there = await local.session_brief(ADA, asked), await remote.session_brief(ADA, asked)
        assert here == there
        assert "dentist" in here["bridge"]["text"]

        model, model_there = await local.user_model(ADA), await remote.user_model(ADA)
        assert model == model_there
        assert model["updatedAt"].endswith("Z")
        assert any("Nina" in item["text"] for item in model["sections"]["relationships"])

        day = date(2026, 3, 2)
        assert await local.daily(ADA, day=day) == await remote.daily(ADA, day=day)
        assert (await local.daily(ADA, day=day))["date"] == "2026-03-02"
        assert set(await local.daily(ADA)) == {"date", "confidence", "steering", "themes", "evidence", "source"}

        stands, stands_there = await local.standing(ADA), await remote.standing(ADA)
        assert stands.about == stands_there.about == "I build tables."
        (pinned,), (pinned_there,) = stands.pinned, stands_there.pinned
        assert pinned.text == pinned_there.text
        assert (pinned.id, pinned.is_pinned) == (pinned_there.id, True)

        told = await local.summaries(ADA, session_id="monday")
        assert told == await remote.summaries(ADA, session_id="monday")
        assert "Nina" in told.last_session
        assert "Nina" in told.spine


async def test_nobody_elses_beginnings_are_told(addresses: Addresses) -> None:
    async with both_memories(addresses) as (local, remote, served):
        await live_through_monday(local, local.memory, served.parts)
        for client in (local, remote):
            told = await client.start_brief(EVE, BriefQuery(session_id="monday"))
            assert (told["handover"]["text"], told["items"], told["ops"]) == ("", [], None)
            assert not any((await client.user_model(EVE))["sections"].values())
            assert (await client.daily(EVE, day=date(2026, 3, 2)))["confidence"] == "insufficient_data"
            stands = await client.standing(EVE)
            assert (stands.about, list(stands.pinned)) == ("", [])
            assert await client.summaries(EVE, session_id="monday") == Summaries()


async def test_days_are_those_of_the_clock_that_the_runtime_names(addresses: Addresses) -> None:
    async with both_memories(addresses) as (local, remote, _):
        await local.ingest(ADA, IncomingTurn("user", "Good night.", LATE), session_id="monday")
        soon = LATE + timedelta(hours=3)
        for client in (local, remote):
            depths = [
                (await client.start_brief(ADA, BriefQuery(session_id="next", now=soon, timezone=zone)))["handover"][
                    "depth"
                ]
                for zone in (None, "Pacific/Auckland", "Nowhere/Atlantis")
            ]
            assert depths == ["yesterday", "today", "yesterday"]


@pytest.mark.parametrize(("status", "body"), [(503, b"{}"), (200, b"not json"), (200, b"[]")])
async def test_a_memory_that_is_down_is_unavailable_whatever_is_asked(status: int, body: bytes) -> None:
    async with answering(status, body) as url:
        client = RemoteMemory(url, KEY)
        questions: list[Callable[[Owner], Awaitable[object]]] = [
            client.start_brief, client.session_brief, client.user_model, client.daily, client.standing,
            client.summaries,
        ]  # fmt: skip
        for question in questions:
            with pytest.raises(MemoryUnavailable):
                await question(ADA)
        await client.aclose()


async def test_an_answer_is_handed_on_as_it_came_however_odd() -> None:
    body = b'{"handover": 5, "items": {"not": "a list"}, "about": ["no", "text"], "rollingSummary": 7, "facts": "none"}'
    async with answering(200, body) as url:
        client = RemoteMemory(url, KEY)
        told = await client.start_brief(ADA)
        assert (told["handover"], told["items"]) == (5, {"not": "a list"})
        stands = await client.standing(ADA)
        assert (stands.about, list(stands.pinned)) == ("", [])
        assert await client.summaries(ADA) == Summaries()
        await client.aclose()
