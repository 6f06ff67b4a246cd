"""What every answer leaves with: kept in no cache, opened by no other site, and with no power of the browser's."""

from __future__ import annotations

import pytest

from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from tests.scripted import ScriptedModel
from tests.serving import serving

pytestmark = pytest.mark.anyio


async def test_what_people_said_lies_in_no_cache(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        chat = new_id()
        answer = await ada.say("I was here.", chat=chat)
        assert "no-store" in answer.headers["cache-control"]
        turn = answer.headers["x-holdfast-turn-id"]
        for path in (
            "/api/chats",
            f"/api/chats/messages?chatId={chat}",
            f"/api/turns/{turn}/trace",
            "/memory/facts",
            "/memory/identity",
            "/api/nothing-here",
        ):
            response = await ada.http.get(path)
            assert response.headers["cache-control"] == "no-store", path
            assert response.headers["cross-origin-opener-policy"] == "same-origin"
            assert response.headers["cross-origin-resource-policy"] == "same-origin"
            assert "camera=()" in response.headers["permissions-policy"]
            assert "microphone=(self)" in response.headers["permissions-policy"]
        page = await ada.http.get("/")
        assert page.headers["cross-origin-opener-policy"] == "same-origin"
