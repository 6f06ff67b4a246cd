"""Conversations for tests: said at given times, closed, and found again as rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from holdfast.core.db import Owner
from holdfast.core.ids import SessionRow
from holdfast.memory.intake.ingest_session import ingest_session
from holdfast.memory.intake.sessions import close_session
from holdfast.memory.parts import MemoryParts
from holdfast.memory.types import IncomingTurn
from holdfast.models.chain import Chain
from tests.scripted import Line, ScriptedModel

MONDAY = datetime(2026, 5, 11, 18, 0, tzinfo=UTC)
"""An evening in spring; 20:00 in Berlin."""

KITCHEN = [
    ("user", "I'm finally redoing the kitchen. Marco from the tile shop sent a quote for 4,200 euros."),
    ("assistant", "You surely love blue tiles and you have three cats. Shall we compare quotes?"),
    ("user", "It feels too expensive. My budget for the kitchen is 3,500 euros."),
    ("assistant", "You could ask Marco for a discount."),
    ("user", "We decided to move the start to June 3 because Lena has her exams. Remind me to call the plumber."),
    ("assistant", "Noted."),
]


async def talk(
    memory: MemoryParts,
    owner: Owner,
    session_id: str,
    lines: Sequence[tuple[str, str]],
    *,
    at: datetime = MONDAY,
    persona_id: str | None = None,
    is_closed: bool = True,
    timezone: str | None = None,
) -> SessionRow:
    """The session's row."""
    said = [
        IncomingTurn(role, text, at + timedelta(minutes=n), external_id=f"{session_id}-{at:%m%d%H%M}-{n}")  # type: ignore[arg-type]
        for n, (role, text) in enumerate(lines)
    ]
    await ingest_session(memory, owner, session_id, said, persona_id=persona_id, timezone=timezone)
    if is_closed:
        await close_session(memory, owner, session_id)
    return await session_row(memory, owner, session_id)


async def session_row(memory: MemoryParts, owner: Owner, session_id: str) -> SessionRow:
    async with memory.db.as_owner(owner) as tx:
        row: SessionRow = await tx.fetchval(
            "select id from memory_sessions where tenant_id = $1 and user_id = $2 and session_id = $3",
            owner.tenant_id, owner.user_id, session_id,
        )  # fmt: skip
    return row


def with_model(memory: MemoryParts, *scripts: Sequence[Line]) -> tuple[MemoryParts, ScriptedModel]:
    model = ScriptedModel(*scripts)
    return replace(memory, chain=Chain([model])), model


def at(memory: MemoryParts, now: datetime) -> MemoryParts:
    """The same memory with its clock at this moment."""
    return replace(memory, clock=lambda: now)
