"""What a job may ask of the kernel: to read and write what it holds, memory, the time, and its own end.

Everything else is answered with "not permitted", be it a socket, a process, a program, a file, a signal to somebody or
a call that was invented after this was written. The filter (seccomp) is set by the job itself, needs no right, and
cannot be taken off again. A processor that is not listed has no filter; `holdfast doctor` says so.
"""

from __future__ import annotations

import ctypes
import os
import platform
import struct
from collections.abc import Iterator

_ARCHES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}

# Each by its number on x86_64 and on aarch64; None: there is no such call.
_ALWAYS: dict[str, tuple[int | None, int | None]] = {
    "read": (0, 63), "write": (1, 64), "close": (3, 57), "fstat": (5, 80), "newfstatat": (262, 79),
    "lseek": (8, 62), "pread64": (17, 67), "pwrite64": (18, 68), "readv": (19, 65), "writev": (20, 66),
    "ftruncate": (77, 46), "fcntl": (72, 25),
    "mmap": (9, 222), "mprotect": (10, 226), "munmap": (11, 215), "brk": (12, 214), "mremap": (25, 216),
    "madvise": (28, 233), "membarrier": (324, 283),
    "rt_sigaction": (13, 134), "rt_sigprocmask": (14, 135), "rt_sigreturn": (15, 139), "sigaltstack": (131, 132),
    "restart_syscall": (219, 128), "futex": (202, 98), "rseq": (334, 293),
    "sched_yield": (24, 124), "sched_getaffinity": (204, 123), "nanosleep": (35, 101), "clock_nanosleep": (230, 115),
    "clock_gettime": (228, 113), "clock_getres": (229, 114), "gettimeofday": (96, 169), "time": (201, None),
    "getpid": (39, 172), "gettid": (186, 178), "getppid": (110, 173), "getuid": (102, 174), "geteuid": (107, 175),
    "getgid": (104, 176), "getegid": (108, 177), "uname": (63, 160), "sysinfo": (99, 179), "getrusage": (98, 165),
    "times": (100, 153), "getrlimit": (97, 163), "getrandom": (318, 278),
    "exit": (60, 93), "exit_group": (231, 94),
}  # fmt: skip

# For readers with a folder of their own. Which files these reach is Landlock's and the root's to say.
_WITH_A_FOLDER: dict[str, tuple[int | None, int | None]] = {
    "open": (2, None), "openat": (257, 56), "stat": (4, None), "lstat": (6, None), "statx": (332, 291),
    "access": (21, None), "faccessat": (269, 48), "faccessat2": (439, 439), "readlink": (89, None),
    "readlinkat": (267, 78), "getdents64": (217, 61),
}  # fmt: skip
_TGKILL = {"x86_64": 234, "aarch64": 131}

_LOAD, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_NUMBER, _ARCH, _FIRST_ARGUMENT = 0, 4, 16
_ALLOW, _NOT_PERMITTED = 0x7FFF0000, 0x00050001
_X32 = 0x40000000
_PR_GET_SECCOMP, _PR_SET_SECCOMP, _FILTER = 21, 22, 2

_libc = ctypes.CDLL(None, use_errno=True)


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("rows", ctypes.c_char_p))


def can_filter() -> bool:
    return platform.machine() in _ARCHES and _libc.prctl(_PR_GET_SECCOMP, 0, 0, 0, 0) >= 0


def filter_calls(*, has_folder: bool) -> bool:
    """From now on. Needs `no_new_privs`."""
    rows = b"".join(_rows(platform.machine(), has_folder, os.getpid()))
    program = _Program(len(rows) // 8, rows)
    return bool(_libc.prctl(_PR_SET_SECCOMP, _FILTER, ctypes.byref(program), 0, 0) == 0)


def _rows(machine: str, has_folder: bool, pid: int) -> Iterator[bytes]:
    column = list(_ARCHES).index(machine)
    named = {**_ALWAYS, **(_WITH_A_FOLDER if has_folder else {})}
    yield _row(_LOAD, _ARCH)
    yield _row(_EQUAL, _ARCHES[machine], if_so=1)
    yield _row(_RETURN, _NOT_PERMITTED)
    yield _row(_LOAD, _NUMBER)
    if machine == "x86_64":  # a second set of numbers for the same calls
        yield _row(_AT_LEAST, _X32, if_not=1)
        yield _row(_RETURN, _NOT_PERMITTED)
    for numbers in named.values():
        if (number := numbers[column]) is not None:
            yield _row(_EQUAL, number, if_not=1)
            yield _row(_RETURN, _ALLOW)
    # A signal to itself, which is how a library gives up. To nobody else.
    yield _row(_EQUAL, _TGKILL[machine], if_not=3)
    yield _row(_LOAD, _FIRST_ARGUMENT)
    yield _row(_EQUAL, pid, if_not=1)
    yield _row(_RETURN, _ALLOW)
    yield _row(_RETURN, _NOT_PERMITTED)


def _row(code: int, value: int, *, if_so: int = 0, if_not: int = 0) -> bytes:
    return struct.pack("=HBBI", code, if_so, if_not, value)
