"""`Sandbox`: bytes in, bounded bytes out, or why not."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from holdfast.core.sandbox import job as ends
from holdfast.core.sandbox.memory_files import opened, read_all, write_all
from holdfast.core.sandbox.running import Ended, Running, start
from holdfast.core.sandbox.types import Confinement, Fault, ReaderRefused, SandboxFailed, SandboxLimits

_MAX_WAITING = 16
_WORD_BYTES = 100
_WITH_A_WORD = (ends.REFUSED, ends.BROKEN)

T = TypeVar("T")


class Sandbox:
    """For the readers of one room. Close it with `aclose`; it may be used again afterwards."""

    def __init__(self, readers: Sequence[str], *, folder: Path | None = None, places: int = 2) -> None:
        self._readers = readers
        self._folder = folder
        self._places = asyncio.Semaphore(places)
        self._waiting = 0
        self._zygote: Running | None = None
        self._starting = asyncio.Lock()

    async def run(
        self, reader: str, given: bytes | Path, order: dict[str, Any] | None = None, *, limits: SandboxLimits
    ) -> bytes:
        """What the reader made of it. `ReaderRefused` if it does not take it, `SandboxFailed` if it gave no answer."""
        if reader not in self._readers:
            raise ValueError(f"{reader} is none of this sandbox's readers")
        async with self._place():
            zygote = await self._ready()
            return await _run(zygote, reader, given, order or {}, limits)

    async def confinement(self) -> Confinement:
        """How tight it is on this machine. `SandboxFailed` where there is none."""
        return (await self._ready()).confinement

    async def aclose(self) -> None:
        if self._zygote is not None:
            zygote, self._zygote = self._zygote, None
            await zygote.end()

    @asynccontextmanager
    async def _place(self) -> AsyncIterator[None]:
        """Whoever waits holds what was sent, so only so many may."""
        if self._waiting >= _MAX_WAITING:
            raise SandboxFailed(Fault.BUSY)
        self._waiting += 1
        try:
            await self._places.acquire()
        finally:
            self._waiting -= 1
        try:
            yield
        finally:
            self._places.release()

    async def _ready(self) -> Running:
        async with self._starting:
            if self._zygote is None or not self._zygote.is_usable:
                await self.aclose()
                self._zygote = await start(self._readers, self._folder)
            return self._zygote


async def _run(
    zygote: Running, reader: str, given: bytes | Path, order: dict[str, Any], limits: SandboxLimits
) -> bytes:
    with opened(given) as (source, made):
        if isinstance(given, bytes):
            await _to_the_end(write_all, source, given)
        ended = await zygote.do(reader, order, limits, (source, made))
        if ended.code == ends.ANSWERED:
            return await _to_the_end(read_all, made, limits.output_bytes)
        word = read_all(made, _WORD_BYTES).decode(errors="replace") if ended.code in _WITH_A_WORD else ""
    if ended.code == ends.REFUSED:
        raise ReaderRefused(word)
    raise SandboxFailed(_fault(ended, limits), f"ended with {ended.code} {word}".strip())


async def _to_the_end(work: Callable[..., T], *arguments: Any) -> T:
    """In a thread, because files may be large; and not left before the thread has left them."""
    task = asyncio.ensure_future(asyncio.to_thread(work, *arguments))
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise


def _fault(ended: Ended, limits: SandboxLimits) -> Fault:
    match ended.code:
        case ends.NO_MEMORY:
            return Fault.TOO_MUCH_MEMORY
        case ends.NO_ROOM:
            return Fault.TOO_MUCH_OUTPUT
        case ends.NOT_CONFINED:
            return Fault.NO_SANDBOX
        case _ if ended.code == -signal.SIGXFSZ:
            return Fault.TOO_MUCH_OUTPUT
        case _ if ended.code == -signal.SIGXCPU or ended.cpu_seconds >= limits.cpu_seconds:
            return Fault.TOO_LONG
        case _ if ended.code == -signal.SIGKILL:  # not by us: the kernel needed the memory
            return Fault.TOO_MUCH_MEMORY
        case _:
            return Fault.CRASHED
