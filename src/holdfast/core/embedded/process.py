"""Children that end with us, whatever ends us: the kernel signals them when their parent dies, even by kill -9."""

from __future__ import annotations

import ctypes
import os
import signal
from collections.abc import Callable

_PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None, use_errno=True)


def dies_with_parent(number: signal.Signals) -> Callable[[], None]:
    """A `preexec_fn`. It runs after the child has changed its user, because changing users clears the wish."""
    parent = os.getpid()

    def ask() -> None:
        _libc.prctl(_PR_SET_PDEATHSIG, int(number), 0, 0, 0)
        if os.getppid() != parent:  # the parent died before we could ask
            os._exit(1)

    return ask


def end_with_parent(number: signal.Signals) -> None:
    """The same for ourselves: whoever started us is gone, so we go too."""
    _libc.prctl(_PR_SET_PDEATHSIG, int(number), 0, 0, 0)
