"""Whoever takes many rows at once takes them in the order of their ids, or passes over those that somebody holds."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg
import numpy as np
import pytest

from holdfast.core.db import Db, Owner, owner_of
from holdfast.core.ids import ProcessId, StreamId, UserId, new_id
from holdfast.core.jobs import JobKind, drop_jobs_of_asker, enqueue
from holdfast.core.migrate import Addresses
from holdfast.memory.parts import MemoryParts
from holdfast.memory.recall.vectors.embed import embed_waiting
from holdfast.models.embed_lately import digest
from holdfast.stream import store as streams
from tests.memory.talking import KITCHEN, talk
from tests.orgs.company import someone
from tests.waiting import until
from tests.words import WordEmbedder

pytestmark = pytest.mark.anyio

LONG_AGO = "now() - interval '500 days'"
SWEPT = {
    "streams": (
        f"update streams set status = 'errored', ended_at = {LONG_AGO}",
        "select count(*) from streams where has_chunks",
        "select drop_old_chunks(interval '1 hour', 100)",
    ),
    "partial_documents": (
        f"insert into partial_documents select id, id, '', {LONG_AGO} from users",
        "select count(*) from partial_documents",
        "select drop_old_partials(interval '1 hour', 100)",
    ),
    "carried_vectors": (
        f"""
        insert into messages (chat_id, id, user_id, turn_id, role, parts, status, tokens)
        select c.id, c.id, c.user_id, c.id, 'user', '[]', 'complete', 0 from chats c;
        insert into carried_vectors select 'default', m.user_id::text, m.chat_id, m.id, '', 'x', '', {LONG_AGO}
          from messages m
        """,
        "select count(*) from carried_vectors",
        "select drop_carried_vectors(interval '6 hours')",
    ),
    "mails": (
        f"insert into mails (id, user_id, kind, created_at) select id, id, 'invite', {LONG_AGO} from users",
        "select count(*) from mails",
        "select drop_old_mails(interval '1 day', 100)",
    ),
    "blobs": (
        f"""
        insert into blobs (id, user_id, filename, media_type, bytes, created_at)
        select id, id, 'a.txt', 'text/plain', 1, {LONG_AGO} from users
        """,
        "select count(*) from blobs",
        "select drop_unarrived_blobs(interval '1 hour')",
    ),
    "usage_counters": (
        "insert into usage_counters select id, 'chats_per_day', '2020-01-01', 1 from users",
        "select count(*) from usage_counters",
        "select prune_usage(100)",
    ),
    "research_slots": (
        f"insert into research_slots select id, id, {LONG_AGO}, {LONG_AGO}, null, {LONG_AGO}, '2020-01' from users",
        "select count(*) from research_slots",
        "select prune_research_slots(100)",
    ),
    "analytics_events": (
        f"insert into analytics_events (at, user_id, name) select {LONG_AGO}, id, 'came' from users",
        "select count(*) from analytics_events",
        "select drop_old_events(interval '1 day', 100)",
    ),
    "installation_invites": (
        f"""
        insert into installation_invites (id, code_hash, max_uses, made_by, expires_at)
        select id, sha256(''), 1, id, {LONG_AGO} from users
        """,
        "select count(*) from installation_invites",
        "select drop_old_invites(interval '1 day', 100)",
    ),
}
"""Table → (what makes rows old enough, how many there are, what sweeps them)."""


@pytest.mark.parametrize("table", SWEPT)
async def test_a_sweep_passes_over_what_somebody_holds_and_finds_it_the_next_time(
    table: str, db: Db, addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    ready, count, sweep = SWEPT[table]
    await _two_answers(db, as_owner)
    await as_owner.execute(ready)
    async with _holding(addresses, f"select from {table} limit 1 for update"):
        await as_owner.execute("set lock_timeout = '1s'")
        await as_owner.execute(sweep)
        assert await as_owner.fetchval(count) == 1
    await as_owner.execute(sweep)
    assert await as_owner.fetchval(count) == 0


async def test_dropping_somebodys_jobs_leaves_the_one_that_is_ending_this_moment_to_its_end(
    db: Db, addresses: Addresses
) -> None:
    owner = Owner("acme", "ada")
    for name in ("learn", "embed"):
        async with db.as_owner(owner) as tx:
            await enqueue(tx, JobKind(name), {})
    async with (
        _holding(addresses, "select from jobs.pgqueuer where entrypoint = 'learn' for update"),
        asyncio.timeout(10),
        db.as_owner(owner) as tx,
    ):
        assert await drop_jobs_of_asker(tx) == 1
    async with db.as_owner(owner) as tx:
        assert await drop_jobs_of_asker(tx) == 1


@pytest.mark.parametrize("which", ["a beat", "a forget"])
async def test_streams_are_taken_in_the_order_of_their_ids(
    which: str, db: Db, addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    """Whoever waits for the first of them holds none: two who take them in different orders would wait in a ring."""
    ada, process, first, last = await _two_answers(db, as_owner)

    async def beat() -> None:
        await streams.beat(db, process, [last, first], [])

    async def end() -> None:
        async with db.as_user(ada) as tx:
            await streams.end_all(tx, ada)

    async with _holding(addresses, f"select from streams where id = '{first}' for update"):
        taking = asyncio.create_task(beat() if which == "a beat" else end())
        await until(lambda: as_owner.fetchval("select exists (select from pg_locks where not granted)"))
        free = await as_owner.fetch("select id from streams for update skip locked")
        assert [row["id"] for row in free] == [last]
    await taking


async def test_vectors_are_kept_while_a_chat_goes_with_which_one_was_carried(
    db: Db, addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    ada, *_ = await _two_answers(db, as_owner)
    memory, owner = MemoryParts(db, WordEmbedder(), chain=None), owner_of(ada)
    await talk(memory, owner, "s1", KITCHEN)
    await as_owner.execute(SWEPT["carried_vectors"][0])
    vector = np.ones(memory.embedder.dimensions, "<f4").tobytes()
    await as_owner.execute(
        "update carried_vectors set embedder = $1, digest = $2, vector = $3",
        memory.embedder.name, digest(KITCHEN[0][1]), vector,
    )  # fmt: skip
    async with _holding(addresses, "select from carried_vectors limit 1 for update"), asyncio.timeout(10):
        assert await embed_waiting(memory, owner) > 0
        assert await as_owner.fetchval("select count(*) from carried_vectors") == 1


async def _two_answers(db: Db, as_owner: asyncpg.Connection) -> tuple[UserId, ProcessId, StreamId, StreamId]:
    """Being written for Ada, in two chats, by one process; the one with the higher id was begun first."""
    ada, process = await someone(db, "ada"), ProcessId(new_id())
    first, last = StreamId(new_id()), StreamId(new_id())
    for stream in (last, first):
        await as_owner.execute(
            f"""
            insert into chats (id, user_id, persona_id, title) values ('{stream}', '{ada}', 'assistant', '');
            insert into turns (id, user_id, chat_id, persona_id, trigger, message_id, answer_id, asked_sha256)
            values ('{stream}', '{ada}', '{stream}', 'assistant', 'submit-message', '{stream}', '{new_id()}', '');
            insert into streams (id, user_id, chat_id, turn_id, process_id)
            values ('{stream}', '{ada}', '{stream}', '{stream}', '{process}')
            """
        )
    return ada, process, first, last


@asynccontextmanager
async def _holding(addresses: Addresses, statement: str) -> AsyncIterator[None]:
    """Somebody else, in a transaction that does not end before this does."""
    other = await asyncpg.connect(addresses.owner.dsn)
    try:
        async with other.transaction():
            await other.execute(statement)
            yield
    finally:
        await other.close()
