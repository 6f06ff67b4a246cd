"""A whole transcript comes in, or the part of one that is not here yet."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.core.db import Owner, execute_with_retry
from holdfast.core.errors import Invalid
from holdfast.entitlements.usage import CHARACTERS, reserve
from holdfast.memory.intake import store
from holdfast.memory.intake.check import check_id, check_owner, check_transcript
from holdfast.memory.intake.terms import IntakeTerms
from holdfast.memory.intake.types import TranscriptResult
from holdfast.memory.parts import MemoryParts
from holdfast.memory.types import IncomingTurn


async def ingest_session(
    memory: MemoryParts,
    owner: Owner,
    session_id: str,
    messages: Sequence[IncomingTurn],
    *,
    persona_id: str | None = None,
    timezone: str | None = None,
) -> TranscriptResult:
    """Repeatable: a message is the same by its external id, else by role, name, text and time.

    A silence inside a transcript does not split it: whoever brings a whole session says that it is one. When this
    returns, full-text recall covers all of it. `timezone` as for one turn.
    """
    terms = IntakeTerms.of(memory, persona_id, timezone)
    check_owner(owner)
    if not session_id:
        raise Invalid("The sessionId is empty.", code="empty_id")
    check_id("sessionId", session_id)
    check_id("personaId", persona_id)
    check_transcript(messages, terms.now)
    if not messages:
        return TranscriptResult(session_id, accepted=0, embedded=0, stored=0)

    async def write() -> tuple[int, int]:
        async with memory.db.as_owner(owner) as tx:
            stored, embedded = await store.add_turns(tx, owner, session_id, messages, terms)
            if memory.payer is not None and stored:
                characters = await store.characters_added(tx, owner, session_id, stored=stored)
                await reserve(tx, memory.payer, CHARACTERS, terms.now, count=characters)
            return stored, embedded

    stored, embedded = await execute_with_retry(write)
    return TranscriptResult(session_id, accepted=len(messages), embedded=embedded, stored=stored)
