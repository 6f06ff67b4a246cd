"""Both sides of a finished turn go into memory, by the same door that everybody uses.

The job that does it is written in the transaction that stores the answer, so nothing said is lost; the message's id is
the external id there, so nothing is remembered twice, however often the job runs.
"""

from __future__ import annotations

from uuid import UUID

from holdfast.chats.types import text_of
from holdfast.core.db import Db, owner_of
from holdfast.memory.client.types import MemoryClient
from holdfast.memory.types import Said
from holdfast.turn import store


async def feed_memory(db: Db, remembers: MemoryClient, user: UUID, turn_id: UUID) -> None:
    async with db.as_user(user) as tx:
        messages = await store.find_spoken(tx, user, turn_id)
    for message in messages:
        text = text_of(message.parts)
        if text.strip():
            said = Said(message.role, text, message.created_at, external_id=str(message.id))
            await remembers.ingest(owner_of(user), said, session_id=str(message.session_id))
