"""What a program may ask for by name: each persona, each of its profiles, each model of the installation.

A persona answers as it does everywhere, with its memory. A model answers as the persona that new chats begin with.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from holdfast.core.errors import NotFound
from holdfast.models.chain import Chain
from holdfast.personas.read import DEFAULT, Personas
from holdfast.personas.types import Persona


@dataclass(frozen=True, slots=True)
class Offering:
    id: str
    """`sophie`, `eos-implementer/ceo`, `openrouter:some/model`."""
    kind: Literal["persona", "profile", "model"]
    name: str
    description: str
    persona_id: str
    chain: Chain
    profile_id: str | None = None
    model_name: str | None = None


def offerings(personas: Personas, chain: Chain) -> Iterator[Offering]:
    for persona in personas:
        yield _of_persona(persona, chain)
        yield from _of_profiles(persona, chain)
    for model in chain.models:
        yield _of_model(model.name, chain)


def get_offering(personas: Personas, chain: Chain, asked: str) -> Offering:
    persona_id, slash, profile_id = asked.partition("/")
    if asked in personas:
        return _of_persona(personas.get(asked), chain)
    if slash and persona_id in personas:
        for one in _of_profiles(personas.get(persona_id), chain):
            if one.profile_id == profile_id:
                return one
    if asked in {model.name for model in chain.models}:
        return _of_model(asked, chain)
    raise NotFound(
        "There is no model of that name here; `GET /api/v1/models` lists them.",
        code="model_not_found",
        details={"param": "model"},
    )


def _of_persona(persona: Persona, chain: Chain) -> Offering:
    told = persona.settings
    return Offering(persona.id, "persona", told.name, told.description, persona.id, chain.prefer(told.answering.models))


def _of_profiles(persona: Persona, chain: Chain) -> Iterator[Offering]:
    chain = chain.prefer(persona.settings.answering.models)
    for profile in persona.settings.profiles:
        name = f"{persona.settings.name}: {profile.name}"
        named = f"{persona.id}/{profile.id}"
        yield Offering(named, "profile", name, profile.description, persona.id, chain, profile_id=profile.id)


def _of_model(name: str, chain: Chain) -> Offering:
    return Offering(name, "model", name, "", DEFAULT, chain.select(name), model_name=name)
