"""`GET /api/v1/models`: each persona, each of its profiles, each model of the installation."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel

from holdfast.accounts.key_options import must_reach
from holdfast.turn.offerings import Offering, get_offering, offerings
from holdfast.web.body import StrictRoute
from holdfast.web.deps import MayListModels
from holdfast.web.errors import responses
from holdfast.web.v1.used import note_used
from holdfast.wiring import parts_of

router = APIRouter(prefix="/api/v1/models", tags=["programs"], route_class=StrictRoute)


class ModelOffered(BaseModel):
    id: str
    object: Literal["model"] = "model"
    created: int = 0
    """Nobody keeps when; clients want a number."""
    owned_by: Literal["holdfast"] = "holdfast"
    kind: Literal["persona", "profile", "model"]
    name: str
    description: str
    sees_images: bool
    takes_tools: bool
    context_tokens: int
    is_demo: bool


class ModelsOffered(BaseModel):
    object: Literal["list"] = "list"
    data: list[ModelOffered]


@router.get("", responses=responses(401, 403, 429, 503))
async def list_models(request: Request, caller: MayListModels) -> ModelsOffered:
    parts = parts_of(request)
    return ModelsOffered(
        data=[
            _told(one)
            for one in offerings(parts.personas, parts.chain)
            if caller.models is None or one.id in caller.models
        ]
    )


@router.get("/{model_id:path}", responses=responses(401, 403, 404, 429, 503))
async def get_model(request: Request, caller: MayListModels, model_id: str) -> ModelOffered:
    parts = parts_of(request)
    found = get_offering(parts.personas, parts.chain, model_id)
    must_reach(caller, found.id)
    note_used(request, model=found.id)
    return _told(found)


def _told(one: Offering) -> ModelOffered:
    return ModelOffered(
        id=one.id,
        kind=one.kind,
        name=one.name,
        description=one.description,
        sees_images=one.chain.sees_images,
        takes_tools=not one.chain.is_demo,
        context_tokens=one.chain.context_tokens,
        is_demo=one.chain.is_demo,
    )
