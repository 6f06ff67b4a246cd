"""For the orchestrator's operator: the outbox, looked at and worked off."""

from __future__ import annotations

from fastapi import APIRouter, Request

from holdfast.memory.outbox.bounds import at_most
from holdfast.memory.outbox.drain import drain, is_anything_due
from holdfast.memory.outbox.state import outbox_state
from holdfast.web.body import StrictRoute
from holdfast.web.errors import responses
from holdfast.web.memory_door import ByService
from holdfast.web.shapes import WireModel
from holdfast.wiring import parts_of

router = APIRouter(prefix="/internal", tags=["memory"], route_class=StrictRoute)

_MAX_ROWS = 500
_MAX_SECONDS = 20.0
"""An answer comes before proxies lose patience; a step that has begun, such as a model's summary, is waited for."""


class DrainedShape(WireModel):
    folded: int
    delivered: int
    rescheduled: int
    dead_lettered: int
    pending: int
    """Rows left, those that wait for their next try among them."""
    has_more: bool
    """Something is due already: the call is worth repeating at once."""


class OutboxShape(WireModel):
    pending: int
    folded: int
    delivered: int
    dead_lettered: int
    oldest_pending_seconds: float
    pending_embeddings: int


@router.post("/drain", response_model=DrainedShape, responses=responses(401, 403, 429, 503))
async def post_drain(request: Request, asker: ByService) -> DrainedShape:
    memory = parts_of(request).memory
    done = await drain(memory, may_go_on=at_most(rows=_MAX_ROWS, seconds=_MAX_SECONDS))
    return DrainedShape(
        folded=done.folded,
        delivered=done.delivered,
        rescheduled=done.rescheduled,
        dead_lettered=done.dead_lettered,
        pending=(await outbox_state(memory)).pending,
        has_more=await is_anything_due(memory),
    )


@router.get("/outbox", response_model=OutboxShape, responses=responses(401, 403, 429, 503))
async def get_outbox(request: Request, asker: ByService) -> OutboxShape:
    state = await outbox_state(parts_of(request).memory)
    return OutboxShape(
        pending=state.pending,
        folded=state.folded,
        delivered=state.delivered,
        dead_lettered=state.dead_lettered,
        oldest_pending_seconds=state.oldest_pending_seconds,
        pending_embeddings=state.pending_embeddings,
    )
