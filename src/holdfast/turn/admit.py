"""Who, may they, and is it small enough. Quick: no model is called, nothing is stored."""

from __future__ import annotations

from holdfast.core.errors import NotFound, TooLarge
from holdfast.models.chain import Chain
from holdfast.models.tokens import count_tokens
from holdfast.personas.read import Personas
from holdfast.personas.types import Persona
from holdfast.turn.types import Allowed, Heard, TurnRequest

ROOM_FOR_THE_REST = 200
"""Tokens kept free for the date line and the frames around messages."""


def admit(personas: Personas, chain: Chain, request: TurnRequest) -> Allowed:
    persona = personas.get(request.persona_id)
    if request.profile_id is not None:
        raise NotFound(f"{persona.settings.name} has no such profile.", code="unknown_profile")
    if request.composer_document_id is not None:
        raise NotFound("There is no such document.", code="unknown_document")
    chosen = chain.select(request.model_name) if request.model_name else chain
    return Allowed(request, persona, chosen, _prompt_tokens(persona, chosen))


def check_size(allowed: Allowed, heard: Heard) -> None:
    """The persona and the message are never cut, so a message that leaves no room for itself is refused."""
    limit = allowed.prompt_tokens - count_tokens(allowed.persona.kernel) - ROOM_FOR_THE_REST
    if heard.tokens > limit:
        raise TooLarge(
            f"The message is {heard.tokens} tokens long and {max(limit, 0)} fit; shorten it, or send it in pieces.",
            code="message_too_large",
            details={"tokens": heard.tokens, "limit": max(limit, 0)},
        )


def _prompt_tokens(persona: Persona, chain: Chain) -> int:
    answering = persona.settings.answering
    window = chain.context_tokens
    return min(answering.prompt_tokens, max(window - min(answering.max_output_tokens, window // 4), window // 2))
