"""What is open: listed, noted, put off and completed, on the person's own clock and theirs alone."""

from __future__ import annotations

from typing import Any

import pytest

from holdfast.core.migrate import Addresses
from tests.tools.own.calling import call, named, refusal
from tests.tools.own.installed import Installed, installed

pytestmark = pytest.mark.anyio


async def loops_of(here: Installed) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await here.ada.http.post("/memory/loops", json={})).json()["loops"]
    return found


async def test_what_is_noted_is_open_and_due_when_its_day_ends_on_their_clock(addresses: Addresses) -> None:
    async with installed(addresses) as here:
        tools = await here.offered()
        told = (await call(named(tools, "add_loop"), here.caller(), text="call the dentist", due="2031-03-14")).text
        (loop,) = await loops_of(here)
        assert told == f"Noted: {loop['id']} (commitment, open, due 2031-03-14 23:59): call the dentist"
        assert loop["dueAt"].startswith("2031-03-14T22:59:00")
        listed = (await call(named(tools, "loops"), here.caller())).text
        assert listed == f"{loop['id']} (commitment, open, due 2031-03-14 23:59): call the dentist"


async def test_it_is_put_off_reworded_completed_and_opened_again(addresses: Addresses) -> None:
    async with installed(addresses) as here:
        tools = await here.offered()
        await call(named(tools, "add_loop"), here.caller(), text="call the dentist")
        change, number = named(tools, "change_loop"), int((await loops_of(here))[0]["id"])
        told = await call(
            change, here.caller(), loop=number, snoozed_until="2031-01-02T08:00", text="write the dentist"
        )
        assert told.text == f"Changed: {number} (commitment, open, put off until 2031-01-02 08:00): write the dentist"
        await call(change, here.caller(), loop=number, status="completed")
        assert [one["status"] for one in await loops_of(here)] == ["completed"]
        assert (await call(named(tools, "loops"), here.caller())).text == "There is nothing."
        assert "completed" in (await call(named(tools, "loops"), here.caller(), status="all")).text
        await call(change, here.caller(), loop=number, status="open")
        assert [one["status"] for one in await loops_of(here)] == ["open"]


async def test_nobody_sees_or_changes_what_is_open_with_another(addresses: Addresses) -> None:
    async with installed(addresses) as here, here.served.person("eve") as eve:
        tools = await here.offered()
        await call(named(tools, "add_loop"), here.caller(), text="call the dentist")
        number = int((await loops_of(here))[0]["id"])
        assert (await call(named(tools, "loops"), here.caller(eve))).text == "There is nothing."
        told = await refusal(named(tools, "change_loop"), here.caller(eve), loop=number, status="dropped")
        assert told == "There is no such loop."
        assert [one["status"] for one in await loops_of(here)] == ["open"]


@pytest.mark.parametrize(
    ("name", "arguments", "sentence"),
    [
        ("change_loop", {"loop": 5}, "Say what is to change: status, snoozed_until, due or text."),
        ("change_loop", {"loop": 5, "status": "open"}, "There is no such loop."),
        ("add_loop", {"text": "call", "due": "soon"}, "due is no date: write it like 2026-03-14 or 2026-03-14T09:30."),
        ("add_loop", {"text": "call", "due": "1800-01-01"}, "due lies before 1970."),
        ("add_loop", {"text": "call", "kind": "wish"}, "The arguments do not fit: kind: "),
        ("change_loop", {"loop": 0, "status": "open"}, "The arguments do not fit: loop: "),
    ],
)
async def test_what_cannot_be_done_is_refused_with_why(
    addresses: Addresses, name: str, arguments: dict[str, Any], sentence: str
) -> None:
    async with installed(addresses) as here:
        assert (await refusal(named(await here.offered(), name), here.caller(), **arguments)).startswith(sentence)
        assert await loops_of(here) == []


async def test_where_memory_is_paused_nothing_is_written_down_and_what_is_known_is_told(addresses: Addresses) -> None:
    async with installed(addresses) as here:
        tools, paused = await here.offered(), here.caller(is_remembered=False)
        assert (await refusal(named(tools, "add_loop"), paused, text="call")).startswith("Memory is paused here")
        assert (await call(named(tools, "loops"), paused)).text == "There is nothing."
