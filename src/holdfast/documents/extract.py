"""A file into the text of its pages, in the sandbox."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from weakref import WeakValueDictionary

import orjson

from holdfast.core.errors import Unavailable
from holdfast.core.ids import UserId
from holdfast.core.sandbox.run import Sandbox
from holdfast.core.sandbox.types import Fault as SandboxFault
from holdfast.core.sandbox.types import ReaderRefused, SandboxFailed, SandboxLimits
from holdfast.documents.kinds import LOCKED, READERS, FileKind
from holdfast.documents.types import ExtractedBy, ReadingFault
from holdfast.knowledge.types import PageText

MAX_CHARACTERS = 2_000_000
_FEED_READER = "holdfast.documents.read_feed"
_LIMITS = SandboxLimits(seconds=120.0, cpu_seconds=60, memory_bytes=512 << 20, output_bytes=8 * MAX_CHARACTERS + 65_536)
_DRAW_LIMITS = SandboxLimits(seconds=20.0, cpu_seconds=6, memory_bytes=512 << 20, output_bytes=4 << 20)
"""Of a page that somebody waits to see."""
_DRAWN_AT_ONCE = 2

_SENTENCES = {
    "unreadable": "The file is damaged and cannot be read; save it again and upload it once more.",
    "encrypted": LOCKED,
    "not_arrived": "The file did not arrive whole; upload it once more.",
    "empty": "There is no text in the file.",
    "too_large": "The file is too large or too complex to be read; split it and upload the parts.",
    "too_long": "The file took too long to read; split it and upload the parts.",
    "too_many_parts": "The archive holds more files than a document does.",
    "refers_outside": "The file declares references to something outside itself, which no document needs; save it "
    "again and upload it once more.",
}


@dataclass(frozen=True, slots=True)
class Extracted:
    pages: Sequence[PageText]
    extraction: ExtractedBy
    is_cut: bool
    """There was more text than is kept of one document."""
    pictures: Sequence[int] = ()
    """The numbers of pages that say little in letters of their own, and are still to be looked at."""
    title: str = ""
    """What the file calls itself; nothing where that is seldom what people call it."""


@dataclass(frozen=True, slots=True)
class EntryOfFeed:
    id: str
    title: str
    link: str
    text: str


@dataclass(frozen=True, slots=True)
class LookedAt:
    pages: Sequence[PageText] = ()
    unclear: Sequence[int] = ()
    """The numbers of those with something in them that may be other words, or none."""


class UnreadableFile(Exception):
    """The file cannot be read, however often it is tried."""

    def __init__(self, code: str, sentence: str | None = None) -> None:
        super().__init__(code)
        self.fault = ReadingFault(code, sentence or _SENTENCES[code])


class Extractor:
    def __init__(self) -> None:
        self._sandbox = Sandbox((*READERS, _FEED_READER))
        self._drawing = asyncio.Semaphore(_DRAWN_AT_ONCE)
        self._lines: WeakValueDictionary[UserId, asyncio.Lock] = WeakValueDictionary()

    async def extract(self, kind: FileKind, data: bytes) -> Extracted:
        """`UnreadableFile`, or `Unavailable` where this machine cannot read anything now."""
        made = await self._read(kind, data, {})
        return Extracted(_pages(made), made["extraction"], made["is_cut"], made["pictures"], made["title"])

    async def look_at(self, kind: FileKind, data: bytes, numbers: Sequence[int]) -> LookedAt:
        """The letters in the pictures of these pages. Where one takes too much, none of them says anything."""
        try:
            made = await self._read(kind, data, {"look_at": list(numbers)})
        except UnreadableFile:
            return LookedAt()
        return LookedAt(_pages(made), made["unclear"])

    async def show(self, kind: FileKind, data: bytes, number: int) -> bytes | None:
        """The picture of a page, as a JPEG; None where none can be made."""
        try:
            return await self._run(kind, data, {"show": number})
        except UnreadableFile:
            return None

    async def draw(
        self, reader: UserId, kind: FileKind, read: Callable[[], Awaitable[bytes]], number: int
    ) -> bytes | None:
        """The same in its colours, for somebody, who has one page drawn at a time. `read` gives its bytes when it is
        their turn: whoever waits holds none."""
        line = self._lines.setdefault(reader, asyncio.Lock())
        async with line, self._drawing:
            try:
                return await self._run(kind, await read(), {"draw": number}, _DRAW_LIMITS)
            except UnreadableFile:
                return None

    async def _read(self, kind: FileKind, data: bytes, more: Mapping[str, Any]) -> dict[str, Any]:
        made: dict[str, Any] = orjson.loads(await self._run(kind, data, more))
        return made

    async def _run(
        self, kind: FileKind, data: bytes, more: Mapping[str, Any], limits: SandboxLimits = _LIMITS
    ) -> bytes:
        order = {"kind": kind.name, "most_characters": MAX_CHARACTERS, **more}
        try:
            return await self._sandbox.run(kind.reader, data, order, limits=limits)
        except ReaderRefused as refused:
            raise UnreadableFile(refused.word if refused.word in _SENTENCES else "unreadable") from None
        except SandboxFailed as failed:
            raise _as_fault(failed) from None

    async def read_feed(self, data: bytes) -> Sequence[EntryOfFeed]:
        """`UnreadableFile` for what is none."""
        try:
            entries = orjson.loads(await self._sandbox.run(_FEED_READER, data, limits=_LIMITS))
        except ReaderRefused:
            raise UnreadableFile("unreadable") from None
        except SandboxFailed as failed:
            raise _as_fault(failed) from None
        return [EntryOfFeed(**entry) for entry in entries]

    async def aclose(self) -> None:
        await self._sandbox.aclose()


def _pages(made: Mapping[str, Any]) -> Sequence[PageText]:
    return [PageText(number, text) for number, text in made["pages"]]


def _as_fault(failed: SandboxFailed) -> Exception:
    match failed.fault:
        case SandboxFault.TOO_LONG:
            return UnreadableFile("too_long")
        case SandboxFault.TOO_MUCH_MEMORY | SandboxFault.TOO_MUCH_OUTPUT | SandboxFault.CRASHED:
            return UnreadableFile("too_large")
        case _:
            return Unavailable("Documents cannot be read on this machine just now.", code="no_reader")
