"""What is told whatever the message: what people wrote about themselves, and what they pinned."""

from __future__ import annotations

from holdfast.core.db import owner_of
from holdfast.turn.context.blocks import MAX_PINNED, about_block
from holdfast.turn.sources.types import ContextRequest, ContextSource, Contribution


async def gather_standing(request: ContextRequest) -> Contribution:
    turn, as_of = request.turn, request.as_of
    owner = owner_of(turn.ids.user_id)
    standing = await request.parts.memory.standing(owner, persona_id=turn.persona.id, limit=MAX_PINNED)
    pinned = [fact for fact in standing.pinned if as_of is None or fact.learned_at <= as_of]
    block = about_block(standing.about, pinned)
    return Contribution(blocks=[block] if block else ())


def _is_asked(request: ContextRequest) -> bool:
    """The older runtime's blocks tell both under headings of their own."""
    return request.turn.persona.uses("knowledge") and not request.parts.is_shadow_on


STANDING = ContextSource(
    "standing",
    ContextRequest,
    gather_standing,
    seconds=1.5,
    is_asked=_is_asked,
    tells_of_person=True,
    is_remembered=True,
)
