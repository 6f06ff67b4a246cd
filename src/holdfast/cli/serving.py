"""The port, and the web server on it.

The port is taken before anything slow begins, so that a taken one is told at once; whoever connects meanwhile waits
in the kernel's queue until we are ready.
"""

from __future__ import annotations

import asyncio
import errno
import gc
import socket
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn
import uvloop

from holdfast.cli.stopping import Stopping
from holdfast.core.config import Settings
from holdfast.core.embedded.postgres import already_running, find_holder
from holdfast.core.embedded.process import is_leaving
from holdfast.core.errors import Setup
from holdfast.web.protocol import BoundedHttp

_BACKLOG = 2048
_KEEP_ALIVE_SECONDS = 75
"""Longer than proxies keep an idle connection, so that none is closed under a request."""

_LEAVING_SECONDS = 20.0

_NEW_OBJECTS = 20_000
"""Made and not yet gone before the young ones are looked through; some turns together."""

_AFTER_DRAINING_SECONDS = 5
"""For requests that are no turns: what takes long was drained before."""


@contextmanager
def take_port(settings: Settings) -> Iterator[socket.socket]:
    try:
        family, kind, _, _, address = socket.getaddrinfo(
            settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except OSError:
        raise Setup(f"HOLDFAST_HOST is {settings.host}, which is no address of this machine.") from None
    with socket.socket(family, kind) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            _listen(listener, address, settings)
        except OSError as error:
            raise Setup(_why_not(error, settings)) from None
        yield listener


def _listen(listener: socket.socket, address: Any, settings: Settings) -> None:
    """A Holdfast that was killed this very moment still has the port; it is waited for."""
    deadline = time.monotonic() + _LEAVING_SECONDS
    is_bound = is_last_try = False
    while True:
        try:
            if not is_bound:
                listener.bind(address)
                is_bound = True
            # Not before: two sockets may be bound to one port, but only one may listen.
            listener.listen(_BACKLOG)
            return
        except OSError as error:
            if error.errno != errno.EADDRINUSE or is_last_try:
                raise
        holder = find_holder(settings.data_dir)
        # If nobody is leaving, somebody may just have left.
        is_last_try = holder is None or not is_leaving(holder) or time.monotonic() > deadline
        time.sleep(0.02)


def _why_not(error: OSError, settings: Settings) -> str:
    match error.errno:
        case errno.EADDRINUSE if (holder := find_holder(settings.data_dir)) is not None:
            return already_running(settings.data_dir, holder)
        case errno.EADDRINUSE:
            return f"Port {settings.port} is taken by another program; choose another with HOLDFAST_PORT."
        case errno.EACCES:
            return f"Port {settings.port} is for root only; choose one above 1023 with HOLDFAST_PORT."
        case errno.EADDRNOTAVAIL:
            return f"HOLDFAST_HOST is {settings.host}, which is no address of this machine."
        case _:
            return f"Port {settings.port} on {settings.host} cannot be used: {error.strerror}."


def address_of(listener: socket.socket) -> str:
    """What a person types into a browser on this machine."""
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):  # noqa: S104 — compared, not bound
        host = "127.0.0.1" if listener.family == socket.AF_INET else "::1"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def look_for_garbage_less() -> None:
    """What a server has loaded by now stays: a look through all of it would stop every stream for a tenth of a second.
    Of what a turn leaves, hardly anything is a circle that only the collector can undo."""
    gc.freeze()
    gc.set_threshold(_NEW_OBJECTS, *gc.get_threshold()[1:])


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, when_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._when_ready = when_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            look_for_garbage_less()
            self._when_ready()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Signals are ours: uvicorn would raise them again once it has stopped, past all that is left to close."""
        yield


async def serve_until_stopped(
    app: Any,
    listener: socket.socket,
    settings: Settings,
    stopping: Stopping,
    when_ready: Callable[[], None],
    drain: Callable[[], Awaitable[None]] | None = None,
) -> None:
    """Asked to stop, it drains first: meanwhile it still answers, not ready and without new turns."""
    if stopping.is_asked:
        # Asked while we were starting; a library may take a cancellation for its own and go on.
        raise asyncio.CancelledError
    grace_seconds = settings.stop_grace_seconds if drain is None else _AFTER_DRAINING_SECONDS
    config = uvicorn.Config(
        app,
        loop="none",
        http=BoundedHttp,
        ws="none",
        log_config=None,
        log_level="warning",  # its comings and goings; ours are told in our own words
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_keep_alive=_KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=max(1, int(grace_seconds)),
    )
    server = _Server(config, when_ready)
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    with stopping.watches(server, serving, drain):
        await serving
    if not server.started:
        raise Setup("The web server could not start; the lines above say why.")


def run_to_the_end(work: Coroutine[Any, Any, None]) -> None:
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(work)
