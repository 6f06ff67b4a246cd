"""The process that jobs are forked from: `python -I -m holdfast.core.sandbox.zygote`, with a socket as its input.

The first message says which readers to load; they are imported while this is still an ordinary process that has seen
nothing but our own code. Then it confines itself, says what it could give up, and from then on forks a job for every
message that brings two files, ends one when told to, and tells how each ended. It never looks at what is in the files.
When the socket closes, Holdfast is gone, and so is everybody here.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import selectors
import signal
import socket
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from holdfast.core.sandbox.confine import StillRoot, confine
from holdfast.core.sandbox.job import BROKEN, Walls, do_job, end_with_zygote
from holdfast.core.sandbox.types import Confinement, ReaderModule, SandboxLimits

MESSAGE_BYTES = 64_000


class Zygote:
    def __init__(
        self, control: socket.socket, readers: dict[str, ReaderModule], confinement: Confinement, has_folder: bool
    ) -> None:
        self._control = control
        self._readers = readers
        self.confinement = confinement
        self._has_folder = has_folder
        self._taken_bytes = 0
        self._jobs: dict[int, int] = {}
        """The number of a process → that of its job."""

    def serve(self, taken_bytes: int) -> None:
        self._taken_bytes = taken_bytes
        ended, told = socket.socketpair()
        ended.setblocking(False)
        told.setblocking(False)
        signal.set_wakeup_fd(told.fileno())
        signal.signal(signal.SIGCHLD, lambda *_: None)
        events = selectors.SelectSelector()  # which holds no file of its own, so that a job inherits none
        events.register(self._control, selectors.EVENT_READ)
        events.register(ended, selectors.EVENT_READ)
        while True:
            for key, _ in events.select():
                if key.fileobj is ended:
                    with suppress(BlockingIOError):
                        ended.recv(4096)
                    self._reap()
                elif not self._take():
                    return

    def _take(self) -> bool:
        """One message; False: there will be no more."""
        message, handles, _, _ = socket.recv_fds(self._control, MESSAGE_BYTES, 2)
        if not message:
            for pid in self._jobs:
                os.kill(pid, signal.SIGKILL)
            return False
        wanted = json.loads(message)
        if "end" in wanted:
            for pid, job in self._jobs.items():
                if job == wanted["end"]:
                    os.kill(pid, signal.SIGKILL)  # not reaped yet, so the number is still its own
        else:
            self._begin(wanted, (handles[0], handles[1]))
        return True

    def _begin(self, wanted: dict[str, Any], handles: tuple[int, int]) -> None:
        here = os.getpid()
        pid = os.fork()
        if pid == 0:
            self._be_job(here, wanted, handles)
        self._jobs[pid] = wanted["job"]
        for handle in handles:
            os.close(handle)

    def _be_job(self, zygote: int, wanted: dict[str, Any], handles: tuple[int, int]) -> None:
        code = BROKEN
        try:
            end_with_zygote(zygote)
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            os.dup2(handles[0], 0)  # in the place of the socket to Holdfast
            os.dup2(handles[1], 1)
            os.closerange(2, os.sysconf("SC_OPEN_MAX"))
            code = do_job(
                self._readers[wanted["reader"]],
                (0, 1),
                wanted["order"],
                SandboxLimits(**wanted["limits"]),
                Walls(self._taken_bytes, self._has_folder, self.confinement.is_filtered),
            )
        finally:
            os._exit(code)

    def _reap(self) -> None:
        while self._jobs:
            pid, status, used = os.wait4(-1, os.WNOHANG)
            if pid == 0:
                return
            told = {
                "job": self._jobs.pop(pid),
                "code": os.waitstatus_to_exitcode(status),
                "cpu_seconds": used.ru_utime + used.ru_stime,
            }
            self._control.send(json.dumps(told).encode())


def main() -> None:
    os.setsid()  # a Ctrl-C in a terminal is for Holdfast
    control = socket.socket(fileno=os.dup(0))
    message, handles, _, _ = socket.recv_fds(control, MESSAGE_BYTES, 1)
    order = json.loads(message)
    folder = handles[0] if handles else None
    sys.path[:] = order["path"]
    try:
        if folder is not None:
            os.fchdir(folder)  # where its readers find their own files, now and later
        readers = {name: _loaded(name) for name in order["readers"]}
        taken = _taken_bytes()
        _refuse_threads()
        zygote = Zygote(control, readers, confine(folder), has_folder=folder is not None)
    except StillRoot:
        control.send(json.dumps({"failed": "root cannot become another user here"}).encode())
        return
    except Exception as error:  # noqa: BLE001 — border: told to whoever waits, in a word that quotes nobody
        control.send(json.dumps({"failed": f"{type(error).__name__}: {error}"[:500]}).encode())
        return
    gc.collect()
    gc.freeze()
    control.send(json.dumps({"ready": zygote.confinement.asdict()}).encode())
    zygote.serve(taken)


def _loaded(name: str) -> ReaderModule:
    module: Any = importlib.import_module(name)
    module.warm()
    reader: ReaderModule = module
    return reader


def _taken_bytes() -> int:
    return int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGESIZE")


def _refuse_threads() -> None:
    """A copy of a process has one thread, and would wait for ever for a lock that another one held."""
    if len(os.listdir("/proc/self/task")) > 1:
        raise RuntimeError("a reader's library has started a thread")


if __name__ == "__main__":
    main()
