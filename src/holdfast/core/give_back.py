"""Memory that nobody uses any more goes back to the machine.

The C library keeps what a burst of work has freed, for the next burst, in a pool for each thread; Python never asks for
it back. A process that embeds or reads a little once a minute would hold the most it ever needed.
"""

from __future__ import annotations

import asyncio
import ctypes
import mmap
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

_EVERY_SECONDS = 20.0
_libc = ctypes.CDLL(None)
_trim = getattr(_libc, "malloc_trim", lambda _: 0)  # glibc has it; others give back by themselves, or never
_MAPPING = re.compile(
    r"^(?P<start>[0-9a-f]+)-(?P<end>[0-9a-f]+) r-[-x]p \S+ \S+ \d+ +/[^\n]+\.so[^/\n]*\n"
    r"(?:\w+: [^\n]*\n)*?Anonymous: +(?P<anonymous>\d+) kB\n",
    re.MULTILINE,
)
"""Of a library: private to us, and not to be written."""


def give_back() -> None:
    _trim(0)


def let_go_of_libraries() -> None:
    """Pages of libraries that were read while starting, mostly once: tables that ours were built from, code that only
    sets up. What is still needed is mapped again from the kernel's own copy as soon as it is touched.

    Only what is an unchanged copy of its file: what the linker has written into would be lost.
    """
    with suppress(OSError, ValueError):
        for start, end in _unchanged(Path("/proc/self/smaps").read_text()):
            _libc.madvise(ctypes.c_void_p(start), ctypes.c_size_t(end - start), mmap.MADV_DONTNEED)


def _unchanged(smaps: str) -> Iterator[tuple[int, int]]:
    for found in _MAPPING.finditer(smaps):
        if found["anonymous"] == "0":
            yield int(found["start"], 16), int(found["end"], 16)


async def give_back_for_ever() -> None:
    """Beside the event loop: it takes a millisecond or two."""
    while True:
        await asyncio.sleep(_EVERY_SECONDS)
        await asyncio.to_thread(give_back)
