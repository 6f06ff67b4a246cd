"""Names that never answer are their asker's to wait for."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence

import pytest

from holdfast.core.errors import RateLimited
from holdfast.core.resolve import NameLines, asked_by, resolve_name
from tests.waiting import until

pytestmark = pytest.mark.anyio


async def resolve_for(whose: str, lines: NameLines, host: str) -> Sequence[str]:
    with asked_by(whose):
        return await lines.resolve(host, 80)


def slow_until(released: threading.Event, asked: list[str]) -> Callable[[str, int], Sequence[str]]:
    def look_up(host: str, port: int) -> Sequence[str]:
        asked.append(host)
        if host.startswith("slow"):
            released.wait(30)
        return ["192.0.2.1"]

    return look_up


async def test_one_persons_slow_names_stop_nobody_else() -> None:
    released, asked = threading.Event(), list[str]()
    lines = NameLines(slow_until(released, asked))
    slow = [asyncio.create_task(resolve_for("mallory", lines, f"slow{n}.example")) for n in range(10)]
    try:
        await until(lambda: len(asked) == 2)
        assert await resolve_for("ada", lines, "quick.example") == ["192.0.2.1"]
        assert sorted(asked) == ["quick.example", "slow0.example", "slow1.example"]
    finally:
        released.set()
        assert await asyncio.gather(*slow) == [["192.0.2.1"]] * 10


async def test_whoever_stops_waiting_frees_no_thread() -> None:
    released, asked = threading.Event(), list[str]()
    lines = NameLines(slow_until(released, asked))
    given_up = [asyncio.create_task(resolve_for("mallory", lines, f"slow{n}.example")) for n in range(2)]
    await until(lambda: len(asked) == 2)
    for one in given_up:
        one.cancel()
    await asyncio.gather(*given_up, return_exceptions=True)
    third = asyncio.create_task(resolve_for("mallory", lines, "quick.example"))
    try:
        assert await resolve_for("ada", lines, "quick.example")
        assert not third.done()
    finally:
        released.set()
    assert await third == ["192.0.2.1"]


async def test_a_line_has_an_end() -> None:
    released, asked = threading.Event(), list[str]()
    lines = NameLines(slow_until(released, asked))
    many = [asyncio.create_task(resolve_for("mallory", lines, f"slow{n}.example")) for n in range(18)]
    await until(lambda: len(asked) == 2)
    try:
        with pytest.raises(RateLimited):
            await resolve_for("mallory", lines, "one-more.example")
    finally:
        released.set()
        await asyncio.gather(*many)


async def test_what_is_no_name_is_an_os_error() -> None:
    with pytest.raises(OSError, match="not a host name"):
        await resolve_name("a" * 64 + ".example", 80)
