"""`GET /api/v1/usage`: what keys used, by day, model, route and how they were answered."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal
from uuid import UUID

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel

from holdfast.accounts.key_usage import read_usage
from holdfast.core.ids import KeyId
from holdfast.web.body import StrictRoute
from holdfast.web.deps import MayReadUsage
from holdfast.web.errors import responses
from holdfast.wiring import parts_of

router = APIRouter(prefix="/api/v1/usage", tags=["programs"], route_class=StrictRoute)


class UsageLine(BaseModel):
    day: date
    key_id: UUID
    route: str
    model: str
    status: int
    requests: int
    input_tokens: int
    output_tokens: int
    cost_usd: float
    mean_ms: float


class UsageTotal(BaseModel):
    requests: int
    refused: int
    input_tokens: int
    output_tokens: int
    cost_usd: float


class UsageOfKeys(BaseModel):
    object: Literal["list"] = "list"
    data: list[UsageLine]
    total: UsageTotal


@router.get("", responses=responses(401, 403, 422, 429, 503))
async def get_usage(
    request: Request,
    caller: MayReadUsage,
    first_day: date | None = None,
    last_day: date | None = None,
    key_id: Annotated[UUID | None, Query(description="One key's; a key is told of itself alone.")] = None,
) -> UsageOfKeys:
    """Of the last thirty days, unless others are named."""
    whose = caller.key_id or (KeyId(key_id) if key_id else None)
    used = await read_usage(parts_of(request).db, caller.user_id, first_day, last_day, whose)
    return UsageOfKeys(
        data=[
            UsageLine(
                day=one.day,
                key_id=one.key_id,
                route=one.route,
                model=one.model,
                status=one.status,
                requests=one.requests,
                input_tokens=one.input_tokens,
                output_tokens=one.output_tokens,
                cost_usd=one.cost_usd,
                mean_ms=round(one.ms / one.requests, 2),
            )
            for one in used
            if one.key_id
        ],
        total=UsageTotal(
            requests=sum(one.requests for one in used),
            refused=sum(one.requests for one in used if one.status >= 400),
            input_tokens=sum(one.input_tokens for one in used),
            output_tokens=sum(one.output_tokens for one in used),
            cost_usd=sum(one.cost_usd for one in used),
        ),
    )
