"""What was said in chats, taken out: the messages, the files sent with them, and names made from their words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

import orjson

from holdfast.chats import store
from holdfast.chats.types import text_of
from holdfast.core.db import Tx

UNNAMED = "New chat"


@dataclass(frozen=True, slots=True)
class ForgottenMessages:
    messages: Sequence[UUID]
    turns: Sequence[UUID]
    chats: Sequence[UUID]
    in_sessions: Sequence[tuple[UUID, UUID]]
    """(session, message)."""
    deleted_chats: int
    deleted_files: int


async def forget_messages(
    tx: Tx, user: UUID, *, ids: Sequence[UUID], sessions: Sequence[UUID], probes: Sequence[str]
) -> ForgottenMessages:
    """By id, of whole sessions, and answers that hold a piece of what is forgotten. A chat left empty goes too."""
    found = await store.messages_to_forget(tx, user, ids, sessions, probes)
    messages = [row["id"] for row in found]
    turns = sorted({row["turn_id"] for row in found})
    chats = sorted({row["chat_id"] for row in found})
    files = [UUID(part["blobId"]) for row in found for part in orjson.loads(row["parts"]) if part.get("blobId")]
    await store.delete_messages(tx, user, messages)
    await store.rename_forgotten(tx, user, chats, UNNAMED, probes)
    return ForgottenMessages(
        messages,
        turns,
        chats,
        [(row["session_id"], row["id"]) for row in found if row["session_id"]],
        deleted_files=await store.delete_forgotten_files(tx, user, files, turns, messages),
        deleted_chats=await store.delete_emptied_chats(tx, user, chats),
    )


async def find_marked(
    tx: Tx, user: UUID, marks: Sequence[bytes], sessions: Sequence[UUID]
) -> Sequence[tuple[UUID, str]]:
    """(id, text) of what the person said under these marks, or in these sessions; of answers the text is empty."""
    rows = await store.messages_marked(tx, user, marks, sessions)
    return [(row["id"], text_of(orjson.loads(row["parts"])) if row["role"] == "user" else "") for row in rows]


async def said_still(tx: Tx, user: UUID, probes: Sequence[str], without: Sequence[UUID]) -> Sequence[str]:
    """Those of the pieces that the person said in other messages as well."""
    return await store.pieces_said(tx, user, probes, without)


async def forget_all_chats(tx: Tx, user: UUID) -> Sequence[tuple[UUID, UUID]]:
    """(session, message) of every message that went."""
    return [(row["session_id"], row["id"]) for row in await store.delete_everything(tx, user)]


async def count_answers_with(tx: Tx, user: UUID, probes: Sequence[str]) -> int:
    return await store.answers_with(tx, user, probes)
