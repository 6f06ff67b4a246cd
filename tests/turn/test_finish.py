"""The end of a turn: all of it is stored, or nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import UUID

import asyncpg
import orjson
import pytest

from holdfast.core.db import Db
from holdfast.core.ids import new_id
from holdfast.memory.jobs import SUMMARISE_CHAT
from holdfast.memory.types import CarriedVector
from holdfast.models.tokens import count_tokens
from holdfast.models.types import Attempt, TokenUsage
from holdfast.stream.types import Ending
from holdfast.stream.wire import Written, encode
from holdfast.turn.codes import Outcome
from holdfast.turn.draft_prompt import draft_prompt
from holdfast.turn.finish import AnsweredTurn, finish
from holdfast.turn.jobs import FEED_MEMORY, MAKE_TITLE, SHADOW_SESSION
from holdfast.turn.types import Context, Exchanged, Opening, SessionStart, Timings
from tests.entitlements.people import access_of, add_person
from tests.turn.begun import NOON, Begun, begin_turn, learning_by
from tests.turn.drafts import block, context

pytestmark = pytest.mark.anyio

WHITE = Exchanged(
    Written("White roses."), "answered", attempts=[Attempt("test:scripted", "answered")], usage=TokenUsage(40, 3, 0.01)
)


async def finished(db: Db, begun: Begun, answer: Exchanged = WHITE, **more: Any) -> Ending | None:
    told: Context | None = more.pop("context", context([]))
    prompt = draft_prompt(told, begun.turn) if told else None
    carried = more.pop("carried", None)
    answered = AnsweredTurn(begun.turn, begun.live, answer, Timings(0.0), told, prompt, carried)
    return await finish(db, begun.process_id, answered, NOON, **more)


async def stored(as_owner: asyncpg.Connection, begun: Begun) -> asyncpg.Record | None:
    return await as_owner.fetchrow("select * from messages where id = $1", begun.turn.ids.answer_id)


async def stream_of(as_owner: asyncpg.Connection, begun: Begun) -> tuple[str, list[dict[str, Any]]]:
    status = await as_owner.fetchval("select status from streams where id = $1", begun.turn.ids.stream_id)
    chunks = await as_owner.fetch(
        "select data from stream_chunks where stream_id = $1 order by seq", begun.turn.ids.stream_id
    )
    return status, [orjson.loads(row["data"]) for row in chunks]


async def trace_of(as_owner: asyncpg.Connection) -> dict[str, Any]:
    found: dict[str, Any] = orjson.loads(await as_owner.fetchval("select trace from traces"))
    return found


async def jobs(as_owner: asyncpg.Connection) -> dict[str, dict[str, Any]]:
    rows = await as_owner.fetch("select entrypoint, payload from jobs.pgqueuer")
    return {row["entrypoint"]: orjson.loads(row["payload"]) for row in rows}


async def test_an_answer_is_stored_with_its_usage_its_trace_and_the_end_of_its_stream(
    db: Db, as_owner: asyncpg.Connection
) -> None:
    begun = await begin_turn(db, as_owner)
    assert await finished(db, begun) == "completed"
    message = await stored(as_owner, begun)
    assert message is not None
    assert (message["status"], message["tokens"], message["model"]) == (
        "complete",
        count_tokens(WHITE.text),
        "test:scripted",
    )
    assert message["parent_id"] == begun.turn.ids.question_id
    turn = await as_owner.fetchrow("select * from turns where id = $1", begun.turn.ids.turn_id)
    assert turn is not None
    assert (turn["input_tokens"], turn["output_tokens"]) == (40, 3)
    assert (await trace_of(as_owner))["outcome"] == "answered"
    status, parts = await stream_of(as_owner, begun)
    assert (status, parts[-1]["type"]) == ("completed", "finish")
    assert begun.live.ending == "completed"
    assert [orjson.loads(data)["type"] for data in begun.live.chunks] == ["finish"]


async def test_what_no_beat_has_saved_yet_is_saved_with_the_end(db: Db, as_owner: asyncpg.Connection) -> None:
    begun = await begin_turn(db, as_owner)
    for word in ("White ", "roses."):
        begun.live.append(encode({"type": "text-delta", "id": "t0", "delta": word}))
    begun.live.mark_saved(1)
    await finished(db, begun)
    _, parts = await stream_of(as_owner, begun)
    assert [part.get("delta") for part in parts] == ["roses.", None]


@pytest.mark.parametrize(
    ("outcome", "ending", "last", "because"),
    [
        ("failed", "errored", "error", "failed"),
        ("stopped", "interrupted", "abort", "stopped"),
        ("shutdown", "interrupted", "error", "lost"),
    ],
)
async def test_what_was_said_before_it_ended_otherwise_is_kept_as_partial_and_the_reader_is_told_how(
    db: Db, as_owner: asyncpg.Connection, outcome: Outcome, ending: Ending, last: str, because: str
) -> None:
    begun = await begin_turn(db, as_owner)
    assert await finished(db, begun, replace(WHITE, written=Written("White"), outcome=outcome)) == ending
    message = await stored(as_owner, begun)
    assert message is not None
    assert message["status"] == "partial"
    assert (message["parts"], message["ended_because"]) == ('[{"text": "White", "type": "text"}]', because)
    status, parts = await stream_of(as_owner, begun)
    assert (status, [part["type"] for part in parts]) == (ending, ["message-metadata", last])
    assert parts[0]["messageMetadata"]["endedBecause"] == because


async def test_where_nothing_was_said_no_message_is_stored(db: Db, as_owner: asyncpg.Connection) -> None:
    begun = await begin_turn(db, as_owner)
    await finished(db, begun, replace(WHITE, written=Written(""), outcome="failed"))
    assert await stored(as_owner, begun) is None


async def test_what_another_process_has_is_left_alone(db: Db, as_owner: asyncpg.Connection) -> None:
    begun = await begin_turn(db, as_owner)
    assert await finished(db, begun, replace(WHITE, outcome="lost")) is None
    await as_owner.execute("update streams set process_id = $1", new_id())
    assert await finished(db, begun) is None
    assert await stored(as_owner, begun) is None
    assert (await stream_of(as_owner, begun))[0] == "active"
    assert (begun.live.ending, list(begun.live.chunks)) == (None, [])
    assert await jobs(as_owner) == {}


async def test_a_commit_whose_reply_was_lost_counts_and_is_not_made_twice(db: Db, as_owner: asyncpg.Connection) -> None:
    begun = await begin_turn(db, as_owner)
    assert await finished(db, begun) == "completed"
    assert await finished(db, begun) == "completed"
    assert await as_owner.fetchval("select count(*) from messages") == 2


@pytest.mark.parametrize(("outcome", "left"), [("answered", 1), ("stopped", 1), ("failed", 0), ("shutdown", 0)])
async def test_a_turn_that_was_not_answered_is_given_back_unless_its_person_stopped_it(
    db: Db, as_owner: asyncpg.Connection, outcome: Outcome, left: int
) -> None:
    user = await add_person(as_owner)
    begun = await begin_turn(db, as_owner, user=user, access=access_of(user, "free"))
    await finished(db, begun, replace(WHITE, outcome=outcome))
    assert await as_owner.fetchval("select coalesce(sum(used), 0) from usage_counters") == left


async def test_where_the_provider_does_not_say_what_it_took_we_count(db: Db, as_owner: asyncpg.Connection) -> None:
    begun = await begin_turn(db, as_owner)
    await finished(db, begun, replace(WHITE, usage=None))
    turn = await as_owner.fetchrow("select input_tokens, output_tokens from turns")
    assert turn is not None
    assert turn["input_tokens"] > begun.turn.user_input.tokens
    assert turn["output_tokens"] == count_tokens(WHITE.text)


async def test_memory_is_promised_every_turn_and_a_new_chat_a_name(db: Db, as_owner: asyncpg.Connection) -> None:
    begun = await begin_turn(db, as_owner)
    await finished(db, begun)
    ids = begun.turn.ids
    assert await jobs(as_owner) == {
        FEED_MEMORY.name: {"turn": str(ids.turn_id)},
        MAKE_TITLE.name: {"chat": str(ids.chat_id), "question": str(ids.question_id)},
    }


async def test_a_chat_that_was_not_answered_is_not_named_and_one_that_is_owed_a_summary_is_promised_it(
    db: Db, as_owner: asyncpg.Connection
) -> None:
    begun = await begin_turn(db, as_owner)
    await finished(db, begun, replace(WHITE, outcome="failed"), context=replace(context([]), owes_summary=True))
    assert set(await jobs(as_owner)) == {FEED_MEMORY.name, SUMMARISE_CHAT.name}


@pytest.mark.parametrize(
    ("learn", "is_shadow_on", "is_promised"),
    [("session", True, True), ("turn", True, False), ("session", False, False)],
)
async def test_the_shadow_path_has_a_job_of_its_own_where_a_persona_learns_by_session(
    db: Db, as_owner: asyncpg.Connection, learn: str, is_shadow_on: bool, is_promised: bool
) -> None:
    begun = await begin_turn(db, as_owner)
    begun = replace(begun, turn=learning_by(begun.turn, learn))
    await finished(db, begun, is_shadow_on=is_shadow_on)
    assert (SHADOW_SESSION.name in await jobs(as_owner)) is is_promised


@pytest.mark.parametrize(("room", "is_noted"), [(8_000, True), (60, False)])
async def test_a_packet_is_kept_with_the_turn_and_a_reinjection_that_found_no_room_was_none(
    db: Db, as_owner: asyncpg.Connection, room: int, is_noted: bool
) -> None:
    begun = await begin_turn(db, as_owner, "Hello", persona_id="sophie")
    allowed = replace(begun.turn.allowed, prompt_tokens=room)
    begun = replace(begun, turn=replace(begun.turn, allowed=allowed))
    told = context([], block("handover", "HANDOVER\nAda sails."))
    opening = Opening(SessionStart(handover="Ada sails."), is_new=True, reinjects=True)
    await finished(db, begun, context=replace(told, opening=opening))
    kept = await as_owner.fetchrow("select packet, reinjected_by from session_openings")
    assert kept is not None
    assert orjson.loads(kept["packet"])["handover"] == "Ada sails."
    assert kept["reinjected_by"] == (begun.turn.ids.turn_id if is_noted else None)


async def test_the_vector_that_was_made_of_the_question_travels_to_the_memory(
    db: Db, as_owner: asyncpg.Connection
) -> None:
    begun = await begin_turn(db, as_owner)
    await finished(db, begun, carried=CarriedVector(b"d" * 32, "test:words", b"vector"))
    assert await as_owner.fetchval("select count(*) from carried_vectors") == 1


async def test_an_answer_without_a_context_is_stored_like_any_other(db: Db, as_owner: asyncpg.Connection) -> None:
    begun = await begin_turn(db, as_owner)
    assert await finished(db, begun, context=None) == "completed"
    trace = await trace_of(as_owner)
    assert (trace["blocks"], trace["missing"]) == ([], [])
    assert UUID(trace["turnId"]) == begun.turn.ids.turn_id
