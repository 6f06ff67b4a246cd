"""A person allows a call that waits, or does not; with the last of an answer's calls, the answer goes on.

What goes on is a turn of its own, with its own trace. Before it begins, the tool is looked for once more: one that is
gone, or says something else of itself than when it was asked about, is not approved.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from holdfast.core.errors import Conflict, Invalid
from holdfast.core.ids import ApprovalId, StreamId, TurnId, UserId
from holdfast.entitlements.types import AccessContext
from holdfast.tools.approvals import ApprovalDecision, get_open, others_open
from holdfast.tools.check_arguments import fault_in
from holdfast.tools.types import Approval
from holdfast.turn import answers_store, begin_store
from holdfast.turn.admit import admit
from holdfast.turn.decided import note_decision
from holdfast.turn.request_again import request_again
from holdfast.turn.route import choose_tools
from holdfast.turn.types import TurnRequest

if TYPE_CHECKING:
    from holdfast.turn.pipeline import Pipeline


@dataclass(frozen=True, slots=True)
class GoneOn:
    """The turn that goes on, or what the answer still waits for."""

    turn_id: TurnId | None = None
    stream_id: StreamId | None = None
    waiting_for: Sequence[ApprovalId] = ()


async def approve(pipeline: Pipeline, access: AccessContext, decision: ApprovalDecision) -> GoneOn:
    user, now = access.user_id, pipeline.clock()
    async with pipeline.db.as_user(user) as tx:
        asked = await get_open(tx, user, decision.approval_id, now)
        began = await answers_store.find_choices(tx, user, asked.turn_id)
    request = replace(
        request_again(user, asked.chat_id, *began),
        trigger="continue-message",
        about_message_id=asked.message_id,
        decision=decision,
        access=access,
    )
    if decision.is_approved:
        await _must_be_the_same(pipeline, request, asked, decision)
    if still := await _decide_among_others(pipeline, user, asked, decision):
        return GoneOn(waiting_for=still)
    turn = await pipeline.accept(request)
    return GoneOn(turn.ids.turn_id, turn.ids.stream_id)


async def _decide_among_others(
    pipeline: Pipeline, user_id: UserId, asked: Approval, decision: ApprovalDecision
) -> Sequence[ApprovalId]:
    """Under the chat's lock, so that of two last ones decided at once the second sees the first."""
    async with pipeline.db.as_user(user_id, first=begin_store.hold_chat(user_id, asked.chat_id)) as tx:
        now = pipeline.clock()
        still = await others_open(tx, user_id, asked, now)
        if still:
            await note_decision(tx, user_id, decision, now)
        return still


async def _must_be_the_same(
    pipeline: Pipeline, request: TurnRequest, asked: Approval, decision: ApprovalDecision
) -> None:
    persona = await pipeline.persona_of(request.user_id, request.persona_id)
    chosen = await choose_tools(pipeline.tools, admit(persona, pipeline.chain, request))
    tool = chosen.offered.get(asked.name)
    if tool is None or tool.origin != asked.origin:
        raise Conflict(f"{asked.title} is not available any more, so this cannot be run.", code="tool_changed")
    if tool.fingerprint != asked.fingerprint:
        raise Conflict(
            f"{asked.title} says something else of itself than when this was asked; ask for it again.",
            code="tool_changed",
        )
    if decision.arguments is not None and (fault := fault_in(tool.spec.parameters, decision.arguments)):
        raise Invalid(f"These do not fit the tool: {fault}.", code="bad_arguments")
