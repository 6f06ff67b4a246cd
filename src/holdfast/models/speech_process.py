"""A module of ours in a process of its own: bytes in, bounded bytes out, a bounded time.

The process gets no environment, so no key of the operator's is within its reach.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress

from holdfast.models.failures import failed
from holdfast.models.types import Failure

_PIECE_BYTES = 1 << 16
_END_SECONDS = 5.0


async def run_process(
    module: str, arguments: Sequence[str], given: bytes, *, most_bytes: int, seconds: float
) -> tuple[int, bytes]:
    """Its exit code and what it wrote. `ModelFailed` when it takes too long or writes too much."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        module,
        *arguments,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env={"LC_ALL": "C.UTF-8"},
        start_new_session=True,  # Ctrl-C in a terminal is for Holdfast
    )
    try:
        async with asyncio.timeout(seconds):
            _, written = await asyncio.gather(_feed(process, given), _read(process, most_bytes))
            return await process.wait(), written
    except TimeoutError:
        raise failed(Failure.STALLED, upstream=module.rpartition(".")[2]) from None
    finally:
        if process.returncode is None:
            await _end(process)


async def _end(process: asyncio.subprocess.Process) -> None:
    """Killed, with whatever it started. asyncio tells of an end only when each pipe has come to its own, and a pipe
    that a flood has filled is not read by itself: so what is left in it is read and thrown away."""
    assert process.stdin is not None
    assert process.stdout is not None
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.stdin.close()
    with suppress(TimeoutError):
        async with asyncio.timeout(_END_SECONDS):
            while await process.stdout.read(_PIECE_BYTES):
                pass
            await process.wait()


async def _feed(process: asyncio.subprocess.Process, given: bytes) -> None:
    assert process.stdin is not None
    with suppress(ConnectionError):  # it ended before it had read everything; its exit code says why
        process.stdin.write(given)
        await process.stdin.drain()
        process.stdin.close()
        await process.stdin.wait_closed()


async def _read(process: asyncio.subprocess.Process, most_bytes: int) -> bytes:
    assert process.stdout is not None
    written = bytearray()
    while piece := await process.stdout.read(_PIECE_BYTES):
        written += piece
        if len(written) > most_bytes:
            raise failed(Failure.MALFORMED, upstream="too much output")
    return bytes(written)
