"""In the first minute of an installation the database knows nothing of its tables: recall must be quick all the same.

Without statistics the owner's index looks as narrow as a key, and the planner would read all of an owner's rows for
each turn it looks at.
"""

from __future__ import annotations

from typing import Any

import pytest

from holdfast.core.db import Tx
from holdfast.memory.intake.ingest_session import ingest_session
from holdfast.memory.parts import MemoryParts
from holdfast.memory.recall import store
from holdfast.memory.recall.postings import WordHits
from holdfast.memory.recall.vectors.embed import embed_waiting
from holdfast.memory.types import IncomingTurn
from tests.memory.conftest import ADA, BOB
from tests.memory.recall.conversations import MAY

pytestmark = pytest.mark.anyio


class Explained:
    """A connection that also asks for the plan of each statement."""

    def __init__(self, tx: Tx) -> None:
        self._tx = tx
        self.plans: list[str] = []

    async def fetch(self, query: str, *arguments: Any) -> Any:
        self.plans.append("\n".join(row[0] for row in await self._tx.fetch(f"explain {query}", *arguments)))
        return await self._tx.fetch(query, *arguments)


@pytest.mark.parametrize("turns", [40, 700])
async def test_each_turn_is_looked_up_by_its_own_key(memory: MemoryParts, turns: int) -> None:
    for owner in (ADA, BOB):
        said = [IncomingTurn("user", f"The {n}th word of the story is word{n}.", MAY, f"{n}") for n in range(turns)]
        await ingest_session(memory, owner, "story", said)
        await embed_waiting(memory, owner)
    asked = (await memory.embedder.embed(["Which is word7?"]))[0]
    async with memory.db.as_owner(ADA) as tx:
        ids = [row["id"] for row in await tx.fetch("select id from episodes order by seq limit 20")]
        explained = Explained(tx)
        found, _ = await store.nearest(
            explained,  # type: ignore[arg-type]
            store.View(ADA),
            {turn: WordHits(1.0, 1.0) for turn in ids},
            store.QuestionVector(1, False, store.as_text(asked)),
            most_near=50,
            most=30,
        )
    (plan,) = explained.plans
    assert "episodes_by_owner" not in plan
    assert plan.count("memory_vectors_by_owner") == 1, "only the scan goes over all of them"
    assert "memory_vectors_pkey" in plan
    assert {one.episode.id for one in found} >= set(ids)
    assert all(one.similarity is not None for one in found)
