"""A companion in German: what is asked about the past is looked up, a promise has its day, and its end ends it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from holdfast.core.migrate import Addresses
from tests.scripted import ScriptedModel, says
from tests.serving import serving
from tests.working import work_off

pytestmark = pytest.mark.anyio

MONDAY = datetime(2026, 11, 16, 9, 30, tzinfo=UTC)
SOPHIE: dict[str, Any] = {"selectedPersonaId": "sophie"}
QUICK = {"learn_delay_seconds": 0}


async def test_a_conversation_in_german_is_remembered_asked_for_and_ended(addresses: Addresses) -> None:
    now = [MONDAY]
    model = ScriptedModel(*[says("Gut.") for _ in range(8)])
    async with (
        serving(addresses, [model], clock=lambda: now[0], memory=QUICK) as served,
        served.person() as ada,
    ):

        async def loops(**fields: str) -> list[tuple[str, str, str | None]]:
            found = (await ada.http.post("/memory/loops", json=fields)).json()["loops"]
            return [(one["text"], one["status"], one["dueAt"]) for one in found if one["kind"] == "commitment"]

        await ada.say("Meine Schwester Lena wohnt in Graz und arbeitet als Imkerin.")
        await ada.say("Ich rufe morgen die Zahnärztin an.")
        await work_off(served.parts)
        assert await loops() == [("Die Zahnärztin anrufen", "open", "2026-11-17T23:59:00Z")]

        asked = await ada.say("Was hatte ich dir über meine Schwester erzählt?", **SOPHIE)
        trace = await ada.trace(asked)
        (looked_up,) = trace["retrievals"]
        assert (looked_up["gate"], looked_up["gateBy"]) == ("explicit", "rules")
        assert trace["reading"]["intent"] == "recall"
        assert looked_up["query"] == "über schwester"
        sheet = [block["text"] for block in trace["blocks"] if block["kind"] == "recall_sheet"]
        assert "Imkerin" in sheet[0]

        thanks = await ada.trace(await ada.say("Danke dir!", **SOPHIE))
        assert [one["gate"] for one in thanks["retrievals"]] == ["none"]
        assert thanks["reading"]["signals"]["lowSignal"]

        now[0] += timedelta(days=1)
        await ada.say("Das mit der Zahnärztin ist erledigt.")
        await work_off(served.parts)
        assert await loops(status="open") == []
        assert await loops() == [("Die Zahnärztin anrufen", "completed", "2026-11-17T23:59:00Z")]
