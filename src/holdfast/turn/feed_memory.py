"""Both sides of a finished turn go into memory, by the same door that everybody uses.

The job that does it is written in the transaction that stores the answer, so nothing said is lost; the message's id is
the external id there, so nothing is remembered twice, however often the job runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from holdfast.chats.types import text_of
from holdfast.core.db import Db, owner_of
from holdfast.memory.client.types import MemoryClient
from holdfast.memory.intake.check import MOST_CHARACTERS
from holdfast.memory.types import Said
from holdfast.turn import store
from holdfast.turn.store import Spoken


async def feed_memory(db: Db, remembers: MemoryClient, user: UUID, turn_id: UUID) -> None:
    async with db.as_user(user) as tx:
        messages = await store.find_spoken(tx, user, turn_id)
    for session_id, said in as_said(messages):
        await remembers.ingest(owner_of(user), said, session_id=session_id)


def as_said(messages: Sequence[Spoken]) -> Sequence[tuple[str, Said]]:
    """Turns as the memory takes them, each with its session's id. What is too long for one comes in pieces."""
    found = []
    for message in messages:
        text = text_of(message.parts)
        for start in range(0, len(text), MOST_CHARACTERS):
            piece = text[start : start + MOST_CHARACTERS]
            name = str(message.id) if start == 0 else f"{message.id}/{start // MOST_CHARACTERS + 1}"
            if piece.strip():
                said = Said(message.role, piece, message.created_at, external_id=name)
                found.append((str(message.session_id), said))
    return found
