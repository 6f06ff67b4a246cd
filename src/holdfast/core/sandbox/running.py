"""A zygote as Holdfast sees it: started when it is first needed, kept while jobs come, let go after ten quiet minutes.

One that dies is noticed, and whoever waited is told.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from holdfast.core.folders import open_to_readers
from holdfast.core.sandbox.types import Confinement, Fault, SandboxFailed, SandboxLimits
from holdfast.core.sandbox.zygote import MESSAGE_BYTES

_START_SECONDS = 60.0
_END_SECONDS = 5.0
_QUIET_SECONDS = 600.0
_ENVIRONMENT = {"LC_ALL": "C.UTF-8", "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
"""All of it. With more threads a library could not be forked from."""


@dataclass(frozen=True, slots=True)
class Ended:
    code: int
    cpu_seconds: float


class Running:
    """A zygote, and who waits for its jobs. It belongs to the event loop it was started on."""

    def __init__(self, process: subprocess.Popen[bytes], control: socket.socket) -> None:
        self._process = process
        self._control = control
        self._loop = asyncio.get_running_loop()
        self._jobs: dict[int, asyncio.Future[Ended]] = {}
        self._next = 0
        self._first: asyncio.Future[dict[str, Any]] = self._loop.create_future()
        self._let_go: asyncio.TimerHandle | None = None
        self._leaving: asyncio.Task[None] | None = None
        self._is_over = False
        self.confinement = Confinement(False, False, False, 0, False)
        self._loop.add_reader(control.fileno(), self._hear)

    @property
    def is_usable(self) -> bool:
        return not self._is_over and self._loop is asyncio.get_running_loop()

    async def begin(self, readers: Sequence[str], handles: Sequence[int]) -> None:
        order = json.dumps({"readers": list(readers), "path": _where_modules_are()}).encode()
        try:
            socket.send_fds(self._control, [order], handles)
            async with asyncio.timeout(_START_SECONDS):
                told = await self._first
        except (OSError, TimeoutError) as error:
            raise SandboxFailed(Fault.NO_SANDBOX, type(error).__name__) from None
        if "ready" not in told:
            raise SandboxFailed(Fault.NO_SANDBOX, told.get("failed", ""))
        self.confinement = Confinement(**told["ready"])

    async def do(self, reader: str, order: dict[str, Any], limits: SandboxLimits, handles: tuple[int, int]) -> Ended:
        number, self._next = self._next, self._next + 1
        wanted = {"job": number, "reader": reader, "order": order, "limits": asdict(limits)}
        ended = self._jobs[number] = self._loop.create_future()
        if self._let_go:
            self._let_go.cancel()
        try:
            socket.send_fds(self._control, [json.dumps(wanted).encode()], handles)
            async with asyncio.timeout(limits.seconds):
                return await asyncio.shield(ended)
        except TimeoutError:
            self._stop(number)
            with suppress(TimeoutError, SandboxFailed):  # its files are in use until it is gone
                async with asyncio.timeout(_END_SECONDS):
                    await ended
            raise SandboxFailed(Fault.TOO_LONG) from None
        except OSError as error:
            raise SandboxFailed(Fault.NO_SANDBOX, type(error).__name__) from None
        except asyncio.CancelledError:
            self._stop(number)
            raise
        finally:
            self._jobs.pop(number, None)
            if not self._jobs:
                self._let_go = self._loop.call_later(_QUIET_SECONDS, self._leave)

    def _leave(self) -> None:
        self._leaving = self._loop.create_task(self.end())

    def _stop(self, number: int) -> None:
        with suppress(OSError):
            self._control.send(json.dumps({"end": number}).encode())

    def _hear(self) -> None:
        with suppress(BlockingIOError):
            while not self._is_over:
                try:
                    message = self._control.recv(MESSAGE_BYTES)
                except ConnectionError:
                    message = b""
                if not message:
                    self._close()
                else:
                    self._take(json.loads(message))

    def _take(self, told: dict[str, Any]) -> None:
        if "job" not in told:
            if not self._first.done():
                self._first.set_result(told)
        elif (waiting := self._jobs.get(told["job"])) and not waiting.done():
            waiting.set_result(Ended(told["code"], told["cpu_seconds"]))

    def _close(self) -> None:
        """The zygote ends when its socket does, with all its jobs."""
        if self._is_over:
            return
        self._is_over = True
        if self._let_go:
            self._let_go.cancel()
        if not self._loop.is_closed():
            self._loop.remove_reader(self._control.fileno())
        self._control.close()
        if not self._first.done():
            self._first.set_result({"failed": "it ended"})
        for waiting in self._jobs.values():
            if not waiting.done():
                waiting.set_exception(SandboxFailed(Fault.CRASHED, "the zygote ended"))

    async def end(self) -> None:
        self._close()
        try:
            await asyncio.to_thread(self._process.wait, _END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            await asyncio.to_thread(self._process.wait)


async def start(readers: Sequence[str], folder: Path | None) -> Running:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    ours.setblocking(False)
    with theirs:
        running = Running(_launch(theirs), ours)
    try:
        with _held(folder) as handles:
            await running.begin(readers, handles)
    except BaseException:  # border: cancelled or failed, a process that nobody knows must not stay
        await running.end()
        raise
    return running


def _launch(control: socket.socket) -> subprocess.Popen[bytes]:
    """It begins with nothing of ours: no environment, no file, no folder to stand in."""
    return subprocess.Popen(
        [sys.executable, "-I", "-m", "holdfast.core.sandbox.zygote"],
        stdin=control.fileno(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=_ENVIRONMENT,
        cwd="/",
    )


@contextmanager
def _held(folder: Path | None) -> Iterator[Sequence[int]]:
    if folder is None:
        yield ()
        return
    try:
        if os.geteuid() == 0 and folder.stat().st_mode & 0o005 != 0o005:
            open_to_readers(folder)  # fetched by a root who closes everything; its reader is somebody else
        handle = os.open(folder, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError as error:
        raise SandboxFailed(Fault.NO_SANDBOX, f"its folder: {error.strerror}") from None
    try:
        yield (handle,)
    finally:
        os.close(handle)


def _where_modules_are() -> Sequence[str]:
    return [os.path.abspath(entry) for entry in sys.path]
