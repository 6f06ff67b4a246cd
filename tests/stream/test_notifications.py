"""A stop asked for in one process is heard in the one that writes, at once, and closes the way to the model."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from uuid import UUID

import asyncpg
import pytest

from holdfast.core.db import Db
from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from holdfast.stream.lifecycle import ask_to_stop
from holdfast.stream.live import LiveStreams
from holdfast.stream.notifications import listen_for_notifications
from tests.loopback.model_server import ModelServer
from tests.serving import PASSWORD, Person, Served, chat_body, serving
from tests.stream.conftest import add_person, add_stream
from tests.waiting import until

pytestmark = pytest.mark.anyio


async def begin(person: Person, chat: UUID) -> None:
    """Send, and leave."""
    request = person.http.build_request("POST", "/api/chat", json=chat_body("go", chat=chat))
    response = await person.http.send(request, stream=True)
    assert response.status_code == 200
    await response.aclose()


async def stop_elsewhere(served: Served, chat: UUID) -> None:
    """Signed in anew at another server, as after a reload."""
    async with served.stranger() as client:
        await client.post("/api/auth/login", json={"email": "ada@example.org", "password": PASSWORD})
        assert (await client.post(f"/api/chat/{chat}/stop")).json() == {"stopped": True}


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
        said = "select count(*) from stream_chunks, regexp_matches(convert_from(data, 'utf8'), 'word', 'g')"
        await until(lambda: _is_three(as_owner, said))
        assert upstream.requests[-1].outcome == "open"
        await stop_elsewhere(other, chat)
        await upstream.settled(left=1)
        assert upstream.requests[-1].outcome == "left"
        await until(lambda: _has_ended(as_owner))
        kept = (await ada.messages(chat))[1]
        assert (kept["status"], kept["parts"][0]["text"]) == ("partial", " word word word")
    assert await as_owner.fetchval("select status from streams") == "interrupted"


async def _is_three(as_owner: asyncpg.Connection, query: str) -> bool:
    return bool(await as_owner.fetchval(query) == 3)


async def _has_ended(as_owner: asyncpg.Connection) -> bool:
    return bool(await as_owner.fetchval("select status from streams") != "active")


@asynccontextmanager
async def ears(addresses: Addresses) -> AsyncIterator[tuple[LiveStreams, asyncpg.Connection]]:
    """A process that has no beat, and so hears of a stop in no other way; and somebody who may see its connection."""
    streams = LiveStreams()
    hearing = asyncio.create_task(listen_for_notifications(addresses.app, streams, lambda: None))
    same_role = await asyncpg.connect(addresses.app.dsn)
    try:
        yield streams, same_role
    finally:
        hearing.cancel()
        await asyncio.gather(hearing, return_exceptions=True)
        await same_role.close()


async def listens(same_role: asyncpg.Connection, *, but_not: int = 0) -> int:
    """Which backend of the database does, once both of its questions to it are answered."""
    found = await same_role.fetchval(
        """
        select pid from pg_stat_activity
         where application_name = 'holdfast-hear' and datname = current_database() and pid <> $1
           and state = 'idle' and query like 'LISTEN%released%'
        """,
        but_not,
    )
    return int(found or 0)


async def stopped(db: Db, as_owner: asyncpg.Connection, streams: LiveStreams) -> bool:
    user = await add_person(as_owner)
    live = streams.open(await add_stream(as_owner, user, streams.process_id))
    async with db.as_user(user) as tx:
        chat = await as_owner.fetchval("select chat_id from streams where id = $1", live.id)
        assert await ask_to_stop(tx, user, chat)
    await until(lambda: live.stop_reason)
    return live.stop_reason == "stopped"


async def test_a_stop_is_heard_and_not_only_brought_by_the_next_beat(
    addresses: Addresses, db: Db, as_owner: asyncpg.Connection
) -> None:
    async with ears(addresses) as (streams, same_role):
        await until(lambda: listens(same_role))
        assert await stopped(db, as_owner, streams)


async def test_a_listener_that_was_killed_listens_again(
    addresses: Addresses, db: Db, as_owner: asyncpg.Connection
) -> None:
    async with ears(addresses) as (streams, same_role):
        backend = await until(lambda: listens(same_role))
        assert await same_role.fetchval("select pg_terminate_backend($1)", backend)
        await until(lambda: listens(same_role, but_not=backend))
        assert await stopped(db, as_owner, streams)
