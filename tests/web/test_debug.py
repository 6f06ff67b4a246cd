"""Looking on while a turn is made: only where the installation allows it, and only its owner."""

from __future__ import annotations

import orjson
import pytest

from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from tests.scripted import ScriptedModel
from tests.serving import chat_body, serving

pytestmark = pytest.mark.anyio


def debug_parts(body: bytes) -> list[dict[str, object]]:
    lines = [line.removeprefix(b"data: ") for line in body.splitlines() if line.startswith(b"data: {")]
    return [part for part in map(orjson.loads, lines) if part["type"] == "data-debug"]


async def test_the_owner_sees_blocks_and_on_request_the_whole_prompt(addresses: Addresses) -> None:
    async with (
        serving(addresses, [ScriptedModel()], features={"context_debug": True}) as served,
        served.person() as ada,
    ):
        asked = chat_body("What is a garden?")
        plain = await ada.http.post("/api/chat", json=asked, headers={"x-debug-context": "1"})
        (seen,) = debug_parts(plain.content)
        assert [block["kind"] for block in seen["data"]["blocks"]][-1] == "user_message"  # type: ignore[index]
        assert "prompt" not in seen["data"]  # type: ignore[operator]
        whole = await ada.http.post(
            "/api/chat", json=chat_body("And a park?"), headers={"x-debug-prompt": "1", "accept": "application/json"}
        )
        prompt = whole.json()["debug"]["prompt"]
        assert prompt["model"] == "test:scripted"
        assert prompt["messages"][-1]["content"].endswith("And a park?")


async def test_it_is_no_part_of_the_stream_that_others_read_or_that_is_kept(addresses: Addresses) -> None:
    async with (
        serving(addresses, [ScriptedModel()], features={"context_debug": True}) as served,
        served.person() as ada,
    ):
        chat = new_id()
        await ada.http.post("/api/chat", json=chat_body("Hm?", chat=chat), headers={"x-debug-prompt": "1"})
        again = await ada.http.get("/api/chat", params={"chatId": str(chat)})
        assert again.status_code == 204 or b"data-debug" not in again.content
        async with served.parts.db.as_user(ada.id) as tx:
            kept = await tx.fetchval("select count(*) from stream_chunks where data::text like '%debug%'")
        assert kept == 0


async def test_where_it_is_not_allowed_the_headers_mean_nothing(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        headers = {"x-debug-context": "1", "x-debug-prompt": "1"}
        response = await ada.http.post("/api/chat", json=chat_body("Hm?"), headers=headers)
        assert debug_parts(response.content) == []
        whole = await ada.http.post(
            "/api/chat", json=chat_body("Hm?"), headers={**headers, "accept": "application/json"}
        )
        assert "debug" not in whole.json()
