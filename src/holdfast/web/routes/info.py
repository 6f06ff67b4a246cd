"""What this installation offers."""

from __future__ import annotations

from fastapi import APIRouter, Request

from holdfast import __version__
from holdfast.web.body import StrictRoute
from holdfast.web.deps import MayChat
from holdfast.web.errors import responses
from holdfast.web.shapes import WireModel
from holdfast.wiring import parts_of

router = APIRouter(prefix="/api", tags=["info"], route_class=StrictRoute)


class ModelShape(WireModel):
    name: str
    is_demo: bool
    sees_images: bool


class InfoShape(WireModel):
    version: str
    model: ModelShape
    models: list[ModelShape]
    features: dict[str, bool]


class PersonaShape(WireModel):
    id: str
    name: str
    description: str
    is_default: bool


class PersonaList(WireModel):
    personas: list[PersonaShape]


@router.get("/info", response_model=InfoShape, responses=responses(401, 429, 503))
async def get_info(request: Request, caller: MayChat) -> InfoShape:
    parts = parts_of(request)
    models = [
        ModelShape(name=model.name, is_demo=model.is_demo, sees_images=model.sees_images)
        for model in parts.chain.models
    ]
    return InfoShape(version=__version__, model=models[0], models=models, features=parts.settings.features.model_dump())


@router.get("/personas", response_model=PersonaList, responses=responses(401, 429, 503))
async def get_personas(request: Request, caller: MayChat) -> PersonaList:
    return PersonaList(
        personas=[
            PersonaShape(
                id=persona.id,
                name=persona.settings.name,
                description=persona.settings.description,
                is_default=persona.is_default,
            )
            for persona in parts_of(request).personas
        ]
    )
