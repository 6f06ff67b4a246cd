"""Names into addresses. The system's resolver blocks a thread for as long as a name server is silent, and such threads
are few: of one person only a couple wait at a time, and the rest in a line of their own.
"""

from __future__ import annotations

import asyncio
import functools
import socket
from collections.abc import Awaitable, Callable, Hashable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar
from weakref import WeakKeyDictionary

from holdfast.core.fair_pool import FairPool

Resolve = Callable[[str, int], Awaitable[Sequence[str]]]
"""Name and port in, numeric addresses out; raises OSError when there is none."""

_THREADS = 8
_MAX_OF_ONE = 2
_IN_LINE = 16
_SECONDS = 10.0

# Slow name servers must not fill the default executor, on which files and passwords depend.
_names = ThreadPoolExecutor(max_workers=_THREADS, thread_name_prefix="names")
_asked_by: ContextVar[Hashable | None] = ContextVar("asked_by", default=None)


class NameLines:
    """Who waits for which of the threads; of each event loop its own."""

    def __init__(self, look_up: Callable[[str, int], Sequence[str]]) -> None:
        self._look_up = look_up
        self._lines: WeakKeyDictionary[asyncio.AbstractEventLoop, FairPool[Hashable]] = WeakKeyDictionary()

    async def resolve(self, host: str, port: int) -> Sequence[str]:
        whose, loop = _asked_by.get(), asyncio.get_running_loop()
        line = self._lines.setdefault(
            loop, FairPool(_THREADS, most_of_one=_MAX_OF_ONE, in_line=_IN_LINE, seconds=_SECONDS)
        )
        await line.take(whose)
        looking = loop.run_in_executor(_names, functools.partial(self._look_up, host, port))
        # Whoever stops waiting frees no thread: it is given back when the name server has answered, or never will.
        looking.add_done_callback(lambda _: line.give_back(whose))
        return await asyncio.shield(looking)


@contextmanager
def asked_by(whose: Hashable) -> Iterator[None]:
    """Whose line the names that are resolved within this stand in."""
    before = _asked_by.set(whose)
    try:
        yield
    finally:
        _asked_by.reset(before)


def _look_up(host: str, port: int) -> Sequence[str]:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except ValueError as error:  # labels that are empty or too long, NUL
        raise OSError("not a host name") from error
    return list(dict.fromkeys(str(address[0]) for *_, address in found))


resolve_name: Resolve = NameLines(_look_up).resolve
