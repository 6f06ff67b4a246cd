"""The glass box, and an old turn run again."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request

from holdfast.core.errors import Unavailable
from holdfast.core.ids import TurnId
from holdfast.turn.glassbox.trace import read_trace
from holdfast.turn.glassbox.types import Trace
from holdfast.turn.glassbox.views import Replay, WhichMemory
from holdfast.web.body import StrictRoute
from holdfast.web.deps import Access, MayChat, MayReadChats
from holdfast.web.errors import responses
from holdfast.web.shapes import WireModel
from holdfast.wiring import parts_of

_LOOK_SECONDS = 0.5
"""How often a replay looks whether anybody still waits for it."""
router = APIRouter(prefix="/api/turns", tags=["turns"], route_class=StrictRoute)


@router.get("/{turn_id}/trace", responses=responses(401, 404, 422, 429, 503))
async def get_trace(request: Request, turn_id: TurnId, caller: MayReadChats) -> Trace:
    """Texts that are not the reader's own (a persona's words, an admin's) are told to whoever may change them; to
    others a block has `text` null and says why in `withheld`."""
    parts = parts_of(request)
    return await read_trace(parts.db, parts.personas, caller.user_id, turn_id, is_admin=caller.is_admin)


class ReplayBody(WireModel):
    memory: WhichMemory = "then"
    """What was remembered when the turn was answered, or what is now."""
    asks_model: bool = True
    """False: only the prompts are compared, and no model is asked."""


@router.post("/{turn_id}/replay", responses=responses(400, 401, 404, 409, 413, 415, 422, 429, 503))
async def replay_turn(request: Request, turn_id: TurnId, caller: MayChat, access: Access, body: ReplayBody) -> Replay:
    """With `asksModel` it counts as a turn."""
    replays = parts_of(request).replays
    replay = replays.replay(access, turn_id, body.memory, asks_model=body.asks_model, is_admin=caller.is_admin)
    running = asyncio.create_task(replay)
    try:
        while not running.done():
            await asyncio.wait({running}, timeout=_LOOK_SECONDS)
            if not running.done() and await request.is_disconnected():
                raise Unavailable("Nobody waits for this replay any more.", code="replay_left")
        return running.result()
    finally:
        running.cancel()
