"""Children that end with us, whatever ends us: the kernel signals them when their parent dies, even by kill -9."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

from holdfast.core.log import get_logger

_PR_SET_PDEATHSIG = 1
_PF_EXITING = 0x4
_FAULT = 70
_libc = ctypes.CDLL(None, use_errno=True)

log = get_logger()


def dies_with_parent(number: signal.Signals) -> Callable[[], None]:
    """A `preexec_fn`. It runs after the child has changed its user, because changing users clears the wish.

    The signal is held back until the program itself is ready for it: Python's own handler would still take it, and the
    program, begun a moment later, would know nothing of it and live on as an orphan.
    """
    parent = os.getpid()

    def ask() -> None:
        signal.pthread_sigmask(signal.SIG_BLOCK, {number})
        _libc.prctl(_PR_SET_PDEATHSIG, int(number), 0, 0, 0)
        if os.getppid() != parent:  # the parent died before we could ask
            os._exit(1)

    return ask


def end_with_parent(number: signal.Signals) -> None:
    """The same for ourselves: whoever started us is gone, so we go too."""
    _libc.prctl(_PR_SET_PDEATHSIG, int(number), 0, 0, 0)


def is_leaving(pid: int) -> bool:
    """Whether a process is on its way out, though it still holds its locks and its port."""
    try:
        flags = int(Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[6])
        status = Path(f"/proc/{pid}/status").read_text()
    except (OSError, IndexError, ValueError):
        return False
    waiting = [int(line.split()[1], 16) for line in status.splitlines() if line.startswith(("SigPnd", "ShdPnd"))]
    return bool(flags & _PF_EXITING) or any(signals & 1 << signal.SIGKILL - 1 for signals in waiting)


def fork_with_us(life: Callable[[], int]) -> int:
    """The number of a copy of this process that does nothing but `life`, and is ended when we are.

    Only while no second thread and no event loop runs: a copy has neither, but would believe that it had. It leaves
    without a look back: whatever this process was about to close or undo is not the copy's.
    """
    parent = os.getpid()
    for stream in (sys.stdout, sys.stderr):
        stream.flush()  # else what waits there is written twice
    pid = os.fork()
    if pid:
        return pid
    code = _FAULT
    try:
        end_with_parent(signal.SIGKILL)
        code = life() if os.getppid() == parent else 0  # else it died before we could ask
    except KeyboardInterrupt:
        code = 0
    except BaseException as error:  # border: the end of a process, told like any other
        log.critical("uncaught", exc_info=error)
    finally:
        os._exit(code)


def keep_open(*handles: int) -> None:
    """Of what a copy has inherited: our port would stay taken, and our locks held, for as long as it lives."""
    highest = os.sysconf("SC_OPEN_MAX")
    kept = sorted({0, 1, 2, *handles})
    for after, before in zip(kept, [*kept[1:], highest], strict=True):
        os.closerange(after + 1, before)
