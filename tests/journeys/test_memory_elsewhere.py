"""One installation chats, another remembers for it: by one setting, over HTTP."""

from __future__ import annotations

import asyncpg
import pytest

from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from tests.scripted import ScriptedModel, says
from tests.serving import serving
from tests.working import work_off

pytestmark = pytest.mark.anyio

KEY = "a service key of some length"


async def test_what_is_said_here_is_remembered_there(addresses: Addresses, as_owner: asyncpg.Connection) -> None:
    async with serving(addresses, [ScriptedModel()], service_key=KEY, is_memory_only=True) as there:
        elsewhere = {"url": there.url}
        model = ScriptedModel(says("A fine name."))
        async with (
            serving(addresses, [model], service_key=KEY, memory=elsewhere) as here,
            here.person("ada") as ada,
            there.stranger() as orchestrator,
        ):
            chat = new_id()
            await ada.say("My cat is called Pixel.", chat=chat)
            question, told = await ada.messages(chat)
            await work_off(here.parts)
            whose = {"tenantId": "default", "userId": str(ada.id)}
            found = await orchestrator.post(
                "/memory/query", json={**whose, "query": "What is the cat called?"}, headers={"x-api-key": KEY}
            )
            assert found.status_code == 200, found.text
            assert {hit["externalId"] for hit in found.json()["episodes"]} == {question["id"], told["id"]}


async def test_the_memory_alone_has_no_door_to_anything_else(addresses: Addresses) -> None:
    async with (
        serving(addresses, [ScriptedModel()], service_key=KEY, is_memory_only=True) as there,
        there.stranger() as stranger,
    ):
        assert (await stranger.get("/ping")).status_code == 200
        assert (await stranger.post("/api/auth/register", json={})).status_code == 404
        assert (await stranger.get("/")).status_code == 404
        assert (await stranger.post("/memory/query", json={"query": "cat"})).status_code == 401
        paths = (await stranger.get("/openapi.json")).json()["paths"]
        assert "/ingest" in paths
        assert {path for path in paths if path.startswith("/api/")} == {"/api/cron/{job}"}, (
            "for its schedule, by a secret"
        )
        assert (await stranger.post("/api/cron/drain-outbox")).status_code == 404, "while none is set"
