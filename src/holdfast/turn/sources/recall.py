"""What is remembered that matters to the message, asked by the librarian."""

from __future__ import annotations

import time
from dataclasses import replace

from holdfast.core.db import owner_of
from holdfast.turn.librarian.consult import consult
from holdfast.turn.librarian.types import Inquiry
from holdfast.turn.reading.rules import as_reading
from holdfast.turn.sources.types import ContextRequest, ContextSource, Contribution, WithPast

RECALL_SECONDS = 3.0
"""Kept by the librarian itself, which can still tell then what it had decided."""


async def gather_recall(past: WithPast) -> Contribution:
    """What the memory is asked waits for the gate alone, so it is asked while the message is still being read."""
    request = past.request
    parts, persona = request.parts, request.turn.persona
    has_gate = persona.settings.memory.recall == "librarian"
    until = time.monotonic() + RECALL_SECONDS * parts.patience
    reading = as_reading(past.reader.ruled)
    consulted = await consult(
        Inquiry(
            text=request.turn.user_input.text,
            seen=past.reader.ruled.seen,
            reading=replace(reading, gate=await past.reader.gate()) if has_gate else reading,
            before=past.history.seen,
            memory=request.recalls,
            owner=owner_of(request.turn.ids.user_id),
            persona_id=persona.id,
            now=request.now,
            as_of=request.as_of,
            embedder=parts.embedder,
            has_gate=has_gate,
            # They have a block of their own: among what stands, or among the older runtime's.
            leaves_pinned=persona.uses("knowledge") or parts.is_shadow_on,
            seconds=until - time.monotonic(),
        )
    )
    return Contribution(
        blocks=[consulted.sheet] if consulted.sheet else (),
        retrievals=[consulted.retrieval],
        missing=[consulted.missing] if consulted.missing else (),
        recalled=consulted.told,
    )


def _is_asked(request: ContextRequest) -> bool:
    persona = request.turn.persona
    match persona.settings.memory.recall:
        case "never":
            return False
        case "always":
            return persona.uses("knowledge")  # else the block it would stand in is switched off
        case "librarian":
            return True


RECALL = ContextSource("recall", WithPast, gather_recall, is_asked=_is_asked, tells_of_person=True, is_remembered=True)
