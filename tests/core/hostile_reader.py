"""A reader that strangers' bytes have taken over: it tries whatever it is told to, and says how far it came.

Calls are made as machine code would make them, past Python where Python would ask first.
"""

from __future__ import annotations

import _thread
import ctypes
import errno
import os
import resource
import signal
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from holdfast.core.sandbox.types import ReaderRefused

_libc = ctypes.CDLL(None, use_errno=True)
_CALLS = {"x86_64": {"ptrace": 101, "process_vm_readv": 310, "bpf": 321, "io_uring_setup": 425, "unshare": 272}}
_CALLS["aarch64"] = {"ptrace": 117, "process_vm_readv": 270, "bpf": 280, "io_uring_setup": 425, "unshare": 97}
_ATTACH, _NEW_USER = 16, 0x10000000


def warm() -> None:
    "x".encode("idna")  # which addresses are written in


def read(given: bytes, order: dict[str, Any]) -> bytes:
    return _WAYS[order["how"]](order)


def _tried(act: Callable[[], object]) -> bytes:
    try:
        act()
    except OSError as error:
        return f"refused {errno.errorcode.get(error.errno or 0)}".encode()
    except (RuntimeError, ValueError):  # Python's words for a thread that did not begin, and for limits
        return b"refused by Python"
    return b"did it"


def _call(name: str, *arguments: Any) -> None:
    number = _CALLS[os.uname().machine][name]
    if _libc.syscall(ctypes.c_long(number), *(ctypes.c_long(argument) for argument in arguments)) < 0:
        raise OSError(ctypes.get_errno(), name)


def _read_file(order: dict[str, Any]) -> bytes:
    return _tried(lambda: os.read(os.open(order["path"], os.O_RDONLY), 100))


def _climb(order: dict[str, Any]) -> bytes:
    return _tried(lambda: os.open("../" * 30 + order["path"].lstrip("/"), os.O_RDONLY))


def _write_file(order: dict[str, Any]) -> bytes:
    return _tried(lambda: os.open(order["path"], os.O_WRONLY | os.O_CREAT))


def _connect(order: dict[str, Any]) -> bytes:
    return _tried(lambda: socket.socket().connect(("127.0.0.1", order["port"])))


def _outside(order: dict[str, Any]) -> bytes:
    """By UDP, which sends nothing: a sandbox that is broken harms nobody."""
    return _tried(lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).connect(("192.0.2.1", 9)))


def _unix_socket(order: dict[str, Any]) -> bytes:
    return _tried(lambda: socket.socket(socket.AF_UNIX).connect(order["path"]))


def _fork(order: dict[str, Any]) -> bytes:
    def bomb() -> None:
        while os.fork():
            pass
        time.sleep(60)

    return _tried(bomb)


def _handles(order: dict[str, Any]) -> bytes:
    def is_open(handle: int) -> bool:
        try:
            os.fstat(handle)
        except OSError:
            return False
        return True

    return ",".join(str(handle) for handle in range(256) if is_open(handle)).encode()


def _spin(order: dict[str, Any]) -> bytes:
    signal.signal(signal.SIGXCPU, signal.SIG_IGN)
    while True:
        pass


def _sleep(order: dict[str, Any]) -> bytes:
    time.sleep(600)
    return b""


def _output(order: dict[str, Any]) -> bytes:
    return bytes(order["bytes"])


def _file_that_grows(order: dict[str, Any]) -> bytes:
    os.ftruncate(1, order["bytes"])
    return b""


_WAYS: dict[str, Callable[[dict[str, Any]], bytes]] = {
    "echo": lambda order: b"well",
    "read": _read_file,
    "climb": _climb,
    "write": _write_file,
    "connect": _connect,
    "outside": _outside,
    "unix": _unix_socket,
    "fork": _fork,
    "thread": lambda order: _tried(lambda: _thread.start_new_thread(time.sleep, (1,))),
    "exec": lambda order: _tried(lambda: os.execv("/bin/true", ["true"])),
    "ptrace": lambda order: _tried(lambda: _call("ptrace", _ATTACH, order["pid"], 0, 0)),
    "peek": lambda order: _tried(lambda: _call("process_vm_readv", order["pid"], 0, 0, 0, 0, 0)),
    "bpf": lambda order: _tried(lambda: _call("bpf", 0, 0, 0)),
    "io_uring": lambda order: _tried(lambda: _call("io_uring_setup", 1, 0)),
    "namespace": lambda order: _tried(lambda: _call("unshare", _NEW_USER)),
    "signal": lambda order: _tried(lambda: os.kill(order["pid"], 0)),
    "root": lambda order: _tried(lambda: os.setresuid(0, 0, 0)),
    "limits": lambda order: _tried(lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))),
    "user": lambda order: str(os.geteuid()).encode(),
    "environment": lambda order: ",".join(sorted(os.environ)).encode(),
    "handles": _handles,
    "memory": lambda order: bytes(bytearray(4 << 30)[:1]),
    "spin": _spin,
    "sleep": _sleep,
    "output": _output,
    "grow": _file_that_grows,
    "crash": lambda order: ctypes.string_at(0),
    "abort": lambda order: bytes(_libc.abort()),
    "folder": lambda order: Path(order["name"]).read_bytes(),
    "refuse": lambda order: _refuse(order["word"]),
}


def _refuse(word: str) -> bytes:
    raise ReaderRefused(word)
