"""The demo model in its own process: what it is told, and that it can die without harm."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from holdfast.models.demo_model import DemoModel, cut_down
from holdfast.models.local_kinds import CHAT_MODEL
from holdfast.models.types import (
    CallSettings,
    ChatMessage,
    Done,
    Failure,
    Image,
    ModelEvent,
    ModelFailed,
    TextContent,
    ToolCall,
    ToolSpec,
)
from tests.models.conftest import ask, said
from tests.waiting import HANGS_SECONDS, takes, until

pytestmark = pytest.mark.anyio

LONG = [ChatMessage("user", "Write a long story about a cat, a dog and a horse who travel around the world.")]


@pytest.fixture
async def demo(models_dir: Path) -> AsyncIterator[DemoModel]:
    made = DemoModel(models_dir / CHAT_MODEL)
    yield made
    await made.aclose()


def is_alive(pid: int) -> bool:
    try:
        return "State:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return False


async def gone(pid: int) -> None:
    await until(lambda: not is_alive(pid))


async def test_it_answers_and_says_that_it_is_a_demo(demo: DemoModel) -> None:
    events = await ask(demo, [ChatMessage("user", "What is the capital of France?")])
    assert "Paris" in said(events)
    assert isinstance(events[-1], Done)
    assert events[-1].usage is not None
    assert demo.is_demo
    assert demo.name == f"local:{CHAT_MODEL}"


async def test_it_is_started_on_first_use_and_kept(demo: DemoModel) -> None:
    assert demo.pid is None
    await ask(demo, settings=CallSettings(max_output_tokens=4))
    pid = demo.pid
    await ask(demo, settings=CallSettings(max_output_tokens=4))
    assert demo.pid == pid
    await demo.aclose()
    assert pid is not None
    await gone(pid)


async def test_several_at_once_are_answered_in_turn_and_a_crowd_is_told_to_wait(demo: DemoModel) -> None:
    short = CallSettings(max_output_tokens=4)
    answers = await asyncio.gather(*(ask(demo, settings=short) for _ in range(12)), return_exceptions=True)
    refused = [answer for answer in answers if isinstance(answer, ModelFailed)]
    assert len(refused) == 4
    assert all(error.failure is Failure.RATE_LIMITED for error in refused)
    assert all(said(answer) for answer in answers if isinstance(answer, list))
    assert said(await ask(demo, settings=short))


async def test_stopping_an_answer_frees_it_for_the_next(demo: DemoModel) -> None:
    events = demo.stream(LONG, (), CallSettings())
    await anext(events)
    await events.aclose()
    async with asyncio.timeout(HANGS_SECONDS):
        await ask(demo, settings=CallSettings(max_output_tokens=4))


@pytest.mark.faults
async def test_killed_in_mid_answer_the_failure_is_told_and_the_next_turn_works(demo: DemoModel) -> None:
    heard: list[ModelEvent] = []
    failure = None
    try:
        async for event in demo.stream(LONG, (), CallSettings()):
            heard.append(event)
            if len(heard) == 3 and demo.pid is not None:
                os.kill(demo.pid, signal.SIGKILL)
    except ModelFailed as error:
        failure = error.failure
    assert failure is Failure.CUT_OFF
    assert len(heard) >= 3
    assert said(await ask(demo, settings=CallSettings(max_output_tokens=4)))


@pytest.mark.faults
async def test_killed_between_turns_nobody_notices(demo: DemoModel) -> None:
    await ask(demo, settings=CallSettings(max_output_tokens=4))
    first = demo.pid
    assert first is not None
    os.kill(first, signal.SIGKILL)
    assert said(await ask(demo, settings=CallSettings(max_output_tokens=4)))
    assert demo.pid != first


@pytest.mark.faults
async def test_it_dies_with_its_parent_even_when_that_is_killed(models_dir: Path) -> None:
    script = f"""
import asyncio
from pathlib import Path
from holdfast.models.demo_model import DemoModel
from holdfast.models.types import CallSettings, ChatMessage

async def main():
    demo = DemoModel(Path({str(models_dir / CHAT_MODEL)!r}))
    async for _ in demo.stream([ChatMessage("user", "Tell me a long story.")], (), CallSettings()):
        print(demo.pid, flush=True)
        await asyncio.sleep(60)

asyncio.run(main())
"""
    parent = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    child = int(await asyncio.to_thread(parent.stdout.readline))
    assert is_alive(child)
    parent.kill()
    parent.wait()
    parent.stdout.close()
    await gone(child)


async def test_cancelled_while_it_starts_it_leaves_no_process(demo: DemoModel) -> None:
    before = _demo_processes()
    asking = asyncio.create_task(ask(demo))
    await until(lambda: _demo_processes() - before)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    for pid in _demo_processes() - before:
        await gone(pid)


def _demo_processes() -> set[int]:
    mine = set()
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            command, status = (entry / "cmdline").read_bytes(), (entry / "status").read_text()
        except OSError:
            continue
        if b"holdfast.models.demo_process" in command and f"PPid:\t{os.getpid()}\n" in status:
            mine.add(int(entry.name))
    return mine


async def test_the_server_is_not_stalled_while_it_answers(demo: DemoModel) -> None:
    await ask(demo, settings=CallSettings(max_output_tokens=4))
    answering = asyncio.create_task(ask(demo, LONG, settings=CallSettings(max_output_tokens=60)))
    worst, began = 0.0, time.perf_counter()
    while not answering.done():
        looked = time.perf_counter()
        await takes(0.005)
        worst = max(worst, time.perf_counter() - looked)
    assert said(await answering)
    assert worst < (time.perf_counter() - began) / 2


async def test_a_missing_model_is_not_configured(tmp_path: Path) -> None:
    with pytest.raises(ModelFailed) as caught:
        await ask(DemoModel(tmp_path))
    assert caught.value.failure is Failure.NOT_CONFIGURED


async def test_an_engine_that_does_not_start_is_unreachable(tmp_path: Path) -> None:
    (tmp_path / "model.gguf").write_bytes(b"not a model")
    with pytest.raises(ModelFailed) as caught:
        await ask(DemoModel(tmp_path))
    assert caught.value.failure is Failure.UNREACHABLE


def test_it_is_told_one_line_and_the_last_few_things_said() -> None:
    told = cut_down(
        [
            ChatMessage("system", "Twenty lines of instruction.\n" * 20),
            *[ChatMessage("user" if n % 2 == 0 else "assistant", f"message {n}") for n in range(10)],
            ChatMessage("assistant", "", [ToolCall("a", "clock", "{}")]),
            ChatMessage("tool", "12:00", tool_call_id="a"),
            ChatMessage("user", [TextContent("And this?"), Image("image/png", b"")]),
        ]
    )
    assert [message.role for message in told] == ["system", "user", "assistant", "user", "assistant", "user"]
    assert "\n" not in told[0].content
    assert str(told[-1].content).startswith("And this?\n(An image")


def test_it_is_never_told_more_than_fits() -> None:
    told = cut_down([ChatMessage("user", "word " * 100_000), ChatMessage("assistant", "x" * 100_000)] * 9)
    assert sum(len(message.content) for message in told) < 7_000
    assert cut_down([])[-1].role == "user"


async def test_tools_and_settings_meant_for_real_models_do_it_no_harm(demo: DemoModel) -> None:
    tool = ToolSpec("clock", "Tells the time.", {"type": "object"})
    settings = CallSettings(temperature=2.0, max_output_tokens=100_000, forced_tool="clock", extra={"top_p": 5})
    events = await ask(demo, [ChatMessage("user", "Hi!")], [tool], settings)
    assert said(events)
