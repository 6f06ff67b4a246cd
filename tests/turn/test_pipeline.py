"""The whole turn, without a server: what is accepted is answered, whoever listens and however it goes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import asyncpg
import orjson
import pytest

from holdfast.core.blobs import open_blobs
from holdfast.core.config import Settings
from holdfast.core.db import Db
from holdfast.core.errors import AppError, Unavailable
from holdfast.core.first_words import FirstWords
from holdfast.core.ids import UserId, new_id
from holdfast.models.chain import Chain
from holdfast.models.types import TextDelta
from holdfast.personas.read import read_packs
from holdfast.stream.live import LiveStreams
from holdfast.turn.pipeline import Pipeline
from holdfast.turn.recovery.break_off import BROKE
from holdfast.turn.types import AcceptedTurn
from tests.entitlements.people import add_person
from tests.scripted import ScriptedModel, says
from tests.turn.begun import NOON, a_request
from tests.turn.sources.given import OtherMemory, given_parts
from tests.waiting import HANGS_SECONDS, until

pytestmark = pytest.mark.anyio


class RememberingNothing(OtherMemory):
    """A memory elsewhere that has nothing to tell, and takes what it is told."""

    def carried(self, text: str, *, made_of: str) -> None:
        return None

    async def note_recalled(self, *_: object) -> None:
        pass


@dataclass(slots=True)
class House:
    pipeline: Pipeline
    as_owner: asyncpg.Connection
    ada: UserId
    reported: list[BaseException] = field(default_factory=list)

    async def ask(self, text: str = "Which roses?", **more: Any) -> AcceptedTurn:
        return await self.pipeline.accept(a_request(self.ada, text, **more))

    async def is_over(self) -> None:
        await until(lambda: not self.pipeline.streams)

    async def said(self, turn: AcceptedTurn) -> tuple[str, str] | None:
        row = await self.as_owner.fetchrow("select status, parts from messages where id = $1", turn.ids.answer_id)
        return (row["status"], orjson.loads(row["parts"])[0]["text"]) if row else None

    async def status(self, turn: AcceptedTurn) -> str:
        found: str = await self.as_owner.fetchval("select status from turns where id = $1", turn.ids.turn_id)
        return found


@pytest.fixture
async def house(db: Db, as_owner: asyncpg.Connection, tmp_path: Path) -> AsyncIterator[House]:
    parts = given_parts(RememberingNothing(), db=db, blobs=open_blobs(Settings(data_dir=tmp_path)), patience=20.0)
    speech: Any = None  # nobody speaks here
    pipeline = Pipeline(parts, read_packs(), Chain([ScriptedModel()]), LiveStreams(), speech, clock=lambda: NOON)
    one = House(pipeline, as_owner, await add_person(as_owner))
    pipeline.report = one.reported.append
    yield one
    await pipeline.close(0)
    await parts.fitter.aclose()


def answering(house: House, *script: Any) -> ScriptedModel:
    model = ScriptedModel(*script)
    house.pipeline.chain = Chain([model])
    return model


async def test_what_is_accepted_is_answered_though_nobody_listens(house: House) -> None:
    model = answering(house, says("White ones."))
    turn = await house.ask("Which roses did I plant?")
    await house.is_over()
    assert await house.said(turn) == ("complete", "White ones.")
    assert await house.status(turn) == "completed"
    (messages, _, _), *_ = model.calls
    assert "Which roses did I plant?" in str(messages[-1].content)


async def test_the_next_turn_is_told_what_was_said_before(house: House) -> None:
    model, chat = answering(house, says("White ones.")), new_id()
    await house.ask("Which roses?", chat=chat)
    await house.is_over()
    await house.ask("And where?", chat=chat)
    await house.is_over()
    messages, _, _ = model.calls[-1]
    assert [message.content for message in messages[1:-1]] == ["Which roses?", "White ones."]


async def test_the_same_message_sent_again_follows_the_turn_it_has(house: House) -> None:
    model = answering(house, says("Once."))
    request = a_request(house.ada, "Which roses?")
    first = await house.pipeline.accept(request)
    again = await house.pipeline.accept(request)
    await house.is_over()
    assert (again.is_repeat, again.ids.turn_id) == (True, first.ids.turn_id)
    assert len(model.calls) == 1


async def test_a_chat_goes_on_with_its_own_persona_where_nobody_named_one(house: House) -> None:
    chat = new_id()
    house.pipeline.first_words = FirstWords(most_served=1, door_seconds=10 * HANGS_SECONDS)
    await house.ask("Hello", chat=chat, persona_id="sophie")
    await house.is_over()
    async with asyncio.timeout(HANGS_SECONDS):  # it does not wait at the door for itself
        turn = await house.ask("Hello again", chat=chat)
    await house.is_over()
    assert turn.persona.id == "sophie"


async def test_a_chat_whose_answer_is_being_written_takes_no_other_until_then(house: House) -> None:
    goes_on, chat = asyncio.Event(), new_id()
    answering(house, [TextDelta("One"), goes_on, *says(" two.")])
    first = await house.ask("Count.", chat=chat)
    with pytest.raises(AppError, match="still being written"):
        await house.ask("Faster.", chat=chat)
    goes_on.set()
    await house.is_over()
    assert await house.said(first) == ("complete", "One two.")


async def test_what_a_lost_process_left_is_ended_first_and_the_next_turn_begins(house: House) -> None:
    chat = new_id()
    answering(house, [TextDelta("Half"), asyncio.Event()])
    left = await house.ask("Tell me.", chat=chat)
    live = house.pipeline.streams.find(left.ids.stream_id)
    assert live
    house.pipeline.streams.forget(live.id)  # as if another process had written it
    await house.as_owner.execute(
        "update streams set process_id = gen_random_uuid(), last_active_at = now() - interval '90 seconds'"
    )
    answering(house, says("Whole."))
    turn = await house.ask("And now?", chat=chat)
    await until(lambda: house.said(turn))
    live.stop("lost")
    assert await house.status(left) == "interrupted"
    assert await house.said(turn) == ("complete", "Whole.")


async def test_so_many_answers_are_written_for_one_person_at_a_time_and_no_more(house: House) -> None:
    goes_on = asyncio.Event()
    answering(house, [goes_on, *says("Done.")])
    house.pipeline.running.most_of_one_person = 2
    await house.ask()
    await house.ask()
    with pytest.raises(AppError) as refused:
        await house.ask()
    assert refused.value.retry_after_seconds
    goes_on.set()
    await house.is_over()
    await until(lambda: not house.pipeline.running._tasks)
    assert await house.ask()


async def test_a_turn_that_breaks_keeps_what_was_said_and_is_told_and_reported(house: House) -> None:
    def breaks(step: str) -> AbstractContextManager[None]:
        if step == "turn.finish":
            raise ZeroDivisionError
        return nullcontext()

    house.pipeline.span = breaks
    answering(house, says("White ones."))
    turn = await house.ask()
    await house.is_over()
    assert (await house.status(turn), await house.said(turn)) == ("errored", ("partial", "White ones."))
    last = await house.as_owner.fetchval("select data from stream_chunks order by seq desc limit 1")
    assert orjson.loads(last) == {"type": "error", "errorText": BROKE}
    assert [type(error) for error in house.reported] == [ZeroDivisionError]


async def test_a_source_that_fails_is_named_in_the_trace_and_the_turn_is_answered(house: House) -> None:
    class Away(RememberingNothing):
        async def standing(self, *_: object, **__: object) -> Any:
            raise ConnectionError

    house.pipeline.parts = replace(house.pipeline.parts, memory=Away())  # type: ignore[arg-type]
    turn = await house.ask()
    await house.is_over()
    trace = orjson.loads(await house.as_owner.fetchval("select trace from traces"))
    assert {"source": "standing", "reason": "ConnectionError"} in trace["missing"]
    assert await house.said(turn) == ("complete", "Hello.")


async def test_whoever_closes_takes_no_new_turn_and_ends_the_running_ones_truthfully(house: House) -> None:
    model = answering(house, [TextDelta("Half"), asyncio.Event()])
    turn = await house.ask()
    await model.waits.wait()
    await house.pipeline.close(0)
    assert await house.status(turn) == "interrupted"
    assert await house.said(turn) == ("partial", "Half")
    with pytest.raises(Unavailable):
        await house.ask()


async def test_whoever_is_closing_waits_for_those_who_are_nearly_done(house: House) -> None:
    goes_on = asyncio.Event()
    answering(house, [goes_on, *says("Done.")])
    turn = await house.ask()
    closing = asyncio.create_task(house.pipeline.close(HANGS_SECONDS))
    await until(lambda: house.pipeline.running.is_closing)
    goes_on.set()
    await closing
    assert await house.said(turn) == ("complete", "Done.")


async def test_what_is_refused_leaves_nothing_behind(house: House) -> None:
    with suppress(AppError):
        await house.ask("word " * 200_000)
    assert await house.as_owner.fetchval("select count(*) from messages") == 0
    assert (len(house.pipeline.streams), house.pipeline.first_words.waiting) == (0, 0)
