"""Files that lie in memory and have no name: a job is given one to read and one to write, and can open no other."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_PIECE_BYTES = 1 << 20


@contextmanager
def opened(given: bytes | Path) -> Iterator[tuple[int, int]]:
    """One to read, which is the file itself or still to be filled, and an empty one."""
    source = os.open(given, os.O_RDONLY | os.O_CLOEXEC) if isinstance(given, Path) else os.memfd_create("given")
    try:
        made = os.memfd_create("made")
        try:
            yield source, made
        finally:
            os.close(made)
    finally:
        os.close(source)


def read_all(handle: int, most_bytes: int | None = None) -> bytes:
    """From the start. `most_bytes` is for a file that a stranger has written."""
    pieces, at = [], 0
    while most_bytes is None or at < most_bytes:
        size = _PIECE_BYTES if most_bytes is None else min(_PIECE_BYTES, most_bytes - at)
        piece = os.pread(handle, size, at)
        if not piece:
            break
        pieces.append(piece)
        at += len(piece)
    return b"".join(pieces)


def write_all(handle: int, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[os.write(handle, left) :]
