"""An answer whose server died, answered anew in the same stream, where its persona says so.

Each server of a test is a process of its own to the database. One that dies is one whose name is taken off its stream:
it wakes up to find that the stream is not its own any more.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from holdfast.models.types import TextDelta
from holdfast.stream.types import SEQS_A_WRITER
from holdfast.stream.wire import RESTARTED
from holdfast.turn.recovery.sweep import sweep
from tests.personas.packs import profile, write_pack
from tests.scripted import ScriptedModel, says
from tests.serving import Answer, Person, Served, serving
from tests.waiting import HANGS_SECONDS

pytestmark = pytest.mark.anyio

PHOENIX = f"""
name = "Phoenix"
description = "Begins anew."
blocks = []

[answering]
on_crash = "regenerate"

[memory]
recall = "never"

{profile()}
"""


@pytest.fixture
def packs(tmp_path: Path) -> Path:
    return write_pack(tmp_path / "packs", PHOENIX, name="phoenix", kernel="You are a phoenix.")


@asynccontextmanager
async def left_in_the_middle(
    addresses: Addresses, as_owner: asyncpg.Connection, packs: Path,
    *, zone: str | None = None, meanwhile: str = "select 1", **fields: Any,
) -> AsyncIterator[tuple[Person, asyncio.Task[Answer]]]:  # fmt: skip
    """Somebody who reads an answer of which half was said when its server died, and reads on.

    `meanwhile`: what else is so by the time that anybody notices.
    """
    model = ScriptedModel([TextDelta("Half of "), asyncio.Event()])
    async with serving(addresses, [model], personas_dir=packs) as served, served.person() as ada:
        if zone:
            await ada.http.put("/api/usage/time-zone", json={"timeZone": zone})
        wishes = {"chat": new_id(), "selectedPersonaId": "phoenix", **fields}
        reading = asyncio.create_task(ada.say("Tell me.", **wishes))
        await model.waits.wait()
        await served.saved()
        served.parts.pipeline.running.is_closing = True  # it sweeps no more
        async with as_owner.transaction():
            await as_owner.execute(meanwhile)
            await die(as_owner)
        yield ada, reading
        reading.cancel()
        await asyncio.gather(reading, return_exceptions=True)


async def die(as_owner: asyncpg.Connection) -> None:
    await as_owner.execute(
        """
        update streams set process_id = gen_random_uuid(), last_active_at = now() - interval '11 seconds'
         where status = 'active'
        """
    )


@asynccontextmanager
async def another(addresses: Addresses, packs: Path | None, model: ScriptedModel) -> AsyncIterator[Served]:
    async with serving(addresses, [model], personas_dir=packs) as served:
        yield served


async def test_another_process_answers_anew_in_the_same_stream(
    addresses: Addresses, as_owner: asyncpg.Connection, packs: Path
) -> None:
    chat, model = new_id(), ScriptedModel(says("All ", "of it."))
    async with (
        another(addresses, packs, model) as other,
        left_in_the_middle(addresses, as_owner, packs, chat=chat) as (ada, reading),
    ):
        await sweep(other.parts.pipeline)
        async with asyncio.timeout(HANGS_SECONDS):
            answer = await reading
        assert answer.is_done
        at = answer.kinds.index(RESTARTED)
        assert answer.parts[at]["data"] == {"number": 1, "keptSeq": answer.seqs[at - 2]}
        assert answer.seqs[at - 1] == SEQS_A_WRITER
        assert answer.kinds[at - 1 : at + 2] == ["finish-step", RESTARTED, "start"]
        assert answer.parts[0]["messageId"] == answer.parts[at + 1]["messageId"], "it is the same message"
        said = "".join(part["delta"] for part in answer.parts[at:] if part["type"] == "text-delta")
        assert said == "All of it."
        assert answer.kinds[-1] == "finish"
        told = await ada.messages(chat)
        assert [(one["role"], one["status"], one["parts"][-1]["text"]) for one in told] == [
            ("user", "complete", "Tell me."),
            ("assistant", "complete", "All of it."),
        ]
        assert told[1]["parts"][0] == {"type": RESTARTED, "data": {"number": 1}}, "it stays known"
        assert (await ada.trace(answer))["models"][0]["outcome"] == "answered"
    assert len(model.calls) == 1
    row = await as_owner.fetchrow(
        "select s.status, restarts, counted_in is not null from streams s join turns t on t.id = turn_id"
    )
    assert row is not None
    assert tuple(row) == ("completed", 1, True)
    seqs = [row["seq"] for row in await as_owner.fetch("select seq from stream_chunks order by seq")]
    assert seqs == list(answer.seqs), "who reads live and who reads later read the same"


async def test_what_was_chosen_with_the_question_is_chosen_again(
    addresses: Addresses, as_owner: asyncpg.Connection, packs: Path
) -> None:
    model = ScriptedModel(says("Anew."))
    fields = {"selectedProfileId": "beds", "selectedModel": "test:scripted"}
    async with (
        another(addresses, packs, model) as other,
        left_in_the_middle(addresses, as_owner, packs, zone="Asia/Tokyo", **fields) as (_, reading),
    ):
        await sweep(other.parts.pipeline)
        await reading
    messages, _, _ = model.calls[0]
    assert "Mind the beds." in str(messages[0].content)
    assert " Asia/Tokyo time.]" in str(messages[-1].content), "and it is told by the same clock"
    assert str(messages[-1].content).endswith("Tell me.")
    assert len(messages) == 2, "neither the half that was said nor the question is told as history"


async def test_the_truth_is_told_where_the_persona_wants_no_second_answer(
    addresses: Addresses, as_owner: asyncpg.Connection, packs: Path
) -> None:
    chat, model = new_id(), ScriptedModel(says("Never said."))
    async with (
        another(addresses, packs, model) as other,
        left_in_the_middle(addresses, as_owner, packs, chat=chat, selectedPersonaId="assistant") as (ada, reading),
    ):
        await sweep(other.parts.pipeline)
        async with asyncio.timeout(HANGS_SECONDS):
            answer = await reading
        assert (answer.text, answer.kinds[-1], answer.is_done) == ("Half of ", "error", True)
        told = answer.parts[-2]["messageMetadata"]
        assert (told["status"], told["keptSeq"]) == ("interrupted", answer.seqs[-3])
        assert answer.seqs[-2:] == [SEQS_A_WRITER, SEQS_A_WRITER + 1]
        kept = (await ada.messages(chat))[1]
        assert (kept["status"], kept["parts"][0]["text"]) == ("partial", "Half of ")
    assert model.calls == []


@pytest.mark.parametrize(
    ("change", "packed"),
    [("restarts = 2", True), ("stop_requested_at = now()", True), ("metadata = '{}'", False)],
    ids=["begun anew often enough", "asked to stop", "the persona is gone"],
)
async def test_the_truth_is_told_where_it_cannot_be_answered_anew(
    addresses: Addresses, as_owner: asyncpg.Connection, packs: Path, change: str, packed: bool
) -> None:
    model = ScriptedModel(says("Never said."))
    async with (
        another(addresses, packs if packed else None, model) as other,
        left_in_the_middle(addresses, as_owner, packs, meanwhile=f"update streams set {change}") as (_, reading),
    ):
        assert await sweep(other.parts.pipeline) <= 1
        async with asyncio.timeout(HANGS_SECONDS):
            answer = await reading
        assert answer.text == "Half of "
        assert answer.kinds[-1] in ("error", "abort")
    assert await as_owner.fetchval("select status from streams") == "interrupted"
    assert model.calls == []


async def test_of_two_processes_that_notice_at_once_one_goes_on(
    addresses: Addresses, as_owner: asyncpg.Connection, packs: Path
) -> None:
    models = [ScriptedModel(says("One.")), ScriptedModel(says("Two."))]
    async with (
        another(addresses, packs, models[0]) as one,
        another(addresses, packs, models[1]) as two,
        left_in_the_middle(addresses, as_owner, packs) as (_, reading),
    ):
        await asyncio.gather(sweep(one.parts.pipeline), sweep(two.parts.pipeline))
        async with asyncio.timeout(HANGS_SECONDS):
            answer = await reading
        assert answer.text in ("Half of One.", "Half of Two.")
    assert sorted(len(model.calls) for model in models) == [0, 1]
    assert await as_owner.fetchval("select count(*) from messages where role = 'assistant'") == 1
    assert await as_owner.fetchval("select restarts from streams") == 1


async def test_a_second_death_keeps_what_was_said_since_the_last_beginning(
    addresses: Addresses, as_owner: asyncpg.Connection, packs: Path
) -> None:
    chat = new_id()
    hanging = ScriptedModel([TextDelta("Anew but "), asyncio.Event()])
    async with (
        another(addresses, packs, hanging) as second,
        another(addresses, None, ScriptedModel()) as third,
        left_in_the_middle(addresses, as_owner, packs, chat=chat) as (ada, reading),
    ):
        await sweep(second.parts.pipeline)
        await hanging.waits.wait()
        await second.saved()
        second.parts.pipeline.running.is_closing = True
        await die(as_owner)
        await sweep(third.parts.pipeline)
        async with asyncio.timeout(HANGS_SECONDS):
            answer = await reading
        assert [seq for seq in answer.seqs if seq % SEQS_A_WRITER == 0] == [0, SEQS_A_WRITER, 2 * SEQS_A_WRITER]
        assert answer.kinds[-1] == "error"
        kept = (await ada.messages(chat))[1]
        assert (kept["status"], kept["parts"][-1]["text"]) == ("partial", "Anew but ")
        assert kept["parts"][0]["data"]["number"] == 1


async def test_nothing_is_answered_anew_for_somebody_who_was_suspended_meanwhile(
    addresses: Addresses, as_owner: asyncpg.Connection, packs: Path
) -> None:
    model, suspended = ScriptedModel(says("Never said.")), "update users set suspended_at = now()"
    async with (
        another(addresses, packs, model) as other,
        left_in_the_middle(addresses, as_owner, packs, meanwhile=suspended) as (_, reading),
    ):
        await sweep(other.parts.pipeline)
        async with asyncio.timeout(HANGS_SECONDS):
            await reading
    assert model.calls == []
    assert await as_owner.fetchval("select status from streams") == "interrupted"
