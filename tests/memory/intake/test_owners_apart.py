"""Owners never meet: same ids, names that read alike, and SQL written by hand as the app's own role."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import asyncpg
import pytest

from holdfast.core.db import Owner
from holdfast.core.errors import Invalid
from holdfast.memory.intake.ingest import ingest
from holdfast.memory.intake.ingest_session import ingest_session
from holdfast.memory.intake.sessions import close_session
from holdfast.memory.outbox.drain import drain
from holdfast.memory.parts import MemoryParts
from holdfast.memory.types import IncomingTurn
from tests.memory.conftest import ADA, BOB
from tests.memory.outbox.recording import numbers

pytestmark = pytest.mark.anyio

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)
TABLES = ("memory_sessions", "episodes", "episode_terms", "memory_sizes", "memory_outbox")
ALIKE = [
    (Owner("a__b", "c"), Owner("a", "b__c")),
    (Owner("a:b", "c"), Owner("a", "b:c")),
    (Owner('a","b', "c"), Owner("a", 'b","c')),
    (Owner("a'; drop table episodes; --", "c"), Owner("a", "c'")),
    (Owner("A", "b"), Owner("a", "b")),
    (Owner("\u00e9", "b"), Owner("e\u0301", "b")),
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
async def test_owners_whose_names_read_alike_are_two(
    memory: MemoryParts, as_owner: asyncpg.Connection, one: Owner, other: Owner
) -> None:
    for owner, text in ((one, "turn 1"), (other, "turn 2")):
        for session_id in ("s", None):
            said = IncomingTurn("user", text, NOON, "m")
            if session_id:
                await ingest_session(memory, owner, session_id, [said])
            answer = await ingest(memory, owner, said, session_id=session_id)
            assert answer.session_id == "s"
        await close_session(memory, owner, "s")
    await drain(memory, fold_into=numbers)
    rows = await as_owner.fetch("select tenant_id, user_id, rolling_summary from memory_sessions order by id")
    assert [tuple(row) for row in rows] == [
        (one.tenant_id, one.user_id, "1"),
        (other.tenant_id, other.user_id, "2"),
    ]
    keys = await as_owner.fetch("select dedupe_key from jobs.pgqueuer where entrypoint = 'memory_embed'")
    assert len({row["dedupe_key"] for row in keys}) == 2


async def test_the_longest_names_leave_room_for_the_longest_word(memory: MemoryParts) -> None:
    odd = "".join(chr(0x20000 + n * 7919 % 40_000) for n in range(200))
    word = "w" + "".join(str(n * 7919 % 1009) for n in range(1_000))[:2_045]
    said = IncomingTurn("user", word, NOON)
    assert (await ingest(memory, Owner(odd[:62], odd[100:162]), said)).buffer_size == 1
    for owner in (Owner(odd[:63], "b"), Owner("a", odd)):
        with pytest.raises(Invalid):
            await ingest(memory, owner, said)


async def test_sql_by_hand_sees_and_changes_only_the_askers_rows(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    for owner in (ADA, BOB):
        messages = [IncomingTurn("user", f"turn {n} of a garden", NOON + timedelta(minutes=n)) for n in range(14)]
        await ingest_session(memory, owner, "s", messages)
    bobs = await as_owner.fetchval("select id from memory_sessions where user_id = 'bob'")
    async with memory.db.as_owner(ADA) as tx:
        for table in TABLES:
            assert await tx.fetchval(f"select array_agg(distinct user_id) from {table}") == ["ada"]
            assert await tx.execute(f"delete from {table} where user_id = 'bob'") == "DELETE 0"
        assert await tx.execute("update memory_sessions set rolling_summary = 'x' where id = $1", bobs) == "UPDATE 0"
    async with memory.db.as_nobody() as tx:
        for table in TABLES:
            assert await tx.fetchval(f"select count(*) from {table}") == 0
    for table in ("episodes", "memory_outbox", "memory_sessions"):
        before = await as_owner.fetchval(f"select count(*) from {table} where user_id = 'bob'")
        assert before > 0


async def test_the_functions_that_write_are_bound_by_the_policies_too(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    await ingest(memory, BOB, IncomingTurn("user", "his own", NOON), session_id="s")
    bobs = await as_owner.fetchval("select id from memory_sessions")
    statements = [
        "select memory_ingest('acme', 'bob', 's', null, 'n', 'user', null, 'planted', now(), null, now(), "
        "'15 minutes', 12, '0', embed => 'a', learn => 'b', drain => 'c')",
        "select memory_ingest_many('acme', 'bob', 's', null, '{null}', '{user}', '{null}', '{planted}', "
        "array[now()], now(), 12, '0', embed => 'a', learn => 'b', drain => 'c')",
        "select memory_index('acme', 'bob', '{1}', '{planted}')",
        f"insert into episodes (tenant_id, user_id, session, seq, role, text, said_at) "
        f"values ('acme', 'bob', {bobs}, 9, 'user', 'planted', now())",
    ]
    for statement in statements:
        with pytest.raises((asyncpg.InsufficientPrivilegeError, asyncpg.NotNullViolationError)):
            async with memory.db.as_owner(ADA) as tx:
                await tx.execute(statement)
    async with memory.db.as_owner(ADA) as tx:
        close = "select memory_close('acme', 'bob', $1, now(), null, learn => 'b', drain => 'c')"
        assert await tx.fetchval(close, bobs) is False
    assert await as_owner.fetchval("select array_agg(text) from episodes") == ["his own"]
    assert await as_owner.fetchval("select closed_at from memory_sessions") is None
