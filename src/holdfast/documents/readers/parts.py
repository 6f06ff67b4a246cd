"""The parts of a file that is a zip: docx, pptx, xlsx, epub. How large a part is, is known when it was read."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from posixpath import dirname, join, normpath
from typing import IO

from holdfast.core.sandbox.types import ReaderRefused

MAX_PARTS = 4_000
MAX_UNPACKED_BYTES = 300 << 20
MAX_RATIO = 200
"""How much smaller than what it holds a part may be; markup that people wrote is at most fifty times as small."""
_HONEST_BYTES = 1 << 20
_LOCKED = 1

_BROKEN = (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, OSError, RuntimeError, ValueError)


class ZipParts:
    """`ReaderRefused` for what is no such zip, is locked, or holds more than a document does."""

    def __init__(self, given: bytes) -> None:
        with _refusing():
            self._zip = zipfile.ZipFile(io.BytesIO(given))
        self._seen = 0
        infos = self._zip.infolist()
        if len(infos) > MAX_PARTS:
            raise ReaderRefused("too_many_parts")
        if sum(info.file_size for info in infos) > MAX_UNPACKED_BYTES:
            raise ReaderRefused("too_large")
        if any(info.flag_bits & _LOCKED for info in infos):
            raise ReaderRefused("encrypted")
        spans = sorted((info.header_offset, info.header_offset + info.compress_size) for info in infos)
        if any(one[1] > following[0] for one, following in pairwise(spans)):
            raise ReaderRefused("unreadable")
        self.names = {info.filename for info in infos}

    @contextmanager
    def opened(self, name: str) -> Iterator[IO[bytes]]:
        """A part as a stream that ends with `ReaderRefused` where it never would."""
        if name not in self.names:
            raise ReaderRefused("unreadable")
        with _refusing(), self._zip.open(name) as stream:
            yield _Counted(self, stream, self._zip.getinfo(name).compress_size)  # type: ignore[misc]

    def read(self, name: str) -> bytes:
        with self.opened(name) as stream:
            return b"".join(iter(lambda: stream.read(1 << 16), b""))

    def count(self, size: int) -> None:
        self._seen += size
        if self._seen > MAX_UNPACKED_BYTES:
            raise ReaderRefused("too_large")


class _Counted:
    """As much of a file as XML parsers ask for."""

    def __init__(self, parts: ZipParts, stream: IO[bytes], packed_bytes: int) -> None:
        self._parts, self._stream, self._packed = parts, stream, packed_bytes
        self._seen = 0

    def read(self, size: int = -1) -> bytes:
        piece = self._stream.read(size if 0 < size <= 1 << 16 else 1 << 16)
        self._seen += len(piece)
        if self._seen > _HONEST_BYTES and self._seen > MAX_RATIO * self._packed:
            raise ReaderRefused("too_large")
        self._parts.count(len(piece))
        return piece


@contextmanager
def _refusing() -> Iterator[None]:
    try:
        yield
    except _BROKEN:
        raise ReaderRefused("unreadable") from None


def beside(part: str, target: str) -> str:
    """The name of a part as another one points to it."""
    return normpath(join("/", dirname(part), target)).lstrip("/")
