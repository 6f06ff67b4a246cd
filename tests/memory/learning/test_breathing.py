"""Learning shares its process with others: between two turns, however long, they have theirs."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Any, cast

import pytest

from holdfast.core.db import Owner
from holdfast.core.ids import SessionRow
from holdfast.memory.learning.extract import KnownToModel, extract
from holdfast.memory.learning.types import Window, WindowTurn
from holdfast.memory.parts import MemoryParts
from tests.words import WordEmbedder

pytestmark = pytest.mark.anyio

NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
TURNS = 12


async def test_whoever_shares_the_loop_has_a_turn_between_two_turns() -> None:
    breaths = 0

    async def breathe() -> None:
        nonlocal breaths
        while True:
            await asyncio.sleep(0)
            breaths += 1

    said = [WindowTurn(n, n, "user", None, "I love my garden. " * 300, NOW, NOW, True) for n in range(1, TURNS + 1)]
    memory = MemoryParts(cast(Any, None), WordEmbedder(), chain=None)
    beside = asyncio.create_task(breathe())
    try:
        found = await extract(
            memory, Owner("t", "u"), Window(SessionRow(1), 1, 0, said, TURNS + 1, False), KnownToModel(), ()
        )
    finally:
        beside.cancel()
    assert found.facts
    assert breaths > 2 * TURNS
