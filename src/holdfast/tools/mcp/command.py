"""A server that is a program of this machine: started with nothing of ours, spoken to line by line, and ended with all
that it started.

The library's own way reads lines of any length, and slower the longer they are; here a line has a bound, and whoever
sends a longer one is ended. What it writes to its error output is thrown away: it may hold anything.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import SessionMessage
from mcp_types import jsonrpc_message_adapter

from holdfast.tools.mcp.types import McpFailed, McpFault

MAX_LINE_BYTES = 4_000_000
_USUAL_PATH = "/usr/local/bin:/usr/bin:/bin"
_END_SECONDS = 2.0
_LAUNCH = Path(__file__).with_name("launch.py")

_In = MemoryObjectSendStream[SessionMessage | Exception]
_Out = MemoryObjectReceiveStream[SessionMessage]
_FromThem = MemoryObjectReceiveStream[SessionMessage | Exception]
_ToThem = MemoryObjectSendStream[SessionMessage]


@dataclass(frozen=True, slots=True)
class CommandWay:
    program: str
    arguments: Sequence[str]
    environment: Mapping[str, str]


@asynccontextmanager
async def started(way: CommandWay, on_end: Callable[[], None]) -> AsyncIterator[tuple[_FromThem, _ToThem]]:
    with tempfile.TemporaryDirectory(prefix="holdfast-mcp-", ignore_cleanup_errors=True) as folder:
        process = await _start(way, folder)
        to_us, ours = anyio.create_memory_object_stream[SessionMessage | Exception](0)
        theirs, from_us = anyio.create_memory_object_stream[SessionMessage](0)
        tasks = [
            asyncio.create_task(_hear(process, to_us, on_end)),
            asyncio.create_task(_tell(process, from_us, to_us)),
        ]
        try:
            yield ours, theirs
        finally:
            await asyncio.shield(_end(process, tasks))
            for stream in (to_us, ours, theirs, from_us):
                stream.close()


def program_path(program: str) -> str | None:
    """Where it is, on the path that programs are given here."""
    return shutil.which(program, path=_path())


def _path() -> str:
    return f"{Path(sys.executable).parent}:{_USUAL_PATH}"


async def _start(way: CommandWay, folder: str) -> asyncio.subprocess.Process:
    environment = {
        "PATH": _path(),
        "HOME": folder,
        "TMPDIR": folder,
        "LANG": "C.UTF-8",
        **way.environment,
    }
    program = shutil.which(way.program, path=environment["PATH"])
    if program is None:
        raise McpFailed(McpFault("start_failed", "There is no such program on the path of this machine."))
    try:
        return await asyncio.create_subprocess_exec(
            sys.executable, "-I", "-S", str(_LAUNCH), program, *way.arguments,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env=environment,
            cwd=folder,
            limit=MAX_LINE_BYTES,
            start_new_session=True,
        )  # fmt: skip
    except (OSError, ValueError) as error:
        raise McpFailed(
            McpFault("start_failed", f"The program could not be started ({type(error).__name__}).")
        ) from None


async def _hear(process: asyncio.subprocess.Process, to_us: _In, on_end: Callable[[], None]) -> None:
    """Until it ends, or sends a line that no honest server sends. What is no message is passed over."""
    assert process.stdout is not None
    with suppress(anyio.ClosedResourceError, anyio.BrokenResourceError, ValueError, OSError):
        while line := await process.stdout.readline():
            with suppress(UnicodeDecodeError):
                await _pass_on(line, to_us)
    to_us.close()
    on_end()


async def _pass_on(line: bytes, to_us: _In) -> None:
    try:
        message = jsonrpc_message_adapter.validate_json(line, by_name=False)
    except ValueError:
        return
    await to_us.send(SessionMessage(message))


async def _tell(process: asyncio.subprocess.Process, from_us: _Out, to_us: _In) -> None:
    assert process.stdin is not None
    with suppress(anyio.ClosedResourceError, OSError):
        async for told in from_us:
            process.stdin.write(told.message.model_dump_json(by_alias=True, exclude_unset=True).encode() + b"\n")
            await process.stdin.drain()
        return
    to_us.close()


async def _end(process: asyncio.subprocess.Process, tasks: Sequence[asyncio.Task[None]]) -> None:
    """Its input ends; what is still there after a moment is ended, with whatever it has started."""
    assert process.stdin is not None
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    process.stdin.close()
    for signals in (None, signal.SIGTERM, signal.SIGKILL):
        if signals is not None:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signals)
        with suppress(TimeoutError):
            async with asyncio.timeout(_END_SECONDS):
                await process.wait()
                break
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
