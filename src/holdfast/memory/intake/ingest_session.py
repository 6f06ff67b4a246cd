"""A whole transcript comes in, or the part of one that is not here yet."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from holdfast.core.clock import find_zone
from holdfast.core.db import Owner, execute_with_retry
from holdfast.core.errors import Invalid
from holdfast.entitlements.types import AccessContext
from holdfast.entitlements.usage import CHARACTERS, reserve
from holdfast.memory.intake import store
from holdfast.memory.intake.check import check_id, check_owner, check_transcript
from holdfast.memory.intake.types import Accepted
from holdfast.memory.parts import MemoryParts
from holdfast.memory.types import Said


async def ingest_session(
    memory: MemoryParts,
    owner: Owner,
    session_id: str,
    messages: Sequence[Said],
    *,
    persona_id: str | None = None,
    timezone: str | None = None,
    access: AccessContext | None = None,
) -> Accepted:
    """Repeatable: a message is the same by its external id, else by role, name, text and time.

    A silence inside a transcript does not split it: whoever brings a whole session says that it is one. When this
    returns, full-text recall covers all of it. `timezone` and `access` as for one turn.
    """
    now = memory.clock()
    check_owner(owner)
    if not session_id:
        raise Invalid("The sessionId is empty.", code="empty_id")
    check_id("sessionId", session_id)
    check_id("personaId", persona_id)
    check_transcript(messages, now)
    if not messages:
        return Accepted(session_id, accepted=0, embedded=0, stored=0)

    zone = find_zone(timezone)

    async def write() -> tuple[int, int]:
        async with memory.db.as_owner(owner) as tx:
            stored, embedded = await store.add_turns(
                tx,
                owner,
                session_id,
                messages,
                persona_id=persona_id,
                now=now,
                window=memory.settings.window_messages,
                pause=timedelta(seconds=memory.settings.learn_delay_seconds),
                clock_zone=zone.key if zone else None,
            )
            if access is not None and stored:
                characters = await store.characters_added(tx, owner, session_id, stored=stored)
                await reserve(tx, access, CHARACTERS, now, count=characters)
            return stored, embedded

    stored, embedded = await execute_with_retry(write)
    return Accepted(session_id, accepted=len(messages), embedded=embedded, stored=stored)
