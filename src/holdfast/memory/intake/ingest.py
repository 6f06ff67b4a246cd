"""One turn comes in: kept, indexed, and the window's overflow handed to the outbox, in one transaction."""

from __future__ import annotations

from holdfast.core.db import Owner, execute_with_retry
from holdfast.core.ids import new_id
from holdfast.entitlements.usage import CHARACTERS, reserve
from holdfast.memory.intake import store
from holdfast.memory.intake.check import check_id, check_owner, check_said
from holdfast.memory.intake.terms import IntakeTerms
from holdfast.memory.parts import MemoryParts
from holdfast.memory.types import IncomingTurn, IngestResult


async def ingest(
    memory: MemoryParts,
    owner: Owner,
    said: IncomingTurn,
    *,
    session_id: str | None = None,
    persona_id: str | None = None,
    timezone: str | None = None,
) -> IngestResult:
    """Without a session id the turn goes on with the last session made for such turns, while its gap has not passed.

    An external id that is there already makes this a repeat: the first text is kept, and nothing is stored again.
    `timezone`: where the speaker's clock stands; a name this machine does not know is passed over.
    """
    terms = IntakeTerms.of(memory, persona_id, timezone)
    check_owner(owner)
    check_said(said, terms.now)
    check_id("sessionId", session_id)
    check_id("personaId", persona_id)
    new_session_id = str(new_id())

    async def write() -> IngestResult:
        async with memory.db.as_owner(owner) as tx:
            ingested = await store.add_turn(
                tx, owner, said, terms, session_id=session_id, new_session_id=new_session_id
            )
            if memory.payer is not None and not ingested.is_repeat:
                await reserve(tx, memory.payer, CHARACTERS, terms.now, count=len(said.text))
            return ingested

    # A turn without an external id cannot be told from its own repeat: whoever sent it decides whether to send again.
    return await execute_with_retry(write) if said.external_id else await write()
