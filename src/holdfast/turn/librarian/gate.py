"""Whether the memory is asked at all: explicitly, because it would help, or not.

Rules first. Where they only lean, the nearest labelled messages have a say; where both together are still unsure and a
chat model is there, it is asked. Whoever fails is passed over.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import structlog

from holdfast.chats.types import Message
from holdfast.models.chain import Chain
from holdfast.models.types import Embedder
from holdfast.turn.librarian.ask_model import ask_model
from holdfast.turn.librarian.cues import SURE, Cue, read_cues
from holdfast.turn.librarian.meaning import read_meaning
from holdfast.turn.librarian.types import GATES, Decision
from holdfast.turn.types import Reading

ASK_BELOW = 0.6
"""Confidence of rules and meaning together under which a chat model is asked."""
MEANING_DEADLINE_SECONDS = 0.5
_LEAN = 0.6
"""How much a leaning rule weighs beside the neighbours, which weigh one."""
log = structlog.get_logger()


async def gate(
    text: str,
    *,
    reading: Reading,
    before: Sequence[Message],
    embedder: Embedder,
    chain: Chain | None,
    deadline_seconds: float,
) -> Decision:
    cue = read_cues(text, known=reading.signals.tracked_people)
    if cue.confidence >= SURE:
        return Decision(cue.gate, "rules", cue.confidence, cue.name)
    if reading.signals.is_low_signal:
        return Decision("none", "rules", 0.9, "low_signal")
    decision = await by_meaning(text, cue, embedder)
    if decision.confidence >= ASK_BELOW or chain is None or chain.is_demo:
        return decision
    return await ask_model(chain, text, before, deadline_seconds=deadline_seconds) or decision


async def by_meaning(text: str, cue: Cue, embedder: Embedder) -> Decision:
    """The rule's leaning and the neighbours' votes, added up; the rule alone where there is no vector."""
    try:
        async with asyncio.timeout(MEANING_DEADLINE_SECONDS):
            votes = await read_meaning(text, embedder)
    except Exception as error:  # noqa: BLE001 — border: an embedder may fail in any way, the rules still answer
        log.warning("gate_without_meaning", error=type(error).__name__)
        return Decision(cue.gate, "rules", cue.confidence, cue.name)
    added = {one: votes[one] + (_LEAN * cue.confidence if one == cue.gate else 0.0) for one in GATES}
    best = max(GATES, key=lambda one: added[one])
    # Explicit and ambient both ask, so between asking and not asking their votes stand together.
    asks = added["explicit"] + added["ambient"]
    if (asks > added["none"]) != (best != "none"):
        best = max(("explicit", "ambient"), key=lambda one: added[one]) if asks > added["none"] else "none"
    share = max(asks, added["none"]) / sum(added.values())
    return Decision(best, "meaning", round(share, 3), cue.name)
