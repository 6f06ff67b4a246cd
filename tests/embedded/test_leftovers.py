"""A start finds what the last one left, and is not kept from starting by it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from holdfast.core.embedded.postgres import start_postgres
from holdfast.core.embedded.process import dies_with_parent
from holdfast.core.errors import Setup
from tests.cli.running import environment, holdfast, up, wait_until_gone

# The kernel is not asked to tell the server of its parent's end.
LEAVES_AN_ORPHAN = """
import sys
from pathlib import Path
from holdfast.core.embedded import process
from holdfast.core.embedded.postgres import start_postgres
process._PR_SET_PDEATHSIG = 0
print(start_postgres(Path(sys.argv[1])).process.pid, flush=True)
input()
"""


@pytest.fixture
def folder(used_folder: Path) -> Path:
    return used_folder


def test_the_number_of_a_dead_server_that_somebody_else_has_now_keeps_nobody_out(folder: Path) -> None:
    """Somebody of the same user: Postgres itself takes any such process for a server."""
    server = start_postgres(folder)
    assert server.process
    files = [server.places.cluster / "postmaster.pid", server.places.sockets / ".s.PGSQL.5432.lock"]
    kept = [file.read_text() for file in files]
    server.stop()
    identity = {"user": server.places.runs_as.pw_uid} if server.places.runs_as else {}
    stranger = subprocess.Popen(["sleep", "120"], **identity)  # type: ignore[call-overload]
    try:
        for file, text in zip(files, kept, strict=True):
            file.write_text("\n".join([str(stranger.pid), *text.split("\n")[1:]]))
        again = start_postgres(folder)
        assert again.process
        assert again.process.poll() is None
        again.stop()
        assert stranger.poll() is None, "it was left alone"
    finally:
        stranger.kill()
        stranger.wait()


def test_a_server_that_lost_its_parent_and_does_not_know_is_ended(folder: Path) -> None:
    """As one whose parent was killed in the moment of its birth used to be."""
    words = [sys.executable, "-c", LEAVES_AN_ORPHAN, str(folder)]
    parent = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert parent.stdout
    orphan = int(parent.stdout.readline())
    parent.kill()
    parent.communicate()
    assert wait_until_gone([orphan], within_seconds=1.5) == [orphan], "nobody told it"
    server = start_postgres(folder)
    assert wait_until_gone([orphan]) == []
    server.stop()


def test_a_child_that_is_told_before_it_has_begun_hears_of_it_when_it_has() -> None:
    """Between asking the kernel and becoming another program, the signal was lost to Python's own handler."""
    ask = dies_with_parent(signal.SIGINT)

    def at_the_worst_moment() -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever runs the tests aside has it ignored
        ask()
        os.kill(os.getpid(), signal.SIGINT)

    code = "import signal, time; signal.pthread_sigmask(signal.SIG_SETMASK, []); time.sleep(60)"
    words = [sys.executable, "-c", code]
    child = subprocess.Popen(words, preexec_fn=at_the_worst_moment, stderr=subprocess.DEVNULL)
    try:
        assert child.wait(timeout=30) != 0
    finally:
        child.kill()


def test_a_second_start_on_a_folder_is_told_who_runs_there_whatever_the_port(folder: Path) -> None:
    with up(folder) as running:
        for port in ("0", running.address.rsplit(":", 1)[1]):
            done = holdfast("up", env=environment(folder, HOLDFAST_PORT=port))
            assert done.returncode == 1
            assert done.stderr == (
                f"holdfast: Holdfast is already running on {folder} (process {running.process.pid}).\n"
            )
        with pytest.raises(Setup, match="already running"):
            start_postgres(folder)
        assert running.end() == 0
