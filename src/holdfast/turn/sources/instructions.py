"""What somebody asks of a persona besides what it is told to be; it holds for their own chats with it alone."""

from __future__ import annotations

from holdfast.models.tokens import count_tokens
from holdfast.personas.find import instructions_for
from holdfast.turn.context.escape_headings import escape_headings
from holdfast.turn.sources.types import ContextRequest, ContextSource, Contribution
from holdfast.turn.types import Block, Order, Priority, Source

_LEAD = "What this person asks of you besides. Follow it where it does not contradict what you are told to be:"


async def gather_instructions(request: ContextRequest) -> Contribution:
    user_id, persona_id = request.turn.ids.user_id, request.turn.persona.id
    told = await instructions_for(request.parts.db, user_id, persona_id)
    if not told:
        return Contribution()
    text = f"{_LEAD}\n\n{escape_headings(told)}"
    source = Source("instructions", persona_id)
    return Contribution(
        blocks=[Block(Order.INSTRUCTIONS, "instructions", text, count_tokens(text), Priority.INSTRUCTIONS, [source])]
    )


INSTRUCTIONS = ContextSource("instructions", ContextRequest, gather_instructions, seconds=1.5)
