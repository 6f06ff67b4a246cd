"""The envelope of a chat: merged with every message, read for every prompt.

It follows the branch in view. A message that continues where the last one ended is merged into what is stored; after an
edit, or on another branch, the envelope is made again from what was said on the way there, so that what came from the
replaced message and after it is no longer known.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from holdfast.core.db import Db, Tx
from holdfast.core.ids import ChatId, MessageId, UserId
from holdfast.turn.context.envelope import store
from holdfast.turn.context.envelope.extract_facts import MAX_CHARACTERS, extract_facts
from holdfast.turn.context.envelope.merge import merge
from holdfast.turn.context.envelope.types import Envelope, StoredEnvelope

_MAX_MESSAGES = 2_000
_MAX_CHARACTERS = 100_000
"""Of what a branch is made anew from, the newest: half a second of reading, aside from whatever else goes on here."""


async def read_envelope(db: Db, user_id: UserId, chat_id: ChatId) -> Envelope:
    async with db.as_user(user_id) as tx:
        kept = await store.find_envelope(tx, user_id, chat_id)
    return kept.envelope if kept else Envelope()


async def envelope_at(db: Db, user_id: UserId, chat_id: ChatId, message_id: MessageId) -> Envelope:
    """What was known once this message was said, on its own branch."""
    async with db.as_user(user_id) as tx:
        return await _until(tx, user_id, chat_id, message_id, None)


@dataclass(frozen=True, slots=True)
class NewMessage:
    id: MessageId
    text: str
    at: datetime


async def keep_message(
    tx: Tx, user_id: UserId, chat_id: ChatId, new: NewMessage, *, parent_id: MessageId | None
) -> None:
    """Under the chat's lock, in the transaction that stores the message."""
    kept = await store.lock_envelope(tx, user_id, chat_id)
    if kept and kept.through_id == new.id:
        return  # answered again: it is in there
    before = await _until(tx, user_id, chat_id, parent_id, kept)
    merged = merge(before, extract_facts(new.text, new.id, new.at))
    await store.put_envelope(tx, user_id, chat_id, merged, new.id)


async def envelope_with(
    tx: Tx, user_id: UserId, chat_id: ChatId, new: NewMessage, *, edited_id: MessageId | None
) -> Envelope:
    """What will be known once this message is stored; nothing is."""
    kept = await store.find_envelope(tx, user_id, chat_id)
    if kept and kept.through_id == new.id:
        return kept.envelope
    before = await _until(tx, user_id, chat_id, await store.find_parent(tx, user_id, chat_id, edited_id), kept)
    return merge(before, extract_facts(new.text, new.id, new.at))


async def _until(
    tx: Tx, user_id: UserId, chat_id: ChatId, parent_id: MessageId | None, kept: StoredEnvelope | None
) -> Envelope:
    if parent_id is None:
        return Envelope(version=kept.envelope.version if kept else 0)
    if kept and kept.through_id and await store.follows(tx, user_id, chat_id, parent_id, kept.through_id):
        return kept.envelope
    said = await store.said_until(tx, user_id, chat_id, parent_id, most=_MAX_MESSAGES)
    return await asyncio.to_thread(made_of, said, kept.envelope.version if kept else 0)


def made_of(said: Sequence[tuple[MessageId, str, datetime]], version: int) -> Envelope:
    """Of what people said, oldest first; of a very long talk the beginning is left out."""
    room, first = _MAX_CHARACTERS, len(said)
    while first and (room := room - min(len(said[first - 1][1]), MAX_CHARACTERS)) >= 0:
        first -= 1
    made = Envelope(version=version)
    for message_id, text, at in said[first:]:
        made = merge(made, extract_facts(text, message_id, at))
    return made
