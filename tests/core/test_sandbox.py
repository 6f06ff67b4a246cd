"""Whatever a reader is made to do by the bytes it reads: it reaches nothing, and the house stays well.

As root the reader is another user; as a plain user it is the same one, and everything here must hold all the same.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from holdfast.core.sandbox.run import Sandbox
from holdfast.core.sandbox.types import Fault, ReaderRefused, SandboxFailed, SandboxLimits
from tests.cli.running import children_of, wait_until_gone
from tests.waiting import until

pytestmark = pytest.mark.anyio

READER = "tests.core.hostile_reader"
ROOT = Path(__file__).parents[2]
LIMITS = SandboxLimits(seconds=60, cpu_seconds=30, memory_bytes=128 << 20, output_bytes=100_000)


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    made = Sandbox([READER])
    yield made
    await made.aclose()


def sandboxed(parent: int) -> list[int]:
    """The zygote, then its jobs. A test process has other children too: killing the first would end its Postgres."""
    return [pid for pid in children_of(parent) if b"core.sandbox" in Path(f"/proc/{pid}/cmdline").read_bytes()]


async def told(sandbox: Sandbox, how: str, limits: SandboxLimits = LIMITS, **order: Any) -> str:
    return (await sandbox.run(READER, b"", {"how": how, **order}, limits=limits)).decode()


async def fault(sandbox: Sandbox, how: str, limits: SandboxLimits = LIMITS, **order: Any) -> Fault:
    with pytest.raises(SandboxFailed) as failed:
        await told(sandbox, how, limits, **order)
    assert await told(sandbox, "echo") == "well", "the next job is as good as the first"
    return failed.value.fault


async def test_no_file_of_the_operators_can_be_read_or_written(sandbox: Sandbox, tmp_path: Path) -> None:
    key = tmp_path / "secret.key"
    key.write_text("the installation's own key")
    for path in (key, Path(f"/proc/{os.getpid()}/environ"), Path(f"/proc/{os.getpid()}/mem"), Path("/etc/passwd")):
        for how in ("read", "climb", "write"):
            assert (await told(sandbox, how, path=str(path))).startswith("refused"), (how, path)
    assert (await told(sandbox, "write", path=str(tmp_path / "new"))).startswith("refused")
    assert [file.name for file in tmp_path.iterdir()] == ["secret.key"]


async def test_it_has_no_environment_no_file_but_its_own_two_and_is_not_root(sandbox: Sandbox) -> None:
    assert await told(sandbox, "environment") == "LC_ALL,OMP_NUM_THREADS,OPENBLAS_NUM_THREADS"
    assert await told(sandbox, "handles") == "0,1"
    assert await told(sandbox, "user") != "0"
    assert (await told(sandbox, "root")).startswith("refused")


async def test_there_is_no_network_neither_here_nor_outside(sandbox: Sandbox, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_UNIX) as local:
        local.bind(str(tmp_path / "s"))
        local.listen()
        assert (await told(sandbox, "connect", port=server.getsockname()[1])).startswith("refused")
        assert (await told(sandbox, "outside")).startswith("refused")
        assert (await told(sandbox, "unix", path=str(tmp_path / "s"))).startswith("refused")
        for listener in (server, local):
            listener.setblocking(False)
            with pytest.raises(BlockingIOError):
                listener.accept()


@pytest.mark.parametrize("how", ["fork", "thread", "exec"])
async def test_it_starts_nothing(sandbox: Sandbox, how: str) -> None:
    assert (await told(sandbox, how)).startswith("refused")
    assert await told(sandbox, "echo") == "well"


@pytest.mark.parametrize("how", ["ptrace", "peek", "signal", "namespace", "bpf", "io_uring", "limits"])
async def test_it_reaches_no_other_process_and_takes_nothing_back(sandbox: Sandbox, how: str) -> None:
    """Neither us, nor the process that it was forked from."""
    assert await told(sandbox, "echo") == "well"
    for pid in (os.getpid(), *sandboxed(os.getpid())):
        assert (await told(sandbox, how, pid=pid)).startswith("refused")


async def test_each_way_to_fail_is_told_apart_and_harms_nobody(sandbox: Sandbox) -> None:
    assert await fault(sandbox, "memory") is Fault.TOO_MUCH_MEMORY
    assert await fault(sandbox, "sleep", replace(LIMITS, seconds=0.3)) is Fault.TOO_LONG
    assert await fault(sandbox, "spin", replace(LIMITS, cpu_seconds=1)) is Fault.TOO_LONG
    assert await fault(sandbox, "output", bytes=10_000_000) is Fault.TOO_MUCH_OUTPUT
    assert await fault(sandbox, "grow", bytes=10_000_000) is Fault.TOO_MUCH_OUTPUT
    assert await fault(sandbox, "crash") is Fault.CRASHED
    assert await fault(sandbox, "abort") is Fault.CRASHED
    assert await fault(sandbox, "no such way") is Fault.CRASHED


async def test_a_reader_that_does_not_take_something_says_so_in_a_word(sandbox: Sandbox) -> None:
    with pytest.raises(ReaderRefused) as refused:
        await told(sandbox, "refuse", word="encrypted")
    assert refused.value.word == "encrypted"


async def test_a_large_file_is_given_by_its_path_and_answered_up_to_the_limit(tmp_path: Path) -> None:
    given = tmp_path / "given"
    given.write_bytes(b"ab" * 3_000_000)
    sandbox = Sandbox(["tests.core.echo_reader"])
    most = replace(LIMITS, output_bytes=6_000_000)
    assert await sandbox.run("tests.core.echo_reader", given, limits=most) == b"ab" * 3_000_000
    assert await sandbox.run("tests.core.echo_reader", b"ab" * 3_000_000, limits=most) == b"ab" * 3_000_000
    await sandbox.aclose()


async def test_a_reader_with_a_folder_reads_in_it_and_nowhere_else(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir(mode=0o755)
    (folder / "voice").write_text("la")
    (folder / "voice").chmod(0o644)
    (tmp_path / "other").write_text("not for you")
    sandbox = Sandbox([READER], folder=folder)
    assert await told(sandbox, "folder", name="voice") == "la"
    for path in (
        tmp_path / "other",
        folder / ".." / "other",
        Path("/etc/passwd"),
        Path(f"/proc/{os.getpid()}/environ"),
    ):
        assert (await told(sandbox, "read", path=str(path))).startswith("refused")
        assert (await told(sandbox, "climb", path=str(path))).startswith("refused")
    assert (await told(sandbox, "write", path="voice")).startswith("refused")
    await sandbox.aclose()


async def test_whoever_cancels_leaves_nothing_running(sandbox: Sandbox) -> None:
    assert await told(sandbox, "echo") == "well"
    (zygote,) = sandboxed(os.getpid())
    task = asyncio.create_task(told(sandbox, "sleep"))
    jobs = await until(lambda: children_of(zygote))
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await asyncio.to_thread(wait_until_gone, jobs) == []
    assert await told(sandbox, "echo") == "well"


async def test_a_zygote_that_was_killed_is_replaced_and_its_jobs_go_with_it(sandbox: Sandbox) -> None:
    task = asyncio.create_task(told(sandbox, "sleep"))
    family = await until(lambda: _at_least_two(os.getpid()))
    os.kill(family[0], signal.SIGKILL)
    with pytest.raises(SandboxFailed) as failed:
        await task
    assert failed.value.fault is Fault.CRASHED
    assert await asyncio.to_thread(wait_until_gone, family[1:]) == []
    assert await told(sandbox, "echo") == "well"


async def test_nobody_outlives_a_server_that_was_killed() -> None:
    command = [sys.executable, "-m", "tests.core.sandbox_process"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        assert server.stdout.readline() == "begun\n"
        family = await until(lambda: _at_least_two(server.pid))
        server.kill()
    assert await asyncio.to_thread(wait_until_gone, family) == []


def _at_least_two(parent: int) -> list[int]:
    family = sandboxed(parent)
    return family if len(family) > 1 else []


async def test_only_so_many_may_wait() -> None:
    sandbox = Sandbox([READER], places=1)
    short = replace(LIMITS, seconds=1.0)
    waiting = [asyncio.create_task(told(sandbox, "sleep", short)) for _ in range(18)]
    done, pending = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    error = done.pop().exception()
    assert isinstance(error, SandboxFailed)
    assert error.fault is Fault.BUSY
    for task in pending:
        task.cancel()
    await asyncio.gather(*pending, return_exceptions=True)
    await sandbox.aclose()


async def test_a_reader_that_cannot_be_loaded_is_told_before_anything_is_read() -> None:
    sandbox = Sandbox(["tests.core.no_such_reader"])
    with pytest.raises(SandboxFailed, match="no_such_reader") as failed:
        await sandbox.confinement()
    assert failed.value.fault is Fault.NO_SANDBOX
    await sandbox.aclose()


async def test_bytes_that_are_nothing_are_read_too(sandbox: Sandbox) -> None:
    assert await sandbox.run(READER, b"", {"how": "output", "bytes": 0}, limits=LIMITS) == b""
