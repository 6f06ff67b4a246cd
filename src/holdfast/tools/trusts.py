"""What people decided about tools that ask: that they need not, in one chat or everywhere, or that they are never used.

The one place where that stands, whichever door it came by: the card of a call that waits, or the list of a server's
tools. It holds for a tool as it says it is. One whose name, description or schema changed asks again, and what is never
to be used stays so, whatever it says of itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from holdfast.core.db import Db, Tx, owner_of
from holdfast.core.errors import NotFound
from holdfast.core.ids import ChatId, TrustId, UserId
from holdfast.tools import store
from holdfast.tools.types import (
    Approval,
    DecidedTrust,
    Tool,
    ToolOff,
    ToolOrigin,
    ToolTrust,
    TrustedTool,
    TrustSubject,
)

MAX_TRUSTS = 500


async def list_trusts(db: Db, user_id: UserId) -> Sequence[TrustedTool]:
    async with db.as_user(user_id) as tx:
        return await store.trusts_of(tx, user_id, limit=MAX_TRUSTS)


async def revoke_trust(db: Db, user_id: UserId, trust_id: TrustId) -> None:
    async with db.as_user(user_id) as tx:
        if not await store.delete_trust(tx, user_id, trust_id):
            raise NotFound("There is no such trust of yours.", code="unknown_trust")


async def add_trust(tx: Tx, user_id: UserId, asked: Approval, chat_id: ChatId | None) -> None:
    subject = TrustSubject(asked.origin, asked.name, asked.own_name, asked.title, asked.fingerprint)
    await store.keep_trust(tx, user_id, subject, "always", chat_id)


async def decide_trust(tx: Tx, user_id: UserId, subject: TrustSubject, trust: ToolTrust) -> None:
    """In the place of all that was said of this tool before, also in single chats. What is said now is written first:
    a new row waits for a server that is being taken away, and must hold none then that goes with it."""
    is_kept = trust != "ask"
    if is_kept:
        await store.keep_trust(tx, user_id, subject, trust, None)
    await store.drop_trusts(tx, user_id, subject, but_everywhere=is_kept)


async def decided_about(tx: Tx, user_id: UserId, origin: ToolOrigin) -> Mapping[str, DecidedTrust]:
    """Of all tools that come from there, under their own names: what holds everywhere."""
    found = await store.trusts_in(tx, user_id, None)
    return {name: decided[0] for (where, name), decided in found.items() if where == origin}


async def with_trusts(
    db: Db, user_id: UserId, chat_id: ChatId | None, found: Sequence[Tool | ToolOff]
) -> Sequence[Tool | ToolOff]:
    """One statement, and none where no tool asks."""
    if not any(isinstance(one, Tool) and one.trust == "ask" for one in found):
        return found
    async with db.reading(owner_of(user_id)) as tx:
        decided = await store.trusts_in(tx, user_id, chat_id)
    return [_with(one, decided.get(one.kept_as, ())) if isinstance(one, Tool) else one for one in found]


def _with(tool: Tool, decided: Sequence[DecidedTrust]) -> Tool:
    if tool.trust != "ask" or not decided:
        return tool
    said = {one.of(tool.fingerprint) for one in decided}
    return replace(tool, trust=next((one for one in ("never", "always") if one in said), "ask"))
