"""Processes we start and end, and what the kernel knows of them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from holdfast.core.embedded.process import dies_with_parent

_TICK_MS = 1000 / os.sysconf("SC_CLK_TCK")
_ROOT = Path(__file__).parents[1]
_GRACE_SECONDS = 5.0


@contextmanager
def child(module: str) -> Iterator[subprocess.Popen[str]]:
    """A module of ours in its own process. It ends with the block, and with us, whatever ends us."""
    process = subprocess.Popen(
        [sys.executable, "-m", module],
        cwd=_ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
        preexec_fn=dies_with_parent(signal.SIGKILL),
    )
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(timeout=_GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe:
                pipe.close()


@dataclass(frozen=True, slots=True)
class _Stat:
    own_ticks: int
    gone_children_ticks: int


def cpu_ms(pid: int) -> float:
    """CPU of a process so far, of all the threads it has; to the nanosecond: little work takes less than a tick."""
    spent = 0
    for thread in Path(f"/proc/{pid}/task").glob("*/schedstat"):
        with suppress(OSError):  # ended since it was listed
            spent += int(thread.read_text().split()[0])
    return spent / 1_000_000


def own_cpu_ms(pid: int) -> float:
    """CPU of a process so far, to the tick: of the threads that are gone too."""
    stat = _stat(pid)
    return stat.own_ticks * _TICK_MS if stat else 0.0


def family_cpu_ms(pid: int) -> float:
    """CPU of a process and its children so far, of those that are gone too."""
    stats = [stat for stat in map(_stat, [pid, *children_of(pid)]) if stat]
    return sum(stat.own_ticks + stat.gone_children_ticks for stat in stats) * _TICK_MS


def children_of(pid: int) -> Sequence[int]:
    """Not further down: Postgres' processes are all children of its first one."""
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for file in tasks for child in file.read_text().split()]


def command_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/comm").read_text().strip()
    except OSError:
        return ""


def _stat(pid: int) -> _Stat | None:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return None  # ended since it was listed; its parent's numbers hold it now
    user, system, gone_user, gone_system = (int(field) for field in fields[11:15])
    return _Stat(user + system, gone_user + gone_system)


def machine_busy_ms() -> float:
    """CPU that anybody used on this machine so far."""
    user, nice, system, _idle, _waiting, interrupts, soft, stolen, *_ = (
        int(field) for field in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]
    )
    return (user + nice + system + interrupts + soft + stolen) * _TICK_MS


def memory_mb(pids: Sequence[int]) -> float:
    """Memory, pages shared by several processes counted once (PSS)."""
    return sum(_pss_kb(pid) for pid in pids) / 1024


def _pss_kb(pid: int) -> int:
    """Only root may look into a server that keeps to itself; anybody else learns what it has, shared or not."""
    for file, name in (("smaps_rollup", "Pss:"), ("status", "VmRSS:")):
        with suppress(OSError):
            lines = Path(f"/proc/{pid}/{file}").read_text().splitlines()
            return next((int(line.split()[1]) for line in lines if line.startswith(name)), 0)
    return 0


def difference(before: Mapping[str, float], after: Mapping[str, float]) -> dict[str, float]:
    return {name: after[name] - before[name] for name in before}
