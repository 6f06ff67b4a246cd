"""`holdfast up` ended in every way there is: nothing is left running, nothing that was committed is lost."""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import urllib.error
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import asyncpg
import pytest

from holdfast.core.embedded.postgres import find_postgres
from tests.cli.running import Running, children_of, command, environment, holdfast, up, wait_until_gone
from tests.waiting import a_moment, takes, wait_until

pytestmark = [pytest.mark.anyio, pytest.mark.faults]


@pytest.fixture
def folder(used_folder: Path) -> Path:
    return used_folder


async def _note(folder: Path, text: str) -> None:
    server = find_postgres(folder)
    assert server
    connection = await asyncpg.connect(server.dsn("holdfast_owner"))
    await connection.execute("create table if not exists noted (text text)")
    await connection.execute("insert into noted values ($1)", text)
    await connection.close()


async def _noted(folder: Path) -> list[str]:
    server = find_postgres(folder)
    assert server
    connection = await asyncpg.connect(server.dsn("holdfast_owner"))
    rows = await connection.fetch("select text from noted")
    await connection.close()
    return [row["text"] for row in rows]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
async def test_asked_to_stop_it_stops_well_and_quickly(folder: Path, number: signal.Signals) -> None:
    with up(folder) as running:
        assert running.get("/ping")[0] == 200
        family = children_of(running.process.pid)
        assert family, "Postgres is a child"
        assert running.end(number, within_seconds=15) == 0
        assert wait_until_gone(family) == []


async def test_kill_9_leaves_no_orphan_and_the_next_start_has_everything(folder: Path) -> None:
    for round_ in range(3):
        with up(folder) as running:
            await _note(folder, f"round {round_}")
            family = children_of(running.process.pid)
            running.process.kill()
            running.process.wait()
            assert wait_until_gone(family) == []
    with up(folder) as running:
        assert await _noted(folder) == ["round 0", "round 1", "round 2"]
        assert running.get("/ping")[0] == 200
        assert running.end() == 0


async def test_started_again_at_once_after_kill_9_it_waits_for_the_old_server(folder: Path) -> None:
    with up(folder) as running:
        await _note(folder, "kept")
        running.process.kill()
        running.process.wait()
        with up(folder) as again:
            assert await _noted(folder) == ["kept"]
            assert again.end() == 0


async def test_kill_9_of_whoever_started_it_ends_it_too(folder: Path) -> None:
    """As `make up` does: the recipe hands over by exec, so make is the parent."""
    wrapper = (sys.executable, "-c", "import subprocess, sys; subprocess.run(sys.argv[1:])")
    with up(folder, "--with-parent", words=wrapper) as running:
        family = children_of(running.process.pid)
        assert len(family) > 1
        running.process.kill()
        running.process.wait()
        assert wait_until_gone(family, within_seconds=15) == []


async def test_kill_9_of_the_worker_or_its_minder_is_survived_by_the_server(folder: Path) -> None:
    with up(folder) as running:
        await _note(folder, "kept")
        minder = next(pid for pid in children_of(running.process.pid) if _is_python(pid))
        os.kill(minder, signal.SIGKILL)
        wait_until(lambda: b'"worker":"stopped"' in running.get("/readyz")[1])
        status, said = running.get("/readyz")
        assert status == 200
        assert b'"worker":"stopped"' in said
        assert [pid for pid in children_of(running.process.pid) if _is_python(pid)] == []
        assert await _noted(folder) == ["kept"]
        assert running.end() == 0


def _is_python(pid: int) -> bool:
    try:
        program = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")[0]
        return os.path.basename(program).startswith(b"python")  # Postgres lies in a folder of that name
    except OSError:
        return False


async def test_a_second_ctrl_c_does_not_wait_for_slow_readers(folder: Path) -> None:
    with up(folder, HOLDFAST_STOP_GRACE_SECONDS="60") as running:
        family = children_of(running.process.pid)
        async with _slow_request(running):
            running.process.send_signal(signal.SIGINT)
            wait_until(lambda: _is_leaving(running))
            assert running.process.poll() is None, "the first lets it finish"
            running.end(signal.SIGINT, within_seconds=10)
        assert wait_until_gone(family) == []


ROUNDS = int(os.environ.get("FAULT_STARTS", "4"))


@pytest.mark.long
@pytest.mark.timeout(300)
async def test_whoever_is_killed_at_whatever_moment_the_next_start_succeeds_without_a_pause(folder: Path) -> None:
    """The server, the worker, its minder, Postgres and its parts, in any company, while it starts or runs."""
    seed = random.randrange(10**6)
    print(f"seed {seed}")
    chance = random.Random(seed)
    kept: list[str] = []
    for number in range(ROUNDS):
        if kept and (number == 1 or chance.random() < 0.4):
            await _start_and_kill_midway(folder, chance)
        with up(folder) as running:
            kept.append(f"round {len(kept)}")
            await _note(folder, kept[-1])
            await a_moment(chance, 1.5)
            await _kill_some(running.process, chance)
            assert running.process.poll() is not None
    with up(folder) as running:
        assert await _noted(folder) == kept
        assert running.get("/ping")[0] == 200
        family = children_of(running.process.pid)
        assert running.end() == 0
        assert wait_until_gone(family) == []


async def _start_and_kill_midway(folder: Path, chance: random.Random) -> None:
    process = subprocess.Popen(
        command("up"), env=environment(folder), cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, text=True
    )
    await a_moment(chance, 4)
    await _kill_some(process, chance)


async def _kill_some(process: subprocess.Popen[str], chance: random.Random) -> None:
    """Some of its family in any order, and itself among them; nobody waits for the others to be gone."""
    family = children_of(process.pid)
    victims = [process.pid, *chance.sample(family, chance.randint(0, min(4, len(family))))]
    chance.shuffle(victims)
    for pid in victims:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        await takes(chance.choice([0, 0, 0.01, 0.3]))
    process.wait()


def _wait_for_a_child(process: subprocess.Popen[str]) -> None:
    wait_until(lambda: children_of(process.pid) or process.poll() is not None)


@pytest.mark.long
async def test_ctrl_c_in_the_middle_of_the_first_start_is_mended_by_the_next(new_folder: Path) -> None:
    for pause in (0.0, 0.3, 0.8):
        process = subprocess.Popen(
            command("up"),
            env=environment(new_folder),
            cwd="/",
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        _wait_for_a_child(process)  # before that, a busy machine may still be starting Python itself
        await takes(pause)
        family = children_of(process.pid)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=30)
        assert "Traceback" not in said
        assert wait_until_gone(family) == []
    with up(new_folder) as running:
        assert running.get("/ping")[0] == 200


async def test_a_postgres_that_dies_under_it_is_started_again(folder: Path) -> None:
    with up(folder) as running:
        await _note(folder, "kept")
        server = find_postgres(folder)
        assert server
        pid = int((server.places.cluster / "postmaster.pid").read_text().split("\n")[0])
        os.kill(pid, signal.SIGKILL)
        wait_until(lambda: _is_ready(running))
        assert await _noted(folder) == ["kept"]
        assert running.end() == 0


@pytest.mark.long
@pytest.mark.skipif(os.geteuid() != 0, reason="only root may mount a small disk")
async def test_a_full_disk_is_one_sentence_and_space_mends_it(new_folder: Path) -> None:
    disk = new_folder.parent / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=20m,mode=755", "tmpfs", str(disk)], check=False).returncode:
        pytest.skip("mounting is not permitted here")
    try:
        for size in ("20m", "38m", "41m"):  # in the making of the cluster; of the database; of the schema
            subprocess.run(["mount", "-o", f"remount,size={size}", str(disk)], check=True)
            done = holdfast("up", env=environment(disk / "data"))
            assert done.returncode == 1, done
            assert len(done.stderr.splitlines()) == 1, done.stderr
            assert "disk" in done.stderr
            assert "full" in done.stderr
        subprocess.run(["mount", "-o", "remount,size=200m", str(disk)], check=True)
        with up(disk / "data") as running:
            assert running.get("/ping")[0] == 200
            assert running.end() == 0
    finally:
        subprocess.run(["umount", "--lazy", str(disk)], check=True)


def _is_leaving(running: Running) -> bool:
    try:
        return b"stopping" in running.get("/readyz")[1]
    except OSError:
        return True  # it takes nothing new


def _is_ready(running: Running) -> bool:
    try:
        return running.get("/readyz")[0] == 200
    except (OSError, urllib.error.URLError):
        return False


@asynccontextmanager
async def _slow_request(running: Running) -> AsyncIterator[None]:
    """Somebody who has begun to send a body and does not go on."""
    host, port = running.address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port))) as peer:
        head = f"POST /api/auth/login HTTP/1.1\r\nhost: {host}:{port}\r\ncontent-type: application/json\r\n"
        peer.sendall(f"{head}content-length: 100\r\n\r\n{{".encode())
        await takes(0.2)
        yield
