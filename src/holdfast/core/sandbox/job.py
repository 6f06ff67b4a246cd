"""The process of one job: it limits itself, runs one reader on one file, and ends."""

from __future__ import annotations

import ctypes
import errno
import os
import resource
import signal
from dataclasses import dataclass
from typing import Any

from holdfast.core.sandbox.memory_files import read_all, write_all
from holdfast.core.sandbox.syscalls import filter_calls
from holdfast.core.sandbox.types import ReaderModule, ReaderRefused, SandboxLimits

ANSWERED, REFUSED, NO_MEMORY, NO_ROOM, BROKEN, NOT_CONFINED = 0, 3, 4, 5, 6, 7
"""How a job ends, unless a signal ends it."""
_FILES_IN_A_FOLDER = 24
_PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None, use_errno=True)


@dataclass(frozen=True, slots=True)
class Walls:
    """What stands around a job before its reader begins."""

    taken_bytes: int
    """The address space that the code itself has."""
    has_folder: bool
    is_filtered: bool


def do_job(
    reader: ReaderModule,
    handles: tuple[int, int],
    order: dict[str, Any],
    limits: SandboxLimits,
    walls: Walls,
) -> int:
    """How it ended."""
    given, made = handles
    _limit_myself(limits, walls)
    if walls.is_filtered and not filter_calls(has_folder=walls.has_folder):
        return NOT_CONFINED
    try:
        write_all(made, reader.read(read_all(given), order))
    except ReaderRefused as refused:
        write_all(made, refused.word.encode())
        return REFUSED
    except MemoryError:
        return NO_MEMORY
    except Exception as error:  # noqa: BLE001 — border: whatever strangers' bytes did to a reader, its kind is told
        if isinstance(error, OSError) and error.errno == errno.EFBIG:
            return NO_ROOM
        write_all(made, type(error).__name__.encode())
        return BROKEN
    return ANSWERED


def end_with_zygote(zygote: int) -> None:
    _libc.prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)
    if os.getppid() != zygote:
        os._exit(BROKEN)


def _limit_myself(limits: SandboxLimits, walls: Walls) -> None:
    """With no further file to open there is no socket either, whatever else a machine lacks."""
    wanted = {
        resource.RLIMIT_AS: walls.taken_bytes + limits.memory_bytes,
        resource.RLIMIT_CPU: limits.cpu_seconds,
        resource.RLIMIT_FSIZE: limits.output_bytes,
        resource.RLIMIT_NOFILE: _FILES_IN_A_FOLDER if walls.has_folder else 0,
        resource.RLIMIT_NPROC: 0,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_MEMLOCK: 0,
    }
    for kind, most in wanted.items():
        _, hard = resource.getrlimit(kind)
        lowered = most if hard == resource.RLIM_INFINITY else min(most, hard)
        # A second more than the first word of it: the kernel's own word for that one is SIGKILL, which says nothing.
        last = lowered + 1 if kind == resource.RLIMIT_CPU and lowered != hard else lowered
        resource.setrlimit(kind, (lowered, last))
