"""Going on from a message in a chat of one's own: of one's own chat, or of one that somebody shares.

What is copied is read as whoever asks may read it. Files of somebody else's chat stay theirs and are not copied. What
was said there was learned there, or was not: a fork teaches nothing, and forgetting the one leaves the other.
"""

from __future__ import annotations

from dataclasses import replace

from holdfast.chats import messages_store, store
from holdfast.chats.export import read_whole, said_in
from holdfast.chats.messages import Conversation
from holdfast.chats.types import Chat, Message
from holdfast.core.db import Db
from holdfast.core.errors import NotFound
from holdfast.core.ids import ChatId, MessageId, TurnId, UserId, new_id

MAX_COPIED = 2_000
MAX_COPIED_BYTES = 8_000_000


async def fork_chat(db: Db, user_id: UserId, chat_id: ChatId, message_id: MessageId | None) -> Chat:
    """Up to this message, it included; without one, all of the branch in view."""
    seen = await read_whole(db, user_id, chat_id, max_messages=MAX_COPIED, max_bytes=MAX_COPIED_BYTES)
    kept = _until(seen, message_id)
    messages = _copied(kept, is_mine=seen.is_mine)
    head = messages[-1].id if messages else None
    # What was not to be remembered is not, wherever it goes on; somebody else's wish is not one's own.
    memory = seen.chat.memory if seen.is_mine else "on"
    fork = replace(seen.chat, id=ChatId(new_id()), head_id=head, visibility="private", memory=memory)
    async with db.as_user(user_id) as tx:
        await store.add_fork(tx, user_id, fork)
        await messages_store.add_messages(tx, user_id, fork.id, messages)
        found = await store.find_chat(tx, user_id, fork.id)
    return found or fork


def _until(seen: Conversation, message_id: MessageId | None) -> list[Message]:
    places = [place for place, message in enumerate(seen.messages) if message.id == message_id]
    if message_id is not None and not places:
        raise NotFound("There is no such message in what this chat shows.", code="unknown_message")
    return list(seen.messages[: places[0] + 1] if places else seen.messages)


def _copied(messages: list[Message], *, is_mine: bool) -> list[Message]:
    """Each after the one before it. An answer of one's own can still be opened; another's cannot, so it has no turn.
    None belongs to a session: it was fed to the memory, or was not, where it was said."""
    made: list[Message] = []
    for message in messages:
        parts = [part for part in said_in(message) if is_mine or part["type"] != "file"]
        if parts:
            made.append(
                replace(
                    message,
                    id=MessageId(new_id()),
                    parent_id=made[-1].id if made else None,
                    parts=parts,
                    turn_id=message.turn_id if is_mine else TurnId(new_id()),
                    session_id=None,
                )
            )
    return made
