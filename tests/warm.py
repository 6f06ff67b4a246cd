"""Processes of the house that need not import it: forked by one that has, which does nothing else.

To start Python and read the house costs two seconds of a processor, and tests start some two hundred processes. Each
is a process like any other, with its own memory, environment and end, and a child of whoever started it; only that it
was not read anew. What a start itself costs, shares or looks like is asked of one that began cold.
"""

from __future__ import annotations

import atexit
import ctypes
import gc
import os
import pickle
import runpy
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from typing import Any

_READ_AHEAD = (
    *("holdfast.web.app", "holdfast.wiring", "holdfast.worker.jobs_page", "holdfast.worker.run"),
    *("holdfast.cli.up", "holdfast.cli.serve", "holdfast.cli.worker", "holdfast.cli.migrate", "holdfast.cli.doctor"),
    *("holdfast.models.embed", "holdfast.models.tokens", "tests.words", "uvloop"),
)
_PR_SET_CHILD_SUBREAPER = 36
_OF_THE_START = ("PYTHON", "LC_", "LANG", "LD_", "MALLOC_")
"""Variables that are looked at before anything of ours runs."""
_MAX_REQUEST_BYTES = 1_000_000
_libc = ctypes.CDLL(None)


@dataclass(frozen=True, slots=True)
class _Start:
    module: str
    words: list[str]
    environment: dict[str, str]
    folder: str


def start(command: Sequence[str], *, env: Mapping[str, str] | None = None, **how: Any) -> subprocess.Popen[Any]:
    """As `subprocess.Popen` does it: warm where a module of Python's is called, in surroundings like ours."""
    is_module = list(command[:2]) == [sys.executable, "-m"]
    kind = _WarmProcess if is_module and _begins_like_us(os.environ if env is None else env) else subprocess.Popen
    return kind(command, env=env, **how)


def _begins_like_us(environment: Mapping[str, str]) -> bool:
    def of_the_start(named: Mapping[str, str]) -> dict[str, str]:
        return {name: value for name, value in named.items() if name.startswith(_OF_THE_START)}

    return of_the_start(environment) == of_the_start(os.environ)


class _WarmProcess(subprocess.Popen[Any]):
    """Waited for, told to end and read from like any other; only how it comes to be is another way."""

    def _execute_child(self, args: Sequence[str], *how: Any) -> None:
        _, _, _, _, folder, environment, _, _, _, *ends = how
        mine = [own if given == -1 else given for own, given in enumerate((ends[0], ends[3], ends[5]))]
        wanted = dict(os.environ if environment is None else environment)
        self.pid = _nursery().bear(_Start(args[2], list(args[3:]), wanted, os.fspath(folder or os.getcwd())), mine)
        self._child_created = True
        self._close_pipe_fds(*ends[:6])  # type: ignore[attr-defined]


class _Nursery:
    """The process that has read everything, as this one sees it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.warm", str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                cwd=Path(__file__).parents[1],
            )
        atexit.register(self._line.close)

    def bear(self, start: _Start, ends: list[int]) -> int:
        """The number of the new process. Whoever lies between it and us has gone by then, so that it is our child."""
        with self._lock:
            _libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
            try:
                socket.send_fds(self._line, [pickle.dumps(start)], ends)
                return int(self._line.recv(20))
            finally:
                _libc.prctl(_PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)


@cache
def _nursery() -> _Nursery:
    return _Nursery()


def _next_start(line: socket.socket) -> _Start:
    """Comes back in a new process only, each time."""
    while True:
        said, ends, _, _ = socket.recv_fds(line, _MAX_REQUEST_BYTES, 3)
        if not said:
            sys.exit(0)
        told, tell = os.pipe()
        between = os.fork()
        if not between and not _gives_birth(tell):
            for own, end in enumerate(ends):
                os.dup2(end, own)
            os.closerange(3, os.sysconf("SC_OPEN_MAX"))
            wanted: _Start = pickle.loads(said)
            return wanted
        for end in (*ends, tell):
            os.close(end)
        os.waitpid(between, 0)
        line.send(os.read(told, 20))
        os.close(told)


def _gives_birth(tell: int) -> bool:
    """Never, in the one that lies between: it says the child's number and is gone."""
    mother = os.getpid()
    child = os.fork()
    if child:
        os.write(tell, str(child).encode())
        os._exit(0)
    while os.getppid() == mother:
        time.sleep(0)
    return False


def _become(wanted: _Start) -> None:
    os.environ.clear()
    os.environ.update(wanted.environment)
    time.tzset()
    os.chdir(wanted.folder)
    for name, mode in (("stdin", "rb"), ("stdout", "wb"), ("stderr", "wb")):
        setattr(sys, name, _anew(getattr(sys, name), mode))
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.argv[1:] = wanted.words
    runpy.run_module(wanted.module, run_name="__main__", alter_sys=True)


def _anew(stream: TextIOWrapper, mode: str) -> TextIOWrapper:
    """The same end, which leads elsewhere now; as Python itself makes them."""
    end = stream.fileno()
    is_at_once = mode == "wb" and stream.write_through
    raw = os.fdopen(end, mode, 0 if is_at_once else -1, closefd=False)
    is_by_line = stream is sys.stderr or os.isatty(end)
    return TextIOWrapper(raw, stream.encoding, stream.errors, None, is_by_line, is_at_once)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in _READ_AHEAD:
        import_module(name)
    gc.collect()
    gc.freeze()
    _become(_next_start(socket.socket(fileno=int(sys.argv[1]))))
