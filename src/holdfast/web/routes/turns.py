"""The glass box, and an old turn run again."""

from __future__ import annotations

import asyncio
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from fastapi import APIRouter, Request
from pydantic import ConfigDict, Field
from starlette.responses import JSONResponse

from holdfast.core.errors import Unavailable
from holdfast.turn.glassbox.trace import read_trace
from holdfast.web.body import StrictRoute
from holdfast.web.deps import Access, MayChat, MayReadChats
from holdfast.web.errors import responses
from holdfast.web.shapes import WireModel
from holdfast.wiring import parts_of

_LOOK_SECONDS = 0.5
"""How often a replay looks whether anybody still waits for it."""
router = APIRouter(prefix="/api/turns", tags=["turns"], route_class=StrictRoute)


class TraceShape(WireModel):
    """What went into an answer and why. Further fields may join."""

    model_config = ConfigDict(extra="allow")

    turn_id: UUID
    blocks: list[dict[str, Any]]
    retrievals: list[dict[str, Any]]
    missing: list[dict[str, Any]]
    models: list[dict[str, Any]]
    tools: list[dict[str, Any]]
    timings: dict[str, float]
    route: dict[str, Any]
    startbrief_used: bool = Field(alias="startbrief_used")
    startbrief_fallback: str | None = Field(alias="startbrief_fallback")
    startbrief_items_count: int = Field(alias="startbrief_items_count")
    bridge_text_chars: int = Field(alias="bridgeText_chars")
    startbrief_runtime: dict[str, Any]
    system_blocks: list[str]


@router.get("/{turn_id}/trace", response_model=TraceShape, responses=responses(401, 404, 422, 429, 503))
async def get_trace(request: Request, turn_id: UUID, caller: MayReadChats) -> JSONResponse:
    """Texts that are not the reader's own (a persona's words, an admin's) are told to whoever may change them; to
    others a block has `text` null and says why in `withheld`."""
    parts = parts_of(request)
    found = await read_trace(parts.db, parts.personas, caller.user_id, turn_id, is_admin=caller.is_admin)
    return JSONResponse(found)


class ReplayBody(WireModel):
    memory: Literal["then", "now"] = "then"
    """What was remembered when the turn was answered, or what is now."""
    asks_model: bool = True
    """False: only the prompts are compared, and no model is asked."""


class ReplayShape(WireModel):
    """The turn again, and what is different. Nothing of it is stored."""

    turn_id: UUID
    memory: Literal["then", "now"]
    as_of: datetime | None
    prompt_tokens: int
    prompt_budget: int
    blocks: list[dict[str, Any]]
    difference: list[dict[str, Any]]
    answer: dict[str, str | None]
    error: str | None
    missing: list[dict[str, Any]]
    models: list[dict[str, Any]]
    retrievals: list[dict[str, Any]]
    reading: dict[str, Any] | None


@router.post(
    "/{turn_id}/replay", response_model=ReplayShape, responses=responses(400, 401, 404, 409, 413, 415, 422, 429, 503)
)
async def replay_turn(
    request: Request, turn_id: UUID, caller: MayChat, access: Access, body: ReplayBody
) -> JSONResponse:
    """With `asksModel` it counts as a turn."""
    replays = parts_of(request).replays
    replay = replays.replay(access, turn_id, body.memory, asks_model=body.asks_model, is_admin=caller.is_admin)
    running = asyncio.create_task(replay)
    try:
        while not running.done():
            await asyncio.wait({running}, timeout=_LOOK_SECONDS)
            if not running.done() and await request.is_disconnected():
                raise Unavailable("Nobody waits for this replay any more.", code="replay_left")
        return JSONResponse(running.result())
    finally:
        running.cancel()
