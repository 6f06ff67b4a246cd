"""`holdfast up` and the worker beside it: another process, lower in rank, started again when it dies."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import asyncpg
import httpx2
import pytest

from holdfast.core.embedded.postgres import find_postgres
from tests.cli.running import Running, children_of, environment, holdfast, up, wait_until_gone
from tests.serving import PASSWORD, chat_body
from tests.waiting import until, wait_until

pytestmark = pytest.mark.anyio

MAX_MEGABYTES = 300
"""Of the web process, the minder and the worker together while nobody asks anything; what several share counts in
parts. Libraries count in full where no other Holdfast has them too."""


@pytest.fixture
def folder(used_folder: Path) -> Path:
    return used_folder


def ours(running: Running) -> list[int]:
    """The web process, the minder and the worker; not Postgres."""
    return [pid for pid in (running.process.pid, *children_of(running.process.pid)) if _is_ours(pid)]


def _is_ours(pid: int) -> bool:
    try:
        return b"postgres" not in Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")[0]
    except FileNotFoundError:  # it ended while we looked
        return False


def worker_of(running: Running) -> int | None:
    return next((pid for pid in ours(running) if _niceness(pid) > _niceness(running.process.pid)), None)


def _niceness(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[16])
    except OSError:
        return -99


def _word(running: Running) -> str:
    word: str = json.loads(running.get("/readyz")[1])["parts"]["worker"]
    return word


async def _scheduled_at(folder: Path) -> object:
    """When a worker last did something of the schedule; something is due every ten seconds."""
    server = find_postgres(folder)
    assert server
    connection = await asyncpg.connect(server.dsn("holdfast_owner"))
    try:
        return await connection.fetchval("select max(last_run) from jobs.pgqueuer_schedules")
    finally:
        await connection.close()


def _doctor_says(folder: Path) -> dict[str, str]:
    done = holdfast("doctor", "--json", env=environment(folder))
    return next(finding for finding in json.loads(done.stdout) if finding["part"] == "worker")


async def test_a_worker_that_dies_is_told_of_and_started_again_with_growing_pauses(folder: Path) -> None:
    with up(folder) as running:
        wait_until(lambda: worker_of(running))
        killed: list[int] = []

        def is_restarting() -> bool:
            """Killed as often as it comes back: the pauses grow until even a busy machine sees one."""
            worker = worker_of(running)
            if worker and worker not in killed:
                killed.append(worker)
                os.kill(worker, signal.SIGKILL)
            return len(killed) > 2 and _word(running) == "restarting"

        wait_until(is_restarting)
        assert running.get("/readyz")[0] == 200, "answers do not need it"
        wait_until(lambda: _word(running) == "ok")
        told = [json.loads(line) for line in (folder.parent / "stderr").read_text().splitlines()]
        deaths = [line for line in told if line["event"] == "worker_died"]
        assert [(line["signal"], line["count"]) for line in deaths] == [
            ("SIGKILL", count) for count in range(1, len(killed) + 1)
        ]
        pauses = [line["again_in_seconds"] for line in deaths]
        assert pauses == sorted(set(pauses))
        assert running.end() == 0


async def test_jobs_are_done_by_a_process_of_lower_rank_that_has_neither_the_port_nor_the_lock(folder: Path) -> None:
    with up(folder) as running:
        wait_until(lambda: worker_of(running))
        worker = worker_of(running)
        group = Path(f"/proc/{worker}/autogroup")
        if group.exists():  # where sessions are ranked, a process is ranked within its own alone
            await until(lambda: int(group.read_text().split()[-1]) > 0)
        minder = next(pid for pid in ours(running) if pid not in (worker, running.process.pid))
        for pid in (worker, minder) if os.geteuid() == 0 else ():  # nobody else may look into them
            opened = [os.readlink(f"/proc/{pid}/fd/{name}") for name in os.listdir(f"/proc/{pid}/fd")]
            assert not [name for name in opened if name.endswith("running.lock")]
            inodes = {name.removeprefix("socket:[").removesuffix("]") for name in opened if name.startswith("socket:")}
            assert not inodes & _listening_inodes(running)
        await until(lambda: _scheduled_at(folder))
        assert _doctor_says(folder)["state"] == "good"
        assert running.end() == 0
        assert wait_until_gone([pid for pid in (worker, minder) if pid], within_seconds=5) == []


def _listening_inodes(running: Running) -> set[str]:
    port = int(running.address.rsplit(":", 1)[1])
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    found = {row[9] for row in rows if row[1].endswith(f":{port:04X}") and row[3] == "0A"}
    assert found, "the server listens"
    return found


async def test_no_key_is_left_where_another_process_of_the_same_user_could_find_it(folder: Path) -> None:
    """As root one may look, and there is nothing; as a plain user one may not even look."""
    secret = "a-service-key-of-forty-characters-at-least"
    with up(folder, is_cold=True, HOLDFAST_SERVICE_KEY=secret, OPENROUTER_API_KEY=secret) as running:
        wait_until(lambda: worker_of(running))
        family = ours(running)
        for pid in {*family, *children_of(running.process.pid)}:
            try:
                environ = Path(f"/proc/{pid}/environ").read_bytes()
            except (PermissionError, FileNotFoundError, ProcessLookupError):
                continue
            assert os.geteuid() == 0 or pid not in family, "it keeps to itself"
            assert secret.encode() not in environ
        assert running.get("/ping")[0] == 200
        assert running.end() == 0


async def test_the_operators_own_workers_stay_alone(folder: Path) -> None:
    with up(folder, HOLDFAST_EMBEDDED_WORKER="false") as running:
        assert ours(running) == [running.process.pid]
        assert "worker" not in json.loads(running.get("/readyz")[1])["parts"]
        assert _doctor_says(folder)["says"].startswith("was never heard: none runs")
        assert running.end() == 0


ALARMING = {
    "worker_died", "worker_restarts", "not_listening", "not_hearing_of_rights", "schedule_failed", "sweep_missed",
    "not_warmed_up", "postgres_died", "packs_not_kept",
}  # fmt: skip
"""That a part of ours did not come up as it should, whatever the rest of the machine was doing."""


async def test_after_a_first_start_and_a_turn_all_of_ours_need_less_than_three_hundred_megabytes(
    new_folder: Path,
) -> None:
    with up(new_folder, is_cold=True) as running:
        wait_until(lambda: worker_of(running))
        async with httpx2.AsyncClient(base_url=running.address, trust_env=False, timeout=60) as http:
            body = {"email": "ada@example.org", "password": PASSWORD, "name": "Ada"}
            assert (await http.post("/api/auth/register", json=body)).is_success
            assert (
                await http.post("/api/chat", json=chat_body("I live in Vienna because I work at Siemens."))
            ).is_success
        await _remembered(new_folder)
        used: dict[int, float] = {}

        def is_little() -> bool:
            """Looked at until it is: what is not needed any more is given back every few seconds."""
            used.update({pid: _own_share_megabytes(pid) for pid in ours(running)})
            return _together(list(used.values())) < MAX_MEGABYTES

        wait_until(is_little)
        assert len(used) == 3, "web, minder, worker"
        assert running.end() == 0
    told = [json.loads(line)["event"] for line in (new_folder.parent / "stderr").read_text().splitlines()]
    assert not ALARMING & set(told), "a newcomer's first screen alarms nobody"


def _together(megabytes: list[float]) -> float:
    """Without root nobody is told what they share: then the largest counts, which is the least it can be."""
    return sum(megabytes) if os.geteuid() == 0 else max(megabytes)


async def _remembered(folder: Path) -> None:
    """Until what was said in the turn is in memory, and has its vectors."""
    server = find_postgres(folder)
    assert server
    connection = await asyncpg.connect(server.dsn("holdfast_owner"))
    every = "select exists (select from memory_vectors) and not exists (select from memory_unembedded)"

    async def is_so() -> bool:
        return bool(await connection.fetchval(every))

    try:
        await until(is_so)
    finally:
        await connection.close()


def _own_share_megabytes(pid: int) -> float:
    """Only root may see what a server shares; anybody else is told what is its alone and has been written to."""
    file, name = ("smaps_rollup", "Pss:") if os.geteuid() == 0 else ("status", "RssAnon:")
    lines = Path(f"/proc/{pid}/{file}").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(name)) / 1024
