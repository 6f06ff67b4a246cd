"""Tools that need not ask their person any more: in one chat, or everywhere.

A trust holds for a tool as it says it is. One whose name, description or schema changed asks again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from holdfast.core.db import Db, Tx, owner_of
from holdfast.core.errors import NotFound
from holdfast.core.ids import ChatId, TrustId, UserId
from holdfast.tools import store
from holdfast.tools.types import Approval, Tool, TrustedTool

MAX_TRUSTS = 500


async def list_trusts(db: Db, user_id: UserId) -> Sequence[TrustedTool]:
    async with db.as_user(user_id) as tx:
        return await store.trusts_of(tx, user_id, limit=MAX_TRUSTS)


async def revoke_trust(db: Db, user_id: UserId, trust_id: TrustId) -> None:
    async with db.as_user(user_id) as tx:
        if not await store.delete_trust(tx, user_id, trust_id):
            raise NotFound("There is no such trust of yours.", code="unknown_trust")


async def add_trust(tx: Tx, user_id: UserId, asked: Approval, chat_id: ChatId | None) -> None:
    await store.add_trust(tx, user_id, asked, chat_id)


async def with_trusts(
    db: Db, user_id: UserId, chat_id: ChatId | None, offered: Mapping[str, Tool]
) -> Mapping[str, Tool]:
    """One statement, and none where no tool asks."""
    if not any(tool.trust == "ask" for tool in offered.values()):
        return offered
    async with db.reading(owner_of(user_id)) as tx:
        known = await store.trusts_in(tx, user_id, chat_id)
    return {
        name: replace(tool, trust="always")
        if tool.trust == "ask" and (tool.origin, name, tool.fingerprint) in known
        else tool
        for name, tool in offered.items()
    }
