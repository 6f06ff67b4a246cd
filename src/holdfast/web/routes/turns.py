"""The glass box."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from fastapi import APIRouter, Request
from pydantic import ConfigDict, Field
from starlette.responses import JSONResponse

from holdfast.turn.trace import read_trace
from holdfast.web.body import StrictRoute
from holdfast.web.deps import MayChat
from holdfast.web.errors import responses
from holdfast.web.shapes import WireModel
from holdfast.wiring import parts_of

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
async def get_trace(request: Request, turn_id: UUID, caller: MayChat) -> JSONResponse:
    return JSONResponse(await read_trace(parts_of(request).db, caller.user_id, turn_id))
