"""A chat that is deleted and forgotten: what was said in it, whatever was learned from it, and the chat itself.

A chat is many sessions, and each of them is a session of the memory under its own name. Forgetting them all empties the
chat, and an emptied chat goes in the same transaction; so there is no moment at which one is gone without the other.
Where the memory is elsewhere and does not answer, the wish is written down and the chat stays until it is carried out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress

from holdfast.chats.access import may_change
from holdfast.chats.chats import delete_chat, own_chats
from holdfast.chats.sessions import sessions_of_chat
from holdfast.core.db import Db, owner_of
from holdfast.core.errors import NotFound
from holdfast.core.ids import ChatId, ReceiptId, UserId
from holdfast.memory.forget.forget import count_selected, forget
from holdfast.memory.forget.types import ForgetSessions, Receipt
from holdfast.memory.parts import MemoryParts

MAX_AT_ONCE = 200


async def forget_chat(
    db: Db, memory: MemoryParts, user_id: UserId, chat_id: ChatId, *, receipt_id: ReceiptId | None = None
) -> Receipt:
    await may_change(db, user_id, chat_id)
    wish = await _wish(db, user_id, chat_id)
    receipt = await forget(memory, owner_of(user_id), wish, receipt_id=receipt_id)
    with suppress(NotFound):  # forgetting has emptied it; one that held no session is left
        await delete_chat(db, user_id, chat_id)
    return receipt


async def forget_chats(
    db: Db,
    memory: MemoryParts,
    user_id: UserId,
    chat_ids: Sequence[ChatId],
    *,
    receipt_id: ReceiptId | None = None,
) -> tuple[int, Receipt | None]:
    """Several at once, with one receipt over all; how many of them are this person's, and no receipt where none is."""
    mine, sessions = await _mine(db, user_id, chat_ids)
    if not mine:
        return 0, None
    wish = ForgetSessions(sessions, skips_unknown=True)
    receipt = await forget(memory, owner_of(user_id), wish, receipt_id=receipt_id)
    for chat_id in mine:
        with suppress(NotFound):
            await delete_chat(db, user_id, chat_id)
    return len(mine), receipt


async def count_learned(db: Db, memory: MemoryParts, user_id: UserId, chat_id: ChatId) -> Mapping[str, int]:
    """What forgetting the chat would take out of the memory: turns, facts and loops that rest on it alone."""
    await may_change(db, user_id, chat_id)
    return await count_selected(memory, owner_of(user_id), await _wish(db, user_id, chat_id))


async def count_learned_of(
    db: Db, memory: MemoryParts, user_id: UserId, chat_ids: Sequence[ChatId]
) -> Mapping[str, int]:
    """The same of several together. Whatever is not this person's is passed over."""
    _, sessions = await _mine(db, user_id, chat_ids)
    return await count_selected(memory, owner_of(user_id), ForgetSessions(sessions, skips_unknown=True))


async def _mine(db: Db, user_id: UserId, chat_ids: Sequence[ChatId]) -> tuple[Sequence[ChatId], Sequence[str]]:
    """Those of them that are this person's, and their sessions."""
    async with db.as_user(user_id) as tx:
        mine = await own_chats(tx, user_id, chat_ids)
        return mine, [str(session) for chat_id in mine for session in await sessions_of_chat(tx, user_id, chat_id)]


async def _wish(db: Db, user_id: UserId, chat_id: ChatId) -> ForgetSessions:
    """Some of its sessions may never have come to the memory: there is nothing of them to forget there."""
    async with db.as_user(user_id) as tx:
        sessions = await sessions_of_chat(tx, user_id, chat_id)
    return ForgetSessions([str(session) for session in sessions], skips_unknown=True)
