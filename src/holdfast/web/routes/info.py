"""What this installation offers."""

from __future__ import annotations

from fastapi import APIRouter, Request

from holdfast import __version__
from holdfast.models.chain import Chain
from holdfast.models.speech import Speech
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


class SpeechShape(WireModel):
    """What the installation itself hears and speaks; a browser may have ears and a voice of its own."""

    heard_languages: list[str] | None
    """Codes of the languages that recordings are heard in; null: any. Empty: nothing is heard here."""
    longest_seconds: float
    """Of one recording."""
    has_voice: bool


class InfoShape(WireModel):
    version: str
    speech: SpeechShape
    model: ModelShape
    models: list[ModelShape]
    features: dict[str, bool]


@router.get("/info", response_model=InfoShape, responses=responses(401, 429, 503))
async def get_info(request: Request, caller: MayReadChats) -> InfoShape:
    parts = parts_of(request)
    models = model_shapes(parts.chain)
    features = parts.settings.features.model_dump()
    speech = _speech(parts.pipeline.speech, parts.settings.speech.longest_seconds)
    return InfoShape(version=__version__, speech=speech, model=models[0], models=models, features=features)


def _speech(speech: Speech, longest_seconds: float) -> SpeechShape:
    heard = speech.hearing.languages
    return SpeechShape(
        heard_languages=None if heard is None else list(heard),
        longest_seconds=longest_seconds,
        has_voice=speech.voice.is_here,
    )


def model_shapes(chain: Chain) -> list[ModelShape]:
    return [ModelShape(name=model.name, is_demo=model.is_demo, sees_images=model.sees_images) for model in chain.models]
