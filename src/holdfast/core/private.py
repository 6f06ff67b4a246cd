"""A process that holds keys and people's words keeps to itself.

Without this, any other process of the same user may read a server's environment and memory, attach a debugger to it, or
find both in a core file. Root still can; so whoever must look into a server does so as root.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager

_PR_SET_DUMPABLE = 4
_libc = ctypes.CDLL(None, use_errno=True)
_libc.getenv.restype = ctypes.c_void_p


def keep_others_out() -> None:
    """Holds for processes that are forked from this one, and not for programs that it starts."""
    _libc.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)


@contextmanager
def owning_its_own_files() -> Iterator[None]:
    """A private process' files in /proc are root's. For the moment of a change that it makes to itself."""
    _libc.prctl(_PR_SET_DUMPABLE, 1, 0, 0, 0)
    try:
        yield
    finally:
        keep_others_out()


def blot_out(name: str) -> None:
    """A value of our environment, where the kernel laid it: forgetting the name alone would leave it in /proc."""
    place = _libc.getenv(name.encode())
    if place:
        ctypes.memset(place, 0, len(ctypes.string_at(place)))
