"""A backup brings back what was forgotten since; the saved receipts take it out again."""

from __future__ import annotations

from collections.abc import AsyncIterator

import asyncpg
import orjson
import pytest

from holdfast.core.db import Db, connect
from holdfast.core.errors import Invalid
from holdfast.core.migrate import Addresses
from holdfast.memory.forget.forget import forget
from holdfast.memory.forget.receipts import list_receipts, verify_receipt
from holdfast.memory.forget.replay import ReplayResult, replay_receipts, save_receipts
from holdfast.memory.forget.types import ForgetEverything, ForgetFacts, ForgetQuery, ForgetSessions
from holdfast.memory.intake.ingest import ingest
from holdfast.memory.intake.ingest_session import ingest_session
from holdfast.memory.learning.learn import learn
from holdfast.memory.parts import MemoryParts
from tests.architecture.catalogue import mentions_of
from tests.memory.conftest import ADA, BOB
from tests.memory.forget.living import add_fact, episodes_of, ids, live, row_of, said, talk

pytestmark = pytest.mark.anyio

MARKER = "quaggaharbour"
LIFE = {
    "secret": talk(f"The {MARKER} is under the oak tree behind our house.", "I see.", prefix="s"),
    "mixed": talk(f"I dream of a {MARKER} in the north.", "Tell me more.", "I live in Hamburg.", start=60, prefix="m"),
}


@pytest.fixture
async def keeper(addresses: Addresses) -> AsyncIterator[Db]:
    db = await connect(addresses.owner, size=2)
    yield db
    await db.close()


TABLES = (
    *("memory_sessions", "episodes", "episode_terms", "memory_sizes"),
    *("facts", "fact_evidence", "session_summaries", "memory_people"),
)


async def backup(connection: asyncpg.Connection) -> dict[str, list[str]]:
    return {
        name: [row["r"] for row in await connection.fetch(f"select to_jsonb(t) as r from {name} t")] for name in TABLES
    }


async def restore(connection: asyncpg.Connection, saved: dict[str, list[str]]) -> None:
    """As before the forgets: their receipts are not in it."""
    await connection.execute("truncate memory_sessions, facts, episode_terms, memory_sizes, memory_people cascade")
    await connection.execute("truncate forget_receipts cascade")
    for name in TABLES:
        for row in saved[name]:
            await connection.execute(
                f"""
                insert into {name} overriding system value
                select * from jsonb_populate_record(null::{name}, $1::jsonb)
                """,
                row,
            )


async def test_what_a_backup_brings_back_is_forgotten_again(
    memory: MemoryParts, keeper: Db, as_owner: asyncpg.Connection
) -> None:
    await live(memory, ADA, LIFE)
    await live(memory, BOB, LIFE)
    turns = await episodes_of(memory, ADA, "mixed")
    fact = await add_fact(memory, ADA, "Ada lives by the sea", turns[2:])
    saved = await backup(as_owner)
    await forget(memory, ADA, ForgetSessions(["secret"]))
    await forget(memory, ADA, ForgetQuery(MARKER))
    await forget(memory, ADA, ForgetFacts([fact]))
    await forget(memory, BOB, ForgetEverything())
    receipts = [line async for line in save_receipts(keeper)]
    assert len(receipts) == 4
    assert MARKER not in b"".join(receipts).decode()

    await restore(as_owner, saved)
    assert "public.episodes" in await mentions_of(as_owner, MARKER)
    assert await replay_receipts(memory, receipts) == ReplayResult(forgotten=4, known=0)
    assert await mentions_of(as_owner, MARKER) == []
    assert fact not in await ids(memory, ADA, "facts")
    assert await as_owner.fetchval("select count(*) from episodes where user_id = 'bob'") == 0
    assert len(await episodes_of(memory, ADA, "mixed")) == 2
    assert (await ingest(memory, ADA, LIFE["secret"][0], session_id="secret")).is_repeat

    again = [line async for line in save_receipts(keeper)]
    assert all(
        [(await verify_receipt(memory, ADA, one.id)).is_valid for one in (await list_receipts(memory, ADA)).receipts]
    )
    assert await replay_receipts(memory, again) == ReplayResult(forgotten=0, known=4)


async def test_a_fact_younger_than_the_backup_is_not_learned_again_from_its_sentence(
    memory: MemoryParts, keeper: Db, as_owner: asyncpg.Connection
) -> None:
    await ingest_session(memory, ADA, "s", [said("I live in Hamburg."), said("I work at Nordlys Bakery.", 1)])
    saved = await backup(as_owner)
    session = await row_of(memory, ADA, "s")
    assert session is not None
    await learn(memory, ADA, session)
    hamburg = await as_owner.fetchval("select id from facts where text like '%Hamburg%'")
    await forget(memory, ADA, ForgetFacts([hamburg]))
    receipts = [line async for line in save_receipts(keeper)]
    await restore(as_owner, saved)
    await replay_receipts(memory, receipts)
    await learn(memory, ADA, session)
    learned = " ".join([row["text"] for row in await as_owner.fetch("select text from facts")])
    assert "Nordlys" in learned
    assert "Hamburg" not in learned


async def test_known_receipts_are_passed_over(memory: MemoryParts, keeper: Db) -> None:
    await live(memory, ADA, LIFE)
    await forget(memory, ADA, ForgetSessions(["secret"]))
    receipts = [line async for line in save_receipts(keeper)]
    assert await replay_receipts(memory, receipts) == ReplayResult(forgotten=0, known=1)


async def test_an_altered_or_foreign_receipt_is_refused_and_nothing_is_forgotten(
    memory: MemoryParts, keeper: Db, as_owner: asyncpg.Connection
) -> None:
    await live(memory, ADA, LIFE)
    await live(memory, BOB, LIFE)
    await forget(memory, ADA, ForgetSessions(["secret"]))
    (line,) = [line async for line in save_receipts(keeper)]
    await as_owner.execute("truncate forget_receipts cascade")
    receipt = orjson.loads(line)
    for altered in (
        {**receipt, "body": {**receipt["body"], "userId": "bob"}},
        {**receipt, "body": {**receipt["body"], "kind": "everything"}},
        {**receipt, "marks": [*receipt["marks"], ["s", 1]]},
        {**receipt, "signature": "00"},
        {},
    ):
        with pytest.raises(Invalid):
            await replay_receipts(memory, [line, orjson.dumps(altered)])
    assert await as_owner.fetchval("select count(*) from forget_receipts") == 0
    assert await row_of(memory, BOB, "secret") is not None


async def test_nothing_is_learned_again_from_the_sentence_behind_a_forgotten_fact(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    await live(memory, ADA, {"s": [said("I live in Hamburg."), said("I work at Nordlys Bakery.", 1)]}, close=False)
    before = await as_owner.fetch("select id, text from facts order by id")
    hamburg = next(row["id"] for row in before if "Hamburg" in row["text"])
    await forget(memory, ADA, ForgetFacts([hamburg]))
    await as_owner.execute("update memory_sessions set learned_to = 0")  # as if it had to be done all over
    session = await row_of(memory, ADA, "s")
    assert session is not None
    await learn(memory, ADA, session)
    after = [row["text"] for row in await as_owner.fetch("select text from facts order by id")]
    assert not [text for text in after if "Hamburg" in text]
    assert [text for text in after if "Nordlys" in text]
