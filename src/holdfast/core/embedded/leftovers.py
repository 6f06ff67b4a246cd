"""What the last start left behind: a server on its way out, or the pid files of a dead one, beside its data and beside
its socket.

Whoever comes here holds the folder's lock, so no other Holdfast is concerned. Postgres itself refuses to start beside a
pid file whose number belongs to anybody, be it a process that has ended and was not yet reaped, or a stranger who was
given the number since. We can tell these apart: every process of a server stands in its cluster's folder.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from holdfast.core.errors import Setup
from holdfast.core.log import get_logger

_HURRY_SECONDS = 3.0
"""Then it is asked to drop everything, which loses nothing: the next start replays what was written. A Postgres 18 that
is asked to stop while it recovers from a crash would never end otherwise."""
_PATIENCE_SECONDS = 45.0

log = get_logger()


def clear_the_way(cluster: Path, sockets: Path) -> None:
    """Wait until nobody works in the cluster any more, and take away what they would have taken away themselves."""
    if left := [*_working_in(cluster)]:
        log.info("waits_for_the_last_postgres", part="postgres", pid=recorded_pid(cluster), count=len(left))
    began, asked = time.monotonic(), None
    while left := [*_working_in(cluster)]:
        waited = time.monotonic() - began
        if waited > _PATIENCE_SECONDS:
            numbers = ", ".join(str(pid) for pid in left)
            raise Setup(f"The Postgres of the last start does not end (process {numbers}); end it, and start again.")
        wish = signal.SIGINT if waited < _HURRY_SECONDS else signal.SIGQUIT
        if wish is not asked:
            _ask(cluster, left, wish)
            asked = wish
        time.sleep(0.05)
    for left_behind in (cluster / "postmaster.pid", *sockets.glob(".s.PGSQL.*.lock")):
        left_behind.unlink(missing_ok=True)


def recorded_pid(cluster: Path) -> int | None:
    try:
        return int((cluster / "postmaster.pid").read_text().split("\n", 1)[0])
    except (FileNotFoundError, ValueError):
        return None


def _ask(cluster: Path, left: list[int], wish: signal.Signals) -> None:
    """The first process passes it on to the others. Without it they are on their own, and are to go at once."""
    first = recorded_pid(cluster) or 0
    orders = {first: wish} if first in left else dict.fromkeys(left, signal.SIGQUIT)
    for pid, number in orders.items():
        with suppress(ProcessLookupError):
            os.kill(pid, number)


def _working_in(cluster: Path) -> Iterator[int]:
    here = str(cluster.resolve())
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError):  # it has ended, or is somebody else's
                if os.readlink(entry / "cwd") == here and Path(os.readlink(entry / "exe")).name.startswith("postgres"):
                    yield int(entry.name)
