"""A whole transcript comes in, once however often it is sent."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import asyncpg
import pytest

from holdfast.core.errors import AppError
from holdfast.memory.intake.ingest import ingest
from holdfast.memory.intake.ingest_session import ingest_session
from holdfast.memory.intake.sessions import close_session
from holdfast.memory.intake.store import read_window
from holdfast.memory.parts import MemoryParts
from holdfast.memory.types import IncomingTurn
from tests.memory.conftest import ADA, BOB
from tests.memory.rows import first

pytestmark = pytest.mark.anyio

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)


def transcript(count: int, *, has_ids: bool = True, first: int = 0) -> list[IncomingTurn]:
    return [
        IncomingTurn(
            "assistant" if n % 2 else "user",
            f"line {n} about gardens",
            NOON + timedelta(minutes=n),
            f"m{n}" if has_ids else None,
        )
        for n in range(first, first + count)
    ]


async def kept(connection: asyncpg.Connection) -> list[str]:
    return [row["text"] for row in await connection.fetch("select text from episodes order by session, seq")]


async def test_a_transcript_is_kept_in_the_order_given_whatever_its_times_say(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    messages = [replace(said, name="Ada") for said in reversed(transcript(30))]
    answer = await ingest_session(memory, ADA, "s", messages)
    assert (answer.session_id, answer.accepted, answer.stored, answer.embedded) == ("s", 30, 30, 0)
    assert await kept(as_owner) == [said.text for said in messages]
    assert await as_owner.fetchval("select array_agg(distinct name) from episodes") == ["Ada"]


async def test_at_its_end_the_window_holds_the_last_twelve_and_the_rest_is_in_the_outbox(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    await ingest_session(memory, ADA, "s", transcript(30))
    async with memory.db.as_owner(ADA) as tx:
        window = await read_window(tx, ADA, "s")
    assert [episode.seq for episode in window] == list(range(18, 30))
    assert await as_owner.fetchval("select array_agg(seq order by seq) from memory_outbox") == list(range(18))
    assert await as_owner.fetchval("select array_agg(entrypoint order by entrypoint) from jobs.pgqueuer") == [
        "memory_drain",
        "memory_embed",
        "memory_learn",
    ]


async def test_silences_inside_a_transcript_do_not_split_it(memory: MemoryParts, as_owner: asyncpg.Connection) -> None:
    messages = [replace(said, said_at=NOON + timedelta(days=n)) for n, said in enumerate(transcript(5))]
    await ingest_session(memory, ADA, "s", messages)
    row = await first(as_owner, "select stretch, next_seq, closed_at, last_user_at from memory_sessions")
    assert row == (1, 5, None, NOON + timedelta(days=4))


@pytest.mark.parametrize("has_ids", [True, False])
async def test_the_very_same_request_again_stores_nothing_and_is_answered_alike(
    memory: MemoryParts, as_owner: asyncpg.Connection, has_ids: bool
) -> None:
    messages = transcript(20, has_ids=has_ids)
    messages += [replace(messages[-1], external_id=None)] * 2  # somebody does say the same thing twice
    first = await ingest_session(memory, ADA, "s", messages)
    before = await as_owner.fetchrow("select * from memory_sessions")
    again = await ingest_session(memory, ADA, "s", messages)
    assert (first.stored, again.stored) == (22, 0)
    assert first.accepted == again.accepted == 22
    assert await as_owner.fetchrow("select * from memory_sessions") == before
    assert await as_owner.fetchval("select episodes from memory_sizes") == 22


@pytest.mark.parametrize("has_ids", [True, False])
async def test_a_longer_version_of_it_brings_only_what_is_new(
    memory: MemoryParts, as_owner: asyncpg.Connection, has_ids: bool
) -> None:
    await ingest_session(memory, ADA, "s", transcript(10, has_ids=has_ids))
    assert (await ingest_session(memory, ADA, "s", transcript(15, has_ids=has_ids))).stored == 5
    assert await kept(as_owner) == [said.text for said in transcript(15)]


async def test_what_ingest_sent_before_is_known(memory: MemoryParts, as_owner: asyncpg.Connection) -> None:
    messages = transcript(6)
    for said in messages[1:3]:
        await ingest(memory, ADA, said, session_id="s")
    assert (await ingest_session(memory, ADA, "s", messages)).stored == 4
    assert sorted(await kept(as_owner)) == sorted(said.text for said in messages)
    assert (await ingest(memory, ADA, messages[4], session_id="s")).is_repeat


async def test_the_first_of_two_texts_with_one_external_id_is_kept(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    twins = [IncomingTurn("user", "first", NOON, "m"), IncomingTurn("user", "second", NOON, "m")]
    answer = await ingest_session(memory, ADA, "s", twins)
    assert (answer.accepted, answer.stored) == (2, 1)
    await ingest_session(memory, ADA, "s", [IncomingTurn("user", "third", NOON, "m")])
    assert await kept(as_owner) == ["first"]


async def test_the_same_transcript_thirty_times_at_once_is_stored_once(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    messages = transcript(10) + transcript(5, has_ids=False, first=10)
    answers = await asyncio.gather(*(ingest_session(memory, ADA, "s", messages) for _ in range(30)))
    assert sum(answer.stored for answer in answers) == 15
    assert await kept(as_owner) == [said.text for said in messages]


async def test_a_closed_session_that_gets_more_is_opened_again(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    await ingest_session(memory, ADA, "s", transcript(4))
    assert await close_session(memory, ADA, "s")
    await ingest_session(memory, ADA, "s", transcript(4))  # a repeat opens nothing
    assert await as_owner.fetchval("select closed_at from memory_sessions") is not None
    await ingest_session(memory, ADA, "s", transcript(6))
    row = await first(as_owner, "select stretch, stretch_from, closed_at, window_from from memory_sessions")
    assert row == (2, 4, None, 4)


async def test_two_owners_with_the_same_ids_do_not_meet(memory: MemoryParts, as_owner: asyncpg.Connection) -> None:
    assert (await ingest_session(memory, ADA, "s", transcript(3))).stored == 3
    assert (await ingest_session(memory, BOB, "s", transcript(3))).stored == 3
    assert await as_owner.fetchval("select count(distinct session) from episodes") == 2


async def test_those_with_a_vector_are_counted(memory: MemoryParts, as_owner: asyncpg.Connection) -> None:
    await ingest_session(memory, ADA, "s", transcript(5))
    embedder = await as_owner.fetchval(
        "insert into memory_embedders (name, dimensions) values ('test', 3) returning id"
    )
    await as_owner.execute(
        """
        insert into memory_vectors (tenant_id, user_id, kind, item_id, embedder, vector)
        select tenant_id, user_id, 'e', id, $1, '[1,2,3]'::halfvec from episodes where seq < 2
        """,
        embedder,
    )
    assert (await ingest_session(memory, ADA, "s", transcript(5))).embedded == 2


@pytest.mark.parametrize(
    ("messages", "code"),
    [
        (transcript(2001), "too_many_messages"),
        ([*transcript(2), IncomingTurn("user", " ", NOON)], "empty_text"),
        ([*transcript(2), IncomingTurn("user", "hi", datetime(2199, 1, 1, tzinfo=UTC))], "timestamp_ahead"),
    ],
)
async def test_a_transcript_with_something_wrong_is_refused_whole(
    memory: MemoryParts, as_owner: asyncpg.Connection, messages: list[IncomingTurn], code: str
) -> None:
    with pytest.raises(AppError) as refused:
        await ingest_session(memory, ADA, "s", messages)
    assert refused.value.code == code
    assert await as_owner.fetchval("select count(*) from memory_sessions") == 0


async def test_an_empty_transcript_changes_nothing(memory: MemoryParts, as_owner: asyncpg.Connection) -> None:
    assert (await ingest_session(memory, ADA, "s", [])).accepted == 0
    assert await as_owner.fetchval("select count(*) from memory_sessions") == 0


async def test_six_hundred_messages_take_little_of_a_processor(memory: MemoryParts) -> None:
    words = "I talked to Ashley about the garden plan, and her idea number {} sounded really good to me at the time"
    messages = [IncomingTurn("user", words.format(n), NOON, f"m{n}") for n in range(600)]
    began = time.process_time()
    await ingest_session(memory, ADA, "s", messages)
    assert time.process_time() - began < 2


async def test_a_message_that_came_without_a_session_is_the_same_when_its_transcript_names_one(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    messages = transcript(3)
    await ingest(memory, ADA, messages[1])
    answer = await ingest_session(memory, ADA, "whole", messages)
    assert (answer.accepted, answer.stored) == (3, 2)
    assert sorted(await kept(as_owner)) == [said.text for said in messages]
    await ingest_session(memory, BOB, "whole", messages)
    assert await as_owner.fetchval("select count(*) from episodes") == 6
