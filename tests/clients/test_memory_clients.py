"""The page for whoever comes from mem0 or Zep: its lines run as they stand there."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from pathlib import Path

import pytest
from holdfast_client import AsyncHoldfast, Holdfast

from holdfast.core.migrate import Addresses
from tests.scripted import ScriptedModel
from tests.serving import serving
from tests.working import work_off

pytestmark = pytest.mark.anyio

PAGE = (Path(__file__).parents[2] / "docs" / "memory-clients.md").read_text(encoding="utf-8")
CLIENT = Path(__file__).parents[2] / "clients" / "python" / "src"
SERVICE_KEY = "a service key of thirty-two letters or more"


async def test_the_lines_of_the_page_run_as_they_stand(addresses: Addresses) -> None:
    begins, *pieces = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    said: list[str] = []
    async with serving(addresses, [ScriptedModel()], service_key=SERVICE_KEY) as served:
        told = {"HOLDFAST_URL": served.url, "HOLDFAST_SERVICE_KEY": SERVICE_KEY, "PYTHONPATH": str(CLIENT)}
        for piece in pieces:
            said += await run(begins + piece, {**os.environ, **told})
            await work_off(served.parts)
    peanuts, versions, forgotten, bees, _ = said
    assert (peanuts, bees) == ("I am allergic to peanuts.", "I keep bees.")
    assert versions == "['Is allergic to peanuts', 'Is allergic to walnuts']"
    assert "facts" in forgotten


async def run(lines: str, env: dict[str, str]) -> list[str]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", lines, env=env, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    said, wrong = await process.communicate()
    assert process.returncode == 0, wrong.decode()
    return said.decode().splitlines()


def test_every_call_that_the_page_names_is_there() -> None:
    named = set(re.findall(r"alice\.(\w+)\(", PAGE)) - {"close"}
    assert len(named) > 6
    assert [name for name in named if not hasattr(Holdfast, name) or not hasattr(AsyncHoldfast, name)] == []
