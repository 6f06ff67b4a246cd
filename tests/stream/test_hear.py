"""A stop asked for in one process is heard in the one that writes, at once, and closes the way to the model."""

from __future__ import annotations

import asyncio
import time

import asyncpg
import httpx2
import pytest

from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from tests.loopback.model_server import ModelServer
from tests.serving import PASSWORD, Person, Served, chat_body, serving

pytestmark = pytest.mark.anyio

SOON_SECONDS = 1.0
"""A beat would bring it too, but a silent answer has one only every two seconds."""


async def begin(person: Person, chat: object) -> None:
    """Send, and leave."""
    request = person.http.build_request("POST", "/api/chat", json=chat_body("go", chat=chat))  # type: ignore[arg-type]
    response = await person.http.send(request, stream=True)
    assert response.status_code == 200
    await response.aclose()
    await asyncio.sleep(0.5)


async def stop_elsewhere(served: Served, chat: object) -> float:
    """Signed in anew at another server, as after a reload. When the stop was asked for."""
    headers = {"origin": served.url}
    async with httpx2.AsyncClient(base_url=served.url, headers=headers, timeout=30, trust_env=False) as client:
        await client.post("/api/auth/login", json={"email": "ada@example.org", "password": PASSWORD})
        asked_at = time.monotonic()
        assert (await client.post(f"/api/chat/{chat}/stop")).json() == {"stopped": True}
        return asked_at


async def test_a_stop_in_another_process_closes_the_upstream_request_and_keeps_what_was_said(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with (
        ModelServer() as upstream,
        serving(addresses, model={"base_url": upstream.base_url, "name": "stall:3"}) as writing,
        serving(addresses, model={"base_url": upstream.base_url, "name": "stall:3"}) as other,
        writing.person() as ada,
    ):
        chat = new_id()
        await begin(ada, chat)
        assert upstream.requests[-1].outcome == "open"
        asked_at = await stop_elsewhere(other, chat)
        await upstream.settled(left=1)
        assert time.monotonic() - asked_at < SOON_SECONDS
        assert upstream.requests[-1].outcome == "left"
        async with asyncio.timeout(5):
            while await as_owner.fetchval("select status from streams") == "active":
                await asyncio.sleep(0.02)
        kept = (await ada.messages(chat))[1]
        assert (kept["status"], kept["parts"][0]["text"]) == ("partial", " word word word")
    assert await as_owner.fetchval("select status from streams") == "interrupted"


async def test_a_listener_that_was_killed_listens_again(addresses: Addresses, as_owner: asyncpg.Connection) -> None:
    async with (
        ModelServer() as upstream,
        serving(addresses, model={"base_url": upstream.base_url, "name": "stall:3"}) as writing,
        serving(addresses, model={"base_url": upstream.base_url, "name": "stall:3"}) as other,
        writing.person() as ada,
    ):
        same_role = await asyncpg.connect(addresses.app.dsn)
        killed = await same_role.fetch(
            """
            select pg_terminate_backend(pid) from pg_stat_activity
             where application_name = 'holdfast-hear' and datname = current_database()
            """
        )
        await same_role.close()
        assert len(killed) == 2
        await asyncio.sleep(1.5)
        chat = new_id()
        await begin(ada, chat)
        asked_at = await stop_elsewhere(other, chat)
        await upstream.settled(left=1)
        assert time.monotonic() - asked_at < SOON_SECONDS
