"""The queue and its dead letters, as an admin sees them and decides about them."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import asyncpg
import pytest

from holdfast.core.jobs import JobKind, enqueue
from holdfast.core.migrate import Addresses
from holdfast.memory.outbox.drain import drain
from holdfast.memory.types import SinkRefused
from tests.memory.outbox.recording import RecordingSink
from tests.scripted import ScriptedModel
from tests.waiting import until
from tests.web.looking_after import Installation, installation, told
from tests.working import working

pytestmark = pytest.mark.anyio
ERRAND = JobKind("run_errand")


async def promise(here: Installation, *names: str, key: str | None = None) -> None:
    async with here.served.parts.db.as_user(here.bob.id) as tx:
        for name in names:
            await enqueue(tx, ERRAND, {"errand": name}, dedupe_key=key)


async def kill(as_owner: asyncpg.Connection) -> list[int]:
    """As the worker leaves a job that failed each time."""
    rows = await as_owner.fetch(
        """
        with dead as (
          update jobs.pgqueuer set status = 'failed', attempts = 4, updated = now()
           where entrypoint = 'run_errand' and status = 'queued' returning id, entrypoint, priority
        ), logged as (
          insert into jobs.pgqueuer_log (job_id, status, entrypoint, priority, traceback)
          select id, 'failed', entrypoint, priority,
                 '{"exception_message": "ValueError at holdfast.memory.fold:42"}' from dead
        )
        select id from dead order by id
        """
    )
    return [row["id"] for row in rows]


async def test_what_waits_runs_and_lies_dead_is_counted_by_kind(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with installation(addresses) as here:
        await promise(here, "dead")
        await kill(as_owner)
        await promise(here, "first", "second", "third", "later")
        ids = [
            row["id"]
            for row in await as_owner.fetch(
                "select id from jobs.pgqueuer where entrypoint = 'run_errand' and status = 'queued' order by id"
            )
        ]
        await as_owner.execute("update jobs.pgqueuer set status = 'picked' where id = $1", ids[0])
        await as_owner.execute("update jobs.pgqueuer set execute_after = now() - interval '90 s' where id = $1", ids[1])
        await as_owner.execute("update jobs.pgqueuer set execute_after = now() + interval '90 s' where id = $1", ids[3])
        told_queue = await here.ask("jobs")
        errands = next(kind for kind in told_queue["kinds"] if kind["kind"] == "run_errand")
        assert (errands["waiting"], errands["later"], errands["running"], errands["dead"]) == (2, 1, 1, 1)
        assert 85 < errands["oldestSeconds"] < 120
        running = told_queue["running"]
        assert [(job["id"], job["kind"], job["attempt"]) for job in running] == [(ids[0], "run_errand", 1)]
        assert set(running[0]) == {"id", "kind", "attempt", "since", "heardAt"}


async def _is_heard(here: Installation) -> bool:
    return (await here.ask("health"))["worker"]["heardAt"] is not None


async def test_the_schedule_and_the_workers_sign_of_life_are_told(addresses: Addresses) -> None:
    async with installation(addresses) as here:
        assert (await here.ask("health"))["parts"]["worker"] == "silent"
        async with working(here.served.parts, is_on_schedule=True):
            await until(lambda: _is_heard(here))
        schedule = {entry["name"]: entry for entry in (await here.ask("jobs"))["schedule"]}
        assert "drain_outbox" in schedule
        assert schedule["drain_outbox"]["cron"] == "* * * * * */10"
        health = await here.ask("health")
        assert (health["parts"]["worker"], health["worker"]["heardAt"] is not None) == ("ok", True)


async def test_a_dead_job_is_shown_without_what_it_is_about_tried_again_and_dropped(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with installation(addresses) as here:
        await promise(here, "herring", "aspic")
        first, second = await kill(as_owner)
        page = await here.ask("dead-letters")
        assert page["total"] == 2
        assert {letter["id"] for letter in page["deadLetters"]} == {f"job-{first}", f"job-{second}"}
        letter = page["deadLetters"][0]
        assert set(letter) == {"id", "source", "kind", "failure", "tries", "createdAt", "diedAt"}
        assert (letter["source"], letter["kind"], letter["tries"]) == ("job", "run_errand", 5)
        assert letter["failure"] == "ValueError at holdfast.memory.fold:42"
        assert (await here.ask("dead-letters", limit=1))["total"] == 2

        assert (await here.root.http.post(f"/api/admin/dead-letters/job-{first}/retry")).status_code == 204
        row = await as_owner.fetchrow("select status, attempts from jobs.pgqueuer where id = $1", first)
        assert row is not None
        assert (row["status"], row["attempts"]) == ("queued", 0)
        assert (await here.root.http.delete(f"/api/admin/dead-letters/job-{second}")).status_code == 204
        assert await as_owner.fetchval("select count(*) from jobs.pgqueuer where id = $1", second) == 0
        assert (await here.ask("dead-letters"))["total"] == 0
        for name in (f"job-{first}", f"job-{second}", f"memory-{first}", "job-9" + "9" * 17):
            for answer in (
                await here.root.http.post(f"/api/admin/dead-letters/{name}/retry"),
                await here.root.http.delete(f"/api/admin/dead-letters/{name}"),
            ):
                assert told(answer) == (404, "unknown_dead_letter")
        for name in ("job-0", "12", "job-1'", "Job-1", "job-" + "9" * 40, "errand-1"):
            assert (await here.root.http.delete(f"/api/admin/dead-letters/{name}")).status_code == 422
        events = await here.events()
        assert [(event["what"], event["detail"]["id"], event["detail"]["kind"]) for event in events] == [
            ("dead_letter.dropped", second, "run_errand"),
            ("dead_letter.retried", first, "run_errand"),
        ]
        log = await as_owner.fetch(
            "select status from jobs.pgqueuer_log where job_id = any ($1) order by id", [first, second]
        )
        assert [row["status"] for row in log][-2:] == ["queued", "deleted"]


async def test_a_dead_job_whose_twin_waits_is_not_put_beside_it(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with installation(addresses) as here:
        await promise(here, "errand", key="once")
        (dead,) = await kill(as_owner)
        await promise(here, "errand", key="once")
        answer = await here.root.http.post(f"/api/admin/dead-letters/job-{dead}/retry")
        assert told(answer) == (409, "already_queued")
        assert await here.events() == []
        assert await as_owner.fetchval("select status from jobs.pgqueuer where id = $1", dead) == "failed"


async def test_of_many_who_try_one_again_at_once_one_does(addresses: Addresses, as_owner: asyncpg.Connection) -> None:
    async with installation(addresses) as here:
        await promise(here, "errand")
        (dead,) = await kill(as_owner)
        path = f"/api/admin/dead-letters/job-{dead}/retry"
        answers = await asyncio.gather(*(here.root.http.post(path) for _ in range(30)))
        assert sorted(answer.status_code for answer in answers) == [204, *[404] * 29]
        assert len(await here.events()) == 1


async def test_a_delivery_that_memory_gave_up_is_among_them_and_goes_out_after_all(addresses: Addresses) -> None:
    async with installation(addresses, [ScriptedModel(is_demo=True)]) as here:
        sink = RecordingSink(SinkRefused())
        memory = replace(here.served.parts.memory, sinks=[sink])
        line = {"sessionId": "s", "role": "user", "text": "I like herring."}
        assert (await here.bob.http.post("/ingest", json=line)).status_code == 200
        assert (await here.bob.http.post("/session/close", json={"sessionId": "s"})).status_code == 200
        await drain(memory)
        (letter,) = (await here.ask("dead-letters"))["deadLetters"]
        assert (letter["source"], letter["kind"], letter["failure"]) == ("memory", "session", "SinkRefused")
        assert (await here.ask("health"))["outbox"]["dead"] == 1
        assert (await here.root.http.post(f"/api/admin/dead-letters/{letter['id']}/retry")).status_code == 204
        await drain(memory)
        assert (len(sink.times), len(sink.taken)) == (2, 1)
        assert (await here.ask("dead-letters"))["total"] == 0

        sink.failures.append(SinkRefused())
        await here.bob.http.post("/ingest", json={**line, "sessionId": "t"})
        await here.bob.http.post("/session/close", json={"sessionId": "t"})
        await drain(memory)
        (letter,) = (await here.ask("dead-letters"))["deadLetters"]
        assert (await here.root.http.delete(f"/api/admin/dead-letters/{letter['id']}")).status_code == 204
        await drain(memory)
        assert len(sink.taken) == 1
        assert [event["what"] for event in await here.events()] == ["dead_letter.dropped", "dead_letter.retried"]
