"""What a chat has cost: every answer in it, the versions put aside and those that failed or were stopped among them."""

from __future__ import annotations

from dataclasses import dataclass

from holdfast.chats.access import may_change
from holdfast.core.db import Db
from holdfast.core.ids import ChatId, UserId
from holdfast.turn import answers_store


@dataclass(frozen=True, slots=True)
class ChatCost:
    usd: float | None
    """Of what is known; None: of nothing in it."""
    unknown: int
    """Answers that cost something nobody told us."""


async def cost_of_chat(db: Db, user_id: UserId, chat_id: ChatId) -> ChatCost:
    """For whoever pays: its owner."""
    await may_change(db, user_id, chat_id)
    async with db.as_user(user_id) as tx:
        return ChatCost(*await answers_store.chat_cost(tx, user_id, chat_id))
