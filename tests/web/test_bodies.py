"""Bodies are small unless their address says otherwise, and nobody's is read before they are known."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import Mapping
from contextlib import AsyncExitStack
from typing import Any

import pytest
from fastapi import FastAPI, Request
from starlette.types import Message

from holdfast.core.config import LimitSettings, Settings
from holdfast.core.migrate import Addresses
from holdfast.web.body import BodyLimit
from holdfast.web.doormen import REMEMBERED_SECONDS, once
from holdfast.web.errors import install_errors
from holdfast.web.sizes import LARGER, SMALL_BYTES
from holdfast.web.strict_json import MAX_NAMES
from tests.journeys.test_slow_and_endless import connection, cookie, head
from tests.scripted import ScriptedModel
from tests.serving import Served, serving
from tests.waiting import HANGS_SECONDS, until

pytestmark = pytest.mark.anyio

JSON = {"content-type": "application/json"}
MANY_NAMES = json.dumps({str(number): 1 for number in range(MAX_NAMES + 1)}).encode()


async def begun(served: Served, path: str, size: int, headers: Mapping[str, str], sent: bytes = b"{") -> bytes:
    """What answers a body of which only the beginning comes."""
    asking = head(served.url, "POST", path, {**JSON, **headers, "content-length": str(size)}) + sent
    async with connection(served.url, asking) as link, asyncio.timeout(HANGS_SECONDS):
        return await asyncio.get_running_loop().sock_recv(link, 65536)


def code_of(answer: bytes) -> str:
    body: dict[str, Any] = json.loads(answer.partition(b"\r\n\r\n")[2])
    code: str = body["error"]["code"]
    return code


async def test_a_stranger_is_refused_before_the_body_is_read(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served:
        document = (await served_document(served))["paths"]
        for path in ("/api/chat", "/ingest", "/session/ingest", "/memory/query", "/api/organizations", "/api/keys"):
            assert "post" in document[path]
            began = time.monotonic()
            answer = await begun(served, path, 60_000, {})
            assert answer.startswith(b"HTTP/1.1 401"), (path, answer)
            assert time.monotonic() - began < 15, "the rest of the body was waited for"


async def served_document(served: Served) -> dict[str, Any]:
    async with served.stranger() as client:
        found: dict[str, Any] = (await client.get("/openapi.json")).json()
        return found


async def test_only_addresses_that_say_so_take_more_than_a_little(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        paths = (await served_document(served))["paths"]
        assert set(LARGER) <= set(paths)
        for path, item in paths.items():
            for method in {"post", "put", "patch"} & set(item):
                large = b" " * (SMALL_BYTES + 1)
                response = await ada.http.request(method, path, content=large, headers=JSON)
                is_large = path in LARGER and LARGER[path].json_bytes > SMALL_BYTES
                assert (response.status_code == 413) == (not is_large), (method, path, response.text)
        form = {"content-type": "multipart/form-data; boundary=x"}
        assert (await ada.http.post("/api/auth/login", content=large, headers=form)).status_code == 413


async def test_a_body_of_many_names_costs_little_and_is_told_what_to_do(addresses: Addresses) -> None:
    """330,000 names were 330,000 errors: two seconds of everybody's time, and 400 MB."""
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        for path, body in (
            ("/api/auth/login", MANY_NAMES),
            ("/ingest", MANY_NAMES),
            ("/ingest", json.dumps({str(number): 1 for number in range(330_000)}).encode()[:3_900_000]),
            ("/session/ingest", json.dumps({"messages": [1] * 1_000_000}).encode()),
        ):
            began = time.process_time()
            response = await ada.http.post(path, content=body, headers=JSON)
            assert response.status_code == 400, response.text
            assert "send it in parts" in response.json()["error"]["message"]
            assert time.process_time() - began < 1


async def test_strangers_who_send_slowly_hold_few_places_and_keep_nobody_out_who_is_known(
    addresses: Addresses,
) -> None:
    limits = {"strangers_of_a_peer": 3}
    async with (
        serving(addresses, [ScriptedModel()], limits=limits) as served,
        served.person() as ada,
        AsyncExitStack() as stack,
    ):
        for _ in range(3):
            asking = head(served.url, "POST", "/api/auth/login", {**JSON, "content-length": "1000"}) + b"{"
            await stack.enter_async_context(connection(served.url, asking))
        async with asyncio.timeout(HANGS_SECONDS):
            while not (answer := await begun_or_nothing(served)).startswith(b"HTTP/1.1 429"):
                pass
        assert code_of(answer) == "too_many_at_once"
        assert b"retry-after: " in answer.lower()
        assert (await ada.say("Are you there?")).text == "Hello."
        slowly = await begun(served, "/ingest", 10, cookie(ada), b'{"text":1}')
        assert slowly.startswith(b"HTTP/1.1 422"), slowly
        await stack.aclose()
        async with served.stranger() as client, asyncio.timeout(HANGS_SECONDS):
            wrong = {"email": "ada@example.org", "password": "not that one"}
            assert (await client.post("/api/auth/login", json=wrong)).status_code == 401


async def begun_or_nothing(served: Served) -> bytes:
    asking = head(served.url, "POST", "/api/auth/login", {**JSON, "content-length": "1000"}) + b"{"
    async with connection(served.url, asking) as link:
        return await _answer_soon(link)


async def _answer_soon(link: socket.socket) -> bytes:
    try:
        async with asyncio.timeout(1):
            return await asyncio.get_running_loop().sock_recv(link, 65536)
    except TimeoutError:
        return b""


async def test_bodies_together_hold_only_so_many_bytes() -> None:
    app = FastAPI()
    install_errors(app)

    @app.post("/ingest")
    async def take(request: Request) -> int:
        return len(await request.body())

    limited = BodyLimit(app, Settings(limits=LimitSettings(body_bytes_at_once=8_000_000)))
    rest = asyncio.Event()
    first, second = (asyncio.create_task(_post(limited, b" " * 3_900_000, rest)) for _ in range(2))
    await asyncio.sleep(0)
    async with asyncio.timeout(HANGS_SECONDS):
        while (refused := await _post(limited, b" " * 300_000))[0] == 200:
            await asyncio.sleep(0)
    assert (refused[0], json.loads(refused[1])["error"]["code"]) == (503, "busy")
    rest.set()
    assert [(await one)[0] for one in (first, second)] == [200, 200]
    assert (await _post(limited, b" " * 3_900_000))[0] == 200, "what was held is free again"


async def _post(app: BodyLimit, body: bytes, rest: asyncio.Event | None = None) -> tuple[int, bytes]:
    """The body, and where there is something to wait for, its last byte after that."""
    told: list[Message] = []
    messages = [body, b" "]

    async def receive() -> Message:
        if len(messages) == 1 and rest is not None:
            await rest.wait()
        return {"type": "http.request", "body": messages.pop(0), "more_body": bool(messages)}

    async def send(message: Message) -> None:
        told.append(message)

    scope = {"type": "http", "method": "POST", "path": "/ingest", "raw_path": b"/ingest", "query_string": b""}
    await app({**scope, "headers": [], "client": ("127.0.0.1", 1), "state": {}}, receive, send)
    return told[0]["status"], told[1]["body"]


async def test_rights_that_end_while_a_body_is_on_its_way_have_ended() -> None:
    """Asked again after a body that came at once, a doorman remembers; after a slow one he looks again."""
    answers = ["Ada", "nobody"]

    async def look(request: Request) -> str:
        return answers.pop(0)

    request = Request({"type": "http", "headers": []})
    assert [await once(request, look), await once(request, look)] == ["Ada", "Ada"]

    async def is_forgotten() -> bool:
        return await once(request, look) == "nobody"

    await until(is_forgotten, seconds=REMEMBERED_SECONDS + HANGS_SECONDS)
