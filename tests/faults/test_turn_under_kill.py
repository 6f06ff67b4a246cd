"""The server is killed, restarted and cut off from its database in the middle of answers; the truth is kept."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from uuid import UUID

import asyncpg
import httpx2
import orjson
import pytest

from holdfast.core.embedded.postgres import find_postgres
from holdfast.core.ids import new_id
from tests.cli.running import Running, children_of, up
from tests.loopback.model_server import ModelServer
from tests.loopback.openai_wire import Reply, answered
from tests.serving import PASSWORD, chat_body, read_events
from tests.waiting import HANGS_SECONDS, takes, until

pytestmark = [pytest.mark.anyio, pytest.mark.faults]


@pytest.fixture
def folder(used_folder: Path) -> Path:
    return used_folder


@asynccontextmanager
async def person(address: str, *, is_new: bool) -> AsyncIterator[httpx2.AsyncClient]:
    headers = {"origin": address}
    async with httpx2.AsyncClient(base_url=address, headers=headers, timeout=HANGS_SECONDS, trust_env=False) as client:
        body = {"email": "ada@example.org", "password": PASSWORD}
        path, body = ("register", {**body, "name": "Ada"}) if is_new else ("login", body)
        response = await client.post(f"/api/auth/{path}", json=body)
        assert response.status_code in (200, 201), response.text
        yield client


def start(folder: Path, model: ModelServer, name: str) -> Any:
    return up(folder, HOLDFAST_MODEL_BASE_URL=model.base_url, HOLDFAST_MODEL_NAME=name)


async def words_so_far(client: httpx2.AsyncClient, chat: UUID) -> str:
    told = (await client.get("/api/chat", params={"chatId": str(chat)})).json()
    return "".join(chunk["data"].get("delta", "") for chunk in told["chunks"])


async def begin(client: httpx2.AsyncClient, chat: UUID, at_least: int) -> None:
    """Send, leave, and wait until that many characters were written."""
    request = client.build_request("POST", "/api/chat", json=chat_body("go", chat=chat))
    response = await client.send(request, stream=True)
    assert response.status_code == 200
    await response.aclose()

    async def has_begun() -> bool:
        return len(await words_so_far(client, chat)) >= at_least

    await until(has_begun)


async def messages(client: httpx2.AsyncClient, chat: UUID) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = (await client.get("/api/chats/messages", params={"chatId": str(chat)})).json()[
        "messages"
    ]
    return told


async def test_kill_9_in_the_middle_of_an_answer_keeps_it_and_tells_the_truth(folder: Path) -> None:
    chat = new_id()
    async with ModelServer() as model:
        with start(folder, model, "slow:1000:0.02") as running:
            async with person(running.address, is_new=True) as ada:
                await begin(ada, chat, at_least=100)
                await takes(0.5)
                said = await words_so_far(ada, chat)
                os.kill(running.process.pid, signal.SIGKILL)
                await asyncio.to_thread(running.process.wait)
        with start(folder, model, "fixed:Back.") as again:
            async with person(again.address, is_new=False) as ada:
                kept = await messages(ada, chat)
                assert [(one["role"], one["status"]) for one in kept] == [
                    ("user", "complete"),
                    ("assistant", "partial"),
                ]
                text = kept[1]["parts"][0]["text"]
                # What was shown up to the last beat is there; what was written after it may be too.
                assert len(text) >= 0.5 * len(said) > 0
                assert (await ada.get(f"/api/chat/{chat}/stream")).status_code == 204
                trace = await ada.get(f"/api/turns/{kept[1]['turnId']}/trace")
                assert trace.json()["outcome"] == "interrupted"
                response = await ada.post("/api/chat", json=chat_body("and now?", chat=chat))
                assert read_events(response.content).text == "Back."
                assert [one["status"] for one in await messages(ada, chat)] == [
                    "complete",
                    "partial",
                    "complete",
                    "complete",
                ]
            assert await rows(folder, "select status from streams order by created_at") == ["interrupted", "completed"]
            assert await rows(folder, "select counted_in is not null from turns order by created_at") == [False, True]


async def test_a_restart_gives_answers_their_time_and_then_ends_them_with_what_they_have(folder: Path) -> None:
    chat = new_id()
    async with ModelServer() as model:
        with up(
            folder,
            HOLDFAST_MODEL_BASE_URL=model.base_url,
            HOLDFAST_MODEL_NAME="slow:1000:0.02",
            HOLDFAST_STOP_GRACE_SECONDS="1",
        ) as running:
            async with person(running.address, is_new=True) as ada:
                await begin(ada, chat, at_least=50)
                began = time.monotonic()
                assert await asyncio.to_thread(running.end, within_seconds=20) == 0
                assert time.monotonic() - began < 15
        assert model.counts["left"] == 1, "the upstream request was closed"
        with start(folder, model, "fixed:Back.") as again:
            async with person(again.address, is_new=False) as ada:
                assert [one["status"] for one in await messages(ada, chat)] == ["complete", "partial"]


async def test_an_answer_outlives_a_database_that_is_killed_under_it(folder: Path) -> None:
    chat = new_id()
    async with ModelServer() as model:
        with start(folder, model, "slow:100:0.04") as running:
            async with person(running.address, is_new=True) as ada:
                reading = asyncio.create_task(ada.post("/api/chat", json=chat_body("go", chat=chat)))
                await takes(1)
                await kill_a_backend(running)
                answer = read_events((await reading).content)
                assert answer.text == " word" * 100
                assert answer.kinds[-1] == "finish"
                async with asyncio.timeout(HANGS_SECONDS):
                    kept = await messages(ada, chat)
                assert kept[1]["parts"][0]["text"] == " word" * 100
                assert kept[1]["status"] == "complete"


async def kill_a_backend(running: Running) -> None:
    """kill -9 of one backend: Postgres drops every connection and recovers."""
    for pid in children_of(running.process.pid):
        if b"holdfast_app" in Path(f"/proc/{pid}/cmdline").read_bytes():
            os.kill(pid, signal.SIGKILL)
            return
    raise AssertionError("no backend found")


async def rows(folder: Path, query: str) -> list[Any]:
    server = find_postgres(folder)
    assert server
    connection = await asyncpg.connect(server.dsn("holdfast_owner"))
    found = await connection.fetch(query)
    await connection.close()
    return [row[0] for row in found]


async def test_the_bytes_of_the_answer_arrive_unchanged_and_the_first_at_once(folder: Path) -> None:
    text = 'One "two"\n\n```py\nprint("☃ \\u2028")\n```\n data: [DONE] \x7f é'
    async with ModelServer() as model:
        model.script.append(Reply(answered([text[i : i + 3] for i in range(0, len(text), 3)]), gap_seconds=0.01))
        with start(folder, model, "fixed:x") as running:
            async with person(running.address, is_new=True) as ada:
                body = orjson.dumps(chat_body("go"))
                response = await ada.post("/api/chat", content=body, headers={"content-type": "application/json"})
                assert read_events(response.content).text == text
