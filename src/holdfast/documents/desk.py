"""What somebody attached and has not sent yet, and what was sent in a chat: documents that go from place to place.

What is attached lies on one's desk (the target `chat`, of no chat yet) and is read there, so that it can be asked about
as soon as it is sent. The message that brings it takes it along into its chat, and from there it may be kept in one's
library. It is the same document all the way: its id, its bytes and its passages stay, so a mark that names it goes on
leading to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from holdfast.accounts.types import Caller
from holdfast.chats.access import lock_chat
from holdfast.core.db import Tx
from holdfast.core.errors import Conflict
from holdfast.core.ids import ChatId, DocumentId, UserId
from holdfast.documents import store
from holdfast.documents.documents import get_document
from holdfast.documents.parts import DocumentParts
from holdfast.documents.types import UnknownDocument
from holdfast.knowledge.registry import chat_space, user_space
from holdfast.knowledge.spaces import lock_spaces, move_passages, open_space, read_space
from holdfast.knowledge.types import Space

LEFT_FOR = timedelta(days=7)
"""What was attached so long ago and never sent goes when the next is attached."""


def is_desk(space: Space) -> bool:
    return space.kind == "chat" and space.chat_id is None


async def take_along(tx: Tx, user_id: UserId, chat_id: ChatId, document_ids: Sequence[DocumentId]) -> None:
    """From the desk into the chat that the message which brings them is said in; what is elsewhere stays there."""
    for document_id in document_ids:
        document = await store.find_document(tx, document_id)
        if document is None:
            raise UnknownDocument
        if is_desk(await read_space(tx, document.space_id)):
            await _move(tx, document_id, document.space_id, chat_space(chat_id, user_id))


async def keep_document(parts: DocumentParts, caller: Caller, document_id: DocumentId) -> None:
    """Out of its chat into one's own library, where it stays when the chat goes."""
    document = await get_document(parts, caller, document_id)
    if document.kind == "user":
        return
    if document.kind != "chat":
        raise Conflict("Only what was brought in a chat can be kept; copy this one instead.", code="not_of_a_chat")
    async with parts.db.as_user(caller.user_id) as tx:
        if (chat_id := (await read_space(tx, document.space_id)).chat_id) is not None:
            await lock_chat(tx, caller.user_id, chat_id)
        await _move(tx, document_id, document.space_id, user_space(caller.user_id))


async def _move(tx: Tx, document_id: DocumentId, former: int, to: Space) -> None:
    space_id = await open_space(tx, to)
    await lock_spaces(tx, former, space_id)
    if await store.move_document(tx, document_id, former, space_id):
        await move_passages(tx, document_id, former, space_id)
