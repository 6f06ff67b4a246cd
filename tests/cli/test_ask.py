"""`holdfast ask`, `remember` and `recall`, against a real server and with a key."""

from __future__ import annotations

import argparse
import asyncio
import importlib

import pytest

from holdfast.cli.main import main, refuse
from holdfast.core.errors import AppError
from holdfast.core.migrate import Addresses
from tests.clients.test_python_client import kim_with_a_key
from tests.working import work_off

pytestmark = pytest.mark.anyio


async def run(url: str, name: str, *words: str) -> int:
    """The command beside the server, in a thread of its own; `main` itself listens for signals."""
    command = importlib.import_module(f"holdfast.cli.{name}")
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    try:
        code: int = await asyncio.to_thread(command.run, parser.parse_args(["--url", url, *words]))
    except AppError as refused:
        return refuse(refused)
    return code


async def test_a_terminal_asks_tells_and_recalls(
    addresses: Addresses, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with kim_with_a_key(addresses) as (served, _, key):
        monkeypatch.setenv("HOLDFAST_KEY", key)

        async def holdfast(*words: str) -> tuple[int, str]:
            code = await run(served.url, *words)
            return code, capsys.readouterr().out

        assert await holdfast("remember", "I am allergic", "to peanuts.") == (0, "Remembered.\n")
        await work_off(served.parts)
        code, told = await holdfast("recall", "What am I allergic to?")
        assert (code, told.splitlines()[0]) == (0, "- Is allergic to peanuts")
        assert "user: I am allergic to peanuts." in told
        assert await holdfast("recall", "zebra crossing") == (0, "Nothing.\n")
        assert await holdfast("ask", "--persona", "sophie", "Hello?") == (0, "Fish, without nuts.\n")


async def test_what_goes_wrong_is_one_sentence(
    addresses: Addresses, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("HOLDFAST_KEY", raising=False)
    assert main(["recall", "bees"]) == 1
    assert "Set HOLDFAST_KEY" in capsys.readouterr().err
    monkeypatch.setenv("HOLDFAST_KEY", "hf_wrong")
    assert main(["ask", "--url", "http://127.0.0.1:9", "Hello?"]) == 1
    assert "no answer from http://127.0.0.1:9" in capsys.readouterr().err
    async with kim_with_a_key(addresses, "memory:read") as (served, _, key):
        monkeypatch.setenv("HOLDFAST_KEY", key)
        assert await run(served.url, "remember", "I keep bees.") == 1
        assert "holdfast: " in capsys.readouterr().err
