"""What this installation offers."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Request

from holdfast import __version__
from holdfast.personas.types import Persona
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


class ProfileShape(WireModel):
    """A side of a persona that a chat can be held with."""

    id: str
    name: str
    description: str


class PersonaShape(WireModel):
    id: str
    name: str
    description: str
    is_default: bool
    is_perpetual: bool
    """One chat for good, instead of a new one for each matter."""
    speaks: Literal["always", "when_spoken_to", "never"]
    composer_kinds: list[str]
    """Kinds of documents it writes with people."""
    profiles: list[ProfileShape]


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
    return PersonaList(personas=[_persona(persona) for persona in parts_of(request).personas])


def _persona(persona: Persona) -> PersonaShape:
    """What one needs to choose it. How it is told to answer is not among that."""
    told = persona.settings
    return PersonaShape(
        id=persona.id,
        name=told.name,
        description=told.description,
        is_default=persona.is_default,
        is_perpetual=told.is_perpetual,
        speaks=told.voice.speaks,
        composer_kinds=list(told.composer_kinds),
        profiles=[
            ProfileShape(id=profile.id, name=profile.name, description=profile.description) for profile in told.profiles
        ],
    )
