"""The operator's door to the outbox."""

from __future__ import annotations

import httpx2
import pytest

from holdfast.core.migrate import Addresses
from tests.scripted import ScriptedModel
from tests.serving import serving
from tests.waiting import HANGS_SECONDS

pytestmark = pytest.mark.anyio

KEY = "a service key of sixteen and more"


async def test_one_request_drains_a_bounded_part_and_says_how_much_is_left(addresses: Addresses) -> None:
    async with (
        serving(addresses, [ScriptedModel()], service_key=KEY) as served,
        httpx2.AsyncClient(base_url=served.url, headers={"x-api-key": KEY}, timeout=HANGS_SECONDS) as service,
    ):
        for user in ("ada", "bob"):
            lines = [{"role": "user", "text": f"turn {n}", "externalId": f"{user}{n}"} for n in range(400)]
            whose = {"tenantId": "acme", "userId": user, "sessionId": "s"}
            assert (await service.post("/session/ingest", json={**whose, "messages": lines})).status_code == 202
            assert (await service.post("/session/close", json=whose)).json()["closed"] is True
        first, second, third = [(await service.post("/internal/drain")).json() for _ in range(3)]
    assert 500 <= first["folded"] < 600
    assert first["hasMore"] is True
    assert first["pending"] == 802 - first["delivered"]
    assert (second["folded"], second["hasMore"]) == (800 - first["folded"], False)
    # The scripted model has nothing to say: the two summaries wait for their next try, and nobody needs to call for it.
    assert first["rescheduled"] + second["rescheduled"] == second["pending"] == 2
    assert third == {
        "folded": 0, "delivered": 0, "rescheduled": 0, "deadLettered": 0, "pending": 2, "hasMore": False,
    }  # fmt: skip
