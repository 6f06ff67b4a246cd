"""What a lost process left is ended truthfully, once, by whoever notices."""

from __future__ import annotations

from typing import Any

import asyncpg
import orjson
import pytest

from holdfast.core.db import Db
from holdfast.core.ids import StreamId, new_id
from holdfast.stream.live import LiveStreams
from holdfast.turn.jobs import FEED_MEMORY
from holdfast.turn.recovery.end_abandoned import INTERRUPTED, end_abandoned, end_silent_streams
from tests.entitlements.people import access_of, add_person
from tests.turn.begun import Begun, begin_turn

pytestmark = pytest.mark.anyio


async def left(db: Db, as_owner: asyncpg.Connection, *words: str, silent_seconds: int = 90, **more: Any) -> Begun:
    """An answer that somebody wrote so far, and then no more."""
    begun = await begin_turn(db, as_owner, **more)
    ids = begun.turn.ids
    await as_owner.executemany(
        "insert into stream_chunks (stream_id, seq, user_id, data) values ($1, $2, $3, $4)",
        [
            (ids.stream_id, seq, ids.user_id, orjson.dumps({"type": "text-delta", "id": "t0", "delta": word}))
            for seq, word in enumerate(words)
        ],
    )
    await as_owner.execute(
        "update streams set last_active_at = now() - make_interval(secs => $1)", float(silent_seconds)
    )
    return begun


async def end(db: Db, begun: Begun) -> bool:
    return await end_abandoned(db, LiveStreams(), begun.turn.ids.user_id, begun.turn.ids.stream_id)


async def test_what_was_written_is_kept_as_a_partial_answer_and_its_readers_are_told_how_far(
    db: Db, as_owner: asyncpg.Connection
) -> None:
    begun = await left(db, as_owner, "White ", "roses")
    assert await end(db, begun)
    message = await as_owner.fetchrow("select status, parts from messages where id = $1", begun.turn.ids.answer_id)
    assert message is not None
    assert (message["status"], orjson.loads(message["parts"])[0]["text"]) == ("partial", "White roses")
    assert await as_owner.fetchval("select status from streams") == "interrupted"
    rows = await as_owner.fetch("select data from stream_chunks order by seq desc limit 2")
    error, metadata = (orjson.loads(row["data"]) for row in rows)
    assert error["errorText"] == INTERRUPTED
    assert metadata["messageMetadata"]["keptSeq"] == 1
    assert await as_owner.fetchval("select array_agg(entrypoint) from jobs.pgqueuer") == [FEED_MEMORY.name]


async def test_the_trace_says_that_it_went_down_with_its_process(db: Db, as_owner: asyncpg.Connection) -> None:
    await end(db, await left(db, as_owner, "White"))
    trace = orjson.loads(await as_owner.fetchval("select trace from traces"))
    assert trace["outcome"] == "interrupted"
    assert [one["source"] for one in trace["missing"]] == ["trace"]


async def test_of_many_who_notice_one_ends_it(db: Db, as_owner: asyncpg.Connection) -> None:
    begun = await left(db, as_owner, "White")
    assert [await end(db, begun), await end(db, begun)] == [True, False]
    assert await as_owner.fetchval("select count(*) from messages where role = 'assistant'") == 1


async def test_an_answer_whose_writer_is_there_is_left_alone(db: Db, as_owner: asyncpg.Connection) -> None:
    begun = await left(db, as_owner, "White", silent_seconds=0)
    assert not await end(db, begun)
    assert await as_owner.fetchval("select status from streams") == "active"


@pytest.mark.parametrize(("is_stopped", "counted"), [(False, 0), (True, 1)])
async def test_it_is_given_back_to_the_days_count_unless_its_person_had_asked_it_to_stop(
    db: Db, as_owner: asyncpg.Connection, is_stopped: bool, counted: int
) -> None:
    user = await add_person(as_owner)
    begun = await left(db, as_owner, "White", user=user, access=access_of(user, "free"))
    if is_stopped:
        await as_owner.execute("update streams set stop_requested_at = now()")
    await end(db, begun)
    assert await as_owner.fetchval("select coalesce(sum(used), 0) from usage_counters") == counted


async def test_the_schedule_ends_what_nobody_else_has_and_leaves_what_is_written_here(
    db: Db, as_owner: asyncpg.Connection
) -> None:
    begun = await left(db, as_owner, "White", silent_seconds=3_600)
    here = LiveStreams()
    here.open(begun.turn.ids.stream_id)
    assert await end_silent_streams(db, here) == 0
    assert await end_silent_streams(db, LiveStreams()) == 1
    assert not await end_abandoned(db, LiveStreams(), begun.turn.ids.user_id, StreamId(new_id()))
