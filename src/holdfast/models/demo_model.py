"""The demo model: a toy that answers on a fresh machine with no key, in a process of its own.

It reads one line of instruction and a few lines of talk, not twenty, and no tools. So the prompt that was drafted for
a real model is cut down here; `context_tokens` still says what a small real model has, so that the prompt and its
trace look as they would with one.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import sys
from collections.abc import AsyncGenerator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from holdfast.core.log import get_logger
from holdfast.models.answer import Timeouts
from holdfast.models.endpoint import Endpoint
from holdfast.models.failures import failed
from holdfast.models.local_kinds import CHAT_MODEL
from holdfast.models.openai_compatible import OpenAICompatible
from holdfast.models.openai_request import UNSEEN_IMAGE
from holdfast.models.types import (
    CallSettings,
    ChatMessage,
    Content,
    Failure,
    ModelEvent,
    ModelFailed,
    TextContent,
    ToolSpec,
)

log = get_logger()

# Found by trial: this line and the likeliest word each time give "The capital of France is Paris."; no line, another
# line or a little chance give "Le Grand Paris, la femme de la France".
_INSTRUCTION = "You are a helpful assistant. Answer in short sentences."
_REAL_CONTEXT_TOKENS = 2048
_MESSAGES_READ = 5
_CHARACTERS_OF_ONE = 1_200
_MAX_OUTPUT_TOKENS = 300
_MAX_AT_ONCE = 8
"""One is answered, the others wait; beyond that waiting would be longer than anybody's patience."""
_START_SECONDS = 60.0
_TIMEOUTS = Timeouts(first_byte_seconds=120.0, between_bytes_seconds=60.0, whole_seconds=300.0)


@dataclass(frozen=True, slots=True)
class _Running:
    process: asyncio.subprocess.Process
    model: OpenAICompatible

    async def has_died(self) -> bool:
        try:
            async with asyncio.timeout(0.5):
                await self.process.wait()
        except TimeoutError:
            return False
        return True

    async def stop(self) -> None:
        await self.model.endpoint.aclose()
        if self.process.returncode is None:
            self.process.kill()
        await self.process.wait()


class DemoModel:
    name = f"local:{CHAT_MODEL}"
    is_demo = True
    sees_images = False
    context_tokens = 8_192

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._running: _Running | None = None
        self._starting = asyncio.Lock()
        self._asked = 0

    @property
    def pid(self) -> int | None:
        return self._running.process.pid if self._running else None

    async def stream(
        self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec], settings: CallSettings
    ) -> AsyncGenerator[ModelEvent]:
        if self._asked >= _MAX_AT_ONCE:
            raise failed(Failure.RATE_LIMITED, upstream="demo model busy", retry_after_seconds=10.0)
        self._asked += 1
        try:
            async for event in self._answered(cut_down(messages), _gentle(settings)):
                yield event
        finally:
            self._asked -= 1

    async def _answered(self, messages: Sequence[ChatMessage], settings: CallSettings) -> AsyncGenerator[ModelEvent]:
        """Ask; if the process turns out to have died since last time, ask once more of a new one."""
        for is_last_try in (False, True):
            running = await self._started()
            has_begun = False
            events = running.model.stream(messages, (), settings)
            try:
                async for event in events:
                    has_begun = True
                    yield event
                return
            except ModelFailed:
                if has_begun or is_last_try or not await running.has_died():
                    raise
            finally:
                await events.aclose()

    async def _started(self) -> _Running:
        async with self._starting:
            if self._running is not None and self._running.process.returncode is not None:
                log.warning("demo_process_ended", returncode=self._running.process.returncode)
                await self._running.stop()
                self._running = None
            if self._running is None:
                self._running = await _start(self._folder)
            return self._running

    async def aclose(self) -> None:
        if self._running is not None:
            await self._running.stop()
            self._running = None


async def _start(folder: Path) -> _Running:
    if not (folder / "model.gguf").is_file():
        raise failed(Failure.NOT_CONFIGURED, upstream="local model missing")
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "holdfast.models.demo_process",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        start_new_session=True,  # Ctrl-C in a terminal is for Holdfast, which then ends us
    )
    assert process.stdin is not None
    assert process.stdout is not None
    api_key = secrets.token_urlsafe(24)
    order = {
        "folder": str(folder),
        "api_key": api_key,
        "context_tokens": _REAL_CONTEXT_TOKENS,
        "parent": os.getpid(),
    }
    try:
        async with asyncio.timeout(_START_SECONDS):
            process.stdin.write(json.dumps(order).encode() + b"\n")
            await process.stdin.drain()
            port = json.loads(await process.stdout.readline())["port"]
    except (TimeoutError, OSError, ValueError):
        _kill(process)
        await process.wait()
        raise failed(Failure.UNREACHABLE, upstream="demo process did not start") from None
    except BaseException:  # border: cancelled while it started; without us it would go on for ever
        _kill(process)
        raise
    endpoint = Endpoint(f"http://127.0.0.1:{port}/v1", api_key, timeouts=_TIMEOUTS)
    return _Running(process, OpenAICompatible(endpoint, "local", CHAT_MODEL, is_demo=True))


def _kill(process: asyncio.subprocess.Process) -> None:
    with suppress(ProcessLookupError):  # it has ended by itself
        process.kill()


def cut_down(messages: Sequence[ChatMessage]) -> list[ChatMessage]:
    """What it can read: one line of instruction, then the last few things said, beginning with the person."""
    spoken = [
        ChatMessage("user" if message.role == "user" else "assistant", text[:_CHARACTERS_OF_ONE])
        for message in messages
        if message.role in ("user", "assistant") and (text := _plain(message.content).strip())
    ][-_MESSAGES_READ:]
    while spoken and spoken[0].role != "user":
        spoken.pop(0)
    return [ChatMessage("system", _INSTRUCTION), *(spoken or [ChatMessage("user", "Hello.")])]


def _plain(content: Content) -> str:
    if isinstance(content, str):
        return content
    return "\n".join(part.text if isinstance(part, TextContent) else UNSEEN_IMAGE for part in content)


def _gentle(settings: CallSettings) -> CallSettings:
    """Short, the likeliest words and no loops; what was set for a real model would only derail it."""
    wanted = settings.max_output_tokens or _MAX_OUTPUT_TOKENS
    return replace(
        settings,
        temperature=0.0,
        max_output_tokens=min(wanted, _MAX_OUTPUT_TOKENS),
        forced_tool=None,
        extra={"dry_multiplier": 0.8, "cache_prompt": True},
    )
