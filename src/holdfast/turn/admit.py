"""Who, may they, and is it small enough. Quick: no model is called, nothing is stored."""

from __future__ import annotations

from holdfast.core.errors import NotFound, TooLarge
from holdfast.models.chain import Chain
from holdfast.personas.types import Persona
from holdfast.turn.draft_prompt import kernel_tokens, kernel_words
from holdfast.turn.types import Allowed, Route, TurnRequest, UserInput

ROOM_FOR_THE_REST = 200
"""Tokens kept free for the date line and the frames around messages."""


def admit(persona: Persona, chain: Chain, request: TurnRequest) -> Allowed:
    if request.profile_id is not None:
        persona = persona.with_profile(request.profile_id)
    if request.composer_document_id is not None:
        raise NotFound("There is no such document.", code="unknown_document")
    chosen = chain.prefer(persona.settings.answering.models)
    if request.model_name:
        chosen = chosen.select(request.model_name)
    return Allowed(request, persona, chosen, _prompt_tokens(persona, chosen))


def check_size(allowed: Allowed, user_input: UserInput, route: Route | None = None) -> None:
    """The persona and the message are never cut, so a message that leaves no room for itself is refused."""
    told = allowed.request.told
    limit = allowed.prompt_tokens - kernel_tokens(kernel_words(allowed.persona, route)) - ROOM_FOR_THE_REST
    limit -= told.tokens if told else 0
    if limit <= 0:
        raise TooLarge(
            f"{allowed.persona.settings.name}'s own instructions leave no room for a message on this model; choose a "
            "model that reads more.",
            code="message_too_large",
            details={"tokens": user_input.tokens, "limit": 0},
        )
    if user_input.tokens > limit:
        raise TooLarge(
            f"The message is {user_input.tokens} tokens long and {limit} fit; shorten it, or send it in pieces.",
            code="message_too_large",
            details={"tokens": user_input.tokens, "limit": limit},
        )


def _prompt_tokens(persona: Persona, chain: Chain) -> int:
    answering = persona.settings.answering
    window = chain.context_tokens
    output = answering.max_output_tokens + (answering.thinking_tokens or 0)
    return min(answering.prompt_tokens, max(window - min(output, window // 4), window // 2))
