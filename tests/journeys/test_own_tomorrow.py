"""A promise made in the evening on the other side of the world: it is due on their tomorrow, not on the server's."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from tests.scripted import ScriptedModel, says
from tests.serving import serving
from tests.working import work_off

pytestmark = pytest.mark.anyio

CALIFORNIA = ZoneInfo("America/Los_Angeles")
KEY = "a service key of some length"
MONDAY_EVENING = datetime(2026, 11, 16, 17, 30, tzinfo=CALIFORNIA)
"""Tuesday, half past one, on the server."""
END_OF_TUESDAY = datetime(2026, 11, 17, 23, 59, tzinfo=CALIFORNIA)
QUICK = {"learn_delay_seconds": 0}


def monday_evening() -> datetime:
    return MONDAY_EVENING.astimezone(UTC)


async def test_what_is_to_be_done_tomorrow_is_due_on_their_tomorrow(addresses: Addresses) -> None:
    model = ScriptedModel(says("I will."))
    async with (
        serving(addresses, [model], clock=monday_evening, memory=QUICK) as served,
        served.person("ada") as ada,
        served.person("bob") as bob,
    ):
        zone = await ada.http.put("/api/usage/time-zone", json={"timeZone": CALIFORNIA.key})
        assert zone.status_code == 200
        for person in (ada, bob):
            await person.say("Remind me to call the dentist tomorrow.")
        await work_off(served.parts)
        (hers,), (his,) = [(await one.http.post("/memory/loops", json={})).json()["loops"] for one in (ada, bob)]
        assert datetime.fromisoformat(hers["dueAt"]) == END_OF_TUESDAY
        assert datetime.fromisoformat(his["dueAt"]) == datetime(2026, 11, 18, 23, 59, tzinfo=UTC), "he told no zone"
        known = (await ada.http.get("/memory/identity")).json()
        assert (known["clockZone"], known["timeZone"]) == (CALIFORNIA.key, None)


async def test_a_persona_that_learns_when_the_session_ends_knows_it_too(addresses: Addresses) -> None:
    now = [monday_evening()]
    async with (
        serving(addresses, [ScriptedModel(says("I will."))], clock=lambda: now[0], memory=QUICK) as served,
        served.person() as ada,
    ):
        await ada.http.put("/api/usage/time-zone", json={"timeZone": CALIFORNIA.key})
        chat = new_id()
        await ada.say("Remind me to call the dentist tomorrow.", chat=chat, selectedPersonaId="sophie")
        now[0] = now[0].replace(hour=3)
        await ada.say("Good night.", chat=chat, selectedPersonaId="sophie")
        await work_off(served.parts)
        (loop,) = (await ada.http.post("/memory/loops", json={})).json()["loops"]
        assert datetime.fromisoformat(loop["dueAt"]) == END_OF_TUESDAY


async def test_a_memory_elsewhere_hears_of_it_over_http(addresses: Addresses) -> None:
    async with (
        serving(
            addresses, [ScriptedModel()], clock=monday_evening, memory=QUICK, service_key=KEY, is_memory_only=True
        ) as there,
        serving(
            addresses, [ScriptedModel(says("I will."))], clock=monday_evening, service_key=KEY,
            memory={"url": there.url},
        ) as here,
        here.person() as ada,
        there.stranger() as orchestrator,
    ):  # fmt: skip
        await ada.http.put("/api/usage/time-zone", json={"timeZone": CALIFORNIA.key})
        await ada.say("Remind me to call the dentist tomorrow.")
        await work_off(here.parts)
        asked = {"params": {"tenantId": "default", "userId": str(ada.id)}, "headers": {"x-api-key": KEY}}
        known = await orchestrator.get("/memory/identity", **asked)  # type: ignore[arg-type]
        assert known.json()["clockZone"] == CALIFORNIA.key


@pytest.mark.parametrize(("zone", "status"), [("x" * 64, 200), ("x" * 65, 422), (7, 422), ("", 200), (None, 200)])
@pytest.mark.parametrize("door", ["/ingest", "/session/ingest"])
async def test_a_name_of_another_shape_is_refused_and_one_that_nobody_knows_is_not(
    addresses: Addresses, door: str, zone: object, status: int
) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        turn = {"role": "user", "text": "Good evening."}
        body = turn if door == "/ingest" else {"messages": [turn]}
        told = await ada.http.post(door, json={"sessionId": "s", "timeZone": zone, **body})
        assert told.status_code == (202 if status == 200 and door == "/session/ingest" else status)
