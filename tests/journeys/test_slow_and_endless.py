"""People and machines that are slow, never stop, or hold on: none of it costs anybody else more than a moment."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing
from pathlib import Path

import asyncpg
import httpx2
import pytest
import uvicorn
from fastapi import FastAPI, Request

from holdfast.core.config import Settings
from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from holdfast.models.types import Done, ReasoningDelta, TextDelta, TokenUsage
from holdfast.stream.wire import ALIVE
from holdfast.web.body import BodyLimit, BodyTimeouts
from holdfast.web.errors import install_errors
from holdfast.web.protocol import BoundedHttp
from tests.scripted import Line, ScriptedModel, says
from tests.serving import Person, chat_body, read_events, serving
from tests.waiting import HANGS_SECONDS, takes, until

pytestmark = pytest.mark.anyio

CHUNKS = 5_000
LOOKS = 3
"""How often it is measured what something costs by itself: beside other work, one look may flatter."""


def many_chunks() -> Iterator[Line]:
    """Thoughts and words in turn: each is a part of its own on the wire, and none is held back for the next."""
    for number in range(CHUNKS // 2):
        yield ReasoningDelta(f"{number} " + "thought " * 100)
        yield TextDelta(f"{number} " + "word " * 160)
    yield Done(TokenUsage(1, CHUNKS))


def head(url: str, method: str, path: str, headers: Mapping[str, str]) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", f"host: {url.removeprefix('http://')}", f"origin: {url}"]
    return "\r\n".join([*lines, *(f"{name}: {value}" for name, value in headers.items()), "", ""]).encode("latin-1")


def cookie(person: Person) -> dict[str, str]:
    return {"cookie": f"holdfast_session={person.http.cookies['holdfast_session']}"}


@asynccontextmanager
async def connection(url: str, sent: bytes, *, receive_bytes: int | None = None) -> AsyncIterator[socket.socket]:
    """A connection that sends this and then does only what the test does with it."""
    loop = asyncio.get_running_loop()
    with closing(socket.socket()) as link:
        link.setblocking(False)
        if receive_bytes:
            link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
        host, port = url.removeprefix("http://").split(":")
        await loop.sock_connect(link, (host, int(port)))
        await loop.sock_sendall(link, sent)
        yield link


async def read_to_end(link: socket.socket) -> bytes:
    received = b""
    while piece := await asyncio.get_running_loop().sock_recv(link, 65536):
        received += piece
    return received


async def cpu_seconds(work: Awaitable[object]) -> float:
    began = time.process_time()
    await work
    return time.process_time() - began


def memory_bytes() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096


async def test_readers_who_never_read_hold_up_neither_the_answer_nor_other_readers_nor_memory(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    gate = asyncio.Event()
    model = ScriptedModel(*([[*many_chunks()]] * LOOKS), [TextDelta("first "), gate, *many_chunks()])
    async with serving(addresses, [model]) as served, served.person() as ada, AsyncExitStack() as stack:
        alone_seconds, chat = max([await cpu_seconds(ada.say("go")) for _ in range(LOOKS)]), new_id()
        body = json.dumps(chat_body("go", chat=chat)).encode()
        sent = {**cookie(ada), "content-type": "application/json", "content-length": str(len(body))}
        asking = head(served.url, "POST", "/api/chat", sent) + body
        await stack.enter_async_context(connection(served.url, asking, receive_bytes=4096))
        await until(lambda: len(model.calls) == LOOKS + 1)
        following = head(served.url, "GET", f"/api/chat/{chat}/stream", cookie(ada))
        for _ in range(30):
            await stack.enter_async_context(connection(served.url, following, receive_bytes=4096))
        reading = asyncio.create_task(ada.http.get(f"/api/chat/{chat}/stream"))
        await until(lambda: sum(len(live._waiting) for live in served.parts.streams) == 32)
        before, began = memory_bytes(), time.process_time()
        gate.set()
        answer = read_events((await reading).content)
        assert time.process_time() - began < 3 * alone_seconds
        assert answer.seqs == list(range(len(answer.parts)))
        assert len(answer.parts) > CHUNKS
        assert answer.kinds[-1] == "finish"
        assert await as_owner.fetchval("select status from streams where chat_id = $1", chat) == "completed"
        # What thirty readers have not taken is 4 MB each; kept for them, it would be 120.
        assert memory_bytes() - before < 60_000_000


class ImpatientHttp(BoundedHttp):
    head_seconds = 0.3


@asynccontextmanager
async def impatient_server() -> AsyncIterator[str]:
    """What stands in front of every route, with the patience of a test."""
    app = FastAPI()
    install_errors(app)

    @app.post("/ingest")
    async def take(request: Request) -> int:
        return len(await request.body())

    @app.get("/slow")
    async def slow() -> str:
        await takes(0.5)
        return "answered"

    with socket.socket(proto=socket.IPPROTO_TCP) as listener:
        listener.bind(("127.0.0.1", 0))
        limited = BodyLimit(
            app, Settings(), BodyTimeouts(silence_seconds=0.3, body_seconds=1.0, small_body_seconds=1.0)
        )
        config = uvicorn.Config(limited, http=ImpatientHttp, log_config=None, lifespan="off", access_log=False)
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        await until(lambda: server.started)
        try:
            async with asyncio.timeout(HANGS_SECONDS):
                yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = server.force_exit = True
            await serving


async def test_whoever_begins_a_body_and_falls_silent_is_answered_and_let_go() -> None:
    async with impatient_server() as url:
        asking = head(url, "POST", "/ingest", {"content-length": "1000"}) + b"begun"
        async with connection(url, asking) as silent:
            assert b" 408 " in await read_to_end(silent)
        async with connection(url, asking) as dripping:
            drops = asyncio.create_task(_drip(dripping))
            assert b" 408 " in await read_to_end(dripping)
            drops.cancel()
        async with connection(url, asking) as steady:
            await asyncio.get_running_loop().sock_sendall(steady, b"x" * 995)
            assert b"\r\n\r\n1000" in await asyncio.get_running_loop().sock_recv(steady, 65536)


async def test_a_head_that_does_not_end_is_refused_before_it_costs_anything() -> None:
    async with impatient_server() as url:
        for silent in (b"", b"GET / HTTP/1.1\r\nhost: ", b"\r\n"):
            async with connection(url, silent) as link:
                assert b" 408 " in await read_to_end(link)
        for endless in (b"GET /", b"GET / HTTP/1.1\r\nx: ", b"GET / HTTP/1.1\r\n", b""):
            before = memory_bytes()
            async with connection(url, endless) as link:
                pouring = asyncio.create_task(_pour(link, b"x" * 50_000 if endless else b"\r\n" * 25_000))
                answer = await _until_closed(link)
                sent = await pouring
            assert sent < 20_000_000
            assert b" 431 " in answer or b" 400 " in answer or answer == b""
            assert memory_bytes() - before < 20_000_000


async def test_whoever_keeps_to_the_bounds_is_not_let_go() -> None:
    """A large body, an answer that takes longer than a head may, and a connection that is used again and again."""
    async with impatient_server() as url, httpx2.AsyncClient(base_url=url, trust_env=False, timeout=10) as client:
        for size in (0, 100, 300_000, 3_000_000):
            assert (await client.post("/ingest", content=b"x" * size)).json() == size
            assert (await client.get("/slow")).json() == "answered"
        pair = head(url, "GET", "/slow", {}) + head(
            url, "POST", "/ingest", {"content-length": "200000", "connection": "close"}
        )
        async with connection(url, pair + b"x" * 200_000) as pipelined:
            answers = await read_to_end(pipelined)
        assert answers.index(b"answered") < answers.index(b"200000")


async def _pour(link: socket.socket, piece: bytes) -> int:
    sent = 0
    try:
        while sent < 100_000_000:
            await asyncio.get_running_loop().sock_sendall(link, piece)
            sent += len(piece)
    except OSError:
        pass  # the other side has heard enough
    return sent


async def _until_closed(link: socket.socket) -> bytes:
    try:
        return await read_to_end(link)
    except OSError:
        return b""  # it was closed while we still wrote


async def _drip(link: socket.socket) -> None:
    """A byte now and then: never silent for long, and never done."""
    while True:
        await takes(0.1)
        await asyncio.get_running_loop().sock_sendall(link, b".")


async def test_slow_senders_keep_nobody_waiting(addresses: Addresses) -> None:
    model = ScriptedModel(says("At once."))
    async with serving(addresses, [model]) as served, served.person() as ada, AsyncExitStack() as stack:
        sent = {**cookie(ada), "content-type": "application/json", "content-length": "100000"}
        half_a_body = head(served.url, "POST", "/api/chat", sent) + b'{"id": "'
        half_a_head = head(served.url, "POST", "/api/chat", sent)[:-10]
        for number in range(100):
            await stack.enter_async_context(connection(served.url, half_a_body if number % 2 else half_a_head))
        began = time.monotonic()
        assert (await ada.say("Are you there?")).text == "At once."
        assert time.monotonic() - began < 20, "a silent sender is waited for longer than that"


HEADERS: Sequence[tuple[str, dict[str, str]]] = [
    ("a long value", {"x-long": "x" * 60_000}),
    ("a long cookie", {"cookie": "holdfast_session=" + "x" * 60_000}),
    ("a long token", {"authorization": "Bearer " + "x" * 60_000}),
    ("a long key", {"x-api-key": "hf_" + "x" * 60_000}),
    ("a long name", {"x" * 60_000: "x"}),
    ("many", {f"x-{number}": "x" for number in range(3_000)}),
    ("many cookies", {"cookie": "; ".join(f"c{number}=x" for number in range(5_000))}),
    ("a long list of proxies", {"x-forwarded-for": ",".join(["203.0.113.9"] * 4_000)}),
    ("a long last event", {"last-event-id": "9" * 60_000}),
    ("a long language", {"accept": "application/json;" * 3_000}),
]


async def test_large_headers_are_answered_quickly_and_change_nothing(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        for name, sent in HEADERS:
            for path in ("/api/chats", f"/api/chat/{new_id()}/stream", "/metrics", "/"):
                asking = head(served.url, "GET", path, {"connection": "close", **sent})
                began = time.process_time()
                async with connection(served.url, asking) as link, asyncio.timeout(HANGS_SECONDS):
                    answer = await read_to_end(link)
                assert int(answer.split()[1]) in (200, 400, 401, 403, 422, 431), (name, path, answer[:200])
                assert time.process_time() - began < 2, (name, path)
        assert (await ada.say("Still there?")).text == "Hello."


async def median_seconds(person: Person) -> float:
    times = []
    for _ in range(9):
        began = time.monotonic()
        assert (await person.say("Are you there?")).text == "At once."
        times.append(time.monotonic() - began)
    return sorted(times)[4]


async def heard(link: socket.socket, sign: bytes) -> None:
    received = b""
    while sign not in received:
        piece = await asyncio.get_running_loop().sock_recv(link, 1 << 16)
        assert piece, f"closed after {received!r}"
        received += piece


async def opened(stack: AsyncExitStack, url: str, sent: bytes) -> socket.socket:
    """Whoever is told that it is a great deal at once asks again, as clients do."""

    async def accepted() -> socket.socket | None:
        link = await stack.enter_async_context(connection(url, sent))
        answer = await asyncio.get_running_loop().sock_recv(link, 1 << 10)
        return link if answer.startswith(b"HTTP/1.1 200") else None

    link: socket.socket = await until(accepted)
    return link


async def test_one_persons_many_open_streams_do_not_starve_another(addresses: Addresses) -> None:
    gate = asyncio.Event()
    slow, quick = ScriptedModel([TextDelta("slow"), gate, Done(TokenUsage(1, 1))]), says("At once.")
    slow.scripts = [slow.scripts[0], quick]
    async with (
        serving(addresses, [slow], limits={"requests_of_a_person": 400}) as served,
        served.person("ada") as ada,
        served.person("bob") as bob,
        AsyncExitStack() as stack,
    ):
        chat = new_id()
        asked = asyncio.create_task(ada.say("go", chat=chat))
        await slow.waits.wait()
        alone = await median_seconds(bob)
        following = head(served.url, "GET", f"/api/chat/{chat}/stream", cookie(ada))
        links = [await opened(stack, served.url, following) for _ in range(300)]
        for link in links:  # and asked again who it is
            async with asyncio.timeout(HANGS_SECONDS):
                await heard(link, ALIVE)
        assert await median_seconds(bob) < 10 * alone
        gate.set()
        assert (await asked).text == "slow"
