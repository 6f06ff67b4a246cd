"""A real `holdfast` process, on a free port and a folder of its own."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from tests.waiting import wait_until
from tests.warm import start

READY = re.compile(r"Holdfast is ready at (http://\S+)")


@dataclass(frozen=True, slots=True)
class Running:
    process: subprocess.Popen[str]
    address: str
    greeting: str

    def get(self, path: str) -> tuple[int, bytes]:
        with urllib.request.urlopen(self.address + path, timeout=10) as answer:
            return answer.status, answer.read()

    def end(self, number: signal.Signals = signal.SIGTERM, *, within_seconds: float = 30.0) -> int:
        self.process.send_signal(number)
        return self.process.wait(timeout=within_seconds)


def environment(data_dir: Path | None = None, /, **settings: str) -> dict[str, str]:
    """Ours without the operator's own settings and what is set for tests alone. The model is an address where nobody
    listens: none is needed."""
    clean = {name: value for name, value in os.environ.items() if not re.match("HOLDFAST_|OPENBLAS_|.*_API_KEY$", name)}
    clean |= {"HOLDFAST_PORT": "0", "HOLDFAST_MODEL_BASE_URL": "http://127.0.0.1:9/v1", "HOLDFAST_MODEL_NAME": "none"}
    if data_dir:
        clean["HOLDFAST_DATA_DIR"] = str(data_dir)
    return clean | settings


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "holdfast.cli.main", *words]


def holdfast(*words: str, env: Mapping[str, str], timeout: float = 60.0) -> subprocess.CompletedProcess[str]:
    """Run to its end. In `/`, where no `holdfast.toml` of a developer's lies."""
    pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with start(command(*words), env=env, cwd="/", **pipes) as process:
        try:
            said, complained = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
    return subprocess.CompletedProcess(process.args, process.returncode, said, complained)


@contextmanager
def up(
    data_dir: Path, *flags: str, words: tuple[str, ...] = (), is_cold: bool = False, **settings: str
) -> Iterator[Running]:
    """Started and ready; whatever happens inside, it is gone afterwards. `words` go before, like a wrapper. `is_cold`:
    as from a terminal, where it matters what a start reads, shares and takes."""
    errors = data_dir.parent / "stderr"
    with errors.open("w") as sink:
        process = (subprocess.Popen if is_cold else start)(
            [*words, *command("up", *flags)],
            env=environment(data_dir, **settings),
            cwd="/",
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=sink,
            text=True,
        )
    try:
        yield Running(process, *_wait_for_greeting(process, errors))
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        if process.stdout:
            process.stdout.close()


def _wait_for_greeting(process: subprocess.Popen[str], errors: Path) -> tuple[str, str]:
    assert process.stdout
    lines = []
    for line in process.stdout:
        lines.append(line)
        if "Ctrl-C stops" in line:
            break
    greeting = "".join(lines)
    found = READY.search(greeting)
    assert found, f"not ready: {greeting}\n{errors.read_text()}"
    return found.group(1), greeting


def children_of(pid: int) -> list[int]:
    """All the way down."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and _parent(entry) == pid:
            found += [int(entry.name), *children_of(int(entry.name))]
    return found


def wait_until_gone(pids: list[int], *, within_seconds: float = 10.0) -> list[int]:
    """Those that are still there when the time is up."""
    with suppress(TimeoutError):
        wait_until(lambda: not any(map(_is_alive, pids)), seconds=within_seconds)
    return [pid for pid in pids if _is_alive(pid)]


def _parent(entry: Path) -> int | None:
    try:
        return int(entry.joinpath("stat").read_text().rsplit(")", 1)[1].split()[1])
    except (OSError, IndexError, ValueError):
        return None


def _is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except (OSError, IndexError):
        return False
