"""The schedule on the operator's own clock: a closed door without the secret, one run for many wishes behind it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

import asyncpg
import httpx2
import pytest

from holdfast.core.jobs import JobContext, Scheduled
from holdfast.core.migrate import Addresses
from holdfast.wiring import Parts
from holdfast.worker.jobs_page import SCHEDULE
from holdfast.worker.run import Duties, run_worker
from tests.scripted import ScriptedModel
from tests.serving import Served, serving
from tests.waiting import HANGS_SECONDS, takes, until
from tests.worker.conftest import QUICK

pytestmark = pytest.mark.anyio
SECRET = "rings-at-night-and-by-day"
BY_SECRET = {"authorization": f"Bearer {SECRET}"}


@pytest.mark.parametrize("secret", [None, ""], ids=["unset", "empty"])
@pytest.mark.parametrize("headers", [{}, {"authorization": "Bearer"}, BY_SECRET], ids=["none", "empty", "some"])
async def test_without_a_secret_there_is_nothing_at_these_addresses(
    addresses: Addresses, secret: str | None, headers: Mapping[str, str]
) -> None:
    async with serving(addresses, [ScriptedModel()], cron_secret=secret) as served, served.stranger() as client:
        refused = await client.post("/api/cron/drain-outbox", headers=headers)
        nothing = await client.post("/api/crumb/drain-outbox", headers=headers)
        assert (refused.status_code, refused.json()) == (404, nothing.json())


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"authorization": "Bearer"},
        {"authorization": f"Bearer {SECRET}x"},
        {"authorization": f"Basic {SECRET}"},
        {"x-api-key": SECRET},
        [("authorization", f"Bearer {SECRET}"), ("authorization", "Bearer other")],
    ],
)
async def test_whoever_does_not_show_the_secret_is_refused_and_nothing_is_moved(
    addresses: Addresses, as_owner: asyncpg.Connection, headers: Mapping[str, str]
) -> None:
    async with serving(addresses, [ScriptedModel()], cron_secret=SECRET) as served, served.stranger() as client:
        await on_schedule(as_owner, "drain_outbox")
        before = await as_owner.fetchval("select next_run from jobs.pgqueuer_schedules")
        refused = await client.post("/api/cron/drain-outbox", headers=headers)
        assert (refused.status_code, refused.json()["error"]["code"]) == (401, "needs_cron_secret")
        assert await as_owner.fetchval("select next_run from jobs.pgqueuer_schedules") == before


async def on_schedule(as_owner: asyncpg.Connection, name: str) -> None:
    await as_owner.execute(
        "insert into jobs.pgqueuer_schedules (expression, entrypoint, next_run, last_run) "
        "values ('0 0 1 1 *', $1, now() + interval '1 month', now())",
        name,
    )


async def test_a_name_that_is_not_on_the_schedule_is_unknown_and_without_a_worker_nothing_is_promised(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [ScriptedModel()], cron_secret=SECRET) as served, served.stranger() as client:
        none = await client.post("/api/cron/drain-outbox", headers=BY_SECRET)
        assert (none.status_code, none.json()["error"]["code"]) == (503, "no_worker")
        await on_schedule(as_owner, "drain_outbox")
        unknown = await client.post("/api/cron/grace-period-reminders", headers=BY_SECRET)
        assert (unknown.status_code, unknown.json()["error"]["code"]) == (404, "unknown_schedule")
        known = await client.post("/api/cron/drain-outbox", headers=BY_SECRET)
        assert known.status_code == 202
        assert known.json()["isRunning"] is False


@pytest.mark.parametrize("is_memory_only", [False, True], ids=["whole", "memory alone"])
async def test_everything_on_our_schedule_can_be_summoned_by_its_name(
    addresses: Addresses, as_owner: asyncpg.Connection, is_memory_only: bool
) -> None:
    async with (
        serving(addresses, [ScriptedModel()], cron_secret=SECRET, is_memory_only=is_memory_only) as served,
        served.stranger() as client,
    ):
        for one in SCHEDULE:
            await on_schedule(as_owner, one.name)
        for one in SCHEDULE:
            answer = await client.post(f"/api/cron/{one.name.replace('_', '-')}", headers=BY_SECRET)
            assert answer.status_code == 202, answer.text
        waiting = await as_owner.fetchval("select count(*) from jobs.pgqueuer_schedules where next_run > now()")
        assert waiting == 0


async def test_thirty_wishes_at_once_are_few_runs_one_after_another_and_none_is_lost(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    under_way, most, runs = 0, 0, 0

    async def slow(context: JobContext[Parts]) -> None:
        nonlocal under_way, most, runs
        under_way += 1
        most, runs = max(most, under_way), runs + 1
        await takes(0.3)
        under_way -= 1

    async def tick(context: JobContext[Parts]) -> None:
        """Something is due often, so that workers look."""

    schedule = [Scheduled[Parts]("slow", "0 0 1 1 *", slow), Scheduled[Parts]("tick", "* * * * * *", tick)]
    async with (
        serving(addresses, [ScriptedModel()], cron_secret=SECRET) as served,
        served.stranger() as client,
        worker(served, addresses, schedule),
        worker(served, addresses, schedule),
    ):
        await until(lambda: is_kept(client))
        answers = await asyncio.gather(*(summon(client) for _ in range(30)))
        assert {answer.status_code for answer in answers} == {202}
        rest = """
            select bool_and(next_run > now() and status <> 'picked') from jobs.pgqueuer_schedules
             where entrypoint = 'slow'
        """
        await until(lambda: as_owner.fetchval(rest))
    assert most == 1
    assert 1 <= runs < 30


async def is_kept(client: httpx2.AsyncClient) -> bool:
    """By a worker: until then there is nothing to summon."""
    return (await summon(client)).status_code != 503


async def summon(client: httpx2.AsyncClient) -> httpx2.Response:
    return await client.post("/api/cron/slow", headers=BY_SECRET)


@asynccontextmanager
async def worker(served: Served, addresses: Addresses, schedule: list[Scheduled[Parts]]) -> AsyncIterator[None]:
    stop = asyncio.Event()
    parts = served.parts
    life = asyncio.create_task(
        run_worker(addresses.worker, parts.db, Duties(parts, {}, schedule), stop=stop, pace=QUICK)
    )
    try:
        yield
    finally:
        stop.set()
        await asyncio.wait_for(life, HANGS_SECONDS)
