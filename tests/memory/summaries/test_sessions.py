"""A session's summary: once, by the model or by rules, and void when something was forgotten meanwhile."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import Any

import asyncpg
import orjson
import pytest

from holdfast.core.db import Owner
from holdfast.core.ids import SessionRow
from holdfast.memory.parts import MemoryParts
from holdfast.memory.summaries.sessions import MODEL_TRIES, summarise_session
from holdfast.memory.summaries.spine import update_spine
from holdfast.memory.summaries.store import find_latest_summary
from holdfast.memory.summaries.types import SessionSummary
from holdfast.models.chain import Chain
from holdfast.models.failures import failed
from holdfast.models.types import Failure, ModelFailed
from tests.memory.conftest import ADA, BOB
from tests.memory.talking import KITCHEN, MONDAY, talk, with_model
from tests.scripted import Line, ScriptedModel, says

pytestmark = pytest.mark.anyio

GOOD = {"summary": "Ada plans a new kitchen and moved the start to June 3.", "handover": "The plumber is to be called."}


def answer(value: object) -> list[Line]:
    return says(orjson.dumps(value).decode())


async def latest_summary(memory: MemoryParts, owner: Owner, **which: Any) -> SessionSummary | None:
    async with memory.db.as_owner(owner) as tx:
        return await find_latest_summary(tx, owner, **which)


async def test_without_a_model_the_rules_tell_it(memory: MemoryParts) -> None:
    session = await talk(memory, ADA, "s1", KITCHEN)
    made = await summarise_session(memory, ADA, session, 1)
    assert made
    assert made.source == "rules"
    assert made.name == f"session:{session}:1"
    assert (made.from_seq, made.to_seq) == (0, 6)
    assert made.ended_at == MONDAY + timedelta(minutes=5)
    assert "Decided: “We decided to move the start to June 3" in made.text


async def test_its_day_is_that_of_the_clock_they_spoke_by(memory: MemoryParts) -> None:
    session = await talk(memory, ADA, "s1", KITCHEN, timezone="Asia/Tokyo")
    made = await summarise_session(memory, ADA, session, 1)
    assert made
    assert made.text.startswith("On Tuesday, 12 May 2026, at night")
    telling, model = with_model(memory, says("Ada renovates."))
    await update_spine(telling, ADA)
    assert "[2026-05-12] On Tuesday, 12 May 2026" in str(model.calls[0][0][1].content)


async def test_with_a_model_it_tells_and_hands_over(memory: MemoryParts) -> None:
    session = await talk(memory, ADA, "s1", KITCHEN)
    memory, model = with_model(memory, answer(GOOD))
    made = await summarise_session(memory, ADA, session, 1)
    assert made
    assert (made.source, made.text, made.handover) == ("model", GOOD["summary"], GOOD["handover"])
    prompt = str(model.calls[0][0][1].content)
    assert "assistant: You surely love blue tiles" in prompt
    assert "the person: It feels too expensive." in prompt


async def test_made_twice_is_made_once(memory: MemoryParts, as_owner: asyncpg.Connection) -> None:
    session = await talk(memory, ADA, "s1", KITCHEN)
    memory, model = with_model(memory, answer(GOOD), answer({"summary": "Something else.", "handover": "x"}))
    both = await asyncio.gather(*(summarise_session(memory, ADA, session, 1) for _ in range(4)))
    assert len({made.text for made in both if made}) == 1
    again = await summarise_session(memory, ADA, session, 1)
    assert again == both[0]
    assert await as_owner.fetchval("select count(*) from session_summaries") == 1
    assert len(model.calls) <= 4


@pytest.mark.parametrize(
    "script",
    [
        says("I am sorry, I cannot do that."),
        answer({"handover": "no summary"}),
        answer({"summary": 7}),
        answer({"summary": "  \0 "}),
        answer(["summary"]),
        answer("summary"),
        [failed(Failure.REJECTED)],
        [],
    ],
)
async def test_a_model_that_makes_no_sense_gives_way_to_the_rules(memory: MemoryParts, script: list[Line]) -> None:
    session = await talk(memory, ADA, "s1", KITCHEN)
    await _tried(memory, session, MODEL_TRIES)
    memory, _ = with_model(memory, script)
    made = await summarise_session(memory, ADA, session, 1)
    assert made
    assert made.source == "rules"


async def test_a_model_that_is_down_is_waited_for_before_the_rules_serve(memory: MemoryParts) -> None:
    session = await talk(memory, ADA, "s1", KITCHEN)
    memory, _ = with_model(memory, [failed(Failure.UNREACHABLE)])
    for tries in range(1, MODEL_TRIES):
        await _tried(memory, session, tries)
        with pytest.raises(ModelFailed):
            await summarise_session(memory, ADA, session, 1)
    await _tried(memory, session, MODEL_TRIES)
    made = await summarise_session(memory, ADA, session, 1)
    assert made
    assert made.source == "rules"


async def test_a_missing_handover_is_told_by_rules(memory: MemoryParts) -> None:
    session = await talk(memory, ADA, "s1", KITCHEN)
    memory, _ = with_model(memory, answer({"summary": "A kitchen.", "handover": None}))
    made = await summarise_session(memory, ADA, session, 1)
    assert made
    assert (made.source, made.text) == ("model", "A kitchen.")
    assert made.handover.startswith("The last conversation was about kitchen")


async def test_odd_characters_of_a_model_can_be_stored(memory: MemoryParts) -> None:
    session = await talk(memory, ADA, "s1", KITCHEN)
    memory, _ = with_model(memory, says('{"summary": "A\\u0000B \\ud800 C", "handover": "' + "word " * 1000 + '"}'))
    made = await summarise_session(memory, ADA, session, 1)
    assert made
    assert len(made.handover) <= 600


async def test_what_is_forgotten_while_the_model_thinks_voids_the_summary(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    session = await talk(memory, ADA, "s1", KITCHEN)
    gate = asyncio.Event()
    model = ScriptedModel([gate, *answer(GOOD)])
    making = asyncio.create_task(summarise_session(replace(memory, chain=Chain([model])), ADA, session, 1))
    await model.waits.wait()
    async with memory.db.as_owner(ADA) as tx:
        await tx.execute("update memory_sessions set generation = generation + 1 where id = $1", session)
        await tx.execute("delete from episodes where session = $1 and seq = 0", session)
    gate.set()
    assert await making is None
    assert await as_owner.fetchval("select count(*) from session_summaries") == 0
    made = await summarise_session(memory, ADA, session, 1)
    assert made
    assert "Marco from the tile shop" not in made.text


async def test_each_stretch_has_its_own_and_the_latest_is_found(memory: MemoryParts) -> None:
    session = await talk(memory, ADA, "s1", KITCHEN)
    later = [("user", "My daughter Lena passed her exams in Hamburg."), ("assistant", "Congratulations!")]
    await talk(memory, ADA, "s1", later, at=MONDAY + timedelta(days=2))
    second = await summarise_session(memory, ADA, session, 2)
    first = await summarise_session(memory, ADA, session, 1)
    assert first
    assert second
    assert (first.to_seq, second.from_seq) == (6, 6)
    assert "Lena passed" in second.text
    assert "kitchen" not in second.text
    assert await latest_summary(memory, ADA) == second
    assert await latest_summary(memory, ADA, before=MONDAY + timedelta(days=1)) == first


async def test_a_persona_sees_its_own_sessions_and_those_of_none(memory: MemoryParts) -> None:
    for name, persona, days in (("a", None, 0), ("b", "sophie", 1), ("c", "incident", 2)):
        when = MONDAY + timedelta(days=days)
        session = await talk(memory, ADA, name, KITCHEN, at=when, persona_id=persona)
        await summarise_session(memory, ADA, session, 1)

    async def latest(persona: str | None) -> int:
        found = await latest_summary(memory, ADA, persona_id=persona)
        assert found
        return found.ended_at.day

    assert [await latest("sophie"), await latest("assistant"), await latest(None)] == [12, 11, 13]


async def test_somebody_elses_session_is_as_if_it_were_not_there(memory: MemoryParts) -> None:
    session = await talk(memory, ADA, "s1", KITCHEN)
    assert await summarise_session(memory, BOB, session, 1) is None
    await summarise_session(memory, ADA, session, 1)
    assert await summarise_session(memory, BOB, session, 1) is None
    assert await latest_summary(memory, BOB) is None


async def test_a_stretch_that_never_was_has_no_summary(memory: MemoryParts) -> None:
    session = await talk(memory, ADA, "s1", KITCHEN)
    assert await summarise_session(memory, ADA, session, 5) is None
    assert await summarise_session(memory, ADA, SessionRow(session + 1), 1) is None


async def _tried(memory: MemoryParts, session: int, attempts: int) -> None:
    async with memory.db.as_owner(ADA) as tx:
        await tx.execute(
            "update memory_outbox set attempts = $2 where session = $1 and kind = 'session'", session, attempts
        )
