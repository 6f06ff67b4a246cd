"""Somebody brings in years of transcripts; somebody else says one sentence, and does not wait for the years."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import asyncpg
import pytest

from holdfast.core.db import Db, Owner
from holdfast.core.jobs import Job, JobContext, enqueue
from holdfast.core.migrate import Addresses
from holdfast.memory.intake.ingest import ingest
from holdfast.memory.intake.ingest_session import ingest_session
from holdfast.memory.jobs import DRAIN, EMBED, LEARN, REFRESH
from holdfast.memory.learning.learn import learn_session
from holdfast.memory.outbox.drain import drain_session
from holdfast.memory.parts import MemoryParts
from holdfast.memory.profile.refresh import refresh_profile
from holdfast.memory.recall.vectors.embed import BATCH, embed, pending_embeddings
from holdfast.memory.types import IncomingTurn
from holdfast.worker.run import Duties, run_worker
from tests.memory.conftest import ADA, BOB, WordEmbedder
from tests.memory.recall.conversations import MAY
from tests.waiting import takes, until
from tests.worker.conftest import QUICK
from tests.worker.conftest import worker_db as worker_db

pytestmark = pytest.mark.anyio

EVE, IDA = Owner("acme", "eve"), Owner("acme", "ida")
SESSIONS, TURNS = 12, 24
"""Of each of three people."""
MEMORY_JOBS = {EMBED: embed, LEARN: learn_session, DRAIN: drain_session, REFRESH: refresh_profile}


class Plodding(WordEmbedder):
    """Takes a while for each text, one caller after the other, and counts."""

    def __init__(self) -> None:
        self.times: Counter[str] = Counter()
        self._one_by_one = asyncio.Lock()

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        async with self._one_by_one:
            await takes(0.004 * len(texts))
        self.times.update(texts)
        return await super().embed(texts)


@dataclass(frozen=True, slots=True)
class Parts:
    memory: MemoryParts


async def test_a_single_turn_is_learned_and_embedded_while_most_of_a_bulk_waits(
    db: Db, addresses: Addresses, memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    embedder = Plodding()
    settings = memory.settings.model_copy(update={"learn_delay_seconds": 0.0})
    memory = replace(memory, embedder=embedder, settings=settings)
    for owner in (ADA, BOB, EVE):
        for session in range(SESSIONS):
            said = [IncomingTurn("user", f"{owner.user_id} {session} {n}", MAY, f"{session}/{n}") for n in range(TURNS)]
            await ingest_session(memory, owner, f"s{session}", said)
    stop = asyncio.Event()
    working = asyncio.create_task(
        run_worker(addresses.worker, db, Duties(Parts(memory), MEMORY_JOBS), stop=stop, pace=QUICK)
    )
    try:
        await until(lambda: _is_begun(memory))
        await ingest(memory, IDA, IncomingTurn("user", "My sister Anna lives in Bergen.", MAY, "m1"), session_id="one")
        await until(lambda: _is_learned(as_owner), seconds=30)
        left = await pending_embeddings(memory)
        assert left > 3 * SESSIONS * TURNS // 2, "the single turn waited for the bulk"
        await until(lambda: _is_embedded(memory), seconds=60)
    finally:
        stop.set()
        await working
    of_the_bulk = [times for text, times in embedder.times.items() if text.startswith(("ada", "bob", "eve"))]
    assert len(of_the_bulk) >= 3 * SESSIONS * TURNS
    assert max(of_the_bulk) == 1, "two did the same"


async def _is_begun(memory: MemoryParts) -> bool:
    return await pending_embeddings(memory) < 3 * SESSIONS * TURNS


async def _is_learned(as_owner: asyncpg.Connection) -> bool:
    is_learned: bool = await as_owner.fetchval(
        """
        select exists (select from memory_vectors where user_id = 'ida' and kind = 'e')
           and exists (select from facts where user_id = 'ida')
        """
    )
    return is_learned


async def _is_embedded(memory: MemoryParts) -> bool:
    return await pending_embeddings(memory) == 0


async def test_a_job_embeds_a_portion_and_stands_in_line_again_behind_the_others(
    memory: MemoryParts, worker_db: Db, as_owner: asyncpg.Connection
) -> None:
    await ingest_session(
        memory, ADA, "long", [IncomingTurn("user", f"Turn {n}", MAY, str(n)) for n in range(3 * BATCH)]
    )
    await as_owner.execute("delete from jobs.pgqueuer")
    context = JobContext(memory.db, worker_db, Parts(memory))
    for left in (2 * BATCH, BATCH):
        await embed(await _taken(memory, as_owner), context, seconds=0)
        assert await pending_embeddings(memory) == left
    newest = await as_owner.fetchval("select min(item_id) from memory_vectors")
    assert await as_owner.fetchval("select count(*) from episodes where id >= $1", newest) == 2 * BATCH
    # One waits for the rest, behind whoever asks now; and asked for by a new turn, it comes forward.
    async with memory.db.as_owner(BOB) as tx:
        await enqueue(tx, EMBED, {}, dedupe_key="all")
    places = "select headers ->> 'user_id' from jobs.pgqueuer where status = 'queued' order by priority desc, id"
    assert [row[0] for row in await as_owner.fetch(places)] == ["bob", "ada"]
    await ingest(memory, ADA, IncomingTurn("user", "One more.", MAY, "more"), session_id="long")
    of_ada = "select priority from jobs.pgqueuer where entrypoint = $1 and headers ->> 'user_id' = 'ada'"
    assert [row[0] > -100 for row in await as_owner.fetch(of_ada, EMBED.name)] == [True]


async def _taken(memory: MemoryParts, as_owner: asyncpg.Connection) -> Job:
    """As a worker is handed it."""
    async with memory.db.as_owner(ADA) as tx:
        await enqueue(tx, EMBED, {}, dedupe_key="all")
    row = await as_owner.fetchrow(
        "update jobs.pgqueuer set status = 'picked', queue_manager_id = $1 where status = 'queued' returning id",
        holder := "0195f3a0-0000-7000-8000-000000000001",
    )
    assert row is not None
    return Job(row["id"], EMBED.name, ADA, {}, 1, holder)  # type: ignore[arg-type]
