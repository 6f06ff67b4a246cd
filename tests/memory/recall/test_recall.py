from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from holdfast.memory.intake.ingest_session import ingest_session
from holdfast.memory.parts import MemoryParts
from holdfast.memory.recall.recall import recall
from holdfast.memory.recall.vectors.embed import embed_waiting
from holdfast.memory.types import Said
from tests.memory.conftest import ADA

pytestmark = pytest.mark.anyio


async def test_smoke(memory: MemoryParts) -> None:
    at = datetime(2026, 5, 3, 12, tzinfo=UTC)
    await ingest_session(memory, ADA, "s1", [Said("user", t, at + timedelta(minutes=i), name=n, external_id=str(i)) for i, (n, t) in enumerate([("Maya", "Which bike did you choose in the end?"), ("Jonas", "The blue one, it was cheaper."), ("Maya", "My sister Lena adopted a greyhound yesterday.")])])
    assert (await recall(memory, ADA, "What animal did Lena adopt?")).episodes[0].episode.external_id == "2"
    print(await embed_waiting(memory, ADA))
    found = await recall(memory, ADA, "Which bike did Jonas buy?")
    print(found)
    assert found.episodes
