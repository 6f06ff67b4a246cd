"""Threads that others go before."""

from __future__ import annotations

import os
import threading
from contextlib import suppress


def let_others_go_first(more: int) -> None:
    """This thread, and those it starts, by so much more than it did. For good: only root could take it back."""
    # On Linux a thread has a niceness of its own. Elsewhere it is the whole process's, which must stay as it is.
    if os.uname().sysname == "Linux":
        with suppress(OSError):
            us = threading.get_native_id()
            os.setpriority(os.PRIO_PROCESS, us, os.getpriority(os.PRIO_PROCESS, us) + more)
