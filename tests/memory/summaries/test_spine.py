"""The spine: made when there is none or enough was said since, in versions, and void after a forget."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta

import asyncpg
import pytest

from holdfast.core.db import Owner
from holdfast.memory.parts import MemoryParts
from holdfast.memory.summaries.sessions import summarise_session
from holdfast.memory.summaries.spine import MAX_SPINE_CHARACTERS, update_spine
from holdfast.models.chain import Chain
from holdfast.models.failures import failed
from holdfast.models.types import Failure, ModelFailed
from tests.memory.conftest import ADA, BOB
from tests.memory.talking import KITCHEN, MONDAY, talk, with_model
from tests.scripted import ScriptedModel, says

pytestmark = pytest.mark.anyio


async def a_session(memory: MemoryParts, n: int, owner: Owner = ADA) -> None:
    rules_only = replace(memory, chain=None)
    lines = [(role, f"{text} That is visit number {n}.") for role, text in KITCHEN]
    session = await talk(rules_only, owner, f"s{n}", lines, at=MONDAY + timedelta(days=n))
    assert await summarise_session(rules_only, owner, session, 1)


async def test_nothing_said_makes_no_spine(memory: MemoryParts) -> None:
    spine = await update_spine(memory, ADA)
    assert (spine.text, spine.version, spine.source) == ("", 0, "none")


async def test_the_first_session_makes_one_and_the_next_waits_for_more_than_twenty_messages(
    memory: MemoryParts,
) -> None:
    await a_session(memory, 0)
    first = await update_spine(memory, ADA)
    assert (first.version, first.source) == (1, "rules")
    assert "On Monday, 11 May 2026" in first.text
    for n in (1, 2, 3):  # 18 messages
        await a_session(memory, n)
    assert await update_spine(memory, ADA) == first
    await a_session(memory, 4)
    second = await update_spine(memory, ADA)
    assert second.version == 2
    assert [line[:15] for line in second.text.splitlines()] == [
        "- On Monday, 11", "- On Tuesday, 1", "- On Wednesday,", "- On Thursday, ", "- On Friday, 15",
    ]  # fmt: skip


async def test_it_stays_bounded_and_keeps_the_newest(memory: MemoryParts) -> None:
    for n in range(12):
        await a_session(memory, n)
        spine = await update_spine(memory, ADA)
    assert len(spine.text) <= MAX_SPINE_CHARACTERS
    assert spine.version == 3
    assert "19 May 2026" in spine.text  # the three sessions after it are not twenty messages


async def test_the_model_writes_the_next_version_out_of_the_last(memory: MemoryParts) -> None:
    await a_session(memory, 0)
    memory, model = with_model(memory, says("Ada renovates."), says("Ada renovates, and Lena studies."))
    assert (await update_spine(memory, ADA)).text == "Ada renovates."
    for n in (1, 2, 3, 4):
        await a_session(memory, n)
    spine = await update_spine(memory, ADA)
    assert (spine.text, spine.version, spine.source) == ("Ada renovates, and Lena studies.", 2, "model")
    prompt = str(model.calls[1][0][1].content)
    assert prompt.startswith("Summary so far:\nAda renovates.")
    assert "12 May 2026" in prompt
    assert "11 May 2026" not in prompt


async def test_a_model_that_is_down_is_waited_for_or_replaced_by_the_rules(memory: MemoryParts) -> None:
    await a_session(memory, 0)
    memory, _ = with_model(memory, [failed(Failure.UNREACHABLE)], says("  "))
    with pytest.raises(ModelFailed):
        await update_spine(memory, ADA, may_wait=True)
    assert (await update_spine(memory, ADA)).source == "rules"


async def test_what_a_model_wrote_stands_above_the_lines_of_the_rules(memory: MemoryParts) -> None:
    await a_session(memory, 0)
    clever, _ = with_model(memory, says("Ada renovates."))
    await update_spine(clever, ADA)
    for n in (1, 2, 3, 4):
        await a_session(memory, n)
    lines = (await update_spine(memory, ADA)).text.splitlines()
    assert lines[0] == "Ada renovates."
    assert len(lines) == 5


async def test_a_forget_while_it_is_made_voids_it(memory: MemoryParts, as_owner: asyncpg.Connection) -> None:
    await a_session(memory, 0)
    gate = asyncio.Event()
    model = ScriptedModel([gate, *says("Ada renovates with Marco.")])
    making = asyncio.create_task(update_spine(replace(memory, chain=Chain([model])), ADA))
    await model.waits.wait()
    async with memory.db.as_owner(ADA) as tx:
        await tx.execute(
            "delete from memory_sessions where tenant_id = $1 and user_id = $2", ADA.tenant_id, ADA.user_id
        )
    gate.set()
    assert (await making).text == ""
    assert await as_owner.fetchval("select spine from memory_people") == ""


async def test_two_makers_at_once_make_one_version(memory: MemoryParts) -> None:
    await a_session(memory, 0)
    made = await asyncio.gather(*(update_spine(memory, ADA) for _ in range(8)))
    assert {spine.version for spine in made} == {1}


async def test_owners_are_apart(memory: MemoryParts) -> None:
    await a_session(memory, 0)
    await a_session(memory, 1, BOB)
    await update_spine(memory, ADA)
    assert "12 May" not in (await update_spine(memory, ADA)).text
    assert "11 May" not in (await update_spine(memory, BOB)).text
