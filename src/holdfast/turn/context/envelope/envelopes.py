"""The envelope of a chat: merged with every message, read for every prompt.

It follows the branch in view. A message that continues where the last one ended is merged into what is stored; after an
edit, or on another branch, the envelope is made again from what was said on the way there, so that what came from the
replaced message and after it is no longer known.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from holdfast.core.db import Db, Tx
from holdfast.turn.context.envelope import store
from holdfast.turn.context.envelope.extract_facts import MOST_CHARACTERS, extract_facts
from holdfast.turn.context.envelope.merge import merge
from holdfast.turn.context.envelope.types import Envelope, Kept

_MOST_MESSAGES = 2_000
_MOST_CHARACTERS = 100_000
"""Of what a branch is made anew from, the newest: half a second of reading, aside from whatever else goes on here."""


async def read_envelope(db: Db, user: UUID, chat_id: UUID) -> Envelope:
    async with db.as_user(user) as tx:
        kept = await store.find_envelope(tx, user, chat_id)
    return kept.envelope if kept else Envelope()


async def envelope_at(db: Db, user: UUID, chat_id: UUID, message_id: UUID) -> Envelope:
    """What was known once this message was said, on its own branch."""
    async with db.as_user(user) as tx:
        return await _until(tx, user, chat_id, message_id, None)


async def keep_message(
    tx: Tx, user: UUID, chat_id: UUID, message_id: UUID, parent_id: UUID | None, text: str, now: datetime
) -> None:
    """Under the chat's lock, in the transaction that stores the message."""
    kept = await store.lock_envelope(tx, user, chat_id)
    if kept and kept.through_id == message_id:
        return  # answered again: it is in there
    before = await _until(tx, user, chat_id, parent_id, kept)
    merged = merge(before, extract_facts(text, message_id, now))
    await store.put_envelope(tx, user, chat_id, merged, message_id)


async def envelope_with(
    tx: Tx, user: UUID, chat_id: UUID, message_id: UUID, edited: UUID | None, text: str, now: datetime
) -> Envelope:
    """What will be known once this message is stored; nothing is."""
    kept = await store.find_envelope(tx, user, chat_id)
    if kept and kept.through_id == message_id:
        return kept.envelope
    before = await _until(tx, user, chat_id, await store.find_parent(tx, user, chat_id, edited), kept)
    return merge(before, extract_facts(text, message_id, now))


async def _until(tx: Tx, user: UUID, chat_id: UUID, parent_id: UUID | None, kept: Kept | None) -> Envelope:
    if parent_id is None:
        return Envelope(version=kept.envelope.version if kept else 0)
    if kept and kept.through_id and await store.follows(tx, user, chat_id, parent_id, kept.through_id):
        return kept.envelope
    said = await store.said_until(tx, user, chat_id, parent_id, most=_MOST_MESSAGES)
    return await asyncio.to_thread(made_of, said, kept.envelope.version if kept else 0)


def made_of(said: Sequence[tuple[UUID, str, datetime]], version: int) -> Envelope:
    """Of what people said, oldest first; of a very long talk the beginning is left out."""
    room, first = _MOST_CHARACTERS, len(said)
    while first and (room := room - min(len(said[first - 1][1]), MOST_CHARACTERS)) >= 0:
        first -= 1
    made = Envelope(version=version)
    for message_id, text, at in said[first:]:
        made = merge(made, extract_facts(text, message_id, at))
    return made
