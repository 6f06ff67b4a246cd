from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import httpx2
import pytest
from fastapi import FastAPI

from holdfast.core.config import Settings
from holdfast.core.db import Db, execute_with_retry
from holdfast.core.jobs import JobKind, enqueue
from holdfast.core.migrate import Addresses
from holdfast.core.throttle import Throttle
from holdfast.web.errors import install_errors
from holdfast.web.routes import health
from holdfast.web.routes.health import Readiness
from tests.serving import serving
from tests.waiting import HANGS_SECONDS, never, takes, until

pytestmark = pytest.mark.anyio

TOKEN = "an-operators-token"


def _app(db: Any, *, readiness: dict[str, health.ReadinessCheck] | None = None, **settings: Any) -> FastAPI:
    app = FastAPI()
    install_errors(app)
    app.include_router(health.router)
    app.state.parts = SimpleNamespace(
        db=db,
        settings=Settings.model_validate(settings),
        readiness=readiness or {},
        redis=None,
        accounts=SimpleNamespace(throttle=Throttle()),
    )
    return app


def _client(app: FastAPI, peer: str = "127.0.0.1") -> httpx2.AsyncClient:
    return httpx2.AsyncClient(transport=httpx2.ASGITransport(app, client=(peer, 1)), base_url="http://holdfast.test")


@pytest.fixture
async def client(db: Db) -> AsyncIterator[httpx2.AsyncClient]:
    async with _client(_app(db)) as client:
        yield client


async def test_ping_and_healthz_answer_without_asking_anything(db: Db) -> None:
    async with _client(_app(None)) as client:
        assert (await client.get("/ping")).text == "pong"
        assert (await client.get("/healthz")).json() == {"status": "up"}


async def test_a_whole_server_is_ready(addresses: Addresses) -> None:
    async with serving(addresses) as served, served.stranger() as stranger:
        answer = await stranger.get("/readyz")
        assert answer.status_code == 200, answer.text
        assert answer.json()["parts"] | {"database": "ok", "migrations": "ok", "queue": "ok"} == answer.json()["parts"]


async def test_the_document_says_what_readyz_and_healthz_answer(addresses: Addresses) -> None:
    async with serving(addresses) as served, served.stranger() as stranger:
        document = (await stranger.get("/openapi.json")).json()

    def shape(path: str, status: int) -> dict[str, Any]:
        content = document["paths"][path]["get"]["responses"][str(status)]["content"]["application/json"]
        named: dict[str, Any] = document["components"]["schemas"][content["schema"]["$ref"].rpartition("/")[2]]
        return named

    assert shape("/healthz", 200)["properties"]["status"]["const"] == "up"
    for status in (200, 503):
        assert shape("/readyz", status)["properties"]["status"]["enum"] == ["ready", "not_ready"]
        assert set(shape("/readyz", status)["required"]) == {"status", "parts"}
    assert set(shape("/api/chats", 401)["required"]) == {"error"}, "other refusals keep the one shape"
    assert set(shape("/metrics", 403)["required"]) == {"error"}


async def test_a_configured_part_is_named_with_its_word(db: Db) -> None:
    async def degraded() -> str:
        return "degraded"

    async with _client(_app(db, readiness={"redis": degraded})) as client:
        answer = await client.get("/readyz")
    assert (answer.status_code, answer.json()["parts"]["redis"]) == (200, "degraded")


async def test_a_part_that_does_not_even_let_go_is_waited_for_no_longer_than_any_other(db: Db) -> None:
    asked, let_go = 0, asyncio.Event()

    async def silent() -> str:
        nonlocal asked
        asked += 1
        if let_go.is_set():
            return "ok"
        try:
            await never()
        finally:
            await let_go.wait()  # as a connection to a database that has gone silent
        return "ok"

    app = _app(db)
    app.state.readiness = Readiness({"database": silent}, deadline_seconds=0.1, kept_seconds=0)
    async with _client(app) as client, asyncio.timeout(HANGS_SECONDS):
        for _ in range(3):
            answer = await client.get("/readyz")
            assert (answer.status_code, answer.json()["parts"]) == (503, {"database": "down"})
        assert (await client.get("/metrics")).status_code == 200
        assert asked == 1, "each further question would take a connection from somebody"
        let_go.set()

        async def is_back() -> bool:
            return bool((await client.get("/readyz")).json()["parts"] == {"database": "ok"})

        await until(is_back)


async def test_a_part_that_fails_or_hangs_makes_us_not_ready_and_its_words_stay_inside(db: Db) -> None:
    async def fails() -> str:
        raise ConnectionError("redis://:secret@10.0.0.7")

    async def hangs() -> str:
        await never()
        return "ok"

    app = _app(db)
    app.state.readiness = Readiness({"redis": fails, "model": hangs}, deadline_seconds=0.1)
    async with _client(app) as client, asyncio.timeout(HANGS_SECONDS):
        answer = await client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json() == {"status": "not_ready", "parts": {"redis": "down", "model": "down"}}


async def test_a_database_that_is_gone_is_down_and_the_answer_still_comes(db: Db) -> None:
    async with _client(_app(db)) as client:
        await db.close()
        answer = await client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["parts"] == {"database": "down", "migrations": "down", "queue": "down"}


async def test_an_older_schema_is_not_ready(db: Db, as_owner: Any, client: httpx2.AsyncClient) -> None:
    await as_owner.execute("update alembic_version set version_num = '0001'")
    answer = await client.get("/readyz")
    assert (answer.status_code, answer.json()["parts"]["migrations"]) == (503, "outdated")


async def test_jobs_that_nobody_takes_are_told(db: Db, as_owner: Any, client: httpx2.AsyncClient) -> None:
    async with db.as_nobody() as tx:
        await enqueue(tx, JobKind("waits"), {})
    await as_owner.execute("update jobs.pgqueuer set execute_after = now() - interval '5 minutes'")
    answer = await client.get("/readyz")
    assert (answer.status_code, answer.json()["parts"]["queue"]) == (200, "behind")
    assert 'holdfast_jobs_waiting{kind="waits"} 1.0' in (await client.get("/metrics")).text


async def test_many_who_ask_at_once_cost_one_look(db: Db) -> None:
    looks = 0

    async def look() -> str:
        nonlocal looks
        looks += 1
        await takes(0.05)
        return "ok"

    async with _client(_app(db, readiness={"counted": look})) as client:
        await asyncio.gather(*(client.get("/readyz") for _ in range(50)))
    assert looks == 1


@pytest.mark.parametrize(
    ("peer", "headers", "token", "status"),
    [
        ("127.0.0.1", {}, None, 200),
        ("::1", {}, None, 200),
        ("10.1.2.3", {}, None, 403),
        ("10.1.2.3", {"authorization": "Bearer "}, None, 403),
        ("10.1.2.3", {"authorization": "Bearer "}, "", 403),
        ("10.1.2.3", {"authorization": "Bearer None"}, None, 403),
        ("10.1.2.3", {"authorization": f"Bearer {TOKEN}"}, TOKEN, 200),
        ("10.1.2.3", {"authorization": f"Bearer {TOKEN}x"}, TOKEN, 403),
        ("10.1.2.3", {"authorization": f"Basic {TOKEN}"}, TOKEN, 403),
        ("10.1.2.3", {"x-forwarded-for": "127.0.0.1"}, None, 403),
        ("127.0.0.1", {"x-forwarded-for": "127.0.0.1"}, None, 403),
        ("127.0.0.1", {"forwarded": "for=10.1.2.3"}, None, 403),
        ("127.0.0.1", {"x-forwarded-for": "10.1.2.3", "authorization": f"Bearer {TOKEN}"}, TOKEN, 200),
        ("127.0.0.1.example.org", {}, None, 403),
    ],
)
async def test_metrics_are_for_this_machine_or_the_operator(
    db: Db, peer: str, headers: dict[str, str], token: str | None, status: int
) -> None:
    async with _client(_app(db, operator_token=token), peer) as client:
        answer = await client.get("/metrics", headers=headers)
    assert answer.status_code == status
    assert ("holdfast_turns_started_total" in answer.text) == (status == 200)


async def test_while_a_part_is_away_everybody_is_told_when_to_come_back(db: Db) -> None:
    async def away() -> None:
        raise ConnectionError

    async def ask() -> None:
        await execute_with_retry(away, first_pause_seconds=0)

    app = _app(db)
    app.get("/ask")(ask)
    async with _client(app) as client:
        answer = await client.get("/ask")
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "database_unavailable")
    assert (answer.json()["error"]["retryable"], int(answer.headers["retry-after"]) > 0) == (True, True)
