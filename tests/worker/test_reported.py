"""Failures of jobs and schedules reach Sentry: wordless, and few of them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import asyncpg
import pytest

from holdfast.cli.worker import work
from holdfast.core.db import Db
from holdfast.core.jobs import Hopeless, Job, JobContext, JobKind, Scheduled, enqueue
from holdfast.core.migrate import Addresses
from holdfast.core.observe import Observers, start_observing
from tests.loopback.observers import ObserverServer
from tests.scripted import ScriptedModel
from tests.serving import serving
from tests.waiting import until
from tests.worker.conftest import StartWorker

pytestmark = pytest.mark.anyio
WORDS = "WhatAnnaSaid"


@pytest.fixture
def server() -> Iterator[ObserverServer]:
    with ObserverServer() as server:
        yield server


@pytest.fixture
def observers(server: ObserverServer) -> Iterator[Observers]:
    observers = start_observing(sentry_dsn=server.sentry_dsn, otel_endpoint=None)
    yield observers
    observers.close()


def told(server: ObserverServer) -> list[dict[str, Any]]:
    assert all(WORDS.encode() not in body for _, body in server.bodies)
    return [json.loads(body.splitlines()[2]) for path, body in server.bodies if path == "/api/1/envelope/"]


async def test_a_job_that_died_is_told_once_as_an_error_and_one_that_is_tried_again_is_not(
    db: Db, start_worker: StartWorker, observers: Observers, server: ObserverServer
) -> None:
    failing, hopeless = JobKind("failing", tries=2, first_pause_seconds=0.05), JobKind("hopeless")
    tries = 0

    async def fail(job: Job, context: JobContext[object]) -> None:
        nonlocal tries
        tries += 1
        raise ValueError(f"cannot read {WORDS}")

    async def give_up(job: Job, context: JobContext[object]) -> None:
        raise Hopeless(WORDS)

    async with start_worker({failing: fail, hopeless: give_up}, report=observers.report):
        async with db.as_nobody() as tx:
            await enqueue(tx, failing, {})
            await enqueue(tx, hopeless, {})
        await until(lambda: _came(server, 2))
    found = {event["tags"]["kind"]: event for event in told(server)}
    assert tries == 2
    assert len(told(server)) == 2
    assert found["failing"]["level"] == "error"
    assert found["failing"]["exception"]["values"][-1]["type"] == "ValueError"
    assert found["failing"]["tags"] == {"kind": "failing", "outcome": "dead"}
    assert found["hopeless"]["exception"]["values"][-1]["type"] == "Hopeless"


async def test_a_schedule_that_fails_every_second_is_told_once_as_a_warning(
    start_worker: StartWorker, observers: Observers, server: ObserverServer
) -> None:
    runs = 0

    async def fail(context: JobContext[object]) -> None:
        nonlocal runs
        runs += 1
        raise ValueError(WORDS)

    async def thrice() -> bool:
        return runs >= 3

    schedule = [Scheduled[object]("failing", "* * * * * *", fail)]
    async with start_worker({}, schedule=schedule, report=observers.report):
        await until(thrice)
        await until(lambda: _came(server, 1))
    (event,) = told(server)
    assert (event["level"], event["tags"]) == ("warning", {"schedule": "failing"})


async def test_the_worker_of_every_command_tells_whoever_is_configured(
    addresses: Addresses, as_owner: asyncpg.Connection, server: ObserverServer
) -> None:
    """`up`, `worker` and `memory` all work by this one function."""
    async with serving(addresses, [ScriptedModel()], sentry_dsn=server.sentry_dsn) as served:
        stop = asyncio.Event()
        life = asyncio.create_task(work(served.parts, stop))
        await as_owner.execute(
            "insert into jobs.pgqueuer (entrypoint, priority, payload, status, execute_after)"
            " values ('make_title', 0, $1, 'queued', now())",
            WORDS.encode(),
        )
        await until(lambda: _came(server, 1))
        stop.set()
        await life
    assert [event["tags"] for event in told(server)] == [{"kind": "make_title", "outcome": "dead"}]


async def _came(server: ObserverServer, count: int) -> bool:
    return sum(path == "/api/1/envelope/" for path, _ in server.bodies) >= count
