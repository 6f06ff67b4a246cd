"""Calls of tools that wait for their person: what they are, and the person's word (`/api/approvals`)."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal, Self

from fastapi import APIRouter, Depends, Query, Request
from pydantic import Field, model_validator

from holdfast.core.ids import ApprovalId, ChatId, MessageId, StreamId, TurnId
from holdfast.tools.approvals import MAX_REASON_CHARACTERS, ApprovalDecision, TrustScope, list_open
from holdfast.tools.types import Approval, ToolDanger
from holdfast.turn.approve import approve
from holdfast.web.body import StrictRoute
from holdfast.web.deps import SignedIn, never_cached
from holdfast.web.errors import responses
from holdfast.web.shapes import Text, WireModel
from holdfast.wiring import parts_of

router = APIRouter(
    prefix="/api/approvals", tags=["approvals"], route_class=StrictRoute, dependencies=[Depends(never_cached)]
)


class ApprovalShape(WireModel):
    id: ApprovalId
    chat_id: ChatId
    message_id: MessageId
    """The answer that waits."""
    tool_call_id: str
    name: str
    title: str
    description: str
    """What the tool says of itself."""
    source: str
    """`holdfast`, or `mcp:` and the server's id."""
    danger: ToolDanger
    arguments: dict[str, Any]
    asked_at: datetime
    expires_at: datetime


class ApprovalList(WireModel):
    approvals: list[ApprovalShape]
    """That can still be decided, the oldest first."""


class DecisionBody(WireModel):
    decision: Literal["approve", "deny"]
    arguments: dict[str, Any] | None = None
    """Instead of the model's; only with `approve`."""
    reason: Annotated[Text, Field(max_length=MAX_REASON_CHARACTERS)] | None = None
    """The model is told it."""
    remember: TrustScope | None = None
    """Only with `approve`: the tool need not ask any more, in this chat or everywhere, as long as it stays as it is."""

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if self.decision == "deny" and (self.arguments is not None or self.remember is not None):
            raise ValueError("arguments and remember go with approve only")
        return self


class Decided(WireModel):
    turn_id: TurnId | None
    """Of the turn that goes on with the answer; null while it waits for more."""
    stream_id: StreamId | None
    waiting_for: list[ApprovalId]
    """What else the same answer waits for."""


@router.get("", responses=responses(401, 403, 422, 429, 503))
async def list_approvals(
    request: Request, caller: SignedIn, chat_id: Annotated[ChatId | None, Query(alias="chatId")] = None
) -> ApprovalList:
    """Of one chat, or of all of one's chats."""
    parts = parts_of(request)
    found = await list_open(parts.db, caller.user_id, chat_id, parts.pipeline.clock())
    return ApprovalList(approvals=[_shape(one) for one in found])


@router.post("/{approval_id}", responses=responses(400, 401, 403, 404, 409, 413, 422, 429, 503))
async def decide_approval(request: Request, caller: SignedIn, approval_id: ApprovalId, body: DecisionBody) -> Decided:
    """The answer goes on: its stream is followed at `GET /api/chat/{chatId}/stream`."""
    reason = body.reason.strip() if body.reason else None
    decision = ApprovalDecision(approval_id, body.decision == "approve", body.arguments, reason or None, body.remember)
    parts = parts_of(request)
    gone_on = await approve(parts.pipeline, await parts.entitlements.access(caller.user_id), decision)
    return Decided(turn_id=gone_on.turn_id, stream_id=gone_on.stream_id, waiting_for=list(gone_on.waiting_for))


def _shape(one: Approval) -> ApprovalShape:
    return ApprovalShape(
        id=one.id,
        chat_id=one.chat_id,
        message_id=one.message_id,
        tool_call_id=one.call_id,
        name=one.name,
        title=one.title,
        description=one.description,
        source=one.origin,
        danger=one.danger,
        arguments=dict(one.arguments),
        asked_at=one.asked_at,
        expires_at=one.expires_at,
    )
