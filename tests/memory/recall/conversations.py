"""Small conversations, said and embedded."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from holdfast.core.db import Owner
from holdfast.memory.intake.ingest_session import ingest_session
from holdfast.memory.parts import MemoryParts
from holdfast.memory.recall.recall import recall
from holdfast.memory.recall.vectors.embed import embed_waiting
from holdfast.memory.types import IncomingTurn, Recalled, RecallQuery
from tests.memory.conftest import ADA

MAY = datetime(2026, 5, 4, 18, tzinfo=UTC)

SMALL_TALK = (
    ("Maya", "Good morning! The weather is dreadful here, rain since Monday."),
    ("Jonas", "Same here. I made soup and stayed in bed with a novel."),
    ("Maya", "Lovely. I should cook more often, I only ever eat toast."),
    ("Jonas", "Toast is fine. Did the train run on time in the end?"),
    ("Maya", "Twenty minutes late, as ever. I read the whole newspaper."),
    ("Jonas", "At least the newspaper is good company on a platform."),
)


async def tell(
    memory: MemoryParts,
    lines: Sequence[tuple[str, str]],
    *,
    owner: Owner = ADA,
    session: str = "one",
    at: datetime = MAY,
    is_embedded: bool = True,
) -> None:
    """External ids are `session/number`, from 0."""
    said = [
        IncomingTurn(
            "user" if name == "Maya" else "assistant", text, at + timedelta(minutes=number), f"{session}/{number}", name
        )
        for number, (name, text) in enumerate(lines)
    ]
    await ingest_session(memory, owner, session, said)
    if is_embedded:
        await embed_waiting(memory, owner)


async def found(memory: MemoryParts, query: str, *, owner: Owner = ADA, **how: object) -> list[str | None]:
    answer: Recalled = await recall(memory, owner, RecallQuery(query, **how))  # type: ignore[arg-type]
    return [hit.episode.external_id for hit in answer.episodes]
