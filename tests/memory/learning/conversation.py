"""Somebody says something, and it is learned from: the way in that the product uses."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import orjson

from holdfast.core.db import Owner
from holdfast.core.ids import SessionRow
from holdfast.memory.intake.ingest_session import ingest_session
from holdfast.memory.learning.facts.facts import list_facts
from holdfast.memory.learning.learn import learn
from holdfast.memory.learning.types import FactFilter, LearningResult
from holdfast.memory.parts import MemoryParts
from holdfast.memory.types import Fact, IncomingTurn, SpeakerRole
from holdfast.models.chain import Chain
from holdfast.models.types import ModelFailed
from tests.memory.conftest import ADA
from tests.scripted import Line, ScriptedModel, says

DAY = timedelta(days=1)
MONDAY = datetime(2026, 5, 4, 12, tzinfo=UTC)


def turn(
    text: str, minute: float = 0, *, at: datetime = MONDAY, role: SpeakerRole = "user", name: str | None = None
) -> IncomingTurn:
    return IncomingTurn(role, text, at + timedelta(minutes=minute), name=name)


def turns(*texts: str, at: datetime = MONDAY) -> list[IncomingTurn]:
    """The person's turns, a minute apart."""
    return [turn(text, minute, at=at) for minute, text in enumerate(texts)]


async def say(
    memory: MemoryParts,
    *texts: str | IncomingTurn,
    at: datetime = MONDAY,
    owner: Owner = ADA,
    session_id: str = "s",
    timezone: str | None = None,
) -> SessionRow:
    """Kept, not learned from yet. The session's row."""
    messages = [
        text if isinstance(text, IncomingTurn) else turn(text, minute, at=at) for minute, text in enumerate(texts)
    ]  # fmt: skip
    await ingest_session(memory, owner, session_id, messages, timezone=timezone)
    return await session_of(memory, session_id, owner)


async def session_of(memory: MemoryParts, session_id: str, owner: Owner = ADA) -> SessionRow:
    async with memory.db.as_owner(owner) as tx:
        session: SessionRow = await tx.fetchval("select id from memory_sessions where session_id = $1", session_id)
        return session


async def tell(
    memory: MemoryParts,
    *texts: str | IncomingTurn,
    at: datetime = MONDAY,
    owner: Owner = ADA,
    session_id: str = "s",
    timezone: str | None = None,
) -> LearningResult:
    """Said, and learned from."""
    session = await say(memory, *texts, at=at, owner=owner, session_id=session_id, timezone=timezone)
    return await learn(memory, owner, session)


async def known(memory: MemoryParts, owner: Owner = ADA) -> list[str]:
    """What is believed now, in words."""
    return sorted(fact.text for fact in await facts(memory, owner))


async def facts(memory: MemoryParts, owner: Owner = ADA, *, include_retired: bool = False) -> Sequence[Fact]:
    return (await list_facts(memory, owner, FactFilter(include_retired=include_retired), limit=200)).facts


async def believed(memory: MemoryParts, at: datetime, owner: Owner = ADA) -> list[str]:
    """What was believed at that time, as every reader of the past asks for it."""
    return sorted(
        fact.text
        for fact in await facts(memory, owner, include_retired=True)
        if fact.learned_at <= at and (fact.retired_at is None or fact.retired_at > at)
    )


def answering(*answers: dict[str, Any] | str | ModelFailed) -> tuple[Chain, ScriptedModel]:
    """A model that gives these answers, one a question; the last one repeats."""
    scripts: list[Sequence[Line]] = []
    for answer in answers:
        if isinstance(answer, ModelFailed):
            scripts.append([answer])
        else:
            scripts.append(says(answer if isinstance(answer, str) else orjson.dumps(answer).decode()))
    model = ScriptedModel(*scripts)
    return Chain([model]), model


def fact(
    text: str,
    *,
    subject: str = "user",
    predicate: str = "likes",
    object_: str,
    evidence: Sequence[Any] = (1,),
    **more: Any,
) -> dict[str, Any]:
    """A row of a model's answer."""
    return {
        "subject": subject, "predicate": predicate, "object": object_, "text": text, "confidence": 0.9,
        "evidence": list(evidence), **more,
    }  # fmt: skip
