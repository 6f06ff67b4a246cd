"""A server is paused past its lease, or told to stop, in the middle of answers; another goes on with them."""

from __future__ import annotations

import asyncio
import time
from uuid import UUID

import asyncpg
import httpx2
import orjson
import pytest

from holdfast.core.embedded.postgres import EmbeddedPostgres
from holdfast.core.migrate import Addresses
from tests.faults.readers import Reader
from tests.faults.servers import PHOENIX, STEADY, fleet, person
from tests.loopback.model_server import ModelServer
from tests.loopback.openai_wire import numbered
from tests.serving import chat_body
from tests.waiting import until

pytestmark = [pytest.mark.anyio, pytest.mark.faults]


async def status_of(db: asyncpg.Connection, reader: Reader) -> tuple[str, int]:
    row = await db.fetchrow("select status, restarts from streams where chat_id = $1", reader.chat)
    return (row["status"], row["restarts"]) if row else ("none", 0)


async def chunks_of(db: asyncpg.Connection, chat: UUID) -> list[tuple[int, bytes]]:
    rows = await db.fetch(
        "select seq, data from stream_chunks c join streams s on s.id = stream_id where chat_id = $1 order by seq", chat
    )
    return [(row["seq"], row["data"]) for row in rows]


async def answers_in(db: asyncpg.Connection, chat: UUID) -> list[tuple[str, str]]:
    rows = await db.fetch("select status, parts from messages where chat_id = $1 and role = 'assistant'", chat)
    return [(row["status"], orjson.loads(row["parts"])[-1]["text"]) for row in rows]


async def until_words(reader: Reader, words: int) -> None:
    await until(lambda: sum(b"text-delta" in data for data in reader.read.values()) >= words)


async def test_a_server_that_sleeps_past_its_lease_finishes_nothing_when_it_wakes(
    postgres: EmbeddedPostgres, addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    whole = "".join(numbered("q", 40))
    async with (
        ModelServer() as model,
        fleet(postgres, addresses, model, HOLDFAST_MODEL_NAME="counting:40:0.1") as group,
    ):
        old, other = await asyncio.gather(group.start(), group.start())
        async with person(old.address) as client, person(other.address, is_new=False) as elsewhere:
            readers = [Reader(client, "q", STEADY), Reader(client, "q", PHOENIX)]
            reading = [asyncio.create_task(reader.read_to_the_end(60)) for reader in readers]
            await asyncio.gather(*(until_words(reader, 5) for reader in readers))
            await until(lambda: are_saved(as_owner, readers))
            old.pause()
            paused_at = time.monotonic()
            await until(lambda: are_taken_over(as_owner, readers))
            print(f"\ntaken over {time.monotonic() - paused_at:.1f} s after the pause")
            stored = await answers_in(as_owner, readers[0].chat)
            # All the model ever said waits in its socket: it comes to its end at once, before any beat.
            old.resume()
            await asyncio.gather(*reading)
            assert await answers_in(as_owner, readers[0].chat) == stored
            assert [status for status, _ in stored] == ["partial"]
            assert await answers_in(as_owner, readers[1].chat) == [("complete", whole)]
            assert await status_of(as_owner, readers[0]) == ("interrupted", 0)
            assert await status_of(as_owner, readers[1]) == ("completed", 1)
            for reader in readers:
                assert reader.came_back == 0, "whoever read from the sleeper is brought to where the stream goes on"
                assert reader.kept == await chunks_of(as_owner, reader.chat)
            assert (await elsewhere.get(f"/api/chat/{readers[1].chat}/stream")).status_code == 204


async def test_a_server_that_is_told_to_stop_takes_nothing_new_and_hands_over_what_it_cannot_finish(
    postgres: EmbeddedPostgres, addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with (
        ModelServer() as model,
        fleet(postgres, addresses, model, HOLDFAST_MODEL_NAME="counting:70:0.1") as group,
    ):
        leaving, staying = await asyncio.gather(group.start(HOLDFAST_STOP_GRACE_SECONDS="3"), group.start())
        async with person(leaving.address) as client, person(staying.address, is_new=False) as elsewhere:
            early = Reader(client, "early", STEADY)
            first = asyncio.create_task(early.read_to_the_end(60))
            await until_words(early, 45)
            late, anew = Reader(client, "late", STEADY), Reader(client, "anew", PHOENIX)
            reading = [asyncio.create_task(reader.read_once()) for reader in (late, anew)]
            await asyncio.gather(*(until_words(reader, 5) for reader in (late, anew)))
            stopping = asyncio.create_task(leaving.stop(within_seconds=30))
            await until(lambda: is_stopping(client))
            refused = await client.post("/api/chat", json=chat_body("one more"))
            assert (refused.status_code, "retry-after" in refused.headers) == (503, True)
            assert (await client.get("/healthz")).status_code == 200
            # Nothing breaks off: the responses end, with the end of the answer or without one.
            await asyncio.gather(first, *reading)
            assert not anew.is_done
            anew.client = elsewhere
            await anew.read_to_the_end(30)
            assert await stopping == 0
            assert early.is_done
            assert await answers_in(as_owner, early.chat) == [("complete", "".join(numbered("early", 70)))]
            assert late.is_done, "nobody would go on with it: it is ended by the one who knows most about it"
            assert [status for status, _ in await answers_in(as_owner, late.chat)] == ["partial"]
            trace = await elsewhere.get(f"/api/turns/{await turn_of(as_owner, late)}/trace")
            assert (trace.json()["outcome"], len(trace.json()["models"])) == ("shutdown", 1)
            assert await answers_in(as_owner, anew.chat) == [("complete", "".join(numbered("anew", 70)))]
            assert await status_of(as_owner, anew) == ("completed", 1)
            assert max(anew.silences) < 2, "nobody waits for the lease of one who has left"
            print(f"\nheard from the next server after {max(anew.silences):.2f} s")
            for reader in (early, late, anew):
                assert reader.kept == await chunks_of(as_owner, reader.chat)


async def test_whoever_waits_for_the_whole_answer_is_told_to_ask_again_when_it_is_handed_over(
    postgres: EmbeddedPostgres, addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with (
        ModelServer() as model,
        fleet(postgres, addresses, model, HOLDFAST_MODEL_NAME="counting:80:0.1") as group,
    ):
        leaving, staying = await asyncio.gather(group.start(HOLDFAST_STOP_GRACE_SECONDS="0"), group.start())
        async with person(leaving.address) as client, person(staying.address, is_new=False) as elsewhere:
            body, wants = chat_body("q", selectedPersonaId=PHOENIX), {"accept": "application/json"}
            waiting = asyncio.create_task(client.post("/api/chat", json=body, headers=wants))
            await until(lambda: as_owner.fetchval("select exists (select from streams where has_chunks)"))
            assert await leaving.stop(within_seconds=30) == 0
            told = await waiting
            assert (told.status_code, told.json()["error"]["code"]) == (503, "unavailable")
            assert "retry-after" in told.headers
            again = await elsewhere.post("/api/chat", json=body, headers=wants)
            assert (again.json()["response"], again.json()["status"]) == ("".join(numbered("q", 80)), "completed")
    assert await as_owner.fetchval("select count(*) from turns") == 1


async def are_saved(db: asyncpg.Connection, readers: list[Reader]) -> bool:
    chats = [reader.chat for reader in readers]
    counted = "select count(*) from streams where has_chunks and chat_id = any ($1)"
    return bool(await db.fetchval(counted, chats) == len(chats))


async def are_taken_over(db: asyncpg.Connection, readers: list[Reader]) -> bool:
    """The first is ended, the second begun anew."""
    first, second = [await status_of(db, reader) for reader in readers]
    return first[0] != "active" and second[1] > 0


async def is_stopping(client: httpx2.AsyncClient) -> bool:
    ready = await client.get("/readyz")
    return (ready.status_code, ready.json()["parts"].get("turns")) == (503, "stopping")


async def turn_of(db: asyncpg.Connection, reader: Reader) -> UUID:
    found: UUID = await db.fetchval("select turn_id from streams where chat_id = $1", reader.chat)
    return found


async def test_a_server_that_is_alone_ends_truthfully_what_it_cannot_finish(
    postgres: EmbeddedPostgres, addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with (
        ModelServer() as model,
        fleet(postgres, addresses, model, HOLDFAST_MODEL_NAME="counting:300:0.1") as group,
    ):
        alone = await group.start(HOLDFAST_STOP_GRACE_SECONDS="0")
        async with person(alone.address) as client:
            reader = Reader(client, "q", PHOENIX)
            reading = asyncio.create_task(reader.read_once())
            await until_words(reader, 5)
            assert await alone.stop(within_seconds=15) == 0
            await reading
            assert reader.is_done
            assert await status_of(as_owner, reader) == ("interrupted", 0)
            assert reader.kept == await chunks_of(as_owner, reader.chat)
            with pytest.raises(httpx2.HTTPError):
                await client.get("/ping")


async def test_a_server_whom_nobody_hears_any_more_stops_all_the_same(
    postgres: EmbeddedPostgres, addresses: Addresses
) -> None:
    """Whatever started it is gone, and with it the other end of its output."""
    async with ModelServer() as model, fleet(postgres, addresses, model, HOLDFAST_MODEL_NAME="echo") as group:
        server = await group.start()
        assert server.process.stdout
        server.process.stdout.close()
        assert await server.stop(within_seconds=20) == 0
