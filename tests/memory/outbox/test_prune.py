"""The outbox does not grow for ever, and nothing that is still needed goes."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import asyncpg
import pytest

from holdfast.core.crypto import Signer
from holdfast.memory.forget.forget import forget
from holdfast.memory.forget.types import ForgetQuery
from holdfast.memory.outbox.drain import drain
from holdfast.memory.outbox.prune import prune
from holdfast.memory.parts import MemoryParts
from tests.memory.conftest import ADA, BOB
from tests.memory.outbox.recording import numbers, told
from tests.memory.talking import KITCHEN, talk

pytestmark = pytest.mark.anyio

A_LONG_TIME = timedelta(days=31)


def later(memory: MemoryParts, by: timedelta) -> MemoryParts:
    now = datetime.now(UTC) + by
    return replace(memory, clock=lambda: now)


async def rows(connection: asyncpg.Connection) -> list[tuple[str, str, str]]:
    found = await connection.fetch("select user_id, kind, status from memory_outbox order by user_id, kind, seq")
    return [tuple(row) for row in found]


async def test_turns_delivered_long_ago_go_and_those_of_yesterday_stay(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    await talk(memory, ADA, "s", KITCHEN)
    await drain(memory, fold_into=numbers, summarise=told)
    assert await prune(later(memory, timedelta(days=29)), keep_days=30) == 0
    assert len(await rows(as_owner)) == len(KITCHEN) + 1
    assert await prune(later(memory, A_LONG_TIME), keep_days=30) == len(KITCHEN)
    assert await rows(as_owner) == [("ada", "session", "delivered")]


async def test_what_is_owed_and_what_is_dead_stays_however_old(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    await talk(memory, ADA, "s", KITCHEN[:2])
    await drain(memory, fold_into=numbers, summarise=told)
    await as_owner.execute("update memory_outbox set status = 'dead', delivered_at = null where user_id = 'ada'")
    await talk(memory, BOB, "s", KITCHEN[:2])
    before = await rows(as_owner)
    assert [status for _, _, status in before] == ["dead"] * 3 + ["pending"] * 3
    assert await prune(later(memory, timedelta(days=4_000)), keep_days=30) == 0
    assert await rows(as_owner) == before


async def test_after_pruning_a_forget_still_folds_and_summarises_the_rest_again(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    memory = replace(memory, signer=Signer([b"a secret of ours"]))
    await talk(memory, ADA, "s", KITCHEN)
    await talk(memory, ADA, "s", [("user", "Ashley wants a pond in the garden, with 3 fish.")], at=datetime.now(UTC))
    await drain(memory)
    assert await prune(later(memory, A_LONG_TIME), keep_days=30) == len(KITCHEN) + 1
    receipt = await forget(memory, ADA, ForgetQuery("plumber"))
    assert receipt.is_verified
    await drain(memory)
    summaries = await as_owner.fetch("select text from session_summaries order by stretch")
    assert len(summaries) == 2
    assert "Marco" in summaries[0]["text"]
    assert "plumber" not in " ".join(row["text"] for row in summaries)
    folded = await as_owner.fetchrow("select rolling_summary, folded_to = next_seq from memory_sessions")
    assert folded is not None
    assert (folded[1], "Ashley" in folded[0], "plumber" in folded[0]) == (True, True, False)
