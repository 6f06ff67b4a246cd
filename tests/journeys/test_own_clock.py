"""Somebody on the other side of the world: their Monday evening is the server's Tuesday."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime

import pytest

from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from tests.scripted import ScriptedModel, says
from tests.serving import Answer, Person, serving
from tests.working import work_off

pytestmark = pytest.mark.anyio

TUESDAY = datetime(2026, 11, 17, 1, 30, tzinfo=UTC)
MONDAY_EVENING = "[It is Monday, 16 November 2026, 17:30 America/Los_Angeles time.]"


async def live_in(person: Person, zone: str) -> None:
    assert (await person.http.put("/api/usage/time-zone", json={"timeZone": zone})).status_code == 200


@asynccontextmanager
async def somebody_in_california(addresses: Addresses, model: ScriptedModel) -> AsyncIterator[Person]:
    async with serving(addresses, [model], clock=lambda: TUESDAY) as served, served.person() as ada:
        await live_in(ada, "America/Los_Angeles")
        yield ada


def prompt(model: ScriptedModel) -> str:
    return "\n".join(str(message.content) for message in model.calls[-1][0])


async def replay(person: Person, answer: Answer) -> list[dict[str, str]]:
    turn = answer.headers["x-holdfast-turn-id"]
    response = await person.http.post(f"/api/turns/{turn}/replay", json={"memory": "then", "asksModel": False})
    found: list[dict[str, str]] = response.json()["difference"]
    return found


async def test_the_assistant_knows_what_time_it_is_where_they_are(addresses: Addresses) -> None:
    model = ScriptedModel(says("Good evening."))
    async with somebody_in_california(addresses, model) as ada:
        await ada.say("Good evening to you.")
    assert MONDAY_EVENING in prompt(model)


async def test_who_told_no_zone_is_on_the_servers_clock(addresses: Addresses) -> None:
    model = ScriptedModel(says("Good evening."))
    async with serving(addresses, [model], clock=lambda: TUESDAY) as served, served.person() as ada:
        await ada.say("Good evening to you.")
    assert "[It is Tuesday, 17 November 2026, 01:30 UTC.]" in prompt(model)


async def test_a_turn_looked_at_again_is_on_the_clock_it_was_asked_by(addresses: Addresses) -> None:
    model = ScriptedModel(says("Good evening."))
    async with somebody_in_california(addresses, model) as ada:
        asked = await ada.say("Good evening to you.", chat=new_id())
        await live_in(ada, "Asia/Tokyo")
        clock = next(one for one in await replay(ada, asked) if one["kind"] == "real_time")
    assert clock["change"] == "same"


async def test_a_companion_greets_them_by_their_own_clock(addresses: Addresses) -> None:
    model = ScriptedModel(says("You were busy today."))
    async with serving(addresses, [model], clock=lambda: TUESDAY) as served, served.person() as ada:
        await live_in(ada, "America/Los_Angeles")
        said = {"sessionId": "s", "role": "user", "text": "We painted the boat.", "timestamp": "2026-11-16T18:00:00Z"}
        assert (await ada.http.post("/ingest", json=said)).status_code == 200
        await work_off(served.parts)
        await ada.say("Hello again.", selectedPersonaId="sophie")
    assert "last spoke earlier today, at 10:00" in prompt(model)


async def test_yesterday_is_theirs_too(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()], clock=lambda: TUESDAY) as served, served.person() as ada:
        await live_in(ada, "America/Los_Angeles")
        for day, text in (("15", "We baked bread."), ("16", "We painted the boat.")):
            said = {"sessionId": day, "role": "user", "text": text, "timestamp": f"2026-11-{day}T18:00:00Z"}
            assert (await ada.http.post("/ingest", json=said)).status_code == 200
        for persona, kind in (("assistant", "memory"), ("sophie", "recall_sheet")):
            asked = await ada.say("What did we talk about yesterday?", selectedPersonaId=persona)
            (sheet,) = [block["text"] for block in (await ada.trace(asked))["blocks"] if block["kind"] == kind]
            assert "We baked bread." in sheet
            assert "We painted the boat." not in sheet, "that was today"
