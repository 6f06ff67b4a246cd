"""What was brought from elsewhere before, by the chat that it became."""

from __future__ import annotations

from holdfast.core.db import Tx
from holdfast.core.ids import ChatId, UserId


async def note_brought(tx: Tx, user_id: UserId, chat_id: ChatId, messages: int) -> int:
    """How many of its messages were brought before, and from now on count as brought. Whoever brings the same at the
    same time waits here."""
    await tx.execute(
        "insert into brought_chats (user_id, chat_id) values ($1, $2) on conflict do nothing", user_id, chat_id
    )
    before: int = await tx.fetchval(
        "select messages from brought_chats where user_id = $1 and chat_id = $2 for update", user_id, chat_id
    )
    await tx.execute(
        "update brought_chats set messages = greatest(messages, $3) where user_id = $1 and chat_id = $2",
        user_id, chat_id, messages,
    )  # fmt: skip
    return before


async def delete_all_brought(tx: Tx, user_id: UserId) -> None:
    await tx.execute("delete from brought_chats where user_id = $1", user_id)
