"""What is known of an incident, for a persona that keeps an envelope."""

from __future__ import annotations

from holdfast.turn.context.envelope.blocks import incident_blocks
from holdfast.turn.sources.types import ContextRequest, ContextSource, Contribution


async def gather_envelope(request: ContextRequest) -> Contribution:
    return Contribution(blocks=await incident_blocks(request.parts.db, request.turn, request.as_of))


ENVELOPE = ContextSource(
    "envelope", ContextRequest, gather_envelope, is_asked=lambda request: request.turn.persona.uses("envelope")
)
