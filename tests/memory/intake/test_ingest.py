"""One turn comes in."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import asyncpg
import pytest

from holdfast.core.db import Owner
from holdfast.core.errors import AppError
from holdfast.memory.intake.ingest import ingest
from holdfast.memory.intake.store import read_window
from holdfast.memory.parts import MemoryParts
from holdfast.memory.types import IncomingTurn, IngestResult
from tests.memory.conftest import ADA
from tests.memory.rows import first

pytestmark = pytest.mark.anyio

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)


def said(text: str, minute: float = 0, *, role: str = "user", external_id: str | None = None) -> IncomingTurn:
    return IncomingTurn(role, text, NOON + timedelta(minutes=minute), external_id)  # type: ignore[arg-type]


async def texts_in_window(memory: MemoryParts, owner: Owner, session_id: str) -> list[str]:
    async with memory.db.as_owner(owner) as tx:
        return [episode.text for episode in await read_window(tx, owner, session_id)]


async def test_a_turn_is_kept_word_for_word(memory: MemoryParts, as_owner: asyncpg.Connection) -> None:
    text = "  Ashley's dog — “Rex” — ate 3 of my\nslippers. 🐶 "
    turn = replace(said(text, external_id="m1"), name="Ada")
    answer = await ingest(memory, ADA, turn, session_id="s")
    assert answer == IngestResult("s", buffer_size=1, evicted=0)
    row = await first(as_owner, "select text, said_at, name, external_id, seq, persona_id from episodes")
    assert row == (text, NOON, "Ada", "m1", 0, None)


async def test_the_thirteenth_message_sends_the_first_to_the_outbox(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    answers = [await ingest(memory, ADA, said(f"number {n}"), session_id="s") for n in range(14)]
    assert [answer.buffer_size for answer in answers] == [*range(1, 13), 12, 12]
    assert [answer.evicted for answer in answers] == [0] * 12 + [1, 1]
    assert await texts_in_window(memory, ADA, "s") == [f"number {n}" for n in range(2, 14)]
    rows = await as_owner.fetch("select kind, seq, status, folded_at from memory_outbox order by id")
    assert [tuple(row) for row in rows] == [("turn", 0, "pending", None), ("turn", 1, "pending", None)]


async def test_its_words_can_be_found_at_once_and_the_sizes_agree(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    await ingest(memory, ADA, replace(said("The dogs were running, running far"), name="Zebedee"), session_id="s")
    await ingest(memory, ADA, said("and of the"), session_id="s")
    rows = await as_owner.fetch("select term, tf, length from episode_terms order by term")
    assert [tuple(row) for row in rows] == [("dog", 1, 4), ("far", 1, 4), ("run", 2, 4)]
    assert await first(as_owner, "select episodes, terms from memory_sizes") == (2, 4)


async def test_work_follows_in_the_owners_name(memory: MemoryParts, as_owner: asyncpg.Connection) -> None:
    for n in range(13):
        await ingest(memory, ADA, said(f"number {n}"), session_id="s")
    rows = await as_owner.fetch(
        """
        select entrypoint, convert_from(payload, 'UTF8')::jsonb ->> 'session' as session, headers ->> 'user_id' as owner
          from jobs.pgqueuer order by entrypoint
        """
    )
    session = str(await as_owner.fetchval("select id from memory_sessions"))
    assert [tuple(row) for row in rows] == [
        ("memory_drain", session, "ada"),
        ("memory_embed", None, "ada"),
        ("memory_learn", session, "ada"),
    ]


async def test_a_repeat_stores_nothing_and_is_answered_alike(memory: MemoryParts, as_owner: asyncpg.Connection) -> None:
    for n in range(12):
        await ingest(memory, ADA, said(f"number {n}"), session_id="s")
    first = await ingest(memory, ADA, said("once", external_id="m"), session_id="s")
    again = await ingest(memory, ADA, said("once", external_id="m"), session_id="s")
    assert (first.evicted, first.is_repeat) == (1, False)
    assert again == replace(first, is_repeat=True)
    assert await as_owner.fetchval("select count(*) from episodes") == 13
    assert await as_owner.fetchval("select count(*) from memory_outbox") == 1


async def test_of_two_texts_with_one_external_id_the_first_is_kept(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    await ingest(memory, ADA, said("first", external_id="m"), session_id="s")
    assert (await ingest(memory, ADA, said("second", external_id="m"), session_id="s")).is_repeat
    assert await as_owner.fetchval("select array_agg(text) from episodes") == ["first"]


async def test_the_same_external_id_in_another_session_is_another_turn(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    await ingest(memory, ADA, said("here", external_id="m"), session_id="s")
    assert not (await ingest(memory, ADA, said("there", external_id="m"), session_id="t")).is_repeat
    assert await as_owner.fetchval("select count(*) from episodes") == 2


async def test_a_repeat_is_known_though_it_names_no_session(memory: MemoryParts, as_owner: asyncpg.Connection) -> None:
    await ingest(memory, ADA, said("here", external_id="m"), session_id="s")
    again = await ingest(memory, ADA, said("here", external_id="m"))
    assert (again.session_id, again.is_repeat) == ("s", True)
    assert await as_owner.fetchval("select count(*) from memory_sessions") == 1


async def test_thirty_writers_lose_nothing_and_number_without_gaps(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    await asyncio.gather(*(ingest(memory, ADA, said(f"word{n}"), session_id="s") for n in range(30)))
    rows = await as_owner.fetch("select seq, text from episodes order by seq")
    assert [row["seq"] for row in rows] == list(range(30))
    assert {row["text"] for row in rows} == {f"word{n}" for n in range(30)}
    assert await as_owner.fetchval("select array_agg(seq order by seq) from memory_outbox") == list(range(18))
    assert await first(as_owner, "select episodes, terms from memory_sizes") == (30, 30)


@pytest.mark.parametrize("session_id", ["s", None])
async def test_the_same_turn_thirty_times_at_once_is_one_episode(
    memory: MemoryParts, as_owner: asyncpg.Connection, session_id: str | None
) -> None:
    turn = said("only once", external_id="m")
    answers = await asyncio.gather(*(ingest(memory, ADA, turn, session_id=session_id) for _ in range(30)))
    assert sum(not answer.is_repeat for answer in answers) == 1
    assert len({answer.session_id for answer in answers}) == 1
    assert await as_owner.fetchval("select count(*) from episodes") == 1


async def test_turns_of_one_owner_into_many_sessions_at_once_do_not_deadlock(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    names: list[str | None] = ["a", "b", None]
    await asyncio.gather(*(ingest(memory, ADA, said(f"word{n}"), session_id=names[n % 3]) for n in range(45)))
    assert await as_owner.fetchval("select array_agg(next_seq) from memory_sessions") == [15, 15, 15]


async def test_a_turn_without_a_session_goes_on_with_the_last_one_made_for_such_turns(memory: MemoryParts) -> None:
    first = await ingest(memory, ADA, said("one", 0))
    await ingest(memory, ADA, said("elsewhere", 1), session_id="named")
    second = await ingest(memory, ADA, said("two", 14))
    after_the_gap = await ingest(memory, ADA, said("three", 40))
    assert first.session_id == second.session_id != after_the_gap.session_id
    assert second.buffer_size == 2
    assert after_the_gap.buffer_size == 1


async def test_what_the_gap_ended_is_closed_by_the_turn_that_shows_it(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    await ingest(memory, ADA, said("one", 0))
    await ingest(memory, ADA, said("two", 40))
    closed = await as_owner.fetch("select closed_at is not null as closed from memory_sessions order by id")
    assert [row["closed"] for row in closed] == [True, False]
    assert await as_owner.fetchval("select array_agg(kind order by id) from memory_outbox") == ["turn", "session"]


async def test_thirty_turns_without_a_session_open_one(memory: MemoryParts) -> None:
    answers = await asyncio.gather(*(ingest(memory, ADA, said(f"word{n}")) for n in range(30)))
    assert len({answer.session_id for answer in answers}) == 1


async def test_each_persona_has_its_own_generated_session(memory: MemoryParts, as_owner: asyncpg.Connection) -> None:
    sophie = await ingest(memory, ADA, said("hi", 0), persona_id="sophie")
    plain = await ingest(memory, ADA, said("hi", 1))
    again = await ingest(memory, ADA, said("still there?", 2), persona_id="sophie")
    assert sophie.session_id == again.session_id != plain.session_id
    assert await as_owner.fetchval("select array_agg(persona_id order by id) from memory_sessions") == ["sophie", None]
    assert await as_owner.fetchval("select count(persona_id) from episodes") == 0, "memories belong to no persona"


@pytest.mark.parametrize(
    ("turn", "code"),
    [
        (said(""), "empty_text"),
        (said(" \n "), "empty_text"),
        (said("a\0b"), "bad_characters"),
        (said("\ud83d"), "bad_characters"),
        (said("x" * 100_001), "text_too_long"),
        (said("hi", role="robot"), "unknown_role"),
        (said("hi", external_id=""), "empty_id"),
        (said("hi", external_id="x" * 201), "id_too_long"),
        (IncomingTurn("user", "hi", datetime(2026, 5, 4, 12)), "bad_timestamp"),
        (IncomingTurn("user", "hi", datetime(1969, 12, 31, tzinfo=UTC)), "bad_timestamp"),
        (IncomingTurn("user", "hi", datetime(9999, 1, 1, tzinfo=UTC)), "timestamp_ahead"),
    ],
)
async def test_what_cannot_be_kept_is_refused_by_name(
    memory: MemoryParts, as_owner: asyncpg.Connection, turn: IncomingTurn, code: str
) -> None:
    with pytest.raises(AppError) as refused:
        await ingest(memory, ADA, turn, session_id="s")
    assert refused.value.code == code
    assert await as_owner.fetchval("select count(*) from memory_sessions") == 0


async def test_a_timestamp_up_to_a_day_ahead_is_taken(memory: MemoryParts) -> None:
    clock = replace(memory, clock=lambda: NOON)
    assert (await ingest(clock, ADA, said("tomorrow", 24 * 60), session_id="s")).buffer_size == 1
    with pytest.raises(AppError, match="day ahead"):
        await ingest(clock, ADA, said("after", 24 * 60 + 1), session_id="s")


async def test_the_longest_text_is_indexed_whatever_it_is_made_of(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    for text in ("x" * 100_000, " ".join(f"é{n}" for n in range(16_000))[:100_000], "日本" * 50_000):
        await ingest(memory, ADA, said(text), session_id="s")
    assert await as_owner.fetchval("select max(length(text)) from episodes") == 100_000


async def test_the_order_is_that_of_arrival_whatever_the_clocks_said(memory: MemoryParts) -> None:
    for minute in (5, 1, 3):
        await ingest(memory, ADA, said(f"at {minute}", minute), session_id="s")
    assert await texts_in_window(memory, ADA, "s") == ["at 5", "at 1", "at 3"]
