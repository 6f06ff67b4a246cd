"""An old turn, run again: with the memory of that moment or of now, and nothing stored."""

from __future__ import annotations

import asyncio

import asyncpg
import pytest

from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from tests.scripted import ScriptedModel, says
from tests.serving import Answer, Person, Served, serving
from tests.waiting import until
from tests.working import work_off

pytestmark = pytest.mark.anyio


async def rows(addresses: Addresses) -> dict[str, int]:
    """How many rows every table holds."""
    connection = await asyncpg.connect(addresses.owner.dsn)
    try:
        tables = await connection.fetch("select tablename from pg_tables where schemaname = 'public'")
        names = [row["tablename"] for row in tables]
        return {name: await connection.fetchval(f'select count(*) from "{name}"') for name in names}
    finally:
        await connection.close()


async def is_counted(addresses: Addresses) -> bool:
    """The figures of a day are written a moment after the answer."""
    return (await rows(addresses))["active_days"] > 0


async def replay(person: Person, answer: Answer, **body: object) -> dict[str, object]:
    turn = answer.headers["x-holdfast-turn-id"]
    response = await person.http.post(f"/api/turns/{turn}/replay", json=body)
    assert response.status_code == 200, response.text
    found: dict[str, object] = response.json()
    return found


async def tell_about_the_garden(served: Served, person: Person) -> Answer:
    """A question, and only afterwards what would have answered it."""
    asked = await person.say("Which roses did I plant in the garden?", chat=new_id())
    await person.http.post(
        "/ingest", json={"sessionId": "later", "role": "user", "text": "I planted yellow roses in the garden."}
    )
    await work_off(served.parts)
    return asked


async def test_with_the_memory_of_then_a_turn_is_what_it_was_and_with_that_of_now_it_knows_more(
    addresses: Addresses,
) -> None:
    model = ScriptedModel(says("I do not know yet."), says("Yellow ones."))
    async with serving(addresses, [model]) as served, served.person() as ada:
        asked = await tell_about_the_garden(served, ada)
        then = await replay(ada, asked, memory="then", asksModel=False)
        assert {one["change"] for one in then["difference"] if one["kind"] != "real_time"} == {"same"}  # type: ignore[attr-defined]
        assert then["answer"] == {"then": "I do not know yet.", "replayed": None}
        now = await replay(ada, asked, memory="now")
        added = [one for one in now["difference"] if one["change"] == "added"]  # type: ignore[attr-defined]
        assert [one["kind"] for one in added] == ["memory"]
        assert "yellow roses" in added[0]["replayed"]["text"]
        assert now["answer"]["replayed"] is not None  # type: ignore[index]


async def test_nothing_is_stored_by_a_replay(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        asked = await tell_about_the_garden(served, ada)
        await until(lambda: is_counted(addresses))
        before = await rows(addresses)
        for memory in ("then", "now"):
            await replay(ada, asked, memory=memory)
        assert await rows(addresses) == before


async def test_what_was_forgotten_is_not_shown_again(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        chat = new_id()
        asked = await ada.say("My secret garden is in Vienna.", chat=chat)
        await work_off(served.parts)
        gone = await ada.http.post("/memory/forget", json={"everything": True})
        assert gone.status_code == 200, gone.text
        turn = asked.headers["x-holdfast-turn-id"]
        response = await ada.http.post(f"/api/turns/{turn}/replay", json={})
        assert response.status_code in (404, 409)
        assert "Vienna" not in response.text


async def test_somebody_elses_turn_does_not_exist(addresses: Addresses) -> None:
    model = ScriptedModel()
    async with serving(addresses, [model]) as served, served.person() as ada, served.person("eve") as eve:
        asked = await ada.say("Whose is this?")
        turn = asked.headers["x-holdfast-turn-id"]
        calls = len(model.calls)
        assert (await eve.http.post(f"/api/turns/{turn}/replay", json={})).status_code == 404
        assert (await eve.http.post(f"/api/turns/{new_id()}/replay", json={})).status_code == 404
        assert len(model.calls) == calls


async def test_whoever_leaves_stops_the_replay_and_may_start_another(addresses: Addresses) -> None:
    model = ScriptedModel(says("Yes."), [asyncio.Event()])
    async with serving(addresses, [model]) as served, served.person() as ada:
        asked = await ada.say("Is there a garden?")
        address = f"/api/turns/{asked.headers['x-holdfast-turn-id']}/replay"
        replaying = asyncio.create_task(ada.http.post(address, json={}))
        await model.waits.wait()
        replaying.cancel()

        async def is_free() -> bool:
            return (await ada.http.post(address, json={"asksModel": False})).status_code != 409

        await until(is_free)
        assert model.was_closed_early
