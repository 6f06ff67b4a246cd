"""What left the window of a long chat, in short; and whether it is time for another summary."""

from __future__ import annotations

from holdfast.memory.summaries.chats import is_due
from holdfast.turn.sources.types import ContextRequest, ContextSource, Contribution, WithPast


async def gather_chat_summary(past: WithPast) -> Contribution:
    request, told = past.request, past.history.before
    window = request.turn.persona.settings.history.messages
    return Contribution(
        blocks=past.history.summary(request.turn.ids.chat_id, request.as_of),
        owes_summary=told is not None and is_due(told, window, request.now),
    )


def _is_asked(request: ContextRequest) -> bool:
    """Only a persona that sees the whole chat is told of its beginning."""
    persona = request.turn.persona
    return persona.uses("knowledge") and persona.settings.history.scope == "chat"


CHAT_SUMMARY = ContextSource("chat_summary", WithPast, gather_chat_summary, is_asked=_is_asked)
