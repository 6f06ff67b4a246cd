"""The board's own routes: what was said about a loop, loops by hand, and the calendar with its secret address."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import asyncpg
import httpx2
import pytest

from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from tests.scripted import ScriptedModel, says
from tests.serving import PASSWORD, Person, serving
from tests.working import work_off

pytestmark = pytest.mark.anyio

DAY = (datetime.now(UTC) + timedelta(days=2)).replace(hour=23, minute=59, second=0, microsecond=0)


async def loops(person: Person, **asked: Any) -> list[dict[str, Any]]:
    response = await person.http.post("/memory/loops", json=asked)
    assert response.status_code == 200, response.text
    found: list[dict[str, Any]] = response.json()["loops"]
    return found


async def add(person: Person, text: str, **more: Any) -> httpx2.Response:
    return await person.http.post("/memory/loops/add", json={"text": text, **more})


async def test_a_loop_tells_the_words_it_came_from_and_where_they_stand(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel(says("All right."))]) as served, served.person() as ada:
        chat, message = new_id(), new_id()
        await ada.say("I promised to call Rui by Friday.", chat=chat, message=message)
        await work_off(served.parts)
        [loop] = await loops(ada, includeWords=True)
        [said] = loop["said"]
        assert (said["what"], said["text"]) == ("opened", "I promised to call Rui by Friday.")
        assert (said["chatId"], said["messageId"]) == (str(chat), str(message))
        assert loop["dueAt"]
        [bare] = await loops(ada)
        assert "said" not in bare
        await ada.http.delete(f"/api/chats/{chat}")
        [loop] = await loops(ada, includeWords=True)
        assert [(one["chatId"], one["messageId"]) for one in loop["said"]] == [(None, None)]


async def test_a_loop_is_put_down_by_hand_once(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada, served.person("bob") as bob:
        made = await add(ada, "  Water   the ferns ", dueAt=DAY.isoformat(), kind="habit")
        assert made.status_code == 201, made.text
        assert (made.json()["text"], made.json()["source"], made.json()["kind"]) == (
            "Water the ferns",
            "person",
            "habit",
        )
        again = await add(ada, "water the ferns", kind="habit")
        assert (again.status_code, again.json()["error"]["code"]) == (409, "loop_exists")
        win = await add(ada, "Ran ten kilometres", kind="win")
        assert win.json()["status"] == "completed"
        assert await loops(bob) == []


@pytest.mark.parametrize(
    "body",
    [
        {"text": ""},
        {"text": "   "},
        {"text": "x" * 2001},
        {"text": "the"},
        {"text": "Call Rui", "kind": "wish"},
        {"text": "Call Rui", "dueAt": "soon"},
        {"text": "Call Rui", "dueAt": "0001-01-01T00:00:00Z"},
        {"text": "Call Rui", "status": "open"},
    ],
)
async def test_what_is_no_loop_is_refused(addresses: Addresses, body: dict[str, Any]) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        assert (await ada.http.post("/memory/loops/add", json=body)).status_code == 422
        assert await loops(ada) == []


async def make_feed(person: Person) -> str:
    made = await person.http.post("/api/loops/calendar", json={})
    assert made.status_code == 201, made.text
    address: str = made.json()["address"]
    return address


async def test_a_calendar_reads_what_is_due_at_an_address_that_is_a_secret(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada, served.stranger() as calendar:
        assert (await ada.http.get("/api/loops/calendar")).json() == {"feed": None}
        address = await make_feed(ada)
        loop = (await add(ada, "Water the ferns", dueAt=DAY.isoformat())).json()
        await add(ada, "Think about the attic")
        read = await calendar.get(address)
        assert read.status_code == 200
        assert read.headers["content-type"] == "text/calendar; charset=utf-8"
        assert read.headers["cache-control"] == "no-store"
        assert "SUMMARY:Water the ferns\r\n" in read.text
        assert "attic" not in read.text
        assert (await ada.http.get("/api/loops/calendar")).json()["feed"]["lastReadAt"]
        await ada.http.patch(f"/memory/loops/{loop['id']}", json={"status": "completed"})
        assert "ferns" not in (await calendar.get(address)).text
        token = address.rpartition("/")[2].removesuffix(".ics")
        rows = await as_owner.fetch("select calendar_feeds::text as row from calendar_feeds")
        assert token not in str(rows), "only its hash is kept"


async def test_a_new_address_ends_the_old_and_without_one_there_is_nothing(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada, served.stranger() as calendar:
        old = await make_feed(ada)
        new = await make_feed(ada)
        assert [(await calendar.get(one)).status_code for one in (old, new)] == [404, 200]
        await ada.http.delete("/api/loops/calendar")
        assert (await calendar.get(new)).status_code == 404
        assert (await calendar.get("/api/loops/calendar/guess.ics")).json()["error"]["code"] == "unknown_calendar"


async def test_a_suspension_ends_the_address_for_good_as_it_ends_keys(addresses: Addresses) -> None:
    async with (
        serving(addresses, [ScriptedModel()]) as served,
        served.person("root") as admin,
        served.person() as ada,
        served.stranger() as calendar,
    ):
        address = await make_feed(ada)
        for verb in ("suspend", "unsuspend"):
            done = await admin.http.post(f"/api/admin/users/{ada.id}/{verb}")
            assert done.is_success, done.text
            assert (await calendar.get(address)).status_code == 404


async def test_whoever_takes_all_keys_back_takes_the_calendars_address_back(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada, served.stranger() as calendar:
        address = await make_feed(ada)
        body = {"currentPassword": PASSWORD, "newPassword": PASSWORD + "!", "revokesKeys": True}
        assert (await ada.http.post("/api/auth/password", json=body)).is_success
        assert (await calendar.get(address)).status_code == 404


async def test_guessing_is_slowed_down(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.stranger() as stranger:
        for _ in range(300):
            assert (await stranger.get("/api/loops/calendar/guess.ics")).status_code == 404
        slowed = await stranger.get("/api/loops/calendar/guess.ics")
        assert slowed.status_code == 429
        assert int(slowed.headers["retry-after"]) > 0
