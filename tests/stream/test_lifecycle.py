"""`active`, then one of `completed`, `errored`, `interrupted`, once: held by the database, whoever writes to it."""

from __future__ import annotations

import asyncpg
import pytest

from holdfast.core.db import Db
from holdfast.core.ids import ProcessId, StreamId, new_id
from holdfast.stream.lifecycle import (
    abandoned_streams,
    ask_to_stop,
    end_stream,
    find_stream,
    others_live,
    release_stream,
    restart,
    save_chunks,
    say_alive,
    say_goodbye,
    seize,
)
from holdfast.stream.types import MAX_RESTARTS, NOBODY, Ending
from tests.stream.conftest import add_person, add_stream

pytestmark = pytest.mark.anyio

OURS, THEIRS = ProcessId(new_id()), ProcessId(new_id())
ENDINGS: tuple[Ending, ...] = ("completed", "errored", "interrupted")


async def end(as_owner: asyncpg.Connection, stream: StreamId, ending: str) -> None:
    message = new_id() if ending == "completed" else None
    await as_owner.execute(
        "update streams set status = $2, ended_at = now(), message_id = $3 where id = $1", stream, ending, message
    )


async def test_a_stream_begins_active(as_owner: asyncpg.Connection) -> None:
    user = await add_person(as_owner)
    active = await add_stream(as_owner, user, OURS)
    place = await as_owner.fetchrow("select turn_id, status, ended_at, message_id from streams where id = $1", active)
    assert place is not None
    assert tuple(place)[1:] == ("active", None, None)
    for ending in ENDINGS:
        with pytest.raises(asyncpg.CheckViolationError):
            await as_owner.execute(
                """
                insert into streams (id, user_id, chat_id, turn_id, process_id, status, ended_at, message_id)
                values ($1::uuid, $2, $3, $4, $5, $6::text, now(), case when $6::text = 'completed' then $1::uuid end)
                """,
                new_id(), user, new_id(), place["turn_id"], OURS, ending,
            )  # fmt: skip


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("to", ["active", *ENDINGS])
async def test_no_way_leads_out_of_an_ending(as_owner: asyncpg.Connection, ending: str, to: str) -> None:
    stream = await add_stream(as_owner, await add_person(as_owner), OURS)
    await end(as_owner, stream, ending)
    before = await as_owner.fetchrow("select * from streams where id = $1", stream)
    with pytest.raises(asyncpg.CheckViolationError):
        await as_owner.execute(
            """
            update streams set status = $2::text, ended_at = case when $2::text <> 'active' then clock_timestamp() end,
                   message_id = case when $2::text = 'completed' then gen_random_uuid() end
             where id = $1
            """,
            stream, to,
        )  # fmt: skip
    assert await as_owner.fetchrow("select * from streams where id = $1", stream) == before


@pytest.mark.parametrize(
    "change",
    [
        "message_id = gen_random_uuid()",
        "message_id = null",
        "ended_at = null",
        "ended_at = ended_at + interval '1 second'",
        "last_active_at = last_active_at + interval '1 second'",
        "process_id = gen_random_uuid()",
        "restarts = restarts + 1",
        "stop_requested_at = now()",
        "metadata = '{\"a\": 1}'",
    ],
)
async def test_an_ended_stream_never_changes_again(as_owner: asyncpg.Connection, change: str) -> None:
    user = await add_person(as_owner)
    for ending in ENDINGS:
        stream = await add_stream(as_owner, user, OURS)
        await end(as_owner, stream, ending)
        if change == "message_id = null" and ending != "completed":
            continue  # it is
        with pytest.raises(asyncpg.CheckViolationError):
            await as_owner.execute(f"update streams set {change} where id = $1", stream)


async def test_its_chunks_may_go_after_the_end_and_never_come_back(as_owner: asyncpg.Connection) -> None:
    stream = await add_stream(as_owner, await add_person(as_owner), OURS)
    await end(as_owner, stream, "completed")
    await as_owner.execute("update streams set has_chunks = false where id = $1", stream)
    with pytest.raises(asyncpg.CheckViolationError):
        await as_owner.execute("update streams set has_chunks = true where id = $1", stream)


@pytest.mark.parametrize(
    "change",
    [
        "message_id = gen_random_uuid()",
        "ended_at = now()",
        "status = 'completed', ended_at = now()",
        "status = 'completed', message_id = gen_random_uuid()",
        "status = 'errored', ended_at = now(), message_id = gen_random_uuid()",
        "status = 'interrupted', ended_at = now(), message_id = gen_random_uuid()",
        "status = 'interrupted'",
        "status = 'stopped', ended_at = now()",
        "restarts = 3",
        "restarts = -1",
        "turn_id = gen_random_uuid()",
        "user_id = gen_random_uuid()",
        "chat_id = gen_random_uuid()",
        "id = gen_random_uuid()",
    ],
)
async def test_what_an_active_stream_cannot_become(as_owner: asyncpg.Connection, change: str) -> None:
    """Only completion names a message, and always does; the end has a time, and nothing else has."""
    stream = await add_stream(as_owner, await add_person(as_owner), OURS)
    with pytest.raises(asyncpg.CheckViolationError):
        await as_owner.execute(f"update streams set {change} where id = $1", stream)
    assert await as_owner.fetchval("select status from streams where id = $1", stream) == "active"


async def test_transitions_can_be_asked_for_twice(db: Db, as_owner: asyncpg.Connection) -> None:
    user = await add_person(as_owner)
    for ending in ("errored", "interrupted"):
        stream = await add_stream(as_owner, user, OURS)
        async with db.as_user(user) as tx:
            assert await end_stream(tx, user, stream, THEIRS, "interrupted") is False
            assert await end_stream(tx, user, stream, OURS, ending)
            assert await end_stream(tx, user, stream, OURS, ending) is False
            assert await end_stream(tx, user, stream, OURS, "errored") is False
            found = await find_stream(tx, user, stream)
            assert found is not None
            assert found.status == ending
            assert await ask_to_stop(tx, user, found.chat_id) is None
            assert await seize(tx, user, stream, THEIRS, silent_seconds=0) is None
            assert await restart(tx, user, stream, THEIRS, silent_seconds=0) is None


async def test_it_is_begun_anew_twice_at_most_and_never_after_a_stop(db: Db, as_owner: asyncpg.Connection) -> None:
    user = await add_person(as_owner)
    stream = await add_stream(as_owner, user, OURS)
    async with db.as_user(user) as tx:
        assert await restart(tx, user, stream, THEIRS, silent_seconds=5) is None, "its writer is there"
        for number in range(1, MAX_RESTARTS + 1):
            found = await restart(tx, user, stream, THEIRS, silent_seconds=0)
            assert found is not None
            assert (found.restarts, found.process_id) == (number, THEIRS)
        assert await restart(tx, user, stream, THEIRS, silent_seconds=0) is None
        assert await seize(tx, user, stream, THEIRS, silent_seconds=0) is not None
    other = await add_stream(as_owner, user, OURS)
    async with db.as_user(user) as tx:
        found = await find_stream(tx, user, other)
        assert found is not None
        assert await ask_to_stop(tx, user, found.chat_id) is not None
        assert await restart(tx, user, other, THEIRS, silent_seconds=0) is None


async def test_a_stream_that_is_let_go_is_found_at_once_and_its_old_writer_adds_nothing(
    db: Db, as_owner: asyncpg.Connection
) -> None:
    user = await add_person(as_owner)
    stream = await add_stream(as_owner, user, OURS)
    assert await abandoned_streams(db, silent_seconds=10) == []
    assert await release_stream(db, THEIRS, stream) is False
    assert await release_stream(db, OURS, stream) is True
    assert await abandoned_streams(db, silent_seconds=10) == [(stream, user, NOBODY)]
    await save_chunks(db, OURS, stream, 0, [b"{}"])
    assert await as_owner.fetchval("select count(*) from stream_chunks") == 0
    async with db.as_user(user) as tx:
        assert await seize(tx, user, stream, THEIRS, silent_seconds=10) is not None
        assert await seize(tx, user, stream, OURS, silent_seconds=10) is None


async def test_processes_know_of_each_other_for_a_while(db: Db, as_owner: asyncpg.Connection) -> None:
    await say_alive(db, OURS)
    assert not await others_live(db, OURS, within_seconds=10)
    await say_alive(db, THEIRS)
    assert await others_live(db, OURS, within_seconds=10)
    await as_owner.execute("update processes set seen_at = now() - interval '11 seconds' where id = $1", THEIRS)
    assert not await others_live(db, OURS, within_seconds=10)
    await say_alive(db, THEIRS)
    await say_goodbye(db, THEIRS)
    assert not await others_live(db, OURS, within_seconds=10)
