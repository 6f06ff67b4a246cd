"""The installation in figures on `/metrics`: read from the database, the same wherever one asks, and cheaply."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import asyncpg
import httpx2
import pytest
import yaml  # type: ignore[import-untyped]
from prometheus_client.parser import text_string_to_metric_families

from holdfast.admin.tell import tell_figures, telling_figures
from holdfast.core.db import Db
from holdfast.core.ids import ProcessId, new_id
from holdfast.core.jobs import JobKind, enqueue
from holdfast.core.metrics import HTTP_REQUESTS, JOBS, REGISTRY, show_others
from holdfast.core.migrate import Addresses
from holdfast.web.routes.health import meter_of
from tests.scripted import ScriptedModel
from tests.serving import Served, serving
from tests.waiting import HANGS_SECONDS, until

pytestmark = pytest.mark.anyio
ALERTS = Path(__file__).parents[2] / "docs" / "prometheus-alerts.yml"


async def read(served: Served) -> dict[tuple[str, str], float]:
    """Every figure by name and label. What was read is kept for seconds, so each test asks a server of its own."""
    async with served.stranger() as client:
        page: httpx2.Response = await client.get("/metrics")
    assert page.status_code == 200, page.text
    return {
        (sample.name, ",".join(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(page.text)
        for sample in family.samples
    }


async def test_what_waits_and_what_is_dead_is_told_by_kind(
    addresses: Addresses, db: Db, as_owner: asyncpg.Connection
) -> None:
    async with db.as_nobody() as tx:
        for _ in range(3):
            await enqueue(tx, JobKind("waits"), {})
        await enqueue(tx, JobKind("later"), {}, delay_seconds=3600)
        await enqueue(tx, JobKind("died"), {})
    await as_owner.execute("update jobs.pgqueuer set execute_after = now() - interval '5 minutes' where id = 1")
    await as_owner.execute("update jobs.pgqueuer set status = 'failed' where entrypoint = 'died'")
    async with serving(addresses, [ScriptedModel()]) as served:
        found = await read(served)
    assert found["holdfast_jobs_waiting", "waits"] == 3
    assert 300 <= found["holdfast_jobs_oldest_seconds", "waits"] < 400
    assert found["holdfast_jobs_waiting", "later"] == 0, "its time has not come"
    assert found["holdfast_jobs_dead", "died"] == 1


async def test_the_outbox_is_told_with_the_age_of_its_oldest_row_and_its_dead_letters(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [ScriptedModel()], memory={"window_messages": 2}) as served, served.person() as ada:
        said = {"tenantId": "default", "userId": str(ada.id), "sessionId": "s", "role": "user"}
        for number in range(6):
            told = {**said, "text": f"Line {number}.", "externalId": str(number)}
            assert (await ada.http.post("/ingest", json=told)).status_code == 200
        rows = await as_owner.fetchval("select count(*) from memory_outbox where status = 'pending'")
        assert rows > 1
        await as_owner.execute("update memory_outbox set created_at = now() - interval '20 minutes'")
        await as_owner.execute(
            "update memory_outbox set status = 'dead' where id = (select min(id) from memory_outbox)"
        )
        found = await read(served)
    assert found["holdfast_outbox_pending", ""] == rows - 1
    assert 1200 <= found["holdfast_outbox_oldest_seconds", ""] < 1300
    assert found["holdfast_outbox_dead", ""] == 1


async def test_leases_of_streams_are_told_as_held_or_silent(addresses: Addresses, as_owner: asyncpg.Connection) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        for _ in range(3):
            await ada.say("Hello.")
        await as_owner.execute("alter table streams disable trigger user")
        await as_owner.execute(
            "update streams set status = 'active', ended_at = null, message_id = null, process_id = $1", new_id()
        )
        # Nobody sweeps between these two: the figures are read in the same moment.
        async with as_owner.transaction():
            await as_owner.execute(
                "update streams set last_active_at = now() - interval '1 h' where id = (select id from streams limit 1)"
            )
            rows = await as_owner.fetch(
                "select * from installation_figures(interval '10 seconds') where figure = 'streams'"
            )
    assert {row["label"]: row["number"] for row in rows} == {"held": 2, "silent": 1}


async def test_a_worker_that_was_never_heard_is_told_as_no_number_and_one_that_was_by_its_silence(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [ScriptedModel()]) as served:
        found = await read(served)
        assert found["holdfast_worker_silent_seconds", ""] != found["holdfast_worker_silent_seconds", ""], "NaN"
        assert found["holdfast_figures_read_timestamp_seconds", ""] > 1e9
    await as_owner.execute(
        "insert into jobs.pgqueuer_schedules (expression, entrypoint, last_run, updated, heartbeat)"
        " values ('* * * * *', 'tick', now(), now() - interval '5 minutes', now() - interval '6 minutes')"
    )
    async with serving(addresses, [ScriptedModel()]) as served:
        assert 300 <= (await read(served))["holdfast_worker_silent_seconds", ""] < 400


async def test_many_scrapes_at_once_ask_the_database_once(db: Db) -> None:
    request: Any = SimpleNamespace(app=SimpleNamespace(state=SimpleNamespace(parts=SimpleNamespace(db=db))))

    async def scrape() -> float | None:
        meter = meter_of(request)
        meter.kept_seconds = HANGS_SECONDS  # a busy machine is no reason to ask again
        await meter.states()
        return REGISTRY.get_sample_value("holdfast_figures_read_timestamp_seconds")

    assert len(set(await asyncio.gather(*(scrape() for _ in range(6))))) == 1
    assert await scrape() == await scrape()


async def test_no_figure_reads_through_what_is_done(as_owner: asyncpg.Connection) -> None:
    """Of the two tables that keep what is done, only the part that is not is read."""
    await as_owner.execute("set enable_seqscan = off")
    for asked in (
        "select count(*) from memory_outbox where status = 'pending'",
        "select min(created_at) from memory_outbox where status = 'pending'",
        "select count(*) from memory_outbox where status = 'dead'",
        "select count(*) from streams where status = 'active' and last_active_at > now()",
    ):
        plan = "\n".join(row[0] for row in await as_owner.fetch(f"explain {asked}"))
        assert re.search(r"Index.* (using|on) \w*(memory_outbox_pending|memory_outbox_dead|streams_active)", plan), plan


def test_every_metric_that_an_alert_names_exists() -> None:
    rules = yaml.safe_load(ALERTS.read_text(encoding="utf-8"))["groups"][0]["rules"]
    HTTP_REQUESTS.labels("GET", "/ping", "2xx")
    families = {family.name: family for family in REGISTRY.collect()}
    known = {name + end for name, one in families.items() for end in ("", "_total") if one.type or not end}
    assert len(rules) >= 8
    for rule in rules:
        assert set(rule) == {"alert", "expr", "for", "labels", "annotations"}, rule
        named = set(re.findall(r"holdfast_\w+", rule["expr"]))
        assert named, rule["alert"]
        assert named <= known, named - known
        for opened, closed in ("()", "{}", "[]"):
            assert rule["expr"].count(opened) == rule["expr"].count(closed)


async def test_what_a_worker_counts_is_shown_by_a_server_beside_its_own(
    addresses: Addresses, db: Db, as_owner: asyncpg.Connection
) -> None:
    worker, gone = ProcessId(new_id()), ProcessId(new_id())
    JOBS.labels("make_title", "done").inc(7)
    await tell_figures(db, worker)
    await tell_figures(db, worker)
    await tell_figures(db, gone)
    await as_owner.execute("update told_figures set told_at = now() - interval '2 minutes' where process_id = $1", gone)
    try:
        async with serving(addresses, [ScriptedModel()]) as served:
            found = await read(served)
        name = f"worker-{worker.hex[-8:]}"
        assert found["holdfast_jobs_total", f"make_title,done,{name}"] >= 7
        assert set(re.findall(r"worker-[0-9a-f]{8}", " ".join(label for _, label in found))) == {name}, "of nobody gone"
        assert not [one for one, label in found if name in label and one.startswith("holdfast_outbox")], "read by us"
    finally:
        show_others({})


async def test_a_worker_process_tells_what_it_counts(addresses: Addresses, as_owner: asyncpg.Connection) -> None:
    async with serving(addresses, [ScriptedModel()]) as served:
        async with telling_figures(served.parts.db, ProcessId(new_id())):
            await until(lambda: as_owner.fetchval("select count(*) from told_figures"))
        told = await as_owner.fetchval("select samples::text from told_figures")
    assert "holdfast_worker_restarts_total" in told
    assert "holdfast_jobs_dead" not in told
