"""Calls that wait for their person's word.

What is asked lives here and nowhere else: a browser sends an id and a decision, and never a call. A decision holds for
the tool as it was and the arguments as they were; it is spent once, by the turn that goes on with the answer.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

import orjson

from holdfast.core.db import Db, Tx
from holdfast.core.errors import Conflict, NotFound
from holdfast.core.ids import ApprovalId, ChatId, MessageId, TurnId, UserId
from holdfast.tools import store, trusts
from holdfast.tools.check_arguments import storable
from holdfast.tools.types import Approval, ApprovalState, WaitingCall

MAX_DESCRIPTION_CHARACTERS = 2_000
MAX_REASON_CHARACTERS = 1_000
MAX_LISTED = 200
TrustScope = Literal["chat", "always"]


@dataclass(frozen=True, slots=True)
class ApprovalDecision:
    approval_id: ApprovalId
    is_approved: bool
    arguments: Mapping[str, Any] | None = None
    """Instead of the model's."""
    reason: str | None = None
    remember: TrustScope | None = None


async def keep_waiting(
    tx: Tx, user_id: UserId, answer: tuple[ChatId, MessageId, TurnId], waiting: Sequence[WaitingCall]
) -> None:
    for one in waiting:
        told = (storable(one.tool.title), storable(one.tool.spec.description)[:MAX_DESCRIPTION_CHARACTERS])
        await store.add_approval(tx, user_id, answer, one, told, digest(one.arguments))


async def list_open(db: Db, user_id: UserId, chat_id: ChatId | None, now: datetime) -> Sequence[Approval]:
    """Those that can still be decided, the oldest first."""
    async with db.as_user(user_id) as tx:
        return await store.open_approvals(tx, user_id, chat_id, now, limit=MAX_LISTED)


async def get_open(tx: Tx, user_id: UserId, approval_id: ApprovalId, now: datetime) -> Approval:
    found = await store.find_approval(tx, user_id, approval_id)
    if found is None:
        raise NotFound("There is nothing of yours to approve under this id.", code="unknown_approval")
    if found.state != "pending":
        raise already_decided()
    if found.expires_at <= now:
        raise Conflict("This waited for too long; ask for it again.", code="approval_expired")
    return found


def already_decided() -> Conflict:
    return Conflict("This was decided already, or the chat went on without it.", code="approval_spent")


async def others_open(tx: Tx, user_id: UserId, asked: Approval, now: datetime) -> Sequence[ApprovalId]:
    """Of the same answer."""
    found = await store.open_approvals(tx, user_id, asked.chat_id, now, limit=MAX_LISTED)
    return [one.id for one in found if one.message_id == asked.message_id and one.id != asked.id]


async def decide(tx: Tx, user_id: UserId, decision: ApprovalDecision, now: datetime) -> Approval:
    """What it is now. Of two who decide at once, one is told that it was decided."""
    asked = await get_open(tx, user_id, decision.approval_id, now)
    arguments = asked.arguments if decision.arguments is None else decision.arguments
    is_edited = decision.arguments is not None and digest(arguments) != digest(asked.arguments)
    state: ApprovalState = "approved" if decision.is_approved else "denied"
    changes = store.ApprovalChange(state, decision.reason, arguments, digest(arguments), is_edited)
    if not await store.decide(tx, user_id, asked.id, changes, now):
        raise already_decided()
    if decision.remember:
        await trusts.add_trust(tx, user_id, asked, asked.chat_id if decision.remember == "chat" else None)
    found = await store.find_approval(tx, user_id, asked.id)
    assert found is not None  # it was changed a moment ago
    return found


async def decided_of(tx: Tx, user_id: UserId, chat_id: ChatId, message_id: MessageId) -> Sequence[Approval]:
    """What was decided about an answer and not done yet."""
    return await store.unspent_of(tx, user_id, chat_id, message_id)


async def spend(tx: Tx, user_id: UserId, chat_id: ChatId, message_id: MessageId, turn_id: TurnId) -> None:
    await store.spend(tx, user_id, chat_id, message_id, turn_id)


async def withdraw(tx: Tx, user_id: UserId, chat_id: ChatId, *, but: MessageId | None) -> Sequence[Approval]:
    """The person went on: whatever waits in this chat does not any more. `but`: the answer that goes on itself."""
    return await store.withdraw(tx, user_id, chat_id, but)


def digest(arguments: Mapping[str, Any]) -> bytes:
    """Of the arguments, however they are spelt."""
    return hashlib.sha256(orjson.dumps(arguments, option=orjson.OPT_SORT_KEYS)).digest()
