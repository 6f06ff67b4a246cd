"""One turn comes in: kept, indexed, and the window's overflow handed to the outbox, in one transaction."""

from __future__ import annotations

from datetime import timedelta

from holdfast.core.clock import find_zone
from holdfast.core.db import Owner, execute_with_retry
from holdfast.core.ids import new_id
from holdfast.entitlements.types import AccessContext
from holdfast.entitlements.usage import CHARACTERS, reserve
from holdfast.memory.intake import store
from holdfast.memory.intake.check import check_id, check_owner, check_said
from holdfast.memory.parts import MemoryParts
from holdfast.memory.types import Ingested, Said


async def ingest(
    memory: MemoryParts,
    owner: Owner,
    said: Said,
    *,
    session_id: str | None = None,
    persona_id: str | None = None,
    timezone: str | None = None,
    access: AccessContext | None = None,
) -> Ingested:
    """Without a session id the turn goes on with the last session made for such turns, while its gap has not passed.

    An external id that is there already makes this a repeat: the first text is kept, and nothing is stored again.
    `timezone`: where the speaker's clock stands; a name this machine does not know is passed over. `access`: whose plan
    pays for it; None: it is paid for already, or nobody's.
    """
    now = memory.clock()
    check_owner(owner)
    check_said(said, now)
    check_id("sessionId", session_id)
    check_id("personaId", persona_id)
    new_session_id, zone = str(new_id()), find_zone(timezone)

    async def write() -> Ingested:
        async with memory.db.as_owner(owner) as tx:
            ingested = await store.add_turn(
                tx,
                owner,
                said,
                session_id=session_id,
                new_session_id=new_session_id,
                persona_id=persona_id,
                now=now,
                gap=timedelta(minutes=memory.settings.session_close_gap_minutes),
                window=memory.settings.window_messages,
                pause=timedelta(seconds=memory.settings.learn_delay_seconds),
                clock_zone=zone.key if zone else None,
            )
            if access is not None and not ingested.is_repeat:
                await reserve(tx, access, CHARACTERS, now, count=len(said.text))
            return ingested

    # A turn without an external id cannot be told from its own repeat: whoever sent it decides whether to send again.
    return await execute_with_retry(write) if said.external_id else await write()
