"""What was said in chats, taken out: the messages, the files sent with them, and names made from their words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

import orjson

from holdfast.chats import attachments_store, brought_store, folders_store, messages_store, pieces_store, store
from holdfast.chats.types import text_of
from holdfast.core.db import Tx
from holdfast.core.ids import BlobId, ChatId, MessageId, SessionId, TurnId, UserId

UNNAMED = "New chat"


@dataclass(frozen=True, slots=True)
class ForgottenMessages:
    messages: Sequence[MessageId]
    turns: Sequence[TurnId]
    chats: Sequence[ChatId]
    in_sessions: Sequence[tuple[SessionId, MessageId]]
    """(session, message)."""
    deleted_chats: int
    deleted_files: int


async def hold_chats(tx: Tx, user_id: UserId) -> None:
    """From here to the end of the transaction no chat of this person is deleted, renamed, or written in."""
    await store.lock_chats(tx, user_id)


async def forget_messages(
    tx: Tx, user_id: UserId, *, ids: Sequence[MessageId], sessions: Sequence[SessionId], probes: Sequence[str]
) -> ForgottenMessages:
    """By id, of whole sessions, and answers that hold a piece of what is forgotten. A chat left empty goes too. Their
    chats are held (`hold_chats`)."""
    found = await pieces_store.messages_to_forget(tx, user_id, ids, sessions, probes)
    messages = [row["id"] for row in found]
    turns = sorted({row["turn_id"] for row in found})
    chats = sorted({row["chat_id"] for row in found})
    files = [BlobId(UUID(part["blobId"])) for row in found for part in orjson.loads(row["parts"]) if part.get("blobId")]
    await store.step_back(tx, user_id, messages)
    await messages_store.delete_messages(tx, user_id, messages)
    await store.rename_forgotten(tx, user_id, chats, UNNAMED, probes)
    await store.leave_forgotten_folders(tx, user_id, probes)
    await folders_store.drop_forgotten_folders(tx, user_id, probes)
    return ForgottenMessages(
        messages,
        turns,
        chats,
        [(row["session_id"], row["id"]) for row in found if row["session_id"]],
        deleted_files=await attachments_store.delete_forgotten_files(tx, user_id, files, turns, messages),
        deleted_chats=await store.delete_emptied_chats(tx, user_id, chats),
    )


async def find_marked(
    tx: Tx, user_id: UserId, marks: Sequence[bytes], sessions: Sequence[SessionId]
) -> Sequence[tuple[MessageId, str]]:
    """(id, text) of what the person said under these marks, or in these sessions; of answers the text is empty."""
    rows = await pieces_store.messages_marked(tx, user_id, marks, sessions)
    return [(row["id"], text_of(orjson.loads(row["parts"])) if row["role"] == "user" else "") for row in rows]


async def said_still(tx: Tx, user_id: UserId, probes: Sequence[str], without: Sequence[MessageId]) -> Sequence[str]:
    """Those of the pieces that the person said in other messages as well."""
    return await pieces_store.pieces_said(tx, user_id, probes, without)


async def forget_all_chats(tx: Tx, user_id: UserId) -> Sequence[tuple[SessionId, MessageId]]:
    """(session, message) of every message that went. Their chats are held (`hold_chats`)."""
    gone = await messages_store.messages_in_sessions(tx, user_id)
    await store.delete_all_chats(tx, user_id)
    await brought_store.delete_all_brought(tx, user_id)
    await folders_store.delete_all_folders(tx, user_id)
    await attachments_store.delete_all_files(tx, user_id)
    return gone


async def count_answers_with(tx: Tx, user_id: UserId, probes: Sequence[str]) -> int:
    return await pieces_store.answers_with(tx, user_id, probes)
