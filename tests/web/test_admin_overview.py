"""What admins are shown of the last days."""

from __future__ import annotations

import pytest

from holdfast.core.migrate import Addresses
from holdfast.models.types import Done, TextDelta, TokenUsage
from tests.scripted import ScriptedModel
from tests.serving import chat_body, serving
from tests.waiting import until

pytestmark = pytest.mark.anyio


async def test_turns_people_tokens_cost_and_waiting_are_told_by_day_and_model(addresses: Addresses) -> None:
    model = ScriptedModel(
        [TextDelta("A word about the harbour."), Done(TokenUsage(100, 20, 0.25))],
        name="test:first",
    )
    async with serving(addresses, [model]) as served, served.person("ada") as ada, served.person("bea") as bea:
        empty = (await ada.http.get("/api/admin/overview", params={"days": 7})).json()
        assert len(empty.get("days", [])) == 7, empty
        assert empty["models"] == []
        assert empty["total"]["costUsd"] is None

        asked = await bea.http.post("/api/chat", json=chat_body("What of the harbour?"))
        assert asked.status_code == 200, asked.text

        async def told() -> dict[str, object] | None:
            found = (await ada.http.get("/api/admin/overview", params={"days": 7})).json()
            return found if found["total"]["answered"] else None

        found = await until(told)
        assert found["people"] == 1
        today = found["days"][-1]
        assert (today["answered"], today["people"], today["inputTokens"], today["outputTokens"]) == (1, 1, 100, 20)
        assert today["costUsd"] == 0.25
        assert 0 < today["firstWordP50"] <= today["firstWordP95"]
        assert [one["model"] for one in found["models"]] == ["test:first"]
        assert "harbour" not in str(found)
        assert (await ada.http.get("/api/admin/overview", params={"days": 8})).status_code == 422
        assert (await bea.http.get("/api/admin/overview")).status_code == 403
