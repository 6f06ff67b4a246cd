"""The worker beside a web server, in a process of its own: learning never takes the time of an answer.

`up` and `memory` fork a minder while they are nothing but imported code, without a thread or an event loop. The minder
waits until it is told where the database is, forks the worker, and forks the next when one has died, after pauses that
grow while they keep dying. Forked, the three share what was imported and loaded before; started anew, the worker would
cost a hundred megabytes more. All end with the web process, whatever ends it, and none of them has the port or a lock.
"""

from __future__ import annotations

import json
import mmap
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from holdfast.core.config import Settings
from holdfast.core.db import DatabaseAddress
from holdfast.core.embedded.process import fork_with_us, keep_open
from holdfast.core.give_back import give_back, let_go_of_libraries
from holdfast.core.log import get_logger
from holdfast.core.migrate import Addresses
from holdfast.core.private import owning_its_own_files

_NICENESS = 5
"""The worker takes what answers leave; a machine that is full all day still learns."""
_FIRST_PAUSE_SECONDS = 0.5
_MAX_PAUSE_SECONDS = 60.0
_STEADY_SECONDS = 60.0
"""Whoever lived so long died of something else than the one before."""
_AFTER_GRACE_SECONDS = 8.0
_FIRST_TO_GO = 300
_WORDS = ("starting", "ok", "restarting")
_STARTING, _OK, _RESTARTING = range(3)
_HOW, _WAITING = 0, 1
"""Places in the memory that all three share: how the worker is, and how many wait for the first word of an answer."""

log = get_logger()


class WorkerBeside:
    """What the web process knows of the worker, and how it lets it begin and end."""

    def __init__(self, minder: int, leash: int, state: mmap.mmap, *, grace_seconds: float) -> None:
        self.minder = minder
        self._leash = leash
        self._state = state
        self._grace_seconds = grace_seconds

    def word(self) -> str:
        """For `/readyz`. A worker that keeps dying is no reason to be called unready: answers do not need it."""
        has_ended = os.waitid(os.P_PID, self.minder, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
        return "stopped" if has_ended else _WORDS[self._state[_HOW]]

    def tell_waiting(self, count: int) -> None:
        """For `FirstWords`: the worker looks before each piece of its work."""
        self._state[_WAITING] = min(count, 255)

    def begin(self, addresses: Addresses) -> None:
        with suppress(BrokenPipeError):
            os.write(self._leash, json.dumps(asdict(addresses)).encode() + b"\n")

    def ask_to_stop(self) -> None:
        """At the first word of stopping: jobs that run come to an end while answers do."""
        with suppress(ProcessLookupError):
            os.kill(self.minder, signal.SIGTERM)

    def cut_short(self) -> None:
        """The worker goes with its minder. What it was doing is done again, by the next."""
        with suppress(ProcessLookupError):
            os.kill(self.minder, signal.SIGKILL)

    def stop(self) -> None:
        os.close(self._leash)  # one that never began waits there
        self.ask_to_stop()
        deadline = time.monotonic() + self._grace_seconds + 2 * _AFTER_GRACE_SECONDS
        while os.waitpid(self.minder, os.WNOHANG)[0] == 0:
            if time.monotonic() > deadline:
                self.cut_short()
            time.sleep(0.02)


@contextmanager
def worker_beside(settings: Settings) -> Iterator[WorkerBeside | None]:
    """None: the operator runs workers of their own. It does nothing before `begin`."""
    if not settings.embedded_worker:
        yield None
        return
    _load_all_that_is_shared(settings)
    state, (told, leash) = mmap.mmap(-1, mmap.PAGESIZE), os.pipe()
    minder = fork_with_us(lambda: _Minder(settings, told, state).mind())
    os.close(told)
    beside = WorkerBeside(minder, leash, state, grace_seconds=settings.stop_grace_seconds)
    try:
        yield beside
    finally:
        beside.stop()


def _load_all_that_is_shared(settings: Settings) -> None:
    """Everything the web process and the worker will both have, before there are two of them."""
    import gc

    # With more it starts threads of its own as soon as it is imported, and a process with threads is not forked.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    import holdfast.wiring
    import holdfast.worker.jobs_page
    import holdfast.worker.run  # noqa: F401
    from holdfast.models.embed import load_ahead
    from holdfast.models.local import models_folder
    from holdfast.models.local_kinds import EMBEDDING_MODEL
    from holdfast.models.tokens import warm_up

    warm_up()
    if settings.embedding.base_url is None:
        load_ahead(models_folder(settings) / EMBEDDING_MODEL)
    gc.collect()
    give_back()
    let_go_of_libraries()
    gc.freeze()  # the collector writes into what it looks at, and what is written is shared no longer


class _Minder:
    def __init__(self, settings: Settings, told: int, state: mmap.mmap) -> None:
        self._settings = settings
        self._told = told
        self._state = state
        self._deaths = 0

    def mind(self) -> int:
        os.setsid()  # a Ctrl-C in the terminal is for the web process, which asks us in its turn
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM, signal.SIGCHLD})
        keep_open(self._told)
        addresses = self._addresses()
        while addresses is not None:
            worker, began = fork_with_us(lambda: _work(self._settings, addresses, self._state)), time.monotonic()
            self._state[_HOW] = _OK
            status = _ended_by_itself(worker)
            if status is None:
                return self._end(worker)
            self._state[_HOW] = _RESTARTING
            if _next_signal(self._pause(status, time.monotonic() - began)) == signal.SIGTERM:
                return 0
        return 0

    def _addresses(self) -> Addresses | None:
        """None: it is to stop before it began. Being asked waits for its turn, but the pipe closes."""
        with os.fdopen(self._told) as told:
            line = told.readline()
        if not line:
            return None
        return Addresses(**{role: DatabaseAddress(**address) for role, address in json.loads(line).items()})

    def _pause(self, status: int, lived_seconds: float) -> float:
        self._deaths = self._deaths + 1 if lived_seconds < _STEADY_SECONDS else 1
        seconds = min(_FIRST_PAUSE_SECONDS * 2.0 ** (self._deaths - 1), _MAX_PAUSE_SECONDS)
        log.error("worker_died", **_how(status), count=self._deaths, again_in_seconds=seconds)
        return seconds

    def _end(self, worker: int) -> int:
        with suppress(ProcessLookupError):
            os.kill(worker, signal.SIGTERM)
        deadline = time.monotonic() + self._settings.stop_grace_seconds + _AFTER_GRACE_SECONDS
        while time.monotonic() < deadline:
            if os.waitpid(worker, os.WNOHANG)[0]:
                return 0
            _next_signal(0.05)
        os.kill(worker, signal.SIGKILL)
        return 0


def _ended_by_itself(worker: int) -> int | None:
    """How, or None: we are asked to stop. A child also tells that it was halted, or goes on."""
    while _next_signal() != signal.SIGTERM:
        ended, status = os.waitpid(worker, os.WNOHANG)
        if ended:
            return status
    return None


def _next_signal(within_seconds: float | None = None) -> int | None:
    """SIGTERM, or SIGCHLD: both are blocked, so none comes between a look and a wait."""
    wanted = {signal.SIGTERM, signal.SIGCHLD}
    if within_seconds is None:
        return int(signal.sigwait(wanted))
    came = signal.sigtimedwait(wanted, within_seconds)
    return came.si_signo if came else None


def _how(status: int) -> dict[str, Any]:
    if os.WIFSIGNALED(status):
        return {"signal": signal.Signals(os.WTERMSIG(status)).name}
    return {"returncode": os.waitstatus_to_exitcode(status)}


def _work(settings: Settings, addresses: Addresses, state: mmap.mmap) -> int:
    from holdfast.cli.serving import run_to_the_end
    from holdfast.cli.worker import work_until_asked
    from holdfast.core.first_words import GiveWay

    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM, signal.SIGCHLD})
    give_way_by(_NICENESS)
    with (
        suppress(OSError),
        owning_its_own_files(),
    ):  # should memory run out, the kernel takes the one that is simply started again
        Path("/proc/self/oom_score_adj").write_text(str(_FIRST_TO_GO))
    # One core is left to answers, whatever there is to learn.
    gives_way = GiveWay(lambda: state[_WAITING] > 0)
    run_to_the_end(work_until_asked(settings, addresses, embedding_threads=1, gives_way=gives_way))
    return 0


def give_way_by(niceness: int) -> None:
    os.nice(niceness)
    # Where the kernel groups processes by session, niceness counts only within one, and the minder has its own.
    with suppress(OSError), owning_its_own_files():
        Path("/proc/self/autogroup").write_text(str(niceness))
