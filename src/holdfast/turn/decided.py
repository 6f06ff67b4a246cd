"""What a person decided about calls that wait, in the transaction that goes on with the answer.

The message says what was decided before anything is run: whoever reloads, or finds the answer cut short, reads it. The
approvals are spent with the turn that begins, so whatever is killed in between, nothing runs twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from holdfast.chats.types import TOOL, Part
from holdfast.core.db import Tx
from holdfast.core.errors import NotFound
from holdfast.core.ids import ChatId, MessageId, UserId
from holdfast.stream.tool_parts import DECIDED, WAITING
from holdfast.tools.approvals import ApprovalDecision, decide, decided_of, withdraw
from holdfast.tools.types import Approval
from holdfast.turn import answers_store, store
from holdfast.turn.go_on import find_so_far
from holdfast.turn.types import SoFar, TurnRequest

WENT_ON = "The person went on without it."


async def decide_and_go_on(
    tx: Tx, request: TurnRequest, decision: ApprovalDecision, answer_id: MessageId, now: datetime
) -> SoFar:
    """The last thing the answer waited for. What was decided about its other calls is done with it."""
    user, chat = request.user_id, request.chat_id
    await note_decision(tx, user, decision, now, is_cut=True)
    decided = await decided_of(tx, user, chat, answer_id)
    so_far = await find_so_far(tx, user, chat, answer_id)
    if so_far is None or not decided:
        raise NotFound("There is no answer here that waits for this.", code="unknown_approval")
    return replace(so_far, decided=[one.decided for one in decided])


async def note_decision(
    tx: Tx, user_id: UserId, decision: ApprovalDecision, now: datetime, *, is_cut: bool = False
) -> None:
    """In its row, and in the message. `is_cut`: the answer is not whole any more, until it has gone on."""
    asked = await decide(tx, user_id, decision, now)
    await _rewrite(tx, user_id, asked, _decided_part(asked), is_cut=is_cut)


async def withdraw_waiting(tx: Tx, user_id: UserId, chat_id: ChatId, but: MessageId | None) -> None:
    for asked in await withdraw(tx, user_id, chat_id, but=but):
        approval = {"id": str(asked.id), "approved": False, "reason": WENT_ON}
        await _rewrite(tx, user_id, asked, {"state": "output-denied", "approval": approval})


def _decided_part(asked: Approval) -> Mapping[str, Any]:
    approval: dict[str, Any] = {"id": str(asked.id), "approved": asked.state == "approved"}
    if asked.reason:
        approval["reason"] = asked.reason
    changed = {"input": dict(asked.arguments), "toolMetadata": {"edited": True}} if asked.is_edited else {}
    return {"state": DECIDED, "approval": approval, **changed}


async def _rewrite(
    tx: Tx, user_id: UserId, asked: Approval, changes: Mapping[str, Any], *, is_cut: bool = False
) -> None:
    kept = await answers_store.find_kept_answer(tx, user_id, asked.chat_id, asked.message_id)
    if kept is None:
        return
    parts = [_changed(part, changes) if _is_it(part, asked) else part for part in kept[0]]
    await store.set_parts(tx, user_id, (asked.chat_id, asked.message_id), parts, is_cut=is_cut)


def _changed(part: Part, changes: Mapping[str, Any]) -> dict[str, Any]:
    metadata = {**part.get("toolMetadata", {}), **changes.get("toolMetadata", {})}
    return {**part, **changes, "toolMetadata": metadata}


def _is_it(part: Part, asked: Approval) -> bool:
    return part["type"] == TOOL and part["toolCallId"] == asked.call_id and part["state"] in (WAITING, DECIDED)
