"""What this installation offers."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Request

from holdfast import __version__
from holdfast.models.chain import Chain
from holdfast.personas.types import Persona
from holdfast.web.body import StrictRoute
from holdfast.web.deps import MayReadChats
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
    models: list[ModelShape]
    """The first of them answers; the others stand behind it, and one of them may be chosen instead."""
    profiles: list[ProfileShape]


class PersonaList(WireModel):
    personas: list[PersonaShape]


@router.get("/info", response_model=InfoShape, responses=responses(401, 429, 503))
async def get_info(request: Request, caller: MayReadChats) -> InfoShape:
    parts = parts_of(request)
    models = _models(parts.chain)
    return InfoShape(version=__version__, model=models[0], models=models, features=parts.settings.features.model_dump())


@router.get("/personas", response_model=PersonaList, responses=responses(401, 429, 503))
async def get_personas(request: Request, caller: MayReadChats) -> PersonaList:
    parts = parts_of(request)
    return PersonaList(personas=[_persona(persona, parts.chain) for persona in parts.personas])


def _models(chain: Chain) -> list[ModelShape]:
    return [ModelShape(name=model.name, is_demo=model.is_demo, sees_images=model.sees_images) for model in chain.models]


def _persona(persona: Persona, chain: Chain) -> PersonaShape:
    """What one needs to choose it. How it is told to answer is not among that."""
    told = persona.settings
    return PersonaShape(
        id=persona.id,
        name=told.name,
        description=told.description,
        is_default=persona.is_default,
        is_perpetual=told.is_perpetual,
        speaks=told.voice.speaks,
        models=_models(chain.prefer(told.answering.models)),
        profiles=[
            ProfileShape(id=profile.id, name=profile.name, description=profile.description) for profile in told.profiles
        ],
    )
